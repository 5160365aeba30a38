import LuaRuntime
import Testing

@testable import Scripting

@Suite struct PromptSessionTests {
  @Test func anExpressionShowsItsValueAndAStatementDoesNot() throws {
    let talk = try Conversation()
    #expect(talk.shown("1 + 1") == "2\n")
    #expect(talk.shown("x = 3") == "")
    #expect(talk.shown("x, 'y'") == "3, \"y\"\n")
    #expect(talk.shown("nil") == "nil\n")
    #expect(talk.shown("print") != "")
    #expect(talk.shown("-- nothing") == "")
    #expect(talk.shown("return 7") == "7\n")
  }

  @Test func theUnderscoreIsTheLastValue() throws {
    let talk = try Conversation()
    talk.enter("6 * 7")
    #expect(talk.shown("_ + 1") == "43\n")
    talk.enter("y = 1")
    #expect(talk.shown("_") == "43\n")
  }

  @Test func whatIsNotFinishedGoesOn() throws {
    let talk = try Conversation()
    #expect(talk.enter("for i = 1, 2 do") == .unfinished)
    #expect(talk.session.isWaiting)
    #expect(talk.enter("n = (n or 0) + i") == .unfinished)
    #expect(talk.enter("end") == .done)
    #expect(talk.shown("n") == "3\n")
    #expect(talk.enter("{ 1,", "2 }") == .done)
    #expect(talk.enter("s = [[a", "b]]") == .done)
    #expect(talk.shown("s") == "a\nb\n")
    #expect(talk.enter("t = 'a\\", "b'") == .done)
  }

  @Test func aStringEndsWithItsLine() throws {
    let talk = try Conversation()
    #expect(talk.enter("print(\"abc)") == .failed(.scriptFailed))
    #expect(!talk.session.isWaiting)
  }

  @Test func whatIsNeverFinishedIsAnErrorAtTheEnd() throws {
    let talk = try Conversation()
    talk.enter("x = 1", "while x do")
    #expect(talk.session.finish() == .failed(.scriptFailed))
    #expect(talk.errors.hasPrefix("vscript: prompt:2: 'end' expected near <eof>"))
  }

  @Test func givingUpForgetsWhatWaitsButRemembersItsLines() throws {
    let talk = try Conversation()
    talk.enter("while true do", "x = ")
    talk.session.abandon()
    #expect(talk.enter("x = 5") == .done)
    #expect(talk.remembered == ["while true do", "x = ", "x = 5"])
  }

  @Test func localVariablesOutliveTheirLine() throws {
    let talk = try Conversation()
    talk.enter("local clip <const>, n = 'c', 2", "local function double(x) return 2 * x end")
    #expect(talk.shown("clip, double(n)") == "\"c\", 4\n")
    #expect(talk.words("__") == [])
  }

