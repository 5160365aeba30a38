import LuaRuntime

@testable import Scripting

/// The members of the toolkit, called with what bytes choose: which one, and which values.
///
/// What writes files, or runs on, is left out. A call may fail, with an error object; the stack must
/// be as high as before.
final class LuaFuzz {
  nonisolated(unsafe) static let shared = LuaFuzz()

  private let state = LuaState()
  private let driver: LuaFunction

  private static let skipped: Set<String> = [
    "vs.export", "vs.export_session", "vs.make_directory", "vs.help", "vs.annotations",
    "vs.reference", "vs.fail", "vs.note", "vs.player", "Composition.save", "Frame.save",
    "ExportSession.start", "ExportSession.wait", "ExportSession.states", "Drawing.save",
    "FolderWatch.wait", "vs.watch", "vs.generator",
    "vs.image_sequence",
  ]

  private init() {
    do {
      var options = HostOptions()
      options.logLevel = .error
      let (registry, toolkit) = makeRegistry(ScriptContext(options: options))
      state.install(registry)
      try state.globals.set("vs", toolkit)
      var functions: [LuaValue] = []
      for entry in registry.allClasses {
        for member in entry.members where !Self.skipped.contains("\(entry.name).\(member.name)") {
          functions += state.functions(of: member).map { LuaValue.function($0) }
        }
      }
      let list = state.makeTable()
      for (index, function) in functions.enumerated() { try list.set(Int64(index + 1), function) }
      driver = try state.load(Self.script, name: "=fuzz").call(list, returning: LuaFunction.self)
    } catch {
      fatalError("\(error)")
    }
  }

  func run(_ bytes: [UInt8]) {
    let height = state.stackHeight
    do {
      _ = try driver.call(list: [.string(LuaBytes(bytes))])
    } catch {
      fatalError("the driver raised \(error.text)")
    }
    precondition(state.stackHeight == height, "values are left on the stack")
  }

  /// Takes the functions; returns what calls them by a text of bytes, up to eight times.
  ///
  /// What a call returns may be an argument of the next ones.
  private static let script = """
    local functions = ...
    local source = vs.generator("test", { size = { 16, 16 }, rate = 10, duration = "1/5" })
    local function objects()
      local film = vs.composition()
      local picture, sound = film:add_track("video"), film:add_track("audio")
      picture:insert_time_range({ 0, "1/5" }, source.video, 0)
      local layer, level = vs.layer_instruction(picture), vs.mix_parameters(sound)
      return { source, source.video, film, picture, sound, layer, level, vs.time(1, 3),
        vs.range(0, 1), vs.size(2, 2), vs.rect(0, 0, 1, 1), vs.transform(), vs.color("red"),
        picture.segments[1], vs.instruction({ time_range = { 0, 1 }, layers = { layer } }),
        vs.video_composition.of(film), vs.audio_mix({ inputs = { level } }) }
    end
    local plain = { true, false, 0, 1, -1, 0.1, 1e300, -0.0, 0/0, 1/0, math.maxinteger,
      math.mininteger, "", "video", "audio", "1001/30000", "01:00:00;02@29.97", "#fff", {}, { 0, 1 },
      { from = 0, to = "1/2" }, { 1, 2, 3, 4 }, print }
    return function(bytes)
      local known, place = objects(), 1
      local function byte()
        place = place + 1
        return bytes:byte(place - 1) or 0
      end
      local function value()
        local kind = byte()
        if kind < 96 then return known[kind % #known + 1] end
        if kind < 192 then return plain[kind % #plain + 1] end
        if kind < 208 then return string.unpack("<i8", (bytes:sub(place, place + 7) .. ("\\0"):rep(8))) end
        if kind < 224 then return string.unpack("<d", (bytes:sub(place, place + 7) .. ("\\0"):rep(8))) end
        if kind < 240 then return bytes:sub(place, place + kind % 16) end
        return nil
      end
      for _ = 1, 8 do
        if place > #bytes then return end
        local call = functions[(byte() * 256 + byte()) % #functions + 1]
        local result = { pcall(call, value(), value(), value(), value()) }
        if not result[1] and type(result[2]) == "string" then error("raised a string: " .. result[2], 0) end
        for index = 2, math.min(#result, 4) do
          if result[index] ~= nil then known[#known + 1] = result[index] end
        end
      end
    end
    """
}
