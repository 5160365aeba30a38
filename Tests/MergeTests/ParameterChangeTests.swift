import TestSupport
import Testing

/// A stream whose pictures change in the middle keeps its colours and fills the same frame.
@Suite struct ParameterChangeTests {
  private typealias Coding = RoundTripTests.Coding

  private static let colors: [[Double]] = [
    [0.75, 0.1, 0.1], [0.1, 0.6, 0.2], [0.2, 0.2, 0.7], [0.5, 0.5, 0.5],
  ]

  /// A part of a transport stream: every colour `repeats` patches wide.
  private func part(
    _ folder: TemporaryFolder, _ name: String, _ coding: Coding, layout: String, repeats: Int,
    frames: Int = 3, start: String, pixels: String = "1"
  ) -> [UInt8] {
    let patches = Self.colors.flatMap { color in
      Array(repeating: coding.codes(color).map { Int($0.rounded()) }, count: repeats)
    }
    let film = PatchFilm(folder(name), layout: layout, patches: patches)
    let said = film.make(
      frames: frames,
      [
        "-vf", "setsar=\(pixels)", "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast",
        "-output_ts_offset", start, "-f", "mpegts",
      ] + coding.tags)
    #expect(said == "")
    return readFile(film.path) ?? []
  }

  @Test(arguments: ["", "video_composition = vs.video_composition.of(vs.asset(arg[1])),"])
  func sizeLayoutMatrixAndRangeMayChange(options: String) {
    let folder = TemporaryFolder("change")
    let first = Coding(matrix: "smpte170m", isFull: false)
    let second = Coding(matrix: "bt709", isFull: true)
    // The first part is longer than what is read to find out what the stream is.
    writeFile(
      folder("change.ts"),
      part(folder, "a.ts", first, layout: "yuv420p", repeats: 1, frames: 50, start: "0")
        + part(folder, "b.ts", second, layout: "yuvj444p", repeats: 2, start: "2", pixels: "1/2")
        + part(folder, "c.ts", first, layout: "yuv422p", repeats: 3, start: "2.12", pixels: "1/3"))
    let run = runVscript([
      "-e",
      "vs.export(vs.asset(arg[1]), { output = arg[2], \(options) codec_options = { qp = 0 } })",
      folder("change.ts"), folder("film.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let film = Film(folder("film.mp4"))
    #expect(film.width == 256 && film.height == 64 && film.times.count == 56)
    for frame in [0, 49] + (50..<film.times.count) {
      let found = PatchFilm.read(
        film.path, layout: "yuv420p", count: 4, values: 3, frame: frame)
      #expect(found.count == 4)
      for (found, color) in zip(found, Self.colors) {
        for (code, due) in zip(found, first.codes(color)) {
          #expect(abs(Double(code) - due) <= 2, "frame \(frame): \(found), due \(due)")
        }
      }
    }
  }

  /// Twice as wide as before, it is half as high in the same frame, between black bars.
  @Test func aPictureOfAnotherShapeKeepsIt() {
    let folder = TemporaryFolder("change")
    let coding = Coding(matrix: "smpte170m", isFull: false)
    writeFile(
      folder("change.ts"),
      part(folder, "a.ts", coding, layout: "yuv420p", repeats: 1, frames: 50, start: "0")
        + part(folder, "b.ts", coding, layout: "yuv420p", repeats: 2, start: "2"))
    let run = runVscript([
      "-e", "vs.export(vs.asset(arg[1]), { output = arg[2], codec_options = { qp = 0 } })",
      folder("change.ts"), folder("film.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("change from 256×64 to 512×64"), "\(run.errors)")
    var number = 0
    Film(folder("film.mp4")).eachPicture { _, picture in
      #expect((picture.width, picture.height) == (256, 64))
      for (index, color) in Self.colors.enumerated() {
        for y in [4, 12, 20, 32, 44, 52, 60] {
          let isBar = number >= 50 && !(16..<48).contains(y)
          let due = isBar ? [16, 128, 128] : coding.codes(color).map { Int($0.rounded()) }
          let found = picture.components(x: index * 64 + 32, y: y)
          let error = max(
            abs(found.luma - due[0]), abs(found.blue - due[1]), abs(found.red - due[2]))
          #expect(error <= 2, "frame \(number), \(index), \(y): \(found), due \(due)")
        }
      }
      number += 1
    }
    #expect(number == 53)
  }

  @Test func aStreamThatStartsLateIsWrittenFromItsStart() {
    let folder = TemporaryFolder("late")
    _ = part(
      folder, "late.ts", Coding(matrix: "smpte170m", isFull: false), layout: "yuv420p", repeats: 1,
      frames: 12, start: "1000")
    let run = runVscript([
      "-e", "vs.export(vs.asset(arg[1]), { output = arg[2] })", folder("late.ts"), folder("a.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let film = Film(folder("a.mp4"))
    #expect(film.times == (0..<12).map { Ratio($0, 25) })
    var black = 0
    film.eachPicture { _, picture in if picture.isBlack { black += 1 } }
    #expect(black == 0)
  }
}
