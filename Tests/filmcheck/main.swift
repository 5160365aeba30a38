@preconcurrency import Glibc
import TestSupport

/// Makes the clips that the bench joins, and judges the films that come of them.
///
///     filmcheck make CASE         the clips' paths, one a line
///     filmcheck check CASE FILM   what is wrong with the film, as JSON
///     filmcheck expect CASE       its rate, size and number of frames, as JSON
///
/// CASE is `same`, `mixed` or `short:COUNT`.

func fail(_ message: String) -> Never {
  fputs("filmcheck: \(message)\n", stderr)
  exit(2)
}

func clips(of name: String) -> [CodedClip] {
  let parts = name.split(separator: ":")
  switch parts.first {
  case "same":
    return (0..<3).map { id in
      CodedClip(
        id,
        picture: {
          ($0.width, $0.height, $0.rate, $0.count) = (1920, 1080, Ratio(30), 150)
          $0.options = ["-preset", "veryfast", "-crf", "18"]
        }, sound: { $0.codec = "aac" })
    }
  case "mixed":
    return [
      CodedClip(
        10,
        picture: {
          ($0.width, $0.height, $0.rate, $0.count) = (1920, 1080, Ratio(30), 150)
          $0.options = ["-preset", "veryfast", "-crf", "18"]
        }, sound: { $0.codec = "aac" }),
      CodedClip(
        11,
        picture: {
          ($0.width, $0.height, $0.rate, $0.count) = (1280, 720, Ratio(25), 125)
          $0.options = ["-preset", "veryfast", "-crf", "18"]
        }, sound: { ($0.rate, $0.channels) = (44100, 1) }),
      CodedClip(
        12,
        picture: {
          ($0.width, $0.height, $0.rate, $0.count) = (1280, 720, Ratio(30000, 1001), 150)
          $0.turns = 1
          $0.options = ["-preset", "veryfast", "-crf", "18"]
        }, sound: { $0.codec = "aac" }),
    ]
  case "short":
    return (0..<(parts.count > 1 ? Int(parts[1]) ?? 200 : 200)).map { id in
      CodedClip(
        id,
        picture: {
          ($0.width, $0.height, $0.rate, $0.count) = (640, 360, Ratio(30), 36)
          $0.options = ["-crf", "18"]
        }, sound: { $0.codec = "aac" })
    }
  default: fail("unknown case '\(name)'; there are same, mixed and short:COUNT")
  }
}

guard CommandLine.arguments.count >= 3 else { fail("make|check|expect CASE [FILM]") }
let made = clips(of: CommandLine.arguments[2])
let expected = ExpectedFilm(made.map { .clip($0) }, frameRate: Ratio(30))
switch CommandLine.arguments[1] {
case "make":
  for path in CodedClip.make(made) { print(path) }
case "check":
  guard CommandLine.arguments.count == 4 else { fail("check CASE FILM") }
  var report = FilmReport()
  let film = Film(CommandLine.arguments[3])
  report.checkPicture(film, expected)
  report.checkSound(film, expected, limits: .aac)
  print(report.json)
case "expect":
  print(
    "{\"width\": \(expected.canvas.width), \"height\": \(expected.canvas.height),",
    "\"rate\": 30, \"frames\": \(expected.frameCount)}")
default: fail("unknown word '\(CommandLine.arguments[1])'")
}
