@preconcurrency import Glibc
import LuaTestSupport
import Testing

@testable import LuaRuntime

extension LuaRuntimeTests {
  @Suite struct ExerciseTests {
    @Test func anErrorInsideAnyMemberLeavesStackAndMemoryAsTheyWere() throws {
      let state = LuaState()
      let registry = Sample.registry()
      state.install(registry)
      let extra = try state.load(
        "local kit = ... return kit.box('a'), kit.length(1), kit.reader('r'), kit",
        name: "=extra"
      ).call(registry.entries[3])
      let result = try MemberExercise(registry, on: state, extra: extra)
      #expect(result.problems == [])
      #expect(result.calls > 5_000)
      #expect(result.failures > 1_000)
    }

    @Test func hundredThousandFailingCallsLeakNothing() async {
      // In a process of its own, so that its memory is nobody else's.
      await #expect(processExitsWith: .success) {
        let state = try Sample.state()
        let body = """
          local box = kit.box("a")
          for i = 1, 25000 do
            assert(not pcall(box.fail, box, "x" .. i))
            assert(not pcall(kit.echo, kit.box("b"), 2))
          end
          """
        for _ in 0..<2 { _ = try state.run(body) }
        state.collectGarbage()
        let memory = state.memoryInUse
        let resident = residentBytes()
        for _ in 0..<2 { _ = try state.run(body) }
        state.collectGarbage()
        try #require(Box.live == 0 && Token.live == 0)
        try #require(state.memoryInUse <= memory + 1024)
        // A hundred thousand leaked errors would be thirty megabytes. (The address sanitizer keeps
        // what is freed for a while, and finds leaks by itself.)
        let isSanitized = dlsym(nil, "__asan_init") != nil
        try #require(isSanitized || residentBytes() <= resident + 4 << 20)
      }
    }

    @Test func failuresThatReachSwiftLeakNothing() throws {
      let state = try Sample.state()
      let chunks = ["kit.box('a'):fail('x')", "error({ 1 })", "error('text')", "local x = nil + 1"]
      let failing = try chunks.map { try state.load($0, name: "=fail") }
      var memory = 0
      for round in 0..<2 {
        for _ in 0..<2_000 {
          for chunk in failing { #expect(throws: LuaError.self) { try chunk.call() } }
        }
        state.collectGarbage()
        if round == 0 { memory = state.memoryInUse }
      }
      #expect(state.memoryInUse <= memory + 1024)
      #expect(state.stackHeight == 0)
    }
  }
}

/// The memory that the process has in use.
private func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 100)
  guard fgets(&line, 100, file) != nil else { return 0 }
  let pages = String(decoding: line.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self).split(
    separator: " "
  ).dropFirst().first.flatMap { Int($0) }
  return (pages ?? 0) * 4096
}
