import Glibc
import TestSupport
import Testing

/// Films of high dynamic range stay what they are with all that they say of themselves, or come
/// into standard range.
@Suite struct DynamicRangeTests {
  private static let tags = [
    "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "smpte2084",
    "-color_range", "tv",
  ]
  private static let display =
    "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(40000000,50)"

  /// Black, 20, 100, 203 and 1000 cd/m² of grey in PQ, at 10 bits.
  private static let greys = [
    [64, 512, 512], [361, 512, 512], [509, 512, 512], [573, 512, 512], [723, 512, 512],
  ]

  /// A clip in PQ graded at 4000 cd/m² whose brightest light is 1000.
  private func clip(_ folder: TemporaryFolder) -> String {
    let film = PatchFilm(folder("pq.mp4"), layout: "yuv420p10le", patches: Self.greys)
    let said = film.make(
      [
        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
        "log-level=error:qp=4:master-display=\(Self.display):max-cll=1000,300",
      ] + Self.tags)
    #expect(said == "")
    return film.path
  }

  private func export(_ clip: String, _ output: String, _ options: String) -> VscriptRun {
    runVscript(
      ["-e", "vs.export(vs.asset(arg[1]), { output = arg[2], \(options) })", clip, output])
  }

  private func luma(_ path: String, _ layout: String) -> [Int] {
    PatchFilm.read(path, layout: layout, count: 5, values: 3).map { $0[0] }
  }

  private func isNear(_ found: [Int], _ due: [Int], _ limit: Int) -> Bool {
    found.count == due.count && zip(found, due).allSatisfy { abs($0 - $1) <= limit }
  }

