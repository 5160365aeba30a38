import TestSupport
import Testing

/// Kinds of files that people have: what is seen and heard of each, value by value.
@Suite struct FileKindTests {
  private let folder = TemporaryFolder("kinds")

  private func ffmpeg(_ words: String) {
    let said = runTool(
      "ffmpeg", ["-v", "error", "-y"] + words.split(separator: " ").map(String.init))
    #expect(said == "", "\(words)")
  }

  private func export(_ name: String, _ film: String, _ options: String) -> VscriptRun {
    let run = runVscript([
      "-e", "vs.export(vs.asset(arg[1]), { output = arg[2], \(options) })", folder(name),
      folder(film),
    ])
    #expect(run.status == 0, "\(name): \(run.errors)")
    return run
  }

  /// The interleaved samples of a film.
  private func samples(_ name: String) -> [Float] {
    ffmpeg("-i \(folder(name)) -map 0:a:0 -f f32le -c:a pcm_f32le \(folder("raw"))")
    return (readFile(folder("raw")) ?? []).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// Two sounds of different levels, of which the file means one to be heard.
  @Test(arguments: [
    ("mkv", "-disposition:a:0 0 -disposition:a:1 default", Float(0.5)),
    ("mkv", "-disposition:a:0 default -disposition:a:1 default", 0.25),
    ("mov", "-disposition:a:0 0 -disposition:a:1 default", 0.5),
    ("avi", "", 0.25),
  ])
  func ofSeveralSoundsTheFirstThatIsMeantIsHeard(type: String, flags: String, level: Float) {
    let lengths = level == 0.5 ? (2, 1) : (1, 2)
    ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i aevalsrc=0.25:s=8000:d=\(lengths.0)"
        + " -f lavfi -i aevalsrc=0.5:s=8000:d=\(lengths.1) -map 0 -map 1 -map 2 -c:v mpeg4"
        + " -c:a pcm_s16le \(flags) \(folder("two." + type))")
    let run = export(
      "two." + type, "film.mov", "audio_codec = 'pcm_s16le', sample_rate = 8000, channels = 1")
    #expect(run.errors.contains("has 2 sound tracks, of which track"), "\(run.errors)")
    let heard = samples("film.mov")
    #expect(heard.count == 8000 && heard.allSatisfy { abs($0 - level) < 1e-4 })
    #expect(Film(folder("film.mov")).times == (0..<25).map { Ratio($0, 25) })
  }

  /// A movie may say that its tracks belong together, as those of a camera's microphones do.
  @Test func soundsThatAreNoAlternativesAreHeardTogether() throws {
    ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i aevalsrc=0.25:s=8000:d=1"
        + " -f lavfi -i aevalsrc=0.5:s=8000:d=1 -map 0 -map 1 -map 2 -c:v mpeg4 -c:a pcm_s16le"
        + " -disposition:a:0 default -disposition:a:1 default \(folder("group.mov"))")
    var bytes = try #require(readFile(folder("group.mov")))
    var patched = 0
    for place in 0..<bytes.count - 40 where bytes[place..<place + 4].elementsEqual("tkhd".utf8) {
      // The group's number follows version, times, id, duration and layer.
      (bytes[place + 38], bytes[place + 39]) = (0, 0)
      patched += 1
    }
    #expect(patched == 3)
    writeFile(folder("group.mov"), bytes)
    let run = export(
      "group.mov", "film.mov", "audio_codec = 'pcm_s16le', sample_rate = 8000, channels = 1")
    #expect(run.errors == "")
    let heard = samples("film.mov")
    #expect(heard.count == 8000 && heard.allSatisfy { abs($0 - 0.75) < 1e-4 })
  }

  @Test(arguments: [
    (8000, "mono", 1, "pcm_u8", "wav"), (12000, "stereo", 2, "pcm_s16be", "aiff"),
    (22050, "stereo", 2, "pcm_s24le", "wav"), (48000, "quad", 4, "pcm_f64le", "wav"),
    (88200, "5.1", 6, "alac", "m4a"), (96000, "6.1", 7, "flac", "flac"),
    (192000, "7.1", 8, "pcm_f32le", "wav"),
  ])
  func everyRateAndLayoutGoesThroughUnchanged(
    rate: Int, layout: String, channels: Int, codec: String, type: String
  ) {
    let levels = (1...channels).map { Float($0) / 16 }
    let sources = levels.map { "\($0)" }.joined(separator: "|")
    ffmpeg(
      "-f lavfi -i aevalsrc=exprs=\(sources):c=\(layout):s=\(rate):d=0.2 -c:a \(codec)"
        + " \(folder("in." + type))")
    _ = export(
      "in." + type, "out.wav",
      "audio_codec = 'pcm_f32le', sample_rate = \(rate), channels = \(channels)")
    let film = Film(folder("out.wav"))
    #expect(film.sampleRate == rate && film.channels == channels)
    let found = samples("out.wav")
    #expect(found.count == rate / 5 * channels)
    let worst = found.enumerated().map { abs($1 - levels[$0 % channels]) }.max() ?? 1
    #expect(worst < 1e-4, "\(found.prefix(channels))")
  }

  /// However often a player would repeat it, the film has each picture once.
  @Test(arguments: [("gif", "-loop 0"), ("gif", "-loop 3"), ("apng", "-plays 0")])
  func aMovingPictureIsShownOnce(type: String, loop: String) {
    ffmpeg(
      "-f lavfi -i color=red:s=64x48:r=10:d=0.5 -f lavfi -i color=white:s=64x48:r=10:d=0.5"
        + " -lavfi [0][1]concat=n=2,format=\(type == "gif" ? "rgb8" : "rgb24") \(loop)"
        + " \(folder("in." + type))")
    _ = export("in." + type, "film.mp4", "codec_options = { qp = 0 }")
    var reds: [Bool] = []
    Film(folder("film.mp4")).eachPicture { _, picture in
      let (luma, blue, red) = picture.components(x: 32, y: 24)
      reds.append(red > 200)
      let due = red > 200 ? (81, 90, 240) : (235, 128, 128)
      let error = max(abs(luma - due.0), abs(blue - due.1), abs(red - due.2))
      // A GIF's usual palette comes near to white.
      #expect(error <= (type == "gif" ? 12 : 2), "\((luma, blue, red))")
    }
    #expect(reds == Array(repeating: true, count: 5) + Array(repeating: false, count: 5))
  }
}
