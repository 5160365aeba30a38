import TestSupport
import Testing

/// Bars and a ramp of grey are the same colours after two exports, in every codec.
@Suite struct RoundTripTests {
  /// How a film's numbers stand for colours, by FFmpeg's names.
  struct Coding: Sendable, CustomStringConvertible {
    let matrix: String
    var isFull: Bool
    var depth = 8

    var description: String { "\(matrix) \(isFull ? "full" : "limited")" }

    var tags: [String] {
      let (primaries, transfer) =
        matrix == "bt2020nc"
        ? ("bt2020", "bt2020-10") : (matrix, matrix == "bt470bg" ? "gamma28" : matrix)
      return [
        "-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer,
        "-color_range", isFull ? "pc" : "tv",
      ]
    }

    private var weights: (red: Double, blue: Double) {
      switch matrix {
      case "bt709": (0.2126, 0.0722)
      case "bt2020nc": (0.2627, 0.0593)
      default: (0.299, 0.114)
      }
    }

    /// The colour that codes of 8 bits stand for, exactly.
    func color(_ codes: [Int]) -> [Double] {
      let luma = (Double(codes[0]) - (isFull ? 0 : 16)) / (isFull ? 255 : 219)
      let shares = codes[1...].map { Double($0 - 128) / (isFull ? 255 : 224) }
      let blue = luma + 2 * (1 - weights.blue) * shares[0]
      let red = luma + 2 * (1 - weights.red) * shares[1]
      let green =
        (luma - weights.red * red - weights.blue * blue) / (1 - weights.red - weights.blue)
      return [red, green, blue]
    }

    /// What a colour is in this coding, exactly.
    func codes(_ color: [Double]) -> [Double] {
      let luma =
        weights.red * color[0] + (1 - weights.red - weights.blue) * color[1]
        + weights.blue * color[2]
      let unit = Double(1 << (depth - 8))
      let top = Double((1 << depth) - 1)
      func difference(_ value: Double, _ weight: Double) -> Double {
        let share = (value - luma) / (2 * (1 - weight))
        return (isFull ? share * top : share * 224 * unit) + 128 * unit
      }
      return [
        isFull ? luma * top : (16 + 219 * luma) * unit, difference(color[2], weights.blue),
        difference(color[0], weights.red),
      ]
    }
  }

  /// Bars of 75 %, black and white, and a ramp.
  private static let colors: [[Double]] =
    [[1, 1, 0], [0, 1, 1], [0, 1, 0], [1, 0, 1], [1, 0, 0], [0, 0, 1]].map { $0.map { $0 * 0.75 } }
    + (0...9).map { Array(repeating: Double($0) / 9, count: 3) }

  /// At the quality that each has unasked; only what is slow is told to be quick.
  private static let films = [
    ("h264.mp4", "codec = 'h264', codec_options = { preset = 'ultrafast' }"),
    ("h264.mkv", "codec = 'h264', codec_options = { preset = 'ultrafast' }"),
    ("hevc.mp4", "codec = 'hevc', codec_options = { preset = 'ultrafast' }"),
    (
      "hevc10.mov",
      "codec = 'hevc', pixel_format = 'yuv420p10le', codec_options = { preset = 'ultrafast' }"
    ),
    ("vp9.webm", "codec_options = { ['cpu-used'] = 8, deadline = 'realtime' }"),
    ("vp8.webm", "codec = 'vp8'"), ("av1.mp4", "codec = 'av1', codec_options = { preset = 12 }"),
    ("prores.mov", "preset = 'prores_422'"), ("prores4.mov", "preset = 'prores_4444'"),
    ("ffv1.mkv", "codec = 'ffv1'"), ("mpeg4.mp4", "codec = 'mpeg4'"),
    ("mpeg2.mkv", "codec = 'mpeg2'"), ("mjpeg.mov", "codec = 'mjpeg'"),
  ]

  @Test(arguments: ["smpte170m", "bt470bg", "bt709", "bt2020nc"], [false, true])
  func coloursSurviveTwoTrips(matrix: String, isFull: Bool) throws {
    let folder = TemporaryFolder("trip")
    let coding = Coding(matrix: matrix, isFull: isFull)
    let source = PatchFilm(
      folder("source.mkv"), layout: "yuv420p",
      patches: Self.colors.map { coding.codes($0).map { Int($0.rounded()) } })
    #expect(source.make(["-c:v", "ffv1"] + coding.tags) == "")
    let script =
      "local function go(name, options) local from = arg[1] "
      + "for _, trip in ipairs { 'one-', 'two-' } do options.output = arg[2] .. trip .. name "
      + "vs.export(vs.asset(from), options) from = options.output end end "
      + Self.films.map { "go('\($0)', { \($1) })" }.joined(separator: " ")
    let run = runVscript(["-e", script, source.path, folder("")])
    #expect(run.status == 0, "\(run.errors)")
    for (name, _) in Self.films {
      let path = folder("two-" + name)
      let stream = try #require(Film(path).picture, "\(name)")
      let found = try #require(stream["color_space"])
      let layout = try #require(stream["pix_fmt"])
      let film = Coding(
        matrix: found, isFull: stream["color_range"] == "pc",
        depth: layout.hasSuffix("10le") ? 10 : 8)
      // What a codec has no word for is converted; everything else is kept.
      let keepsMatrix = !["vp8.webm", "mjpeg.mov"].contains(name)
      if keepsMatrix { #expect(found == matrix, "\(name)") }
      let isLimited = ["vp8.webm", "prores.mov", "prores4.mov", "mpeg2.mkv"].contains(name)
      let isAlwaysFull = name == "mjpeg.mov"
      #expect(film.isFull == (isAlwaysFull || (isFull && !isLimited)), "\(name)")
      #expect(stream["color_primaries"] == coding.tags[3], "\(name)")
      let codes = PatchFilm.read(
        path, layout: layout, count: Self.colors.count, values: 3, frame: 1)
      #expect(codes.count == Self.colors.count, "\(name)")
      // The source was rounded to 8 bits already; a code value is one of 8 bits.
      let limit = Double(1 << (film.depth - 8))
      for (patch, codes) in zip(source.patches, codes) {
        for (code, due) in zip(codes, film.codes(coding.color(patch))) {
          #expect(abs(Double(code) - due) <= limit, "\(name): \(patch) is \(codes), due \(due)")
        }
      }
    }
  }
}
