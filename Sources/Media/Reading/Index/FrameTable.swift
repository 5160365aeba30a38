import Timing

/// The presented frames of a picture track, in presentation order, in the track's exact time.
///
/// Hidden frames and those that an edit discards are not in it. A grid takes the same few bytes
/// however long it is; a variable track keeps eight bytes per frame.
package struct FrameTable: Sendable, Hashable {
  private enum Storage: Hashable {
    /// `cut` is when the first frame is really seen, where an edit begins in its middle.
    case grid(start: Time, step: Time, count: Int, cut: Time?)
    /// Ascending, in units of `1 / scale` second.
    case list(values: [Int64], scale: Int64)
  }

  private let storage: Storage
  /// When the last frame ends; nothing is shown from there on.
  package let endOfLast: Time

  /// Makes a grid: frame k is at exactly `start + k · step`.
  ///
  /// The first frame may be cut short to begin at `cut`; the last one lasts one step too unless
  /// `endOfLast` says otherwise.
  package init(
    start: Time, step: Time, count: Int, cut: Time? = nil, endOfLast: Time? = nil
  ) {
    precondition(count >= 0 && step > .zero, "a grid goes forward")
    storage = .grid(start: start, step: step, count: count, cut: cut)
    self.endOfLast = endOfLast ?? start + step.multiplied(by: Int64(count))
  }

  /// Makes a table of frames without a common step, with their times in `1 / scale` second.
  package init(values: [Int64], scale: Int64, endOfLast: Time) {
    precondition(scale > 0)
    storage = .list(values: values, scale: scale)
    self.endOfLast = endOfLast
  }

  package static let empty = FrameTable(values: [], scale: 1, endOfLast: .zero)

  package var count: Int {
    switch storage {
    case .grid(_, _, let count, _): count
    case .list(let values, _): values.count
    }
  }

  package var isGrid: Bool {
    if case .grid = storage { return true }
    return false
  }

  /// The time between frames; nil where it varies.
  ///
  /// An edit may cut the first and the last frame short.
  package var step: Time? {
    if case .grid(_, let step, _, _) = storage { return step }
    return nil
  }

  /// The exact rate; nil where it varies.
  package var rate: FrameRate? { step.flatMap { FrameRate(frameDuration: $0.reduced) } }

  /// When the first frame is shown; zero in an empty table.
  package var start: Time { count > 0 ? time(of: 0) : .zero }

  /// The timestamp of a frame, exact.
  package func time(of index: Int) -> Time {
    switch storage {
    case .grid(let start, let step, let count, let cut):
      precondition(index >= 0 && index < count, "no such frame")
      if index == 0, let cut { return cut }
      return start + step.multiplied(by: Int64(index))
    case .list(let values, let scale):
      return Time(values[index], scale)
    }
  }

  /// The frame shown at a time: the last one with a timestamp not after it.
  ///
  /// Nil before the first; after the end it is still the last one.
  package func index(at time: Time) -> Int? {
    guard count > 0, time.isNumeric else { return time == .positiveInfinity ? count - 1 : nil }
    switch storage {
    case .grid(let start, let step, let count, let cut):
      if let cut, time < cut { return nil }
      let index = (time - start).quotient(by: step, .towardNegativeInfinity)
      return index < 0 ? nil : Int(min(index, Int64(count - 1)))
    case .list(let values, let scale):
      let units = time.units(per: scale, .towardNegativeInfinity)
      let after = values.partitioningIndex { $0 > units }
      return after == 0 ? nil : after - 1
    }
  }

  /// The last frame with a timestamp before a time: what was shown until then.
  ///
  /// Nil at the first and before it; after the end it is the last one.
  package func index(before time: Time) -> Int? {
    guard count > 0, time.isNumeric else { return time == .positiveInfinity ? count - 1 : nil }
    switch storage {
    case .grid(let start, let step, let count, let cut):
      if let cut, time <= cut { return nil }
      let index = (time - start).quotient(by: step, .towardPositiveInfinity) - 1
      return index < 0 ? nil : Int(min(index, Int64(count - 1)))
    case .list(let values, let scale):
      let units = time.units(per: scale, .towardPositiveInfinity)
      let after = values.partitioningIndex { $0 >= units }
      return after == 0 ? nil : after - 1
    }
  }

  /// The frame of a variable track that is shown longest, and for how long.
  var longestShown: (index: Int, duration: Time)? {
    guard case .list(let values, let scale) = storage, let last = values.last else { return nil }
    var (place, longest) = (0, Int64(0))
    for index in 1..<max(1, values.count) where values[index] - values[index - 1] > longest {
      (place, longest) = (index - 1, values[index] - values[index - 1])
    }
    let atEnd = endOfLast - Time(last, scale)
    return atEnd > Time(longest, scale) ? (values.count - 1, atEnd) : (place, Time(longest, scale))
  }

  /// The shortest time between two frames; nil with fewer than two.
  package var minimumStep: Time? {
    switch storage {
    case .grid(_, let step, _, _): return step
    case .list(let values, let scale):
      guard values.count > 1 else { return nil }
      return zip(values.dropFirst(), values).lazy.map { $0 - $1 }.min().map { Time($0, scale) }
    }
  }
}

extension FrameTable {
  /// The longest time between two frames; nil with fewer than two.
  package var maximumStep: Time? {
    if let step { return count > 1 ? step : nil }
    return (1..<max(1, count)).lazy.map { time(of: $0) - time(of: $0 - 1) }.max()
  }
}
