import LuaRuntime
import Testing

@testable import Scripting

@Suite struct ErrorTextTests {
  /// The error that a script ends with.
  private func failure(of script: String) throws -> LuaError {
    let state = LuaState()
    do throws(LuaError) {
      try state.load(script, name: "=s").call()
    } catch {
      return error
    }
    throw NoError()
  }

  private struct NoError: Error {}

  @Test func theHintFollowsTheMessage() {
    let error = LuaError(code: "x", message: "it broke", hint: "mend it")
    #expect(ErrorText.describe(error, isColoured: false) == "vscript: it broke\n  hint: mend it\n")
  }

  @Test func onlyTheFirstLineIsBold() {
    let error = LuaError(code: "x", message: "it broke", hint: "mend it")
    #expect(
      ErrorText.describe(error, isColoured: true)
        == "\u{1B}[1mvscript: it broke\u{1B}[0m\n  hint: mend it\n")
  }

  @Test func aSingleCallNeedsNoList() throws {
    let error = try failure(of: "error('no')")
    #expect(ErrorText.describe(error, isColoured: false) == "vscript: s:1: no\n")
  }

  @Test func nestedCallsAreListed() throws {
    let error = try failure(of: "local function f() error('no') end\nf()\nreturn 1")
    let lines = ErrorText.describe(error, isColoured: false).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "vscript: s:1: no")
    #expect(lines[1].hasPrefix("  at s:1: in "))
    #expect(lines[2].hasPrefix("  at s:2: in "))
  }

  @Test func anErrorInsideTheLibraryIsToldAtTheCallersLine() throws {
    let state = LuaState()
    let part = try state.load("error('no')", name: "=Stdlib/vscript/part.lua")
    do throws(LuaError) {
      try state.load("local part = ...\npart()\nreturn 1", name: "=s").call(part)
    } catch {
      #expect(ErrorText.describe(error, isColoured: false) == "vscript: s:2: no\n")
      return
    }
    Issue.record("no error")
  }

  @Test func anErrorOfAToolHasNoLine() throws {
    let state = LuaState()
    do throws(LuaError) {
      try state.load("error('no')", name: "=Stdlib/commands/tool.lua").call()
    } catch {
      #expect(ErrorText.describe(error, isColoured: false) == "vscript: no\n")
      return
    }
    Issue.record("no error")
  }

  @Test func deepRecursionIsCutShort() throws {
    let error = try failure(
      of: "local function f(n) if n == 0 then error('no') end f(n - 1) return 1 end f(18)")
    let lines = ErrorText.describe(error, isColoured: false).split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.last?.hasSuffix("more") == true)
  }
}
