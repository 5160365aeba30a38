import Timing

/// Where playing is and how it moves: a pure value that is told the machine's time.
///
/// While it plays, the edit's time is the position plus the elapsed time × the rate, both exact. What
/// has elapsed is said by sound where there is any (`follow`), else by the machine's clock. Each jump
/// begins a new generation: whatever was made ready for an older one is stale.
struct Transport: Sendable {
  enum Status: String, Sendable {
    case paused
    /// Wants to play, but the first picture and sound are not ready.
    case waiting
    case playing
  }

  /// The part of the edit that is played.
  let range: TimeRange
  private(set) var status = Status.paused
  /// The speed while not paused; never 0, negative backward.
  private(set) var rate = Ratio.one
  private(set) var generation = 0
  /// Where this generation began.
  private(set) var position: Time
  /// When the elapsed time was zero, in nanoseconds of the machine; nil before it begins to run.
  private var origin: Int64?

  /// The largest correction, in nanoseconds, that is spread over some blocks of sound.
  ///
  /// Blocks are asked for with some jitter, which the picture must not follow; beyond this the sound
  /// really was elsewhere.
  private static let smoothedJitter: Int64 = 40_000_000

  init(range: TimeRange) {
    self.range = range
    position = range.start
  }

  var isForward: Bool { rate > Ratio(0) }

  /// The time of the edit at a moment of the machine, within the range.
  func time(at nanoseconds: Int64) -> Time {
    guard status == .playing, let origin else { return position }
    let elapsed = Time(max(nanoseconds - origin, 0), 1_000_000_000)
    return range.clamp(position + elapsed.scaled(by: rate))
  }

  /// The moment at which a time of the edit is reached; nil while it does not run.
  func nanoseconds(reaching time: Time) -> Int64? {
    guard status == .playing, let origin else { return nil }
    let way = (time - position).scaled(by: Ratio(rate.denominator, rate.numerator))
    return origin + way.units(per: 1_000_000_000, .towardPositiveInfinity)
  }

  /// Whether the end in the direction of play is reached.
  func isAtEnd(at nanoseconds: Int64) -> Bool {
    let time = time(at: nanoseconds)
    return isForward ? time >= range.end : time <= range.start
  }

  // MARK: Orders

  /// Wants to play from the position at a speed.
  mutating func play(at rate: Ratio, from position: Time) {
    self.rate = rate
    status = .waiting
    jump(to: position)
  }

  /// What was waited for is there; `isTimed` where the machine's clock has to do.
  mutating func start(at nanoseconds: Int64, isTimed: Bool) {
    guard status == .waiting else { return }
    status = .playing
    origin = isTimed ? nanoseconds : nil
  }

  mutating func pause(at position: Time) {
    status = .paused
    jump(to: position)
  }

  /// Goes elsewhere; what played waits for the new place and plays on.
  mutating func seek(to position: Time) {
    if status == .playing { status = .waiting }
    jump(to: position)
  }

  private mutating func jump(to position: Time) {
    self.position = range.clamp(position)
    origin = nil
    generation += 1
  }

  /// Sound says that `elapsed` nanoseconds after this generation's start are heard at a moment.
  mutating func follow(elapsed: Int64, at nanoseconds: Int64) {
    guard status == .playing else { return }
    let heard = nanoseconds - elapsed
    guard let origin, abs(heard - origin) <= Self.smoothedJitter else {
      self.origin = heard
      return
    }
    self.origin = origin + (heard - origin) / 16
  }
}

extension Ratio {
  /// The size without the sign.
  var magnitude: Ratio { Ratio(abs(numerator), denominator) }
}
