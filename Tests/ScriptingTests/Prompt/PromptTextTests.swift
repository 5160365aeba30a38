import Testing

@testable import Scripting

@Suite struct PromptTextTests {
  @Test(arguments: [
    ("'a\\tb\"'", #""a\tb\"""#), ("'\\0\\127\\200'", #""\000\127\200""#), ("'grün'", "\"grün\""),
    ("1.5, 2^53, 1e300", "1.5, 9.007199254741e+15, 1e+300"), ("{}", "{}"),
    ("{ 1, 'x', { y = true } }", #"{ 1, "x", { y = true } }"#),
    (
      "{ b = 1, a = 2, ['c d'] = 3, [10] = 4, [0.5] = 5 }",
      #"{ a = 2, b = 1, ["c d"] = 3, [0.5] = 5, [10] = 4 }"#
    ),
    ("vs.time(5, 6)", "5/6 (0.833333 s)"), ("vs.time(2, 1)", "2"),
    ("vs.size(4, 3)", "4×3"), ("vs.seconds", "function vs.seconds(x: Time|number|string): Time"),
    ("setmetatable({}, { __tostring = function() return 'mine' end })", "mine"),
    ("'two\\nlines'", "two\nlines"),
  ])
  func valuesAreShownAsAScriptWouldWriteThem(line: String, shown: String) throws {
    #expect(try Conversation().shown(line) == shown + "\n")
  }

  @Test func aTableThatDoesNotFitIsBroken() throws {
    let talk = try Conversation(width: 20)
    #expect(
      talk.shown("{ 'abcdefgh', { 'ijklmnop' }, n = 1 }")
        == "{\n  \"abcdefgh\",\n  { \"ijklmnop\" },\n  n = 1\n}\n")
  }

  @Test func nothingIsShownWithoutEnd() throws {
    let talk = try Conversation()
    talk.enter("t = {} t.self = t", "deep = {} d = deep for i = 1, 9 do d.x = {} d = d.x end")
    talk.enter("long = {} for i = 1, 5000 do long[i] = i end", "wide = {}")
    talk.enter("for i = 1, 50 do wide[i] = long end")
    #expect(talk.shown("t") == "{ self = { itself } }\n")
    #expect(talk.shown("deep") == "{ x = { x = { x = { x = {…} } } } }\n")
    #expect(talk.shown("long").hasSuffix("… 4960 more\n}\n"))
    #expect(talk.shown("wide").utf8.count < 20_000)
  }

  @Test func aTextThatCannotBeMadeIsAnErrorOfItsLine() throws {
    let talk = try Conversation()
    let complaint = talk.complaint("setmetatable({}, { __tostring = function() error('no') end })")
    #expect(complaint.contains("prompt:1: no"))
  }
}