  @Test(arguments: [
    ("mp4", ""), ("mkv", ""), ("mov", "codec = 'prores', pixel_format = 'yuv422p10le'"),
    ("webm", "quality = 4"), ("mp4", "codec = 'h264', pixel_format = 'yuv420p10le', quality = 1"),
    ("mp4", "codec = 'av1', quality = 4"),
  ])
  func filmsOfHighDynamicRangeStayThat(type: String, options: String) {
    let folder = TemporaryFolder("hdr")
    let path = folder("film.\(type)")
    let quality =
      options.isEmpty ? "quality = 4, codec_options = { preset = 'ultrafast' }" : options
    let run = export(clip(folder), path, quality)
    #expect(run.status == 0, "\(run.errors)")
    let stream = Film(path).picture
    #expect(stream?["color_transfer"] == "smpte2084" && stream?["color_primaries"] == "bt2020")
    #expect(stream?["color_space"] == "bt2020nc" && stream?["color_range"] == "tv")
    #expect(stream?["pix_fmt"]?.hasSuffix("10le") == true, "\(stream?["pix_fmt"] ?? "")")
    if options.isEmpty { #expect(stream?["codec_name"] == "hevc") }
    let found = luma(path, stream?["pix_fmt"] ?? "yuv420p10le")
    #expect(isNear(found, Self.greys.map { $0[0] }, 3), "\(found)")
    // The container's own word, which players read before they decode.
    let said = runTool(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data", path])
    for (name, due) in [("max_luminance", 4000), ("green_y", 0.797), ("white_point_x", 0.3127)] {
      let line = said.split(separator: "\n").first { $0.hasPrefix(name + "=") } ?? ""
      let parts = line.dropFirst(name.count + 1).split(separator: "/").compactMap { Double($0) }
      #expect(parts.count == 2 && abs(parts[0] / parts[1] - due) < 0.001 * due, "\(name): \(said)")
    }
    #expect(said.contains("max_content=1000") && said.contains("max_average=300"))
  }

  @Test(arguments: [("hevc", "hevc"), ("h264", "h264"), ("av1", "ivf")])
  func theStreamItselfTellsOfItsLight(codec: String, type: String) throws {
    let folder = TemporaryFolder("hdr-stream")
    let run = export(
      clip(folder), folder("film.mkv"), "codec = '\(codec)', pixel_format = 'yuv420p10le'")
    #expect(run.status == 0, "\(run.errors)")
    let stream = folder("a." + type)
    _ = runTool("ffmpeg", ["-v", "error", "-i", folder("film.mkv"), "-c", "copy", stream])
    let bytes = try #require(readFile(stream))
    // A message of four bytes (SEI 144, or of AV1 the metadata of type 1): 1000 and 300 cd/m².
    let head: [UInt8] = codec == "av1" ? [1] : [144, 4]
    #expect(bytes.contains(head + [0x03, 0xE8, 0x01, 0x2C]))
    // Green's place on the mastering display, in units of 0.00002 or of 1/65536.
    let green: [UInt8] = codec == "av1" ? [0x2B, 0x85] : [0x21, 0x34, 0x9B, 0xAA]
    #expect(bytes.contains(green))
  }

  @Test(arguments: [
    "codec = 'h264'", "preset = 'medium'", "codec = 'hevc', pixel_format = 'yuv420p'",
  ])
  func filmsForEveryPlayerAreOfStandardRange(options: String) {
    let folder = TemporaryFolder("sdr")
    let path = folder("film.mp4")
    let run = export(clip(folder), path, options)
    #expect(run.status == 0 && run.errors.contains("mapped to BT.709"), "\(run.errors)")
    let stream = Film(path).picture
    #expect(stream?["color_transfer"] == "bt709" && stream?["color_primaries"] == "bt709")
    #expect(stream?["color_space"] == "bt709" && stream?["pix_fmt"] == "yuv420p")
    // BT.2390 to 203 cd/m², on a display of exponent 2.4.
    let found = luma(path, "yuv420p")
    #expect(isNear(found, [16, 92, 179, 214, 235], 2), "\(found)")
  }

  @Test func standardPicturesKeepTheWhiteOfPaperInABrightFilm() {
    let folder = TemporaryFolder("mixed")
    let plain = PatchFilm(
      folder("sdr.mp4"), layout: "yuv420p",
      patches: [
        [16, 128, 128], [62, 128, 128], [126, 128, 128], [180, 128, 128], [235, 128, 128],
      ])
    #expect(
      plain.make([
        "-c:v", "libx264", "-qp", "0", "-colorspace", "bt709", "-color_primaries", "bt709",
        "-color_trc", "bt709",
      ]) == "")
    let run = runVscript([
      "merge", clip(folder), plain.path, "-o", folder("film.mp4"), "--quality", "4",
      "--codec-options", "preset=ultrafast",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let found = PatchFilm.read(
      folder("film.mp4"), layout: "yuv420p10le", count: 5, values: 3, frame: 4
    ).map { $0[0] }
    // 203 · ((Y − 16) / 219) ^ 2.4 cd/m² in PQ.
    let due = [16, 62, 126, 180, 235].map { value -> Int in
      let light = 203 * pow(Double(value - 16) / 219, 2.4)
      let power = pow(light / 10_000, 2610.0 / 16_384)
      let code = pow(
        (3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
      return Int((64 + 876 * code).rounded())
    }
    #expect(isNear(found, due, 3), "\(found), due \(due)")
    // The other way round the first clip asks for standard range, and the film says what happened.
    let other = runVscript([
      "merge", plain.path, clip(folder), "-o", folder("other.mp4"),
    ])
    #expect(other.status == 0 && other.errors.contains("pq.mp4"), "\(other.errors)")
    let mapped = PatchFilm.read(
      folder("other.mp4"), layout: "yuv420p", count: 5, values: 3, frame: 4
    ).map { $0[0] }
    #expect(isNear(mapped, [16, 92, 179, 214, 235], 3), "\(mapped)")
  }

  @Test func savedPicturesAreOfStandardRange() {
    let folder = TemporaryFolder("still")
    let run = runVscript([
      "-e",
      "local g = vs.image_generator(vs.asset(arg[1])); local f = g:image(0); "
        + "f:save(arg[2]); print(f:pixel(32 + 4 * 64, 32).red, f:pixel(32 + 2 * 64, 32).red)",
      clip(folder), folder("still.png"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let words = run.output.split { " \t\n".contains($0) }.compactMap { Double($0) }
    #expect(words.count == 2 && abs(words[0] - 1) < 0.01 && abs(words[1] - 0.74) < 0.01, "\(words)")
    let found = PatchFilm.read(folder("still.png"), layout: "gbrp", count: 5, values: 3)
    #expect(isNear(found.map { $0[1] }, [0, 89, 190, 231, 255], 2), "\(found)")
  }
}
