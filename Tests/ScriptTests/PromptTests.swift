@preconcurrency import Glibc
import TestSupport
import Testing

/// The prompt as a program: lines through a pipe, and through a terminal of the test's own.
@Suite struct PromptTests {
  private func talk(
    _ lines: String..., words: [String] = [], environment: [String: String] = [:]
  ) -> VscriptRun {
    let folder = TemporaryFolder("prompt")
    var variables = ["XDG_STATE_HOME": folder("state")]
    variables.merge(environment) { $1 }
    return runVscript(
      words, environment: variables, folder: folder.path,
      input: lines.map { $0 + "\n" }.joined(), limit: 60)
  }

  @Test func aPipeGetsValuesAndNoPrompt() {
    let run = talk("1 + 1", "for i = 1, 2 do", "print(i)", "end", "_ * 2")
    #expect(run.output == "2\n1\n2\n4\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func theStatusIsThatOfTheFirstLineThatFailed() {
    let run = talk("vs.asset('gone.mp4')", "error('no')", "print('on')")
    #expect(run.status == 3)
    #expect(run.output == "on\n")
    #expect(run.errors.contains("vscript: stdin:2: no\n  2 | error('no')\n"))
    #expect(talk("while true do").status == 1)
    #expect(talk(":nothing").status == 2)
    #expect(talk("os.exit(7)").status == 7)
    #expect(talk(":quit", "error('never')").status == 0)
  }

  @Test func aScriptReadsWhatFollowsIt() {
    #expect(talk("x = io.read()", "typed", "x .. '!'").output == "\"typed!\"\n")
  }

  @Test func aScriptBeforeThePromptKeepsItsVariables() {
    let folder = TemporaryFolder("prompt")
    writeFile(folder("s.lua"), "local n = 20 + arg[1]\nfailing = n".utf8)
    let run = runVscript(["-i", "s.lua", "1"], folder: folder.path, input: "n * 2\n:save t.lua\n")
    #expect(run.output.hasPrefix("42\nsaved t.lua"), "\(run)")
    #expect(readText(folder("t.lua")) == "local n = 20 + arg[1]\nfailing = n\nprint(n * 2)\n")
    #expect(runVscript(["t.lua", "1"], folder: folder.path).output == "42\n")
    let failed = runVscript(["-i", "-e", "y = 1 error('x')"], input: "y\n")
    #expect(failed.output == "1\n" && failed.status == 1)
  }

  @Test func aSavedSessionMakesTheSameFilm() {
    let folder = TemporaryFolder("prompt")
    let lines = [
      "local clip = vs.generator('test', { size = { 32, 32 }, rate = 10, duration = 1 })",
      "film = vs.composition()", "film:insert_time_range({ 0, '1/2' }, clip, 0)", "film.duration",
      "vs.export(film, { output = arg[1] or 'a.mkv', codec = 'ffv1' }).frames", ":save film.lua",
    ]
    let run = runVscript(
      [], folder: folder.path, input: lines.map { $0 + "\n" }.joined())
    #expect(run.output.contains("1/2 (0.5 s)\n5\n"), "\(run)")
    let again = runVscript(["film.lua", "b.mkv"], folder: folder.path)
    #expect(again.output == "1/2\n5\n", "\(again)")
    #expect(readFile(folder("a.mkv")) == readFile(folder("b.mkv")))
  }

  @Test func anExistingScriptStaysUnlessItIsSaid() {
    let folder = TemporaryFolder("prompt")
    writeFile(folder("s.lua"), "mine".utf8)
    let run = runVscript([], folder: folder.path, input: "x = 1\n:save s.lua\n")
    #expect(run.errors.contains("s.lua exists; :save! s.lua replaces it"))
    #expect(run.status == 2 && readText(folder("s.lua")) == "mine")
    #expect(runVscript([], folder: folder.path, input: "x = 1\n:save! s.lua\n").status == 0)
    #expect(readText(folder("s.lua")) == "x = 1\n")
  }

  @Test func oneMegabyteAndNoTextAreLinesToo() {
    let long = "#'" + String(repeating: "x", count: 1 << 20) + "'"
    #expect(talk(long).output == "1048576\n")
    let folder = TemporaryFolder("prompt")
    let process = ChildProcess(
      Vscript.binary!, [], folder: folder.path, input: Array("#'".utf8) + [0xFF, 0xC0] + "'\n".utf8)
    #expect(process.wait() == 0 && process.outputText == "2\n")
  }

  @Test func workInTheBackgroundIsFinishedAtTheEnd() {
    let folder = TemporaryFolder("prompt")
    let run = runVscript(
      [], folder: folder.path,
      input: """
        s = vs.export_session(vs.generator('test', { size = { 32, 32 } }), { output = 'x.mkv' })
        s.on_complete = function(s) print(s.status) end
        s:start()

        """)
    #expect(run.output == "completed\n", "\(run)")
    #expect(folder.names == ["x.mkv"])
  }

