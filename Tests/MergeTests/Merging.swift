import TestSupport
import Testing

/// A film that the program made in a test, and what it said.
struct MadeFilm {
  let folder: TemporaryFolder
  let path: String
  let run: VscriptRun
  let expected: ExpectedFilm

  var film: Film { Film(path) }

  /// Judges the film as a whole; the sound too unless `sound` is nil.
  func report(
    sound: FilmReport.SoundLimits? = .exact,
    _ change: (inout FilmReport.PictureLimits) -> Void = { _ in }
  ) -> FilmReport {
    var report = FilmReport()
    guard run.status == 0 else {
      report.problems = ["vscript ended with \(run.status): \(run.errors)"]
      return report
    }
    var limits = FilmReport.PictureLimits()
    limits.exactEnd = path.hasSuffix(".mp4") || path.hasSuffix(".mov")
    change(&limits)
    let film = film
    report.checkPicture(film, expected, limits: limits)
    if let sound { report.checkSound(film, expected, limits: sound) }
    return report
  }
}

/// Fast coding in the film's own format; the tests are about which frame, not about how well.
let fastCoding = ["--codec-options", "preset=ultrafast"]
let exactSound = ["--audio-codec", "pcm_s16le"]

/// Joins whole clips with `vscript merge` into a film in QuickTime with PCM, unless told otherwise.
func merge(
  _ clips: [CodedClip], rate: Ratio, canvas: (width: Int, height: Int)? = nil,
  output: String = "film.mov", options: [String] = fastCoding + exactSound,
  countOpenFiles: Bool = false
) -> MadeFilm {
  let folder = TemporaryFolder("merge")
  let path = folder(output)
  let run = runVscript(
    ["merge"] + CodedClip.make(clips) + ["-o", path] + options, countOpenFiles: countOpenFiles)
  return MadeFilm(
    folder: folder, path: path, run: run,
    expected: ExpectedFilm(clips.map { .clip($0) }, frameRate: rate, canvas: canvas))
}

/// Runs one of the Lua scripts in `Scenarios`: its words are the output, then the clips.
func scenario(
  _ name: String, _ clips: [CodedClip], makes pieces: [ExpectedFilm.Piece], rate: Ratio,
  canvas: (width: Int, height: Int)? = nil, output: String = "film.mov"
) -> MadeFilm {
  let folder = TemporaryFolder("scenario")
  let path = folder(output)
  let script = "\(Vscript.packageFolder)/Tests/MergeTests/Scenarios/\(name).lua"
  let run = runVscript([script, path] + CodedClip.make(clips))
  return MadeFilm(
    folder: folder, path: path, run: run,
    expected: ExpectedFilm(pieces, frameRate: rate, canvas: canvas))
}

/// A clip with lossless sound, so that a click's place in the film is the product's doing alone.
func pcmClip(
  _ id: Int, _ picture: @escaping (inout CodedClip.Picture) -> Void = { _ in },
  sound: @escaping (inout CodedClip.Sound) -> Void = { _ in }
) -> CodedClip {
  CodedClip(
    id, container: "mov", picture: picture,
    sound: {
      $0.codec = "pcm_s16le"
      sound(&$0)
    })
}

extension FilmReport.SoundLimits {
  /// Sources in AAC heard through lossless output.
  static var lossySource: Self {
    var limits = Self.exact
    limits.click = 1.5
    limits.likeness = 14
    return limits
  }

  /// Sources whose container rounds times to milliseconds: sound may be one off the picture.
  static var millisecondSource: Self {
    var limits = Self.lossySource
    limits.click = 48.5
    limits.likeness = -10
    return limits
  }
}
