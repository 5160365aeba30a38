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
}