  // MARK: On a terminal

  @Test func aPersonTypesCompletesErrsAndComesBack() throws {
    let folder = TemporaryFolder("prompt")
    let terminal = try PseudoTerminal(
      Vscript.binary!, [], environment: ["XDG_STATE_HOME": folder("state"), "TERM": "xterm"],
      folder: folder.path)
    #expect(terminal.expect("> "))
    terminal.type("clip = vs.gener\t'test', { size = { 32, 32 }, dur\t1 })\n")
    #expect(terminal.expect("ation = 1 })"))
    #expect(terminal.expect("> "))
    terminal.type("clip.vidio\n")
    #expect(terminal.expect("did you mean 'video'?"))
    #expect(terminal.expect("> "))
    // The line before, mended.
    terminal.type("\u{10}\u{7F}\u{7F}eo.natural_size\n")
    #expect(terminal.expect("32×32"))
    #expect(terminal.expect("> "))
    terminal.type("while true do end\n")
    terminal.wait(0.3)
    terminal.type("\u{3}")
    #expect(terminal.expect("interrupted"))
    #expect(terminal.expect("> "))
    terminal.type("for i = 1, 3 do\n")
    #expect(terminal.expect(">> "))
    terminal.type("\u{3}")
    #expect(terminal.expect("^C"))
    terminal.type("7 * 6\n")
    #expect(terminal.expect("42"))
    #expect(terminal.expect("> "))
    terminal.type("\u{4}")
    #expect(terminal.end() == 0, "\(terminal.text)")
    let history = readText(folder("state/vscript/history")) ?? ""
    #expect(history.hasSuffix("while true do end\nfor i = 1, 3 do\n7 * 6\n"), "\(history)")
  }

  @Test func aRunningRenderIsStoppedAndThePromptComesBack() throws {
    let folder = TemporaryFolder("prompt")
    let terminal = try PseudoTerminal(
      Vscript.binary!, [], environment: ["XDG_STATE_HOME": folder("state"), "TERM": "xterm"],
      folder: folder.path)
    #expect(terminal.expect("> "))
    terminal.type("x = vs.generator('test', { size = { 640, 480 }, duration = 36000 })\n")
    terminal.type("vs.export(x, { output = 'long.mp4' })\n")
    #expect(terminal.expect("fps"))
    terminal.type("\u{3}")
    #expect(terminal.expect("interrupted"))
    terminal.type("1 + 1\n")
    #expect(terminal.expect("2\r\n"))
    #expect(terminal.expect("> "))
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(folder.names == ["state"])
  }

  @Test(arguments: ["dumb", ""])
  func aTerminalWithoutEditingHasAPromptAllTheSame(kind: String) throws {
    let folder = TemporaryFolder("prompt")
    let terminal = try PseudoTerminal(
      Vscript.binary!, [], environment: ["TERM": kind, "HOME": "", "XDG_STATE_HOME": ""],
      folder: folder.path)
    #expect(terminal.expect("no history is kept: neither XDG_STATE_HOME nor HOME says where"))
    #expect(terminal.expect("> "))
    terminal.type("6 * 7\n")
    #expect(terminal.expect("42"))
    #expect(terminal.expect("> "))
    terminal.type("\u{3}")
    #expect(terminal.expect("> "))
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func twentyColumnsAndNoColourAreEnough() throws {
    let folder = TemporaryFolder("prompt")
    let terminal = try PseudoTerminal(
      Vscript.binary!, [], columns: 20,
      environment: ["XDG_STATE_HOME": folder("state"), "TERM": "xterm", "NO_COLOR": "1"],
      folder: folder.path)
    #expect(terminal.expect("> "))
    terminal.type("{ 'one value', 'another value', foo = 'bar' }\n")
    let shown = "{\r\n  \"one value\",\r\n  \"another value\",\r\n  foo = \"bar\"\r\n}"
    #expect(terminal.expect(shown))
    terminal.type("x = nothing.here\n")
    #expect(terminal.expect("'nothing'"))
    #expect(terminal.expect("^^^^^^^"))
    #expect(terminal.expect("> "))
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(!terminal.text.contains("\u{1B}[1m") && !terminal.text.contains("\u{1B}[7m"))
  }

  @Test func aStateFolderThatCannotBeWrittenIsSaid() throws {
    let folder = TemporaryFolder("prompt")
    writeFile(folder("file"), "".utf8)
    let terminal = try PseudoTerminal(
      Vscript.binary!, [], environment: ["XDG_STATE_HOME": folder("file"), "TERM": "xterm"],
      folder: folder.path)
    #expect(terminal.expect("note: no history is kept: cannot make \(folder("file"))/vscript"))
    #expect(terminal.expect("> "))
    terminal.type("6 * 7\n")
    #expect(terminal.expect("42"))
    #expect(terminal.expect("> "))
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }
}
