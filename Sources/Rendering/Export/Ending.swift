import Media
import Synchronization
import Timing

/// Whether and where a film ends before its time; the stages of an export agree on it here.
final class Ending: Sendable {
  private struct State {
    var isNear = false
    var time: Time?
    var frames = 0
    var reached = (time: Time.zero, frames: 0)
  }

  private let state = Mutex(State())

  /// Says that no more is to be made than is needed to come to an end.
  func come() { state.withLock { $0.isNear = true } }

  /// Whether an end was asked for and not yet settled.
  var isNear: Bool { state.withLock { $0.isNear && $0.time == nil } }

  func settle(at time: Time, frames: Int) {
    state.withLock { ($0.time, $0.frames) = (time, frames) }
  }

  /// Tells how far the film is made.
  func reach(_ time: Time, frames: Int) {
    state.withLock { $0.reached = (time, frames) }
  }

  /// How far it is made, and how many frames that is; not all of it is written yet.
  var reached: (time: Time, frames: Int) { state.withLock { $0.reached } }

  /// The end in the film's own time; nil while it goes on.
  var time: Time? { state.withLock { $0.time } }
  var frames: Int { state.withLock { $0.frames } }
}

/// Tells when a film that ends now would fill its file.
///
/// Frames that are made but not written count with the average of those that are, and one of them with
/// the largest, for it may be a key frame; sound that belongs to them counts by its bytes per second so
/// far, and every packet with what an index needs for it.
struct SizeGauge {
  private let limit: Int64
  private var packets: Int64 = 0
  private var frames: Int64 = 0
  private var frameBytes: Int64 = 0
  private var largestFrame: Int64 = 0
  private var soundBytes: Int64 = 0
  private var soundEnd = Time.zero

  /// No limit is ever reached where it is 0.
  init(limit: Int64) { self.limit = limit }

  private static let indexBytes: Int64 = 16
  /// The head and the fixed parts of an index.
  private static let fixedBytes: Int64 = 2048

  mutating func add(_ packet: Packet, isPicture: Bool) {
    add(bytes: Int64(packet.byteCount), isPicture: isPicture, end: packet.time + packet.duration)
  }

  mutating func add(bytes: Int64, isPicture: Bool, end: Time) {
    packets += 1
    if isPicture {
      frames += 1
      frameBytes += bytes
      largestFrame = max(largestFrame, bytes)
    } else {
      soundBytes += bytes
      soundEnd = max(soundEnd, end)
    }
  }

  /// - Parameter reached: how far the film is made, and how many frames that is.
  func isFull(written: Int64, reached: (time: Time, frames: Int)) -> Bool {
    guard limit > 0 else { return false }
    let waiting = max(0, Int64(reached.frames) - frames)
    let average = frames > 0 ? frameBytes / frames : 0
    let pictures = waiting * average + (waiting > 0 ? largestFrame : 0)
    // A guess at bytes, not a time.
    let ahead = soundEnd > .zero ? max(0, (reached.time - soundEnd).seconds / soundEnd.seconds) : 0
    let sound = Int64((Double(soundBytes) * min(ahead, 1000)).rounded(.up))
    return written + pictures + sound + (packets + waiting) * Self.indexBytes + Self.fixedBytes
      >= limit
  }
}

/// A film whose file came out longer than it may be: what the encoder held back was more than was
/// thought.
struct FileTooLong: Error {
  let size: Int64
  /// How long the film was, and its frames.
  let duration: Time
  let frames: Int

  /// Where the next try ends: as much sooner as the file was too long, and a hundredth.
  ///
  /// Nil where nothing would be left.
  func nextEnd(limit: Int64, schedule: FrameSchedule?) -> (time: Time, frames: Int)? {
    let share = max(limit * 99 / 100, 1)
    if let schedule {
      let count = min(Int(Int64(frames) * share / size), frames - 1)
      return count > 0 ? (schedule.outputTime(of: count), count) : nil
    }
    let end = duration.multiplied(by: share, over: size)
    return end >= Time(1, 10) ? (end, 0) : nil
  }
}
