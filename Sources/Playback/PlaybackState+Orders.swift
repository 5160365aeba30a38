import Rendering
import Timing

/// What a player can be told to do; all with the lock held.
extension PlaybackState {
  /// The time of the edit that is current: of the picture in view while paused.
  var time: Time { transport.time(at: machineTime()) }

  /// The number of the picture that belongs to the current time.
  var frameIndex: Int? { schedule.map { $0.index(at: time) } }

  func play(at rate: Ratio) {
    guard failure == nil else { return }
    // What plays already at this speed is not interrupted.
    if transport.status != .paused, transport.rate == rate { return }
    transport.play(at: rate, from: time)
  }

  /// Stops with the picture that is current in view, and its own time as the position.
  func pause() {
    guard transport.status != .paused else { return }
    transport.pause(at: onFrame(time))
  }

  func togglePause() {
    guard transport.status == .paused else { return pause() }
    // At the end there is nothing left to play: it begins again.
    if transport.position >= transport.range.end, transport.isForward {
      transport.seek(to: transport.range.start)
    }
    play(at: transport.rate)
  }

  func seek(to time: Time) { transport.seek(to: time) }

  /// Goes so many pictures on, or back, and stays there.
  func step(_ count: Int) {
    guard let schedule, let index = frameIndex else { return }
    let target = min(max(index + count, 0), schedule.count - 1)
    let range = transport.range
    transport.pause(at: range.clamp(max(schedule.time(of: target), range.start)))
  }

  /// The start of the picture that is in view at a time; the time itself without pictures and at
  /// the end.
  private func onFrame(_ time: Time) -> Time {
    guard let schedule, time < transport.range.end else { return time }
    return max(schedule.time(of: schedule.index(at: time)), transport.range.start)
  }

  /// Does what a key means.
  func obey(_ key: PlaybackKey) {
    switch key {
    case .quit: closeWindow()
    case .togglePause: togglePause()
    case .toggleFullScreen: isFullScreen.toggle()
    case .leaveFullScreen: if isFullScreen { isFullScreen = false } else { closeWindow() }
    case .toggleOverlay: showsOverlay.toggle()
    case .toggleLoop: loops.toggle()
    case .toggleMute: isMuted.toggle()
    case .step(let count): step(count)
    case .skip(let seconds): seek(to: time + Time(Int64(seconds)))
    case .toStart: seek(to: transport.range.start)
    case .toEnd: seek(to: transport.range.end)
    case .volume(let steps): volume = min(max(volume + Float(steps) / 10, 0), 1)
    case .slower: change(rate: Ratio(1, 2))
    case .faster: change(rate: Ratio(2))
    case .backward: change(rate: Ratio(-1))
    case .redraw: break
    }
  }

  private func closeWindow() {
    isClosed = true
    events.append(.closed)
  }

  /// Plays at a multiple of the present speed, within what is allowed.
  private func change(rate factor: Ratio) {
    let rate = Ratio(
      transport.rate.numerator * factor.numerator, transport.rate.denominator * factor.denominator)
    guard rate.magnitude <= Player.fastest, rate.magnitude >= Ratio(1, 16) else { return }
    play(at: rate)
  }
}
