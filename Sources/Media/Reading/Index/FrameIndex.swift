import Timing

/// The presentation timestamps of a stream's frames as the demuxer will report them.
///
/// On a grid, frames are told apart by rounding, so that nothing is stored per frame.
struct StampIndex: Sendable {
  private enum Storage {
    case grid(first: Int64, step: Ratio, count: Int)
    case list([Int64])
  }

  private let storage: Storage
  private let tick: Ratio

  init(_ stamps: [Int64], tick: Ratio, declared: FrameRate?) {
    self.tick = tick
    if let fit = GridFit(stamps, tick: tick, declared: declared) {
      storage = .grid(first: stamps[0], step: fit.step, count: stamps.count)
    } else if stamps.count == 1, let declared,
      let step = Ratio(declared.frameDuration, over: Time(tick.numerator, tick.denominator))
    {
      storage = .grid(first: stamps[0], step: step, count: 1)
    } else {
      storage = .list(stamps)
    }
  }

  var count: Int {
    switch storage {
    case .grid(_, _, let count): count
    case .list(let stamps): stamps.count
    }
  }

  var oneTick: Time { Time(tick.numerator, tick.denominator) }

  /// A number of ticks as time.
  func ticks(_ count: Int64) -> Time {
    Time(count, 1).multiplied(by: tick.numerator, over: tick.denominator)
  }

  /// The stream's own time for a frame: exact in a list, within a tick on a grid.
  func stamp(of index: Int) -> Int64 {
    switch storage {
    case .grid(let first, let step, _):
      return first
        + Time(step.numerator, step.denominator).multiplied(by: Int64(index)).units(per: 1)
    case .list(let stamps): return stamps[index]
    }
  }

  /// Half of a usual frame: less than that is no frame.
  var halfFrame: Time {
    guard count > 1 else { return oneTick }
    return (time(of: count - 1) - time(of: 0)).multiplied(by: 1, over: Int64(count - 1) * 2)
  }

  /// The time between frames, where it is one.
  var step: Time? {
    guard case .grid(_, let step, _) = storage else { return nil }
    return Time(step.numerator, step.denominator).multiplied(
      by: tick.numerator, over: tick.denominator
    ).reduced
  }

  /// The exact time of a frame on the stream's own clock.
  func time(of index: Int) -> Time {
    switch storage {
    case .grid(let first, _, _):
      return ticks(first) + (step ?? .zero).multiplied(by: Int64(index))
    case .list(let stamps):
      return ticks(stamps[index])
    }
  }

  /// The frame with a timestamp; nil where there is none.
  func index(of stamp: Int64) -> Int? {
    switch storage {
    case .grid(let first, let step, let count):
      let (distance, overflow) = stamp.subtractingReportingOverflow(first)
      guard !overflow else { return nil }
      let scaled = Int128(distance) * Int128(step.denominator)
      let (numerator, half) = (Int128(step.numerator), Int128(step.numerator) / 2)
      let index = (scaled + (scaled < 0 ? -half : half)) / numerator
      guard index >= 0, index < Int128(count) else { return nil }
      let error = (scaled - index * numerator).magnitude
      return error <= Int128(step.denominator).magnitude ? Int(index) : nil
    case .list(let stamps):
      let place = stamps.partitioningIndex { $0 >= stamp }
      return place < stamps.count && stamps[place] == stamp ? place : nil
    }
  }

  /// The presented frames of one stretch of this media, `shift` later.
  ///
  /// `start` is where the stretch begins, before which nothing is shown.
  func table(_ range: Range<Int>, shift: Time, end: Time, start: Time?) -> FrameTable {
    guard !range.isEmpty else { return .empty }
    let first = time(of: range.lowerBound) + shift
    let cut = start.flatMap { first < $0 ? $0 : nil }
    if let step {
      let natural = first + step.multiplied(by: Int64(range.count))
      let isNatural = (end - natural).magnitude <= oneTick
      return FrameTable(
        start: first, step: step, count: range.count, cut: cut, endOfLast: isNatural ? nil : end)
    }
    var scale = first.timescale
    for media in range.dropFirst() { scale = max(scale, (time(of: media) + shift).timescale) }
    if let start { scale = max(scale, (first + start).timescale) }
    var values = range.map { (time(of: $0) + shift).units(per: scale) }
    if let cut { values[0] = cut.units(per: scale) }
    return FrameTable(values: values, scale: scale, endOfLast: end)
  }
}

/// Which media frame is presented when, and where decoding can start.
struct FrameIndex: Sendable {
  /// Presented frames that are consecutive media frames.
  struct Run: Sendable {
    let presented: Int
    let media: Int
    let count: Int
  }

  /// A frame from which decoding can start.
  struct Key: Sendable {
    let media: Int
    let stamp: Int64
    let decoding: Int64
    let position: Int64
  }

  let stamps: StampIndex
  let runs: [Run]
  /// By presentation time; empty where every frame is one.
  let keys: [Key]
  let allKeys: Bool
  /// Some pictures are stored after a key and shown before it.
  let hasOpenGroups: Bool

  /// The media frame that a presented frame shows.
  func media(of presented: Int) -> Int {
    if runs.count == 1 { return runs[0].media + presented }
    let run = runs[runs.partitioningIndex { $0.presented > presented } - 1]
    return run.media + min(presented - run.presented, run.count - 1)
  }

  /// The presented frame that a media frame is first seen as; nil where an edit discards it.
  func presented(of media: Int) -> Int? {
    runs.first { media >= $0.media && media < $0.media + $0.count }
      .map { $0.presented + media - $0.media }
  }

  /// The last key from which a media frame can be decoded; nil before the first.
  ///
  /// A frame shown before a key cannot be decoded from it even if it is stored after it, so keys
  /// are ordered by presentation.
  func keyNumber(for media: Int) -> Int? {
    if allKeys { return media }
    let after = keys.partitioningIndex { $0.media > media }
    return after > 0 ? after - 1 : nil
  }

  /// Whether there are that many keys.
  func hasKey(_ number: Int) -> Bool { number < (allKeys ? stamps.count : keys.count) }

  /// What is known of a key.
  func key(_ number: Int) -> Key {
    guard allKeys else { return keys[number] }
    let stamp = stamps.stamp(of: number)
    return Key(media: number, stamp: stamp, decoding: stamp, position: -1)
  }
}

extension VideoTrackInfo {
  /// The key frame in a range of presented frames that is nearest to one of them; nil without one.
  ///
  /// Of two the one before it is taken, to which a decoder has to go anyway.
  package func keyFrame(near presented: Int, in range: ClosedRange<Int>) -> Int? {
    guard let number = index.keyNumber(for: index.media(of: presented)) else { return nil }
    let count = index.allKeys ? frames.count : index.keys.count
    for candidate in [number, number + 1] where candidate < count {
      guard let key = index.presented(of: index.key(candidate).media) else { continue }
      if range.contains(key) { return key }
    }
    return nil
  }
}
