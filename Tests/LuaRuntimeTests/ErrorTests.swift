import Testing

@testable import LuaRuntime

extension LuaRuntimeTests {
  @Suite struct ErrorTests {
    @Test func theSameErrorObjectSurvivesPcallAndRaisingAgain() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        local box, first = kit.box("a")
        local ok, second = pcall(function()
          local _, e = pcall(box.fail, box, "x")
          first = e
          error(e)
        end)
        return ok, first == second, second.code, second.line
        """)
      #expect(result == ["false", "true", "cannot_pack", "3"])
    }

    @Test func theSameErrorObjectSurvivesNestedCallsThroughSwift() throws {
      let state = try Sample.state()
      let chunk = try state.load(
        """
        local inner
        local ok, outer = pcall(kit.pcall, function()
          kit.pcall(function()
            local _, e = pcall(kit.box, 1)
            inner = e
            error(e)
          end)
        end)
        assert(inner == outer and not ok)
        error(outer)
        """, name: "@test.lua")
      let error = try #require(throws: LuaError.self) { try chunk.call() }
      #expect(error.code == "bad_argument")
      #expect(error.position == LuaPosition(source: "test.lua", line: 4))
      #expect(error.traceback?.contains("test.lua:4") == false)
      #expect(error.traceback?.hasPrefix("stack traceback:") == true)
      #expect(state.stackHeight == 0)
    }

    @Test func theOriginalSwiftErrorComesBack() throws {
      let state = try Sample.state()
      let chunk = try state.load("kit.box('a'):fail('x.mp4')", name: "@test.lua")
      let error = try #require(throws: LuaError.self) { try chunk.call() }
      #expect((error.underlying as? PackError)?.path == "x.mp4")
      #expect(error.text == "test.lua:1: cannot pack 'x.mp4'")
    }

    @Test func theTracebackIsTakenWhereTheErrorBegan() throws {
      let state = try Sample.state()
      let chunk = try state.load(
        """
        local function deep() kit.box(1) end
        local function outer() deep() end
        outer()
        """, name: "@test.lua")
      let error = try #require(throws: LuaError.self) { try chunk.call() }
      let traceback = try #require(error.traceback)
      #expect(traceback.contains("test.lua:1: in"))
      #expect(traceback.contains("test.lua:2: in"))
      #expect(traceback.contains("test.lua:3: in main chunk"))
    }

    @Test func valuesThatAreNoErrorsSurvive() throws {
      let state = try Sample.state()
      let raised: (String) throws -> LuaError = { chunk in
        let chunk = try state.load(chunk, name: "@test.lua")
        return try #require(throws: LuaError.self) { try chunk.call() }
      }
      #expect(try raised("error(nil)").value?.isNil == true)
      #expect(try raised("error(nil)").message == "nil")
      #expect(try raised("error({})").message == "(error object is a table value)")
      #expect(try raised("error(12)").message == "12")
      #expect(try raised("error(true)").message == "(error object is a boolean value)")
      #expect(
        try raised("error(setmetatable({}, { __tostring = function() return 'own' end }))").message
          == "own")
      #expect(
        try raised("error(setmetatable({}, { __tostring = function() error('x') end }))").message
          == "(error object is a table value)")
      let text = try raised("error('bad thing')")
      #expect(text.message == "bad thing")
      #expect(text.position == LuaPosition(source: "test.lua", line: 1))
      #expect(text.text == "test.lua:1: bad thing")
      #expect(try raised("error('a\\0b', 0)").value?.text == "a\0b")
      #expect(state.stackHeight == 0)
    }

    @Test func aScriptsOwnErrorValueCrossesSwiftUnchanged() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        local mine = {}
        local ok, e = pcall(kit.pcall, function() error(mine) end)
        local _, text = pcall(kit.pcall, function() error("text", 0) end)
        local _, none = pcall(kit.pcall, function() error() end)
        return ok, e == mine, text, none
        """)
      #expect(result == ["false", "true", "text", "nil"])
    }

    @Test func errorsInMetamethodsAreErrors() throws {
      let state = try Sample.state()
      let table = try state.load(
        """
        return setmetatable({}, {
          __index = function(_, key) error("no " .. key, 0) end,
          __newindex = function() error({ 1 }) end,
          __len = function() return "long" end,
        })
        """, name: "=t"
      ).call(returning: LuaTable.self)
      #expect(throws: LuaError.self) { try table.get("x", as: LuaValue.self) }
      #expect(throws: LuaError.self) { try table.set("x", 1) }
      #expect(throws: LuaError.self) { try table.length() }
      #expect(state.stackHeight == 0)
      #expect(
        state.failure(
          of: "local t <close> = setmetatable({}, { __close = function() kit.box(1) end })")
          == "test.lua:1: bad argument #1 to 'box' (string expected, got number)")
    }

    @Test func errorsInFinalizersStayThere() throws {
      let state = try Sample.state()
      _ = try state.run(
        """
        warn("@off")
        for i = 1, 100 do
          setmetatable({}, { __gc = function() kit.box(1) end })
          setmetatable({}, { __gc = function() error({}) end })
        end
        collectgarbage()
        """)
      state.collectGarbage()
      #expect(state.stackHeight == 0)
      #expect(try state.run("return 1") == ["1"])
    }

    @Test func errorsCrossCoroutines() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        local co = coroutine.create(function() kit.box("a"):fail("x") end)
        local ok, e = coroutine.resume(co)
        local wrapped = coroutine.wrap(function() error(e) end)
        local ok2, e2 = pcall(wrapped)
        return ok, e.code, ok2, e == e2, coroutine.status(co)
        """)
      #expect(result == ["false", "cannot_pack", "false", "true", "dead"])
    }

    @Test func swiftWorksInsideCoroutines() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        local out = {}
        local co = coroutine.wrap(function()
          for i = 1, 3 do
            local box = kit.box("n" .. i)
            coroutine.yield(box.label)
            kit.pcall(function() out[#out + 1] = box.label end)
          end
        end)
        for label in co do out[#out + 1] = label end
        return table.concat(out, " ")
        """)
      #expect(result == ["n1 n1 n2 n2 n3 n3"])
    }

    @Test func yieldsAcrossSwiftAreRefused() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        local co = coroutine.create(function() kit.pcall(function() coroutine.yield(1) end) end)
        return coroutine.resume(co)
        """)
      #expect(result[0] == "false")
      #expect(result[1].contains("cannot yield"))
    }

    @Test func syntaxErrorsKnowWhetherMoreTextCouldMendThem() throws {
      let state = LuaState()
      let failure: (String) throws -> LuaError = { chunk in
        try #require(throws: LuaError.self) { try state.load(chunk, name: "=stdin") }
      }
      #expect(try failure("for i = 1, 3 do").isIncomplete)
      #expect(try failure("x = [[").isIncomplete)
      #expect(try !failure("x = = 1").isIncomplete)
      #expect(try failure("x = = 1").code == "syntax_error")
      #expect(try failure("\nx = = 1").position == LuaPosition(source: "stdin", line: 2))
    }

    @Test func positionsAreSplitFromMessages() {
      #expect(
        LuaPosition.split("a.lua:12: text: 3: x")?.position
          == LuaPosition(source: "a.lua", line: 12))
      #expect(
        LuaPosition.split("[string \"x\"]:1: m")?.position
          == LuaPosition(source: "[string \"x\"]", line: 1))
      #expect(LuaPosition.split("no position") == nil)
      #expect(LuaPosition.split("x: 12") == nil)
    }
  }
}
