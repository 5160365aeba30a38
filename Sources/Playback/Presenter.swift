import Imaging
import Rendering
import Timing

/// Puts each picture in view at its time, and tells observers; runs on the thread of its surface.
final class Presenter {
  private let state: PlaybackState
  private let surface: any Surface
  /// The last time that observers were told of, and its generation.
  private var observed: (time: Time, generation: Int, status: Transport.Status)
  private var isFullScreen = false

  init(_ state: PlaybackState, surface: any Surface) {
    self.state = state
    self.surface = surface
    observed = state.read {
      ($0.transport.position, $0.transport.generation, $0.transport.status)
    }
  }

  /// What is to be done now, decided with the lock held.
  private struct Turn {
    /// Nil leaves the window as it is.
    var picture: ReadyPicture?
    var redraws = false
    var text: String?
    var isFullScreen = false
    var wait = 100
  }

  /// Works until the player is closed; `obey` is told what the user wants.
  func run(obey: (PlaybackKey) -> Void) {
    defer { surface.close() }
    var redraws = true
    var lastText: String?
    while var turn = nextTurn() {
      if turn.isFullScreen != isFullScreen {
        isFullScreen = turn.isFullScreen
        surface.setFullScreen(isFullScreen)
        redraws = true
      }
      turn.redraws = redraws || turn.picture != nil || turn.text != lastText
      if turn.redraws {
        do {
          let frame = turn.picture?.shown ?? state.read { $0.current?.shown }
          try surface.show(frame, text: turn.text)
          if let picture = turn.picture { record(picture) }
        } catch {
          state.fail(error)
        }
        (redraws, lastText) = (false, turn.text)
      }
      for key in surface.wait(milliseconds: turn.wait) {
        if key == .redraw { redraws = true } else { obey(key) }
      }
    }
  }

  private func nextTurn() -> Turn? {
    let now = machineTime()
    return state.read { state in
      guard !state.isClosed else { return nil }
      state.dropStale()
      if state.transport.status == .playing, state.transport.isAtEnd(at: now) { reachEnd(state) }
      var turn = Turn(isFullScreen: state.isFullScreen)
      turn.picture = takeDue(state, now)
      if state.transport.status == .waiting, state.isReady {
        state.transport.start(at: now, isTimed: !state.hasSound)
      }
      observe(state, now)
      if state.showsOverlay { turn.text = text(state, now) }
      turn.wait = wait(state, now)
      // Room was made, or a start: the feeds look again.
      state.monitor.signal()
      return turn
    }
  }

  private func reachEnd(_ state: PlaybackState) {
    let transport = state.transport
    let (start, end) = (transport.range.start, transport.range.end)
    if state.loops {
      state.transport.seek(to: transport.isForward ? start : end)
    } else {
      state.transport.pause(at: transport.isForward ? end : start)
      state.events.append(.ended)
    }
  }

  /// The newest picture whose time has come; what was before it is too late.
  private func takeDue(_ state: PlaybackState, _ now: Int64) -> ReadyPicture? {
    guard !state.pictures.isEmpty else { return nil }
    var count = 1
    if state.transport.status == .playing {
      count = state.pictures.count {
        (state.transport.nanoseconds(reaching: $0.entry) ?? .max) <= now
      }
      if count == 0 { return nil }
      state.statistics.late += count - 1
    } else if state.current?.generation == state.transport.generation {
      // Waiting for sound with the first picture in view: the next ones have to wait as well.
      return nil
    }
    let picture = state.pictures[count - 1]
    state.pictures.removeFirst(count)
    state.current = picture
    return picture
  }

  /// Tells the observers what went by since the last look.
  private func observe(_ state: PlaybackState, _ now: Int64) {
    let transport = state.transport
    let time = transport.time(at: now)
    let isSame =
      transport.generation == observed.generation && transport.status == observed.status
    // Sound may say that it is a little less far than was thought; nothing is passed twice for that.
    if isSame, transport.isForward ? time <= observed.time : time >= observed.time { return }
    let due =
      isSame
      ? state.observers.passed(from: observed.time, to: time) : state.observers.changed(at: time)
    observed = (time, transport.generation, transport.status)
    for (token, time) in due { state.events.append(.observed(token: token, time: time)) }
  }

  /// Milliseconds until there is something to do without anybody's asking.
  private func wait(_ state: PlaybackState, _ now: Int64) -> Int {
    guard state.transport.status != .paused else { return 100 }
    var wait: Int64 = state.observers.isEmpty ? 20 : 5
    if let next = state.pictures.first,
      let due = state.transport.nanoseconds(reaching: next.entry)
    {
      wait = min(wait, (due - now + 999_999) / 1_000_000)
    }
    return Int(max(wait, 1))
  }

  /// `0:01.234 #37 2x`: the time, the frame's number, and the speed unless it is natural.
  private func text(_ state: PlaybackState, _ now: Int64) -> String {
    let transport = state.transport
    let time = state.schedule.flatMap { schedule in
      state.current.map { schedule.time(of: $0.index) }
    }
    var text = (time ?? transport.time(at: now)).clock
    if let current = state.current { text += " #\(current.index)" }
    if transport.status != .paused, transport.rate != .one { text += " \(transport.rate)x" }
    return text
  }

  /// Notes how far the picture was from the sound at the moment it appeared.
  private func record(_ picture: ReadyPicture) {
    let now = machineTime()
    state.read { state in
      state.statistics.shown += 1
      let transport = state.transport
      guard transport.status == .playing, transport.generation == picture.generation,
        let schedule = state.schedule
      else { return }
      var heard = transport.time(at: now)
      if let (elapsed, moment) = state.heard, state.hasSound {
        let played = Time(max(elapsed + now - moment, 0), 1_000_000_000)
        heard = transport.position + played.scaled(by: transport.rate)
      }
      let start = schedule.time(of: picture.index)
      let end =
        picture.index + 1 < schedule.count
        ? schedule.time(of: picture.index + 1) : transport.range.end
      let distance = heard < start ? start - heard : heard > end ? heard - end : .zero
      let offset = distance.scaled(
        by: Ratio(transport.rate.denominator, transport.rate.numerator).magnitude
      ).units(per: 1_000_000_000)
      state.statistics.largestOffset = max(state.statistics.largestOffset, offset)
    }
  }
}
