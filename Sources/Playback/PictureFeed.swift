import Imaging
import Media
import Rendering
import Timing

/// Makes pictures ready, a few ahead of their time, on a thread of its own.
///
/// What is late is passed over before it is drawn. Owned by its worker.
final class PictureFeed {
  private struct Order {
    let index: Int
    let generation: Int
    let entry: Time
  }

  /// A fast rate shows no more than this many nanoseconds apart: more than screens can show.
  private static let shortestStep: Int64 = 15_000_000

  private let state: PlaybackState
  private let puller: MediaPuller
  private let schedule: FrameSchedule
  private let pool = FramePool()
  private var converter: FrameConverter?
  private var last: Order?

  init(_ state: PlaybackState, puller: MediaPuller, schedule: FrameSchedule) {
    (self.state, self.puller, self.schedule) = (state, puller, schedule)
  }

  /// Works until the player is closed.
  func run() {
    defer { puller.close() }
    while let order = nextOrder() {
      do {
        let frame = try puller.frame(order.index)
        let picture = ReadyPicture(
          index: order.index, generation: order.generation, entry: order.entry, frame: frame,
          shown: try showable(frame))
        state.change {
          if $0.transport.generation == order.generation { $0.pictures.append(picture) }
        }
      } catch {
        state.fail(error)
      }
      last = order
    }
  }

  /// What to draw next; waits until there is something, nil at the end.
  private func nextOrder() -> Order? {
    state.read { state in
      while !state.isClosed {
        state.dropStale()
        if let order = order(state) { return order }
        state.monitor.wait()
      }
      return nil
    }
  }

  private func order(_ state: PlaybackState) -> Order? {
    let transport = state.transport
    guard let last, last.generation == transport.generation else {
      let index = schedule.index(at: transport.position)
      return Order(index: index, generation: transport.generation, entry: transport.position)
    }
    guard transport.status != .paused, state.pictures.count < PlaybackState.pictureLimit else {
      return nil
    }
    let step = transport.isForward ? 1 : -1
    var index = last.index + step
    let stride = Time(Self.shortestStep, 1_000_000_000).scaled(by: transport.rate)
    if transport.rate.magnitude > .one {
      let wanted = schedule.index(at: last.entry + stride)
      if (wanted - index) * step > 0 { index = wanted }
    }
    let due = schedule.index(at: transport.time(at: machineTime()))
    if transport.status == .playing, (due - index) * step > 0 {
      state.statistics.skipped += (due - index) * step
      index = due
    }
    guard index >= 0, index < schedule.count else { return nil }
    // Backward, a picture appears at its end.
    let entry =
      transport.isForward || index + 1 >= schedule.count
      ? schedule.time(of: index) : schedule.time(of: index + 1)
    let range = transport.range
    guard transport.isForward ? entry < range.end : schedule.time(of: index + 1) > range.start
    else { return nil }
    return Order(index: index, generation: transport.generation, entry: entry)
  }

  /// The picture as windows take it: 8-bit 4:2:0 of limited range, by BT.601 or BT.709.
  private func showable(_ frame: VideoFrame) throws -> VideoFrame {
    let color = frame.color.resolved(
      width: frame.width, height: frame.height, model: frame.format.model)
    let isShowable =
      frame.format == .yuv420p && color.range == .limited
      && [.bt709, .bt470bg, .smpte170m].contains(color.matrix)
      && ![.pq, .hlg, .linear].contains(color.transfer)
    if isShowable { return frame }
    let target = FrameConverter.Shape(
      format: .yuv420p, width: frame.width, height: frame.height, color: .bt709)
    let source = FrameConverter.Shape(
      format: frame.format, width: frame.width, height: frame.height, color: frame.color)
    if converter?.source != source { converter = try FrameConverter(from: source, to: target) }
    return try converter!.convert(frame, pool: pool)
  }
}
