import Composition
@preconcurrency import Glibc
import Imaging
import LuaRuntime
import Playback
import Rendering
import Timing

/// A player as scripts hold it.
///
/// The work is done on threads of its own. The script's callbacks run on the Lua thread, whenever a
/// script waits: in `wait`, at the prompt, and at the end of the script.
final class PlayerObject: LuaClosable, BackgroundWork {
  static var luaName: String { "Player" }

  let player: Player
  let closeRecord = LuaCloseRecord()
  /// The speed that `play` uses.
  var defaultRate = Ratio.one
  var onEnd: LuaFunction?
  private let context: ScriptContext
  private let description: String
  private var observers: [Int: LuaFunction] = [:]
  private var isKept = false

  init(_ edit: EditArgument, _ options: PlayerOptions, context: ScriptContext) throws {
    var values = options.values
    switch edit {
    case .asset(let asset):
      description = "'\(asset.name)'"
      values.title = asset.name
    case .composition: description = "a composition"
    }
    player = try Player(edit.composition, values)
    self.context = context
    player.loops = options.loops
    player.showsOverlay = options.showsOverlay
    if let silence = player.silence { context.log.write(.warning, silence.description) }
  }

  func close() {
    player.close()
    settle()
  }

  func play(at rate: Ratio) throws {
    try player.setRate(rate)
    guard !isKept, rate != Ratio(0) else { return }
    isKept = true
    context.keep(self)
  }

  /// The picture in view; waits for it, ten seconds at most, while compositors are called.
  func shownPicture(_ state: LuaState) throws -> (frame: VideoFrame, index: Int, time: Time)? {
    for _ in 0..<1000 {
      if state.isInterrupted { throw LuaError.interruption }
      player.serve()
      if let shown = player.shownPicture(milliseconds: 10) { return shown }
      if player.failure != nil || player.status == .closed { return nil }
    }
    return nil
  }

  /// Waits until it is over, for a time at most; false when the time ran out.
  func wait(_ state: LuaState, milliseconds: Int?) throws -> Bool {
    var rest = milliseconds ?? .max
    while rest > 0 {
      let part = min(rest, 10)
      if try step(state, milliseconds: part) { return true }
      rest -= part
    }
    return false
  }

  /// Runs the callbacks that are due; true once it has come to its end, failed, or was closed.
  func step(_ state: LuaState, milliseconds: Int) throws -> Bool {
    player.serve()
    var isOver = player.status == .closed
    for event in player.takeEvents() {
      switch event {
      case .observed(let token, let time): try observers[token]?.call(time)
      case .ended:
        isOver = true
        try onEnd?.call(self)
      case .failed, .closed: isOver = true
      }
    }
    if state.isInterrupted {
      player.pause()
      throw LuaError.interruption
    }
    if isOver {
      settle()
      if let failure = player.failure { throw failure as? LuaError ?? LuaError(wrapping: failure) }
    } else if milliseconds > 0 {
      usleep(UInt32(milliseconds) * 1000)
    }
    return isOver
  }

  /// The script's end no longer waits for it.
  private func settle() {
    guard isKept else { return }
    isKept = false
    context.release(self)
  }

  func observe(_ token: Int, _ function: LuaFunction) -> Int {
    observers[token] = function
    return token
  }

  func removeObserver(_ token: Int) throws {
    guard player.removeObserver(token), observers.removeValue(forKey: token) != nil else {
      throw refusal(
        "\(token) is no observer of this player",
        hint: "give what on_time or on_boundary returned")
    }
  }

  var luaText: String {
    "Player of \(description) (\(player.status.rawValue) at \(player.currentTime.exactClock))"
  }
}

/// What is played and how it begins.
struct PlayerOptions: LuaOptions {
  var values = Player.Options()
  var loops = false
  var showsOverlay = false

  static var options: [LuaOption<Self>] {
    [
      .optional("time_range", "The part to play; by default all.") { $0.values.timeRange = $1 },
      .optional("video_composition", "Canvas and instructions; by default from the media.") {
        (it: inout Self, video: VideoCompositionObject) in
        it.values.videoComposition = video.value
      },
      .optional("audio_mix", "Volumes of the tracks.") { (it: inout Self, mix: AudioMixObject) in
        it.values.audioMix = try mix.value()
      },
      .optional("window", "Whether a window is opened; by default true.") {
        $0.values.hasWindow = $1
      },
      .optional("sound", "Whether it is heard; by default true.") { $0.values.hasSound = $1 },
      .optional("loop", "Begin again at the end.") { $0.loops = $1 },
      .optional("overlay", "Show time and frame number on the picture.") { $0.showsOverlay = $1 },
    ]
  }
}
