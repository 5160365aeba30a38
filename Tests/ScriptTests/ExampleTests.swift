import TestSupport
import Testing

/// The scripts that people read first do what their first lines say, without clips of one's own too.
@Suite struct ExampleTests {
  private let folder = TemporaryFolder("example")

  private func run(_ script: String, _ words: String...) -> VscriptRun {
    runVscript(
      ["\(Vscript.packageFolder)/Scripts/\(script)"]
        + words.map { $0.replacing("$CLIPS", with: Scenario.clips.path) }, folder: folder.path)
  }

  @Test func mergeMakesSamplesAndAFreshFilmEachTime() {
    // 2 s at 30, 2 s at 25 and 2 s at 24000/1001, joined at the highest rate.
    let first = run("merge.lua")
    #expect(first.output == "merged.mp4: 180 frames, 6.000 s\n", "\(first)")
    #expect(first.errors.hasPrefix("no clips given, so samples were made: vscript-samples/"))
    #expect(run("merge.lua").output == "merged-2.mp4: 180 frames, 6.000 s\n")
    #expect(folder.names == ["merged-2.mp4", "merged.mp4", "vscript-samples"])
  }

  @Test func mergeJoinsWhatIsGiven() {
    let made = run(
      "merge.lua", "-o", "x.mp4", "--trim-first-frame", "$CLIPS/a.mp4", "$CLIPS/song.m4a",
      "$CLIPS/a.mp4")
    #expect(made.output == "x.mp4: 48 frames, 1.920 s\n", "\(made)")
    #expect(made.errors.hasSuffix("song.m4a has no picture and is left out\n"))
  }

  @Test func musicMakesSamplesAndAFreshFilmEachTime() {
    #expect(run("music.lua").output == "with-music.mp4: 60 frames, 2.000 s\n")
    #expect(run("music.lua").output == "with-music-2.mp4: 60 frames, 2.000 s\n")
  }

  @Test func musicTakesAClipASongAndAName() {
    let made = run("music.lua", "$CLIPS/b.mp4", "$CLIPS/song.m4a", "scored.mp4")
    #expect(made.output == "scored.mp4: 30 frames, 1.001 s\n", "\(made)")
    #expect(made.errors == "")
    #expect(run("music.lua", "$CLIPS/a.mp4").status == 1)
  }
}
