import TestSupport
import Testing

/// `vscript frame` as a user runs it.
@Suite struct FrameToolTests {
  private func frame(_ arguments: String..., in folder: String) -> VscriptRun {
    runVscript(["frame"] + arguments, folder: folder)
  }

  @Test func thePicturesShownAtTheTimesAreSaved() {
    let folder = TemporaryFolder()
    let film = Scenario.clips.path + "/a.mp4"
    let one = frame(film, "0.5", "-o", "one.png", in: folder.path)
    #expect(one.output == "one.png  64×48  at 12/25\n")
    #expect(one.status == 0)
    let two = frame(film, "0", "10f@25", "--size", "32x32", "-o", "f%02d.jpg", in: folder.path)
    #expect(two.output == "f01.jpg  32×24  at 0\nf02.jpg  32×24  at 2/5\n")
    #expect(listing(of: folder.path).sorted() == ["f01.jpg", "f02.jpg", "one.png"])
  }

  @Test func whatIsDamagedIsToldOnceWithItsTime() {
    let folder = TemporaryFolder()
    _ = runTool(
      "ffmpeg",
      "-v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v mpeg4 -g 25 -bsf:v noise=amount=40"
        .split(separator: " ").map(String.init) + [folder("noisy.mp4")])
    let result = frame("noisy.mp4", "0.5", "0.6", "-o", "p%d.png", in: folder.path)
    #expect(result.errors.contains("warning: noisy.mp4: at 0:0"), "\(result)")
    let lines = result.errors.split(separator: "\n").map { $0.drop { !$0.isNumber } }
    #expect(Set(lines).count == lines.count)
    #expect(result.output.hasPrefix("p1.png"))
  }

  @Test func withItsTimeAsAnOptionAScriptGetsItsWords() {
    let folder = TemporaryFolder()
    let film = Scenario.clips.path + "/a.mp4"
    writeFile(folder("edit.lua"), "vs.export(vs.asset(arg[1]), { output = arg[2] })".utf8)
    let result = frame(
      "--at", "0.5", "-o", "p.png", "--", "edit.lua", film, "x.mp4", in: folder.path)
    #expect(result.output == "p.png  64×48  at 12/25\n", "\(result)")
    #expect(folder.names == ["edit.lua", "p.png"])
  }

  @Test func anEditOfSeveralTracksIsSeenAsItsExportShowsIt() throws {
    let folder = TemporaryFolder()
    let script = """
      local film = vs.composition()
      local first, second = film:add_track("video"), film:add_track("video")
      for number, color in ipairs({ "red", "blue" }) do
        local clip = vs.generator("solid", { color = color, size = { 32, 16 * number }, duration = 1 })
        film.tracks[number]:insert_time_range({ 0, 1 }, clip.video, number - 1)
      end
      vs.export(film, { output = "never.mp4" })
      """
    writeFile(folder("edit.lua"), script.utf8)
    let result = frame("edit.lua", "0.5", "1.5", "-o", "p%d.png", in: folder.path)
    #expect(result.output == "p1.png  32×16  at 1/2\np2.png  32×16  at 3/2\n", "\(result)")
    let look = "print(vs.image_generator(vs.image('p2.png')):image(0):pixel(16, 8).blue > 0.9)"
    #expect(runVscript(["-e", look], folder: folder.path).output == "true\n")
  }

  /// A terminal is shown the picture by the protocol that it answers with, another one blocks.
  @Test(arguments: [
    ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;4c", "\u{1b}_Ga=T,f=100,q=2,m="),
    ("\u{1b}[?62;4;22c", "\u{1b}Pq\"1;1;64;48#0;2;0;0;0"),
    ("\u{1b}[?62;22c", "▀"),
  ])
  func aTerminalIsAskedHowItShowsPictures(answer: String, shown: String) throws {
    let folder = TemporaryFolder()
    let terminal = try PseudoTerminal(
      Vscript.binary!, ["frame", Scenario.clips.path + "/a.mp4", "0.5"],
      environment: [
        "TERM": "xterm", "TMUX": "", "KITTY_WINDOW_ID": "", "TERM_PROGRAM": "", "NO_COLOR": "",
      ],
      folder: folder.path)
    #expect(terminal.expect("\u{1b}[c"))
    terminal.type(answer)
    #expect(terminal.expect(shown))
    #expect(terminal.end() == 0)
    #expect(folder.names.isEmpty)
  }

  @Test func wherePicturesCannotBeShownTheyGetAName() throws {
    let folder = TemporaryFolder()
    let terminal = try PseudoTerminal(
      Vscript.binary!, ["frame", Scenario.clips.path + "/a.mp4", "0.5"],
      environment: ["TERM": "dumb"], folder: folder.path)
    #expect(terminal.expect("frame.png  64×48  at 12/25"))
    #expect(terminal.end() == 0)
    #expect(folder.names == ["frame.png"])
  }

  @Test func wrongUseAndMissingPicturesAreToldApart() {
    let folder = TemporaryFolder()
    let film = Scenario.clips.path + "/a.mp4"
    #expect(frame(film, "-o", "x.png", in: folder.path).status == 2)
    #expect(frame(film, "soon", "-o", "x.png", in: folder.path).status == 2)
    #expect(frame(film, "0", "0.1", "-o", "x.png", in: folder.path).status == 2)
    let late = frame(film, "5", "-o", "x.png", in: folder.path)
    #expect(late.errors.contains("there is no picture at 5"))
    #expect(late.status == 1 || late.status == 3)
    #expect(listing(of: folder.path).isEmpty)
  }
}
