import Testing

@testable import LuaRuntime

extension LuaRuntimeTests {
  @Suite struct LoadingTests {
    @Test func aShebangLineIsSkippedAndCounted() throws {
      let state = try Sample.state()
      #expect(try state.run("#!/usr/bin/env vscript\nreturn 1") == ["1"])
      #expect(state.failure(of: "#!/x\nkit.bax()").hasPrefix("test.lua:2: "))
      #expect(try state.run("#!/x") == [])
      #expect(try state.run("\u{FEFF}return 2") == ["2"])
      #expect(try state.run("") == [])
    }

    @Test func argumentsAndResultsPassThrough() throws {
      let state = LuaState()
      let chunk = try state.load("local a, b = ... return b, a, nil", name: "=c")
      let results = try chunk.call("x", 2)
      #expect(results.count == 3)
      guard case .integer(2) = results[0], results[1].text == "x", results[2].isNil else {
        Issue.record("\(results)")
        return
      }
    }

    @Test func binaryChunksAreRefused() throws {
      let state = LuaState()
      let binary = try state.load("return string.dump(function() return 7 end)", name: "=d")
        .call(returning: LuaBytes.self)
      let error = try #require(throws: LuaError.self) { try state.load(binary.bytes, name: "=b") }
      #expect(error.message.contains("attempt to load a binary chunk"))
      let loaded = try state.load(binary.bytes, name: "=b", allowBinary: true)
      #expect(try loaded.call(returning: Int.self) == 7)
      try state.globals.set("chunk", binary)
      let results = try state.run(
        "local f, e = load(chunk) local ok, e2 = pcall(load, chunk, 'x', 'b') return f, e, ok, e2")
      #expect(results[0] == "nil")
      #expect(results[1].contains("attempt to load a binary chunk"))
      #expect(results[2] == "false")
      #expect(results[3].contains("binary chunks are refused"))
      #expect(
        try state.run("return load('return ...')(5), load('return x', 'n', 't', { x = 6 })()") == [
          "5", "6",
        ])
    }

    @Test func requireAsksOurSearchers() throws {
      let state = try Sample.state()
      state.addSearcher(at: 2) { name in
        guard name == "kit.tools" else { return .missing("\n\tno tool '\(name)'") }
        let chunk = "local name, file = ... return { name = name, file = file }"
        return .loader(try state.load(chunk, name: "@tools.lua"), file: "/lib/tools.lua")
      }
      #expect(
        try state.run(
          "local t = require('kit.tools') return t.name, t.file, t == require('kit.tools')")
          == ["kit.tools", "/lib/tools.lua", "true"])
      #expect(state.failure(of: "require('nothing')").contains("no tool 'nothing'"))
      state.preload("kit", try state.globals.get("kit", as: LuaValue.self))
      #expect(try state.run("return require('kit') == kit") == ["true"])
    }

    @Test func errorsOfSearchersNameTheCause() throws {
      let state = LuaState()
      state.addSearcher(at: 2) { _ in
        .loader(try state.load("x = = 1", name: "@broken.lua"), file: "broken.lua")
      }
      let error = try #require(throws: LuaError.self) {
        try state.load("require('broken')", name: "=r").call()
      }
      #expect(error.code == "syntax_error")
      #expect(error.position == LuaPosition(source: "broken.lua", line: 1))
    }

    @Test func aSandboxHasNoWayOut() throws {
      let state = LuaState(libraries: .sandboxed)
      let names = [
        "io", "dofile", "loadfile", "os.execute", "os.remove", "os.getenv", "os.exit",
        "package.loadlib", "package.cpath", "package.searchpath", "debug.getregistry",
        "debug.setmetatable", "string.dump",
      ]
      for name in names {
        #expect(try state.run("return \(name)") == ["nil"], "\(name)")
      }
      #expect(
        try state.run("return #package.searchers, type(os.time()), type(debug.traceback())")
          == ["1", "number", "string"])
      #expect(state.failure(of: "require('io')").contains("module 'io' not found"))
    }

    @Test func scriptsCannotBreakTheHostThroughGlobals() throws {
      let state = try Sample.state()
      _ = try state.run(
        """
        for name in pairs(_G) do if name ~= "kit" and name ~= "_G" then _G[name] = false end end
        """)
      #expect(
        state.failure(of: "kit.box(1)")
          == "test.lua:1: bad argument #1 to 'box' (string expected, got number)")
      let error = try #require(throws: LuaError.self) {
        try state.load("error()", name: "=e").call()
      }
      #expect(error.traceback?.hasPrefix("stack traceback:") == true)
    }
  }
}
