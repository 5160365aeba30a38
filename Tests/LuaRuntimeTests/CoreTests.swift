import Testing

@testable import LuaRuntime

extension LuaRuntimeTests {
  @Suite struct CoreTests {
    @Test func valuesAreEqualByValueAndDoNotChange() throws {
      let state = try Sample.state()
      #expect(try state.run("return kit.length(2) == kit.length(2)") == ["true"])
      #expect(try state.run("return tostring(kit.length(2) + 3)") == ["5.0m"])
      #expect(try state.run("return kit.length(2) < 3, -kit.length(1) < 0.5") == ["true", "true"])
      #expect(
        state.failure(of: "kit.length(2).metres = 3")
          == "test.lua:1: property 'metres' of Length cannot be assigned: values do not change")
    }

    @Test func objectsKeepTheirIdentity() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        local a, b = kit.box("a"), kit.box("b")
        a:put(b)
        local t = { [b] = "found" }
        return a.contents[1] == b, t[a.contents[1]], a == b, #a, tostring(a)
        """)
      #expect(result == ["true", "found", "false", "1", "Box 'a'"])
    }

    @Test func wrongArgumentsAreNamedAsLuaDoes() throws {
      let state = try Sample.state()
      #expect(
        state.failure(of: "kit.box('a'):put('b')")
          == "test.lua:1: bad argument #1 to 'put' (Box expected, got string)")
      #expect(
        state.failure(of: "kit.box()")
          == "test.lua:1: bad argument #1 to 'box' (string expected, got no value)")
      #expect(
        state.failure(of: "kit.box(12)")
          == "test.lua:1: bad argument #1 to 'box' (string expected, got number)")
      #expect(
        state.failure(of: "kit.box('a', 2)")
          == "test.lua:1: too many arguments to 'box' (1 expected, got 2)")
      #expect(
        state.failure(of: "kit.length(1).scaled(2)")
          == "test.lua:1: bad self for 'scaled' (Length expected, got number)")
      #expect(
        state.failure(of: "return kit.length(1) + {}")
          == "test.lua:1: bad operand #2 of '+' (Length expected, got table)")
      #expect(
        state.failure(of: "return kit.length(1) + -1")
          == "test.lua:1: bad operand #2 of '+' (a length of -1.0 is none)")
    }

    @Test func unknownNamesNameTheNearest() throws {
      let state = try Sample.state()
      #expect(
        state.failure(of: "return kit.box('a').lable")
          == "test.lua:1: no property 'lable' on Box; did you mean 'label'?")
      #expect(
        state.failure(of: "kit.box('a').lable = 1")
          == "test.lua:1: no property 'lable' on Box; did you mean 'label'?")
      #expect(
        state.failure(of: "kit.bux()") == "test.lua:1: no member 'bux' in kit; did you mean 'box'?")
      #expect(
        state.failure(of: "kit.pack(kit.box('a'), { outptu = 1 })")
          == "test.lua:1: bad argument #2 to 'pack' (no option 'outptu'; did you mean 'output'?)")
      #expect(
        state.failure(of: "kit.pack(kit.box('a'), { output = 'x', sizes = { 1, -2 } })")
          == "test.lua:1: bad argument #2 to 'pack' (field 'sizes[2]': a length of -2.0 is none)")
    }

    @Test func errorsOfSwiftHaveFields() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        local ok, e = pcall(function()
          kit.box("a"):fail("x.mp4")
        end)
        return e.code, e.number, e.message, e.path, e.time.metres, e.hint, e.line, e.where, tostring(e)
        """)
      #expect(
        result == [
          "cannot_pack", "-11800", "cannot pack 'x.mp4'", "x.mp4", "3.0", "use a larger box", "2",
          "test.lua:2", "test.lua:2: cannot pack 'x.mp4'",
        ])
    }

    @Test func aClosedObjectSaysWhereItWasClosed() throws {
      let state = try Sample.state()
      #expect(
        state.failure(
          of: """
            local r = kit.reader("a.mp4")
            r:close()
            r:close()
            return r:read(2)
            """) == "test.lua:4: Reader 'a.mp4' was closed at test.lua:2")
    }
  }
}
