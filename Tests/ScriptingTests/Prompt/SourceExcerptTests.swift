import LuaRuntime
import Testing

@testable import Scripting

@Suite struct SourceExcerptTests {
  private func excerpt(
    _ line: String, _ message: String, width: Int = 40, isColoured: Bool = false
  ) -> String? {
    SourceExcerpt(width: width, isColoured: isColoured).text(
      of: LuaError(
        code: "x", message: message, position: LuaPosition(source: "s", line: 7))
    ) { $0.line == 7 ? Array(line.utf8) : nil }
  }

  @Test func theWordThatIsNamedIsMarked() {
    #expect(
      excerpt("  local a = foo(b)", "no (global 'foo')")
        == "  7 | local a = foo(b)\n                ^^^\n")
    #expect(
      excerpt("a = foo(b)", "no (global 'foo')", isColoured: true)
        == "  7 | a = \u{1B}[7mfoo\u{1B}[27m(b)\n")
  }

  @Test func aWordThatIsThereTwiceOrNotAtAllIsNotMarked() {
    #expect(excerpt("foo(foo)", "no 'foo'") == "  7 | foo(foo)\n")
    #expect(excerpt("food(b)", "no 'foo'") == "  7 | food(b)\n")
    #expect(excerpt("a.b", "it's a 'b' that can't") == "  7 | a.b\n" + "        ^\n")
  }

  @Test func aLongLineIsCutAroundTheWord() {
    let line = String(repeating: "x ", count: 500_000) + "foo" + String(repeating: " y", count: 99)
    let shown = excerpt(line, "no 'foo'")?.split(separator: "\n") ?? []
    #expect(shown.count == 2)
    #expect(shown.allSatisfy { $0.count <= 40 })
    #expect(shown.first?.contains("foo") == true)
  }

  @Test func nothingMovesTheCursor() {
    #expect(excerpt("a\tb\u{1B}[2J", "no") == "  7 | a b [2J\n")
    #expect(excerpt("", "no") == nil)
  }
}
