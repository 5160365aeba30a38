import LuaRuntime
import Playback
import Rendering
import Timing

func makePlayerClass() -> LuaClass {
  LuaClass.object(PlayerObject.self, "Shows an asset in a window, with its sound.") { type in
    addPlayerState(to: type)
    addPlayerOrders(to: type)
    addPlayerObservers(to: type)
  }
}

private func addPlayerState(to type: LuaClassBuilder<PlayerObject>) {
  type.property("status", "paused, waiting, playing, failed or closed.") {
    $0.player.status.rawValue
  }
  type.property("error", "Why it failed; nil otherwise.") {
    $0.player.failure.map { LuaError(wrapping: $0) }
  }
  type.property(
    "rate", "The speed from -4 to 4; 0 pauses, negative is backward. Setting it plays.",
    get: { Double(ratio: $0.player.rate) },
    set: { (it: PlayerObject, rate: RateOfPlay) in try it.play(at: rate.value) })
  type.property(
    "default_rate", "The speed that play() uses; by default 1.",
    get: { Double(ratio: $0.defaultRate) },
    set: { (it: PlayerObject, rate: RateOfPlay) in
      guard rate.value != Ratio(0) else { throw refusal("the default rate cannot be 0") }
      it.defaultRate = rate.value
    })
  type.property(
    "volume", "How loud, from 0 to 1.", get: { $0.player.volume },
    set: { (it: PlayerObject, volume: Double) in
      guard (0...1).contains(volume) else {
        throw refusal("a player's volume is 0 to 1, not \(volume)")
      }
      it.player.volume = volume
    })
  type.property(
    "muted", "Whether nothing is heard.", get: { $0.player.isMuted },
    set: { $0.player.isMuted = $1 })
  type.property(
    "loop", "Whether it begins again at the end.", get: { $0.player.loops },
    set: { $0.player.loops = $1 })
  type.property(
    "overlay", "Whether time and frame number are shown on the picture.",
    get: { $0.player.showsOverlay }, set: { $0.player.showsOverlay = $1 })
  type.property(
    "full_screen", "Whether the window fills the screen.", get: { $0.player.isFullScreen },
    set: { $0.player.isFullScreen = $1 })
  type.property("current_time", "Where it is; exact while paused.") { $0.player.currentTime }
  type.property("frame_number", "The number of the frame there, from 0; nil without pictures.") {
    $0.player.frameIndex
  }
  type.property("frame_count", "How many frames there are; 0 without pictures.") {
    $0.player.frameCount
  }
  type.property("time_range", "The part that is played.") { $0.player.range }
  type.property("statistics", "How well it keeps up: shown, skipped, late and more.") {
    let statistics = $0.player.statistics
    return [
      "shown": statistics.shown, "skipped": statistics.skipped, "late": statistics.late,
      "silent_samples": statistics.silentSamples,
      "largest_offset": Time(statistics.largestOffset, 1_000_000_000),
    ] as LuaRecord
  }
}

private func addPlayerOrders(to type: LuaClassBuilder<PlayerObject>) {
  type.method("play()", "Plays on at the default rate, while the script goes on.") {
    (it: PlayerObject) in try it.play(at: it.defaultRate)
  }
  type.method("pause()", "Stops on the frame in view.") { (it: PlayerObject) in
    it.player.pause()
  }
  type.method("seek(time)", "Goes to a time, exactly; what plays, plays on there.") {
    (it: PlayerObject, time: Time) throws -> Void in
    guard time.isNumeric else { throw refusal("\(time) is no time to go to") }
    it.player.seek(to: time)
  }
  type.method("seek_frame(number)", "Goes to a frame by its number, from 0.") {
    (it: PlayerObject, number: Int) in try it.player.seek(toFrame: number)
  }
  type.method("step(count)", "Pauses and goes so many frames on, by default one, or back.") {
    (it: PlayerObject, count: Int?) in try it.player.step(count ?? 1)
  }
  type.method("image()", "The picture in view, its time and its number, as soon as it is there.") {
    (it: PlayerObject, call: LuaCall) throws -> LuaMultiple<FrameObject?, Time?, Int?> in
    let shown = try it.shownPicture(call.state)
    if let failure = it.player.failure { throw LuaError(wrapping: failure) }
    return LuaMultiple(
      shown.map { FrameObject($0.frame, time: $0.time) }, shown?.time, shown?.index)
  }
  type.method(
    "wait(seconds)", "Waits for the end, or so long, while callbacks run; true once it is over."
  ) { (it: PlayerObject, seconds: Double?, call: LuaCall) throws -> Bool in
    if let seconds {
      guard seconds >= 0, seconds.isFinite else {
        throw refusal("a wait takes 0 seconds or more, not \(seconds)")
      }
      return try it.wait(call.state, milliseconds: Int(min(seconds, 1e9) * 1000))
    }
    guard it.player.status != .paused else {
      throw refusal("a paused player comes to no end", hint: "call player:play() first")
    }
    return try it.wait(call.state, milliseconds: nil)
  }
}

private func addPlayerObservers(to type: LuaClassBuilder<PlayerObject>) {
  type.property(
    "on_end", "A function called with the player when it comes to the end.",
    get: { $0.onEnd }, set: { $0.onEnd = $1 })
  type.method(
    "on_time(interval, callback)",
    "Calls a function with the time at every multiple of an interval, and after jumps; a token."
  ) { (it: PlayerObject, interval: Time, callback: LuaFunction) throws -> Int in
    guard interval.isNumeric, interval > .zero else {
      throw refusal("an interval must be above 0, not \(interval)")
    }
    return it.observe(it.player.observe(every: interval), callback)
  }
  type.method(
    "on_boundary(times, callback)",
    "Calls a function with each of these times that is passed while playing; a token."
  ) { (it: PlayerObject, times: [Time], callback: LuaFunction) throws -> Int in
    guard !times.isEmpty, times.allSatisfy(\.isNumeric) else {
      throw refusal("boundaries are a list of times")
    }
    return it.observe(it.player.observe(boundaries: times), callback)
  }
  type.method("remove_observer(token)", "Ends what on_time or on_boundary began.") {
    (it: PlayerObject, token: Int) in try it.removeObserver(token)
  }
}

/// A speed as scripts write it; a float is the simplest fraction that reads the same.
private struct RateOfPlay: LuaDecodable {
  let value: Ratio

  static var luaType: String { "number" }

  static func decode(_ slot: LuaSlot) throws -> RateOfPlay {
    guard let number = slot.number else { throw slot.mismatch(luaType) }
    guard number.isFinite, abs(number) <= 4 else {
      throw slot.refusal("rates go from -4 to 4, not \(number)")
    }
    let time = Time(simplest: number)
    return RateOfPlay(value: Ratio(time.value, time.timescale))
  }
}

extension Double {
  fileprivate init(ratio: Ratio) { self = Double(ratio.numerator) / Double(ratio.denominator) }
}

/// `vs.player`.
func addPlayerFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.function("player(asset, options)", "Shows an asset in a window, paused at its start.") {
    (edit: EditArgument, options: PlayerOptions) in
    try PlayerObject(edit, options, context: context)
  }
}