  @Test func errorsNameTheLineAndMarkTheWord() throws {
    let talk = try Conversation()
    talk.enter("x = 1")
    #expect(
      talk.complaint("print(x, foo(1))")
        == "vscript: prompt:2: attempt to call a nil value (global 'foo')\n"
        + "  2 | print(x, foo(1))\n               ^^^\n"
        + "  hint: nothing is called 'foo' here; a local variable ends with its block\n")
    // The error is in a line that was entered before.
    talk.enter("function f(t)", "  return t.size.width", "end")
    #expect(
      talk.complaint("x = f({})")
        == "vscript: prompt:4: attempt to index a nil value (field 'size')\n"
        + "  4 | return t.size.width\n               ^^^^\n"
        + "  hint: there is no 'size' in it; print it to see what is\n"
        + "  at prompt:4: in function 'f'\n  at prompt:6: in main chunk\n")
  }

  @Test func anErrorEndsNothing() throws {
    let talk = try Conversation()
    #expect(talk.enter("error('no')") == .failed(.scriptFailed))
    #expect(talk.enter("vs.asset('/gone.mp4')") == .failed(.mediaFailed))
    #expect(talk.enter(":nothing") == .failed(.wrongUsage))
    #expect(talk.shown("1") == "1\n")
  }

  @Test func runawayRecursionIsAnError() throws {
    let talk = try Conversation()
    #expect(talk.complaint("function f() return f() + 1 end f()").contains("stack overflow"))
    #expect(talk.shown("1") == "1\n")
  }

  @Test func aLineOfAMegabyteIsALine() throws {
    let talk = try Conversation()
    talk.enter("s = '" + String(repeating: "x", count: 1_000_000) + "'")
    #expect(talk.shown("#s") == "1000000\n")
    let complaint = talk.complaint(String(repeating: "-", count: 500_000) + "\nfoo()")
    #expect(complaint.utf8.count < 400)
    #expect(talk.shown("s").utf8.count < 4100)
  }

  @Test func bytesThatAreNoTextAreShownAsBytes() throws {
    let talk = try Conversation()
    _ = talk.session.enter(Array("x = '".utf8) + [0xFF, 0xC3] + Array("'".utf8))
    #expect(talk.shown("x") == "\"\\255\\195\"\n")
    _ = talk.session.enter(Array("foo".utf8) + [0xFF])
    #expect(talk.errors.contains("prompt:3:"))
  }

  @Test func whatWorkedIsAScript() throws {
    let talk = try Conversation()
    talk.enter("local n = 2", "n * 2", "error('x')", "for i = 1, n do", "  m = i", "end", "type(n)")
    #expect(
      talk.session.accepted.script.text
        == "local n = 2\nprint(n * 2)\nfor i = 1, n do\n  m = i\nend\ntype(n)\n")
    talk.enter("_ == 'number'")
    #expect(talk.session.accepted.script.text.contains("_ = type(n)\nprint(_)\n_ = _ == 'number'"))
  }

  @Test func aScriptBeforeThePromptLeavesItsVariables() throws {
    let talk = try Conversation()
    let script = "#!/usr/bin/vscript\nlocal film = vs.composition()\nlocal word = arg[1] .. ...\n"
    let reply = talk.session.run(
      script: Array(script.utf8), name: "@s.lua", words: ["vscript", "s.lua", "a"], scriptIndex: 1)
    #expect(reply == .done)
    #expect(talk.shown("word") == "\"aa\"\n")
    #expect(talk.shown("film.duration") == "0\n" && talk.errors.isEmpty)
    #expect(talk.session.accepted.script.text.hasPrefix("\nlocal film"))
  }

  @Test func theLastFilmIsWhatCommandsAreAbout() throws {
    let talk = try Conversation()
    #expect(talk.complaint(":timeline").contains("there is no film yet"))
    talk.enter("local clip = vs.generator('test', { size = { 16, 16 } })")
    // A command of the test's own tells which film it was given.
    talk.enter(
      "require('vscript.prompt').run = function(_, session) given = session.name end", ":any")
    #expect(talk.shown("given") == "\"clip\"\n")
    talk.enter("edit, other = vs.composition(), vs.generator('silence')", ":any")
    #expect(talk.shown("given") == "\"edit\"\n")
    talk.enter("clip", ":any")
    #expect(talk.shown("given") == "\"clip\"\n")
    // What is put into a film makes it the one that is worked on; what leaves it as it is does not.
    talk.enter("length = edit.duration", ":any")
    #expect(talk.shown("given") == "\"clip\"\n")
    talk.enter("edit:insert_time_range({ 0, 1 }, clip, 0)", ":any")
    #expect(talk.shown("given") == "\"edit\"\n")
    talk.enter("bare = vs.composition()", "clip", "bare:add_track('video')", ":any")
    #expect(talk.shown("given") == "\"clip\"\n")
    talk.enter("third = vs.generator('silence')", ":any")
    #expect(talk.shown("given") == "\"third\"\n")
  }

  @Test func commandsAreKnownByTheirNames() throws {
    let talk = try Conversation()
    #expect(talk.complaint(":tmeline").contains("did you mean :timeline?"))
    #expect(talk.enter(":quit") == .over)
    #expect(talk.enter("::label::") == .done)
    #expect(talk.enter("goto_ = 1 ::a::") == .done)
  }

  @Test func aSandboxHasNoFilesAtThePromptEither() throws {
    let talk = try Conversation(isSandboxed: true)
    #expect(talk.complaint(":save x.lua").contains("a sandbox writes no scripts"))
    talk.enter("local kept = 4")
    #expect(talk.shown("kept") == "4\n")
  }
}
