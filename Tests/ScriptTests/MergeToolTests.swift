import TestSupport
import Testing

/// `vscript merge` from the outside: what it says, what it writes, how it ends.
@Suite struct MergeToolTests {
  private let folder = TemporaryFolder("merge")

  private func merge(_ words: String...) -> VscriptRun {
    let words = words.map { $0.replacing("$CLIPS", with: Scenario.clips.path) }
    return runVscript(["merge"] + words, folder: folder.path)
  }

  @Test func saysWhatWasWritten() {
    let result = merge("$CLIPS/a.mp4", "$CLIPS/b.mp4", "-o", "out.mp4")
    // The second clip is 30 frames at 30000/1001, so the film runs at that rate: frame k is at
    // k · 1001/30000, and 1 + 1001/1000 s hold frames 0 to 59.
    #expect(result.errors.hasPrefix("out.mp4: 60 frames, 2.001 s, "), "\(result)")
    #expect(result.output == "")
    #expect(result.status == 0)
    #expect(folder.names == ["out.mp4"])
  }

  @Test func anExistingFileStays() {
    let out = folder("out.mp4")
    writeFile(out, "mine".utf8)
    let result = merge("$CLIPS/a.mp4", "-o", "out.mp4")
    #expect(result.status == 3)
    #expect(result.errors.contains("out.mp4"))
    #expect(result.errors.contains("overwrite"))
    #expect(readText(out) == "mine")
    #expect(merge("$CLIPS/a.mp4", "-o", "out.mp4", "--overwrite").status == 0)
    #expect(fileSize(out)! > 1000)
  }

  @Test func aClipWithoutPictureIsLeftOutWithANote() {
    let result = merge("$CLIPS/song.m4a", "$CLIPS/a.mp4", "-o", "out.mp4")
    #expect(result.errors.contains("song.m4a, has no picture and is left out\n"), "\(result)")
    #expect(result.errors.contains("out.mp4: 25 frames, 1 s"))
    #expect(result.status == 0)
  }

  @Test func theFirstFrameOfEachClipCanBeLeftOut() {
    let result = merge(
      "$CLIPS/a.mp4", "$CLIPS/a.mp4", "--trim-first-frame", "-o", "out.mp4")
    #expect(result.errors.hasPrefix("out.mp4: 48 frames, 1.92 s, "), "\(result)")
  }

  @Test(arguments: [
    (["a.mp4"], "no output given; add -o OUTPUT"),
    (["-o", "x.mp4"], "no clips given"),
    (
      ["a.mp4", "-o", "x.mp4", "--qualty", "3"], "unknown option --qualty; did you mean --quality?"
    ),
    (["a.mp4", "--render-size", "big", "-o", "x.mp4"], "--render-size needs WxH, not 'big'"),
    (["a.mp4", "-o"], "-o needs a value, TEXT"),
    (
      ["a.mp4", "-o", "x.mp4", "--fit", "wide"],
      "--fit cannot be 'wide'; it is one of contain, cover, stretch, none"
    ),
    (
      ["a.mp4", "-o", "x.mp4", "--reencode=maybe"],
      "--reencode cannot be 'maybe'; it is one of auto, always, never"
    ),
  ])
  func wrongUsageExitsTwo(words: [String], message: String) {
    let result = runVscript(["merge"] + words, folder: folder.path)
    #expect(result.errors == "vscript merge: \(message)\nTry 'vscript merge --help'.\n")
    #expect(result.status == 2)
  }

  @Test func aMissingClipExitsThreeAndLeavesNothing() {
    let result = merge("$CLIPS/a.mp4", "missing.mp4", "-o", "out.mp4")
    #expect(result.errors.contains("missing.mp4"))
    #expect(result.status == 3)
    #expect(folder.names.isEmpty)
  }

  @Test func musicGoesUnderTheWholeFilm() {
    let result = merge(
      "$CLIPS/b.mp4", "$CLIPS/b.mp4", "--music", "$CLIPS/song.m4a", "--music-volume", "0.5",
      "--music-fade-out", "1", "-o", "out.mp4")
    #expect(result.errors.hasPrefix("out.mp4: 60 frames, 2.002 s, "), "\(result)")
    // The clips have no sound of their own: what is heard is the song, as long as the film.
    let sound = runVscript(
      [
        "-e", "print(vs.asset(arg[1]).audio.time_range.duration == vs.time(2002, 1000))", "out.mp4",
      ],
      folder: folder.path)
    #expect(sound.output == "true\n", "\(sound)")
  }

  @Test func canvasAndRateCanBeGiven() {
    let result = merge(
      "$CLIPS/a.mp4", "--render-size", "128x64", "--frame-rate", "50", "-o", "out.mkv")
    #expect(result.errors.hasPrefix("out.mkv: 50 frames, 1 s, "), "\(result)")
    let size = runVscript(
      ["-e", "print(vs.asset(arg[1]).video.natural_size == vs.size(128, 64))", "out.mkv"],
      folder: folder.path)
    #expect(size.output == "true\n", "\(size)")
  }

  @Test func helpNamesEveryOption() {
    let result = merge("--help")
    #expect(result.status == 0)
    for flag in ["--fit", "--music", "--codec", "--audio-codec", "--overwrite", "-o, --output"] {
      #expect(result.output.contains(flag))
    }
  }
}
