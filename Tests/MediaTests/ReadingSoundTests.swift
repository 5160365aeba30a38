import TestSupport
import Testing
import Timing

@testable import Media

@Suite("Reading sound", .serialized)
struct ReadingSoundTests {
  /// All presented samples of the first sound track, planar.
  private func all(_ path: String, block: Int = 1000) throws -> [[Float]] {
    let asset = try MediaAsset.open(path)
    let track = try #require(asset.audio)
    let reader = try AudioReader(track, of: asset)
    let count = Int(try #require(track.audio).sampleCount)
    var result = [[Float]](repeating: [], count: reader.layout.channels)
    var position = 0
    while position < count {
      let part = min(block, count - position)
      let buffer = try reader.read(from: Int64(position), count: part)
      for channel in result.indices {
        result[channel] += UnsafeBufferPointer(start: buffer[channel], count: part)
      }
      position += part
    }
    #expect(reader.counters.seeks == 0, "\(path)")
    #expect(reader.issues.isEmpty, "\(path)")
    return result
  }

  /// What the `ffmpeg` command makes of it, planar.
  private func oracle(_ path: String, channels: Int, options: [String] = []) -> [[Float]] {
    let raw = readingFolder("oracle.f32")
    _ = runTool(
      "ffmpeg",
      options: ["-v", "error", "-y"] + options + ["-i", path, "-map", "0:a:0", "-f", "f32le", raw])
    let bytes = readFile(raw) ?? []
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return (0..<channels).map { channel in
      stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    }
  }

  private func runTool(_ program: String, options: [String]) -> String {
    TestSupport.runTool(program, options)
  }

  private static let source =
    "-f lavfi -i aevalsrc=exprs='0.4*sin(2*PI*(200+300*t)*t)|0.3*sin(2*PI*440*t)':s=48000:d=2.0123"

  @Test(
    "Every format gives the samples of FFmpeg, as many as it or, without padding, the first of them"
  )
  func equalsOracle() throws {
    // Name, options, presented samples; nil where only FFmpeg knows.
    let cases: [(String, String, Int?)] = [
      ("pcm.wav", "-c:a pcm_s16le", 96590), ("pcm24.wav", "-c:a pcm_s24le", 96590),
      ("float.wav", "-c:a pcm_f32le", 96590), ("u8.wav", "-c:a pcm_u8", 96590),
      ("flac.flac", "-c:a flac", 96590), ("flac.mkv", "-c:a flac", 96590),
      ("alac.m4a", "-c:a alac", 96590), ("sowt.mov", "-c:a pcm_s16le", 96590),
      ("opus.ogg", "-c:a libopus", 96590), ("opus.mkv", "-c:a libopus", 96590),
      ("opus.webm", "-c:a libopus", 96590), ("vorbis.ogg", "-c:a libvorbis", nil),
      ("vorbis.webm", "-c:a libvorbis", nil), ("mp3.mp3", "-c:a libmp3lame", 96590),
      ("aac.m4a", "-c:a aac", 96590), ("aac.mkv", "-c:a aac", nil), ("adts.aac", "-c:a aac", nil),
      ("mp2.ts", "-c:a mp2", nil), ("ac3.ac3", "-c:a ac3", nil), ("ac3.mkv", "-c:a ac3", nil),
      ("aac.ts", "-c:a aac", nil), ("mp3.mkv", "-c:a libmp3lame", nil),
      ("opus.mp4", "-c:a libopus", 96590),
      ("mp3.avi", "-c:a libmp3lame", nil), ("pcm.avi", "-c:a pcm_s16le", 96590),
      ("pcm.mkv", "-c:a pcm_s24le", 96590), ("wavpack.mka", "-c:a wavpack", 96590),
      ("wavpack.wv", "-c:a wavpack", 96590), ("eac3.mkv", "-c:a eac3", nil),
      ("dts.mkv", "-c:a dca -strict -2", nil),
    ]
    for (name, options, count) in cases {
      let path = makeClip(name, "\(Self.source) \(options)")
      let ours = try all(path)
      let theirs = oracle(
        path, channels: 2, options: name.contains("ac3") ? ["-cons_noisegen", "1"] : [])
      if let count { #expect(ours[0].count == count, "\(name)") }
      if count == nil { #expect(ours[0].count == theirs[0].count, "\(name)") }
      #expect(ours[0].count <= theirs[0].count, "\(name)")
      for channel in 0..<2 {
        let differences = zip(ours[channel], theirs[channel]).map { abs($0 - $1) }
        #expect(
          (differences.max() ?? 1) < 1e-6,
          "\(name) channel \(channel), first at \(differences.firstIndex { $0 >= 1e-6 } ?? -1)")
      }
    }
  }

  @Test("Tracks have ids of their own where the container counts its streams from 0")
  func tracksAreNumbered() throws {
    let path = makeClip(
      "both.avi",
      "-f lavfi -i testsrc2=size=64x64:rate=10:duration=1 \(Self.source) -c:v mpeg4 -c:a pcm_s16le")
    #expect(try MediaAsset.open(path).tracks.map(\.id) == [1, 2])
  }

  @Test("A seek gives the samples that reading on gives")
  func seeksExactly() throws {
    for (name, options, tolerance) in [
      ("s.wav", "-c:a pcm_s16le", Float(0)), ("s.m4a", "-c:a aac -aac_pns 0", 1e-6),
      ("s.flac", "-c:a flac", 0),
      ("s.mp3", "-c:a libmp3lame", 1e-6), ("s.ogg", "-c:a libvorbis", 1e-6),
      ("s.opus", "-c:a libopus", 1e-5), ("s.mkv", "-c:a libopus", 1e-5),
      ("sv.mkv", "-c:a libvorbis", 1e-6),
      ("s.aac", "-c:a aac -aac_pns 0", 1e-6), ("s.ts", "-c:a aac -aac_pns 0", 1e-6),
      ("s.ac3", "-c:a ac3", 1e-6), ("s.avi", "-c:a libmp3lame", 1e-6), ("sa.m4a", "-c:a alac", 0),
      ("s.mpg", "-c:a mp2", 4e-5), ("s.flv", "-c:a aac -ar 44100 -aac_pns 0", 1e-6),
      ("s.mov", "-c:a pcm_s16le", 0), ("sp.mp4", "-c:a libopus", 1e-5),
      ("se.mkv", "-c:a eac3", 1e-6), ("s.nut", "-c:a mp2", 4e-5), ("sw.mka", "-c:a wavpack", 0),
    ] {
      let path = makeClip(name, "\(Self.source.replacing("2.0123", with: "9.0123")) \(options)")
      let truth = try all(path)
      let asset = try MediaAsset.open(path)
      let reader = try AudioReader(try #require(asset.audio), of: asset)
      var random = SeededRandom(1)
      for _ in 0..<40 {
        let first = random.below(truth[0].count)
        let count = min(3000, truth[0].count - first)
        let buffer = try reader.read(from: Int64(first), count: count)
        for channel in 0..<2 {
          let worst =
            (0..<count).map { abs(buffer[channel][$0] - truth[channel][first + $0]) }.max() ?? 0
          #expect(worst <= tolerance, "\(name) at \(first)")
        }
      }
      #expect(reader.counters.seeks > 5, "\(name)")
    }
  }

  @Test("AAC in MP4 begins with the first real sample and ends with the last")
  func cutsPrimingAndPadding() throws {
    let source = makeClip("truth.wav", "\(Self.source) -c:a pcm_f32le")
    let truth = try all(source)
    let path = makeClip("priming.mp4", "-i \(source) -c:a aac -b:a 256k")
    let coded = try all(path)
    #expect(coded[0].count == truth[0].count)
    /// The energy of the difference when the coded sound is taken to be `shift` samples late.
    func error(_ shift: Int) -> Float {
      (100..<truth[0].count - 100).reduce(0) {
        let difference = coded[0][$1 + shift] - truth[0][$1]
        return $0 + difference * difference
      }
    }
    #expect(error(0) < error(1) && error(0) < error(-1), "it is in place to the sample")
    #expect(error(0) < truth[0].reduce(0) { $0 + $1 * $1 } / 100)
  }

  @Test("Where the rate changes in the middle, what follows keeps its pitch and its time")
  func followsRates() throws {
    // 440 Hz for a second at 48,000 samples, 880 Hz at 44,100, and 440 Hz at 48,000 again.
    let parts = [(440, 48000, 0), (880, 44100, 1), (440, 48000, 2)].map { tone, rate, start in
      makeClip(
        "rate\(start).ts",
        "-f lavfi -i aevalsrc=0.5*sin(2*PI*\(tone)*t):s=\(rate):d=1 -c:a mp2 -b:a 192k"
          + " -muxdelay 0 -muxpreload 0 -output_ts_offset \(start)")
    }
    let path = readingFolder("rates.ts")
    writeFile(path, try parts.flatMap { try #require(readFile($0)) })
    let asset = try MediaAsset.open(path)
    let track = try #require(asset.audio)
    #expect(track.audio?.sampleRate == 48000)
    let reader = try AudioReader(track, of: asset)
    // The loudest frequency of a stretch, by its turns through zero.
    func turns(_ seconds: Double) throws -> Int {
      let first = Int64(((seconds - track.timeRange.start.seconds) * 48000).rounded())
      let buffer = try reader.read(from: first, count: 24000)
      #expect((0..<24000).contains { abs(buffer[0][$0]) > 0.45 }, "\(seconds)")
      return (1..<24000).count { (buffer[0][$0 - 1] < 0) != (buffer[0][$0] < 0) }
    }
    for _ in 0..<2 {
      #expect(abs(try turns(0.25) - 440) <= 1)
      #expect(abs(try turns(1.25) - 880) <= 1)
      #expect(abs(try turns(2.25) - 440) <= 1)
    }
    #expect(reader.issues.isEmpty)
  }

  @Test("Where the rate changes in the middle, every sample has its exact place")
  func ratesAreExact() throws {
    // Whole packets of 1152 samples: 42 at 48,000 a second, 44 at 44,100, 42 at 48,000.
    let lengths = [42, 44, 42].map { $0 * 1152 }
    let parts = zip([48000, 44100, 48000], lengths).enumerated().map { number, part in
      makeClip(
        "exact\(number).mp2",
        "-f lavfi -i aevalsrc=0.5*sin(2*PI*440*t):s=\(part.0):d=4 -af atrim=end_sample=\(part.1 - 1152)"
          + " -c:a mp2 -b:a 192k")
    }
    let stream = readingFolder("exact.mp2")
    writeFile(stream, try parts.flatMap { try #require(readFile($0)) })
    let ours = try all(makeClip("exact.ts", "-i \(stream) -c copy"))[0]
    let (first, second, third) = (
      try all(parts[0])[0], try all(parts[1])[0], try all(parts[2])[0]
    )
    let change = first.count
    let length = Int((Double(second.count) * 48000 / 44100).rounded())
    #expect(ours.count == change + length + third.count)
    for sample in stride(from: 0, to: first.count - 600, by: 7) {
      #expect(abs(ours[sample] - first[sample]) < 0x1p-14, "sample \(sample)")
    }
    for sample in stride(from: 3000, to: length - 3000, by: 7) {
      let place = Double(sample) * 44100 / 48000
      let (low, share) = (Int(place), Float(place - place.rounded(.down)))
      let due = second[low] * (1 - share) + second[low + 1] * share
      #expect(abs(ours[change + sample] - due) < 4e-3, "sample \(sample) of the second part")
    }
    for sample in stride(from: 3000, to: third.count, by: 7) {
      let found = ours[change + length + sample]
      // Its decoder reckons in integers.
      #expect(abs(found - third[sample]) < 0x1p-14, "sample \(sample) of the third part")
    }
  }

  @Test("Where channels change in the middle, what follows is mixed to those there were first")
  func keepsLayout() throws {
    let folder = readingFolder.path
    let first = makeClip(
      "first.ac3", "-f lavfi -i sine=f=440:r=48000:d=1.024 -c:a ac3 -ac 2")
    let second = makeClip(
      "second.ac3", "-f lavfi -i sine=f=880:r=48000:d=1.024 -c:a ac3 -ac 1")
    let path = folder + "/changing.ac3"
    writeFile(path, try #require(readFile(first)) + (try #require(readFile(second))))
    let ours = try all(path)
    let (lead, mono) = (try all(first)[0].count, try all(second)[0])
    #expect(ours.count == 2 && ours[0].count == lead + mono.count)
    // The first of the second part overlap with what came before.
    for sample in stride(from: 600, to: 49000, by: 7) {
      for channel in 0..<2 {
        let difference = abs(ours[channel][lead + sample] - mono[sample])
        #expect(difference < 1e-5, "sample \(sample)")
      }
    }
  }
}
