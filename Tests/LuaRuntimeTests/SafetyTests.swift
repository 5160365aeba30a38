@preconcurrency import Glibc
import Testing

@testable import LuaRuntime

extension LuaRuntimeTests {
  @Suite struct SafetyTests {
    @Test func metatablesAreLocked() throws {
      let state = try Sample.state()
      #expect(
        try state.run("return getmetatable(kit.box('a')), getmetatable(kit)") == ["false", "false"])
      #expect(
        state.failure(of: "setmetatable(kit.box('a'), {})").contains(
          "bad argument #1 to 'setmetatable'"))
    }

    @Test func ourMetatableOnAnotherUserdataDoesNotMakeItOurs() throws {
      let state = try Sample.state()
      _ = try state.run(
        """
        local ours = debug.getmetatable(kit.box("a"))
        local theirs = debug.getmetatable(io.stderr)
        debug.setmetatable(io.stderr, ours)
        local ok, e = pcall(function() return io.stderr.label end)
        assert(not ok and e.code == "bad_self", tostring(e))
        ours.__gc(io.stderr)
        ours.__gc({})
        debug.setmetatable(io.stderr, theirs)
        """)
      // Collected twice, an object is released once.
      _ = try state.run(
        """
        local box = kit.box("a")
        debug.getmetatable(box).__gc(box)
        debug.getmetatable(box).__gc(box)
        assert(not pcall(function() return box.label end))
        """)
      state.collectGarbage()
    }

    @Test func wrongObjectsAreRefused() throws {
      let state = try Sample.state()
      #expect(
        state.failure(of: "local put = kit.box('a').put; put(kit.length(1), kit.box('b'))")
          == "test.lua:1: bad self for 'put' (Box expected, got Length)")
      #expect(
        state.failure(of: "kit.box('a').put()")
          == "test.lua:1: bad self for 'put' (Box expected, got no value)")
      #expect(
        state.failure(of: "local put = kit.box('a').put; put(io.stdout)")
          == "test.lua:1: bad self for 'put' (Box expected, got FILE*)")
    }

    @Test func deepRecursionIsAnError() throws {
      let state = try Sample.state()
      let lua = "local function f() return 1 + f() end return f()"
      #expect(state.failure(of: lua).contains("stack overflow"))
      let swift = "local function f() return kit.pcall(f) end return f()"
      #expect(state.failure(of: swift).contains("stack overflow"))
      let coroutines = """
        local function f() return coroutine.wrap(function() return kit.pcall(f) end)() end
        return f()
        """
      #expect(state.failure(of: coroutines).contains("overflow"))
      #expect(state.stackHeight == 0)
      #expect(try state.run("return kit.box('still').label") == ["still"])
    }

    @Test func theMemoryLimitHoldsWhileScriptsRun() throws {
      let state = try Sample.state(memoryLimit: 8 << 20)
      let error = try #require(throws: LuaError.self) {
        try state.load("local t = {}\nfor i = 1, 1e9 do\nt[i] = i .. 'x'\nend", name: "=t").call()
      }
      #expect(error.position == LuaPosition(source: "t", line: 3))
      #expect(error.code == "memory_limit")
      #expect(error.message == "the script uses more memory than it may")
      state.collectGarbage()
      #expect(state.memoryInUse < 1 << 20)
      #expect(try state.run("return #('x'):rep(1000)") == ["1000"])
      #expect(
        try state.run("return pcall(string.rep, 'x', 1 << 30)") == ["false", "not enough memory"])
    }

    @Test func swiftMayUseMoreThanTheLimit() throws {
      let state = try Sample.state(memoryLimit: 4 << 20)
      let large = [UInt8](repeating: 65, count: 16 << 20)
      try state.globals.set("large", LuaBytes(large))
      #expect(try state.globals.get("large", as: LuaBytes.self).bytes.count == 16 << 20)
      try state.globals.set("large", LuaNil())
    }

    @Test func anInterruptEndsAnEndlessLoop() throws {
      for body in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "local co = coroutine.wrap(function() while true do end end) co()",
        "coroutine.resume(coroutine.create(function() while true do end end)) while true do end",
        "kit.pcall(function() while true do end end)",
      ] {
        let state = try Sample.state()
        let interrupter = state.interrupter
        try withThread {
          usleep(20_000)
          interrupter.interrupt()
        } during: {
          let chunk = try state.load(body, name: "@test.lua")
          let error = try #require(throws: LuaError.self) { try chunk.call() }
          #expect(error.code == "interrupted")
          #expect(error.position?.source == "test.lua")
        }
        #expect(!state.isInterrupted)
        #expect(
          try state.run("local n = 0 for i = 1, 1e5 do n = n + i end return n") == ["5000050000"])
      }
    }

    @Test func anInterruptOnTheOwnThreadWorksAtOnce() throws {
      let state = try Sample.state()
      let interrupter = state.interrupter
      let stop = state.makeFunction("stop") { interrupter.interrupt() }
      try state.globals.set("stop", stop)
      #expect(state.failure(of: "stop() while true do end") == "test.lua:1: interrupted")
      interrupter.interrupt()
      #expect(state.isInterrupted)
      state.clearInterrupt()
      #expect(try state.run("return 1") == ["1"])
    }

    @Test func whatFailsBecauseItWasInterruptedSaysSo() throws {
      let state = try Sample.state()
      let interrupter = state.interrupter
      let work = state.makeFunction("work") { () throws -> Void in
        interrupter.interrupt()
        #expect(interrupter.isInterrupted)
        throw LuaError(code: "io_failed", message: "given up on the way")
      }
      try state.globals.set("work", work)
      #expect(state.failure(of: "work()") == "test.lua:1: interrupted")
      state.clearInterrupt()
      #expect(!interrupter.isInterrupted)
    }

    /// Runs `other` on a second thread while `body` runs on this one.
    private func withThread(
      _ other: @escaping @Sendable () -> Void, during body: () throws -> Void
    ) throws {
      final class Job: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
      }
      var thread = pthread_t()
      let job = Unmanaged.passRetained(Job(other)).toOpaque()
      pthread_create(
        &thread, nil,
        { job in
          Unmanaged<Job>.fromOpaque(job!).takeRetainedValue().run()
          return nil
        }, job)
      defer { pthread_join(thread, nil) }
      try body()
    }

    @Test func anOrphanedSignalDoesNothing() throws {
      _ = LuaState()
      raise(SIGURG)
    }

    @Test func closingReleasesEverythingAndReferencesSaySo() throws {
      let before = Box.live
      let state = try Sample.state()
      let function = try state.load("return function() end", name: "=t")
        .call(returning: LuaFunction.self)
      let table = state.makeTable()
      let value = try state.load("return kit.box('a')", name: "=t").call()[0]
      _ = try state.run(
        "keep = kit.box('b') setmetatable({}, { __gc = function() kit.box('c') end })")
      #expect(value.as(Box.self)?.label == "a")
      state.close()
      #expect(Box.live == before)
      #expect(state.isClosed)
      #expect(value.as(Box.self) == nil)
      let error = try #require(throws: LuaError.self) { try function.call() }
      #expect(error.code == "state_closed")
      #expect(throws: LuaError.self) { try table.set("a", 1) }
      state.close()
    }

    @Test func aStateIsReleasedWithItsReferencesAlive() throws {
      let before = Box.live
      var function: LuaFunction?
      do {
        let state = try Sample.state()
        function = try state.load(
          "local b = kit.box('a') return function() return b end", name: "=t"
        )
        .call(returning: LuaFunction.self)
        state.collectGarbage()
        #expect(Box.live == before + 1)
      }
      #expect(Box.live == before)
      #expect(throws: LuaError.self) { try function?.call() }
    }

    @Test func objectsAreReleasedWhenLuaHasCollectedThem() throws {
      let before = Box.live
      let state = try Sample.state()
      _ = try state.run("for i = 1, 1000 do kit.box('x'):put(kit.box('y')) end")
      state.collectGarbage()
      #expect(Box.live == before)
    }

    @Test func callbacksAreKeptAndReleased() throws {
      let state = try Sample.state()
      let result = try state.run(
        """
        box = kit.box("a")
        box.on_open = function(...) return select("#", ...), ... end
        return box:open(1, nil, "x")
        """)
      #expect(result == ["3", "1", "nil", "x"])
      #expect(state.failure(of: "box.on_open = 12").contains("bad value for 'on_open'"))
      _ = try state.run("box.on_open = nil box = nil")
      state.collectGarbage()
    }

    @Test func referencesMayBeReleasedOnOtherThreads() throws {
      final class Keeper: @unchecked Sendable {
        var table: LuaTable?
      }
      let state = try Sample.state()
      _ = try state.run("weak = setmetatable({}, { __mode = 'v' }) weak[1] = {}")
      let keeper = Keeper()
      keeper.table = try state.globals.get("weak", as: LuaTable.self).get(1, as: LuaTable.self)
      state.collectGarbage()
      #expect(try state.run("return #weak") == ["1"])
      try withThread({ keeper.table = nil }, during: {})
      state.collectGarbage()  // drains the reference
      state.collectGarbage()
      #expect(try state.run("return #weak") == ["0"])
    }

    @Test func warningsOfFinalizersDoNotStopAnything() throws {
      let state = LuaState()
      #expect(try state.run("warn('@off') warn('nothing') return 1") == ["1"])
    }
  }
}
