import TestSupport
import Testing

/// What is seen through stays seen through where the codec can, and shows the background elsewhere.
@Suite struct AlphaExportTests {
  /// Luma, chroma and alpha: opaque, half and a quarter seen through, clear.
  private static let patches = [
    [81, 90, 240, 255], [145, 54, 34, 128], [41, 240, 110, 64], [126, 128, 128, 0],
  ]

  private func clip(_ folder: TemporaryFolder) -> String {
    let film = PatchFilm(folder("clip.mkv"), layout: "yuva444p", patches: Self.patches)
    #expect(
      film.make([
        "-c:v", "ffv1", "-colorspace", "smpte170m", "-color_primaries", "smpte170m", "-color_trc",
        "smpte170m", "-color_range", "tv",
      ]) == "")
    return film.path
  }

  /// Red, green, blue and alpha of each patch, by the `ffmpeg` program.
  private func read(_ path: String, decoder: [String] = []) -> [[Int]] {
    let raw = TemporaryFolder("alpha")
    _ = runTool(
      "ffmpeg",
      ["-v", "error", "-y"] + decoder + [
        "-i", path, "-frames:v", "1", "-vf", "format=gbrap", "-c:v", "ffv1", raw("a.mkv"),
      ])
    return PatchFilm.read(raw("a.mkv"), layout: "gbrap", count: 4, values: 4)
  }

  @Test(arguments: [
    ("mov", "codec = 'prores'"), ("mov", "preset = 'prores_4444'"), ("mov", "codec = 'qtrle'"),
    ("mkv", "codec = 'ffv1'"), ("mkv", "codec = 'png'"), ("mov", "codec = 'png'"),
    ("webm", "quality = 4"),
  ])
  func alphaIsKeptTwice(type: String, options: String) {
    let folder = TemporaryFolder("alpha")
    let source = read(clip(folder))
    let run = runVscript([
      "-e",
      "vs.export(vs.asset(arg[1]), { output = arg[2], \(options) }) "
        + "vs.export(vs.asset(arg[2]), { output = arg[3], \(options) })",
      folder("clip.mkv"), folder("one.\(type)"), folder("two.\(type)"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let found = read(
      folder("two.\(type)"), decoder: type == "webm" ? ["-c:v", "libvpx-vp9"] : [])
    #expect(found.count == 4)
    for (patch, (found, due)) in zip(found, source).enumerated() {
      #expect(abs(found[3] - due[3]) <= 2, "patch \(patch): \(found), due \(due)")
      // Straight: the colour is not darkened by its alpha. What is clear has none.
      guard due[3] > 0 else { continue }
      for index in 0..<3 {
        #expect(abs(found[index] - due[index]) <= 6, "patch \(patch): \(found), due \(due)")
      }
    }
  }

  @Test func elsewhereTheBackgroundIsSeen() {
    let folder = TemporaryFolder("alpha")
    let run = runVscript([
      "-e",
      "local clip = vs.asset(arg[1]); local edit = vs.composition(); "
        + "edit:insert_time_range(vs.range(0, clip.duration), clip, 0); "
        + "vs.export(edit, { output = arg[2], codec_options = { qp = 0 }, "
        + "video_composition = vs.video_composition.of(edit, { background_color = { 1, 1, 1 } }) })",
      clip(folder), folder("film.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let found = PatchFilm.read(folder("film.mp4"), layout: "yuv420p", count: 4, values: 3)
    #expect(found.count == 4)
    for (found, patch) in zip(found, Self.patches) {
      let share = Double(patch[3]) / 255
      for (index, white) in [235.0, 128, 128].enumerated() {
        let due = share * Double(patch[index]) + (1 - share) * white
        #expect(abs(Double(found[index]) - due) <= 1.5, "\(found), due \(due) of \(patch)")
      }
    }
  }

  /// Sixteen red pixels square, half seen through, which is a second picture in the file.
  private static let stillAVIF =
    "00000020667479706176696600000000617669666d6966316d6961664d4131410000018d6d657461"
    + "000000000000002868646c720000000000000000706963740000000000000000000000006c696261"
    + "766966000000000e7069746d0000000000010000002c696c6f630000000044000002000100000001"
    + "000001c300000021000200000001000001b50000000e0000004269696e660000000000020000001a"
    + "696e6665020000000001000061763031436f6c6f72000000001a696e666502000000000200006176"
    + "3031416c706861000000001a69726566000000000000000e6175786c000200010001000000c36970"
    + "72700000009d6970636f000000146973706500000000000000100000001000000010706978690000"
    + "0000030808080000000c617631438120000000000013636f6c726e636c780001000d000680000000"
    + "0e706978690000000001080000000c6176314381001c0000000038617578430000000075726e3a6d"
    + "7065673a6d706567423a636963703a73797374656d733a617578696c696172793a616c7068610000"
    + "00001e69706d6100000000000000020001040102830400020401058607000000376d64617412000a"
    + "05180cffd854320310001312000a08380cffd8404341a432131640061861840039520791ba0a59c9"
    + "44516384"

  @Test func transparencyThatFFmpegLeavesOutIsToldOf() {
    let folder = TemporaryFolder("alpha")
    let digits = Array(Self.stillAVIF)
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)!
    }
    writeFile(folder("still.avif"), bytes)
    let run = runVscript([
      "-e", "local a = vs.asset(arg[1]) print(a.video.natural_size, #a.warnings, a.warnings[1])",
      folder("still.avif"),
    ])
    #expect(
      run.output == "16×16\t1\tits transparency is a picture of its own, which FFmpeg leaves out: "
        + "it is shown opaque\n", "\(run.errors)")
  }
}
