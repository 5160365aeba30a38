import TestSupport
import Testing

/// What a person is told of the files of a film, in which words, and how often: once for each file.
@Suite struct WarningTests {
  private let folder = TemporaryFolder("warnings")

  /// Makes a film with `ffmpeg`.
  private func make(_ name: String, _ words: String) {
    _ = runTool(
      "ffmpeg",
      ["-v", "error", "-y"] + words.split(separator: " ").map(String.init) + [folder(name)])
  }

  /// The lines of a run that name a file.
  private func lines(_ run: VscriptRun, of name: String) -> [String] {
    run.errors.split(separator: "\n").map(String.init).filter { $0.contains(name) }
  }

  private func makeVariable(_ name: String) {
    // 50 pictures at 25 a second without the eighth: one is shown for two.
    make(
      name,
      "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -vf select='not(eq(n\\,7))' -fps_mode passthrough "
        + "-c:v libx264 -pix_fmt yuv420p")
  }

  @Test func aVariableClipIsNamedWithItsRatesOnce() {
    makeVariable("clip3.mkv")
    make("plain.mp4", "-f lavfi -i testsrc2=s=64x48:r=30000/1001:d=1 -c:v libx264 -pix_fmt yuv420p")
    let run = runVscript(
      ["merge", "plain.mp4", "clip3.mkv", "plain.mp4", "clip3.mkv", "-o", "film.mp4"],
      folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      lines(run, of: "clip3.mkv") == [
        "vscript: note: clip3.mkv is variable, 12.5 to 25 fps; sampled at 30000/1001"
      ])
    #expect(lines(run, of: "plain.mp4") == [])
  }

  @Test func severalExportsSayItOnceAndTwoFilesEachForItself() {
    makeVariable("one.mkv")
    makeVariable("two.mkv")
    let code = """
      local merge = require("vscript.merge")
      for index = 1, 3 do
        merge({ "one.mkv", "two.mkv" },
          { output = index .. ".mp4", frame_duration = "1/30", progress = "none" })
      end
      """
    let run = runVscript(["-e", code], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    for name in ["one.mkv", "two.mkv"] {
      #expect(
        lines(run, of: name) == [
          "vscript: note: \(name) is variable, 12.5 to 25 fps; sampled at 30"
        ])
    }
  }

  @Test func pausesOfManySecondsAreNoRateOfZero() {
    make(
      "slides.mkv",
      "-f lavfi -i testsrc2=s=64x48:r=25:d=41 -vf select='lt(n\\,3)+eq(n\\,1000)' "
        + "-fps_mode passthrough -c:v libx264 -pix_fmt yuv420p")
    let run = runVscript(
      ["merge", "slides.mkv", "slides.mkv", "-o", "film.mp4", "--frame-rate", "5"],
      folder: folder.path)
    #expect(
      lines(run, of: "slides.mkv") == [
        "vscript: note: slides.mkv is variable, less than 0.1 to 25 fps; sampled at 5"
      ], "\(run.errors)")
  }

  @Test func coloursThatHadToBeGuessedAreToldWhereThatMatters() {
    let code = "-c:v ffv1 -pix_fmt yuv420p -color_range tv"
    make("large.mkv", "-f lavfi -i testsrc2=s=1280x720:r=5:d=1 \(code) -colorspace bt709")
    make("small.mkv", "-f lavfi -i testsrc2=s=64x48:r=5:d=1 \(code)")
    let run = runVscript(
      [
        "merge", "large.mkv", "small.mkv", "small.mkv", "-o", "film.mp4", "--codec-options",
        "preset=ultrafast",
      ], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let told = lines(run, of: "small.mkv").filter { $0.contains("colours") }
    #expect(told.count == 1, "\(run.errors)")
    #expect(
      told.first?.hasPrefix(
        "vscript: note: small.mkv does not tell its colours: by its size they are taken for ")
        == true)
    #expect(lines(run, of: "large.mkv").filter { $0.contains("colours") } == [])
  }
}
