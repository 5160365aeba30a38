import Imaging
import Rendering
import Timing

extension Player {
  package var status: Status {
    state.read { state in
      if state.isClosed { return .closed }
      if state.failure != nil { return .failed }
      switch state.transport.status {
      case .paused: return .paused
      case .waiting: return .waiting
      case .playing: return .playing
      }
    }
  }

  /// Why it stopped by itself; nil while all is well.
  package var failure: (any Error)? { state.read { $0.failure } }

  /// The part that is played.
  package var range: TimeRange { state.read { $0.transport.range } }

  /// The speed; 0 while paused.
  package var rate: Ratio {
    state.read { $0.transport.status == .paused ? Ratio(0) : $0.transport.rate }
  }

  /// The current time of the edit; exact while paused, where it is that of the picture in view.
  package var currentTime: Time { state.read { $0.time }.reduced }

  /// The number of the picture that belongs to the current time; nil without pictures.
  package var frameIndex: Int? { state.read { $0.frameIndex } }

  /// How many pictures the edit has.
  package var frameCount: Int { state.schedule?.count ?? 0 }

  package var statistics: PlaybackStatistics { state.read { $0.statistics } }

  package var volume: Double {
    get { state.read { Double($0.volume) } }
    set { state.change { $0.volume = Float(newValue) } }
  }

  package var isMuted: Bool {
    get { state.read { $0.isMuted } }
    set { state.change { $0.isMuted = newValue } }
  }

  package var loops: Bool {
    get { state.read { $0.loops } }
    set { state.change { $0.loops = newValue } }
  }

  /// Whether the time and the frame's number are shown on the picture.
  package var showsOverlay: Bool {
    get { state.read { $0.showsOverlay } }
    set { state.change { $0.showsOverlay = newValue } }
  }

  package var isFullScreen: Bool {
    get { state.read { $0.isFullScreen } }
    set { state.change { $0.isFullScreen = newValue } }
  }

  // MARK: Orders

  /// Plays at a speed of -4 to 4; 0 pauses.
  package func setRate(_ rate: Ratio) throws {
    guard rate.magnitude <= Self.fastest else { throw PlaybackError.badRate("\(rate)") }
    state.change { rate == Ratio(0) ? $0.pause() : $0.play(at: rate) }
  }

  package func pause() { state.change { $0.pause() } }

  /// Goes to a time, kept within the range; what plays, plays on from there.
  package func seek(to time: Time) { state.change { $0.seek(to: time) } }

  /// Goes to a picture by its number.
  package func seek(toFrame index: Int) throws {
    guard let schedule = state.schedule else { throw PlaybackError.noPictures }
    guard index >= 0, index < schedule.count else {
      throw PlaybackError.noFrame(index, count: schedule.count)
    }
    state.change { $0.seek(to: schedule.time(of: index)) }
  }

  /// Pauses, and goes so many pictures on, or back.
  package func step(_ count: Int) throws {
    guard state.schedule != nil else { throw PlaybackError.noPictures }
    state.change { $0.step(count) }
  }

  /// The picture in view and its number, once it is the one that belongs to the current place.
  ///
  /// Waits for it up to a number of milliseconds; nil when it did not come, or there are none.
  package func shownPicture(milliseconds: Int) -> (frame: VideoFrame, index: Int, time: Time)? {
    guard let schedule = state.schedule else { return nil }
    let deadline = machineTime() + Int64(milliseconds) * 1_000_000
    return state.read { state in
      while !state.isClosed, state.failure == nil {
        if let current = state.current, current.generation == state.transport.generation {
          return (current.frame, current.index, schedule.time(of: current.index).reduced)
        }
        let rest = Int((deadline - machineTime()) / 1_000_000)
        guard rest > 0 else { return nil }
        _ = state.monitor.wait(milliseconds: rest)
      }
      return nil
    }
  }

  // MARK: Observers

  /// Observes every multiple of an interval, and every jump, start and stop; gives the token.
  package func observe(every interval: Time) -> Int {
    state.change { $0.observers.add(interval: interval) }
  }

  /// Observes times that are passed while playing; gives the token.
  package func observe(boundaries: [Time]) -> Int {
    state.change { $0.observers.add(boundaries: boundaries) }
  }

  /// Ends an observer; false where there is none of that token.
  package func removeObserver(_ token: Int) -> Bool {
    state.change { $0.observers.remove(token) }
  }

  /// What happened since this was last asked.
  package func takeEvents() -> [PlaybackEvent] {
    state.read { state in
      defer { state.events = [] }
      return state.events
    }
  }
}
