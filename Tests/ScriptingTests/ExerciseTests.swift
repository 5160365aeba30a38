import LuaRuntime
import LuaTestSupport
import Testing

@testable import Scripting

/// Every member of the toolkit called with everything that it does not want.
@Suite(.serialized) struct ExerciseTests {
  private struct Kit {
    let state = LuaState()
    let registry: LuaRegistry

    init() throws {
      var options = HostOptions()
      options.logLevel = .error
      let (registry, toolkit) = makeRegistry(ScriptContext(options: options))
      self.registry = registry
      state.install(registry)
      try state.globals.set("vs", toolkit)
    }

    /// One value of every type.
    func values() throws -> [LuaValue] {
      let script = """
        local source = vs.generator("test", { size = { 16, 16 }, rate = 10, duration = "1/5" })
        local film = vs.composition()
        local picture, sound = film:add_track("video"), film:add_track("audio")
        picture:insert_time_range({ 0, "1/5" }, source.video, 0)
        local layer = vs.layer_instruction(picture)
        local parameters = vs.mix_parameters(sound)
        local images, reader = vs.image_generator(source), vs.reader(source)
        return images, images:image(0), reader, reader:samples()(), vs.time(1, 3), vs.range(0, 1), vs.size(2, 2), vs.rect(0, 0, 1, 1),
          vs.transform(), vs.color("red"), source, source.video, film, picture, sound,
          picture.segments[1], picture.segments[1].time_mapping, layer,
          vs.instruction({ time_range = { 0, 1 }, layers = { layer } }),
          vs.video_composition.of(film), parameters, vs.audio_mix({ inputs = { parameters } }),
          vs.export_session(film, { file_type = "null" })
        """
      return try state.load(script, name: "=values").call()
    }
  }

  @Test func anErrorInsideAnyMemberLeavesStackAndMemoryAsTheyWere() throws {
    let result = try exercise()
    // A table of Lua's own may grow during any call; what leaks does so every time.
    let again = result.problems.isEmpty ? nil : try exercise()
    #expect(again?.problems.filter(result.problems.contains) ?? [] == [])
    #expect(result.calls > 100_000)
    #expect(result.failures > 50_000)
  }

  private func exercise() throws -> MemberExercise {
    let kit = try Kit()
    return try MemberExercise(
      kit.registry, on: kit.state, extra: try kit.values(),
      skipping: ["vs.make_directory", "vs.help", "vs.annotations", "vs.reference"])
  }

  @Test func failingCallsLeakNothing() throws {
    let kit = try Kit()
    let body = try kit.state.load(
      """
      local film = vs.composition()
      for i = 1, 10000 do
        assert(not pcall(vs.time, "soon"))
        assert(not pcall(film.add_track, film, "vidio"))
        assert(not pcall(film.remove_time_range, film, { -1, "x" }))
      end
      """, name: "=body")
    try body.call()
    kit.state.collectGarbage()
    let memory = kit.state.memoryInUse
    try body.call()
    kit.state.collectGarbage()
    #expect(kit.state.memoryInUse <= memory + 1024)
    #expect(kit.state.stackHeight == 0)
  }

  @Test func collectedObjectsAreReleased() throws {
    let kit = try Kit()
    let held = try kit.state.load("return vs.composition()", name: "=s").call()[0]
    weak let film = held.as(CompositionObject.self)
    #expect(film != nil)
    // The track keeps its composition; nothing keeps the track.
    _ = try kit.state.load("local film = ... film:add_track('video')", name: "=s").call(held)
    withExtendedLifetime(held) {}
    kit.state.collectGarbage()
    #expect(film != nil)
  }
}
