import Timing

/// How the samples of a picture track become its presented frames.
struct Presentation {
  /// The samples that show something, by presentation time.
  struct Shown {
    let stamp: Int64
    let duration: Int64
    /// The sample's number in decoding order.
    let sample: Int
  }

  /// A stretch of the track's time that shows a stretch of the media.
  struct Piece {
    /// When it begins in the track.
    let start: Time
    /// When it ends in the track; nil for "with the media".
    let end: Time?
    /// What it shows first, in the stream's time base.
    let mediaStart: Int64
    /// Media seconds per track second; 0 holds one picture.
    let rate: Ratio
  }

  let frames: FrameTable
  let index: FrameIndex

  /// Builds the table of frames.
  ///
  /// `pieces` is the edit list; nil shows the whole media at its own times. `coarse` is the unit
  /// that the edit list's lengths are rounded to.
  init(
    _ samples: [Sample], tick: Ratio, pieces: [Piece]?, coarse: Time = .zero,
    declared: FrameRate?, trustsDurations: Bool
  ) {
    let shown = Self.shown(samples)
    let stamps = shown.map(\.stamp)
    let stampIndex = StampIndex(stamps, tick: tick, declared: declared)
    var runs: [FrameIndex.Run] = []
    var times: [(time: Time, end: Time)] = []
    let mediaEnd = Self.mediaEnd(shown, stamps: stampIndex, trustsDurations: trustsDurations)

    guard !shown.isEmpty else {
      frames = .empty
      index = FrameIndex(
        stamps: stampIndex, runs: [], keys: [], allKeys: false, hasOpenGroups: false)
      return
    }

    let only = pieces?.count == 1 ? pieces?.first : nil
    if pieces == nil || only?.rate == .one {
      // The usual case: one stretch at normal speed, which keeps a grid a grid.
      let shift = only.map { $0.start - stampIndex.ticks($0.mediaStart) } ?? .zero
      let endTicks = only?.end.map { $0 - shift }
      let range = Self.range(
        stampIndex, shown, from: only.map(\.mediaStart), to: endTicks, coarse: coarse)
      runs = [FrameIndex.Run(presented: 0, media: range.lowerBound, count: range.count)]
      let naturalEnd =
        range.upperBound == shown.count ? mediaEnd : stampIndex.time(of: range.upperBound)
      var end = naturalEnd + shift
      if let cut = only?.end, cut + coarse < end { end = cut }
      frames = stampIndex.table(range, shift: shift, end: end, start: only?.start)
    } else {
      for piece in pieces ?? [] {
        Self.append(
          piece, shown, stampIndex, mediaEnd: mediaEnd, coarse: coarse, runs: &runs,
          times: &times)
      }
      frames = Self.table(times, coarse: coarse, tick: tick)
    }
    let keys = Self.keys(samples, shown)
    // Without reordering or places in the file there is nothing to remember for each frame.
    let isPlain =
      keys.count == shown.count && keys.allSatisfy { $0.stamp == $0.decoding && $0.position < 0 }
    index = FrameIndex(
      stamps: stampIndex, runs: runs, keys: isPlain ? [] : keys, allKeys: isPlain,
      hasOpenGroups: Self.hasOpenGroups(samples))
  }

  /// Whether a picture is stored after a key picture, not the first, and shown before it.
  private static func hasOpenGroups(_ samples: [Sample]) -> Bool {
    var key: Int64 = .min
    for sample in samples where !sample.isHidden {
      if sample.isKey {
        key = sample.presentation
      } else if sample.presentation < key {
        return true
      }
    }
    return false
  }

  /// The samples that show something, ascending and without doubles.
  private static func shown(_ samples: [Sample]) -> [Shown] {
    var shown: [Shown] = []
    shown.reserveCapacity(samples.count)
    for (number, sample) in samples.enumerated() where !sample.isHidden {
      shown.append(
        Shown(stamp: sample.presentation, duration: sample.duration, sample: number))
    }
    var isAscending = true
    for index in shown.indices.dropFirst() where shown[index - 1].stamp >= shown[index].stamp {
      isAscending = false
      break
    }
    guard !isAscending else { return shown }
    shown.sort { ($0.stamp, $0.sample) < ($1.stamp, $1.sample) }
    var unique: [Shown] = []
    unique.reserveCapacity(shown.count)
    for frame in shown where unique.last?.stamp != frame.stamp { unique.append(frame) }
    return unique
  }

  /// The end of the media's last frame: the container's if plausible, else the grid's step, else
  /// the distance before it.
  private static func mediaEnd(
    _ shown: [Shown], stamps: StampIndex, trustsDurations: Bool
  ) -> Time {
    guard let last = shown.last else { return .zero }
    let count = shown.count
    let start = stamps.time(of: count - 1)
    let declared = stamps.ticks(last.duration)
    if let step = stamps.step {
      let isPlausible =
        trustsDurations && declared.multiplied(by: 2) >= step
        && declared <= step.multiplied(by: 2) + stamps.oneTick
        && (declared - step).magnitude > stamps.oneTick
      return start + (isPlausible ? declared : step)
    }
    if last.duration > 0, declared < Time(60, 1) { return start + declared }
    guard count > 1 else { return start + Time(1, 25) }
    return start + (start - stamps.time(of: count - 2))
  }

  /// The media frames that one stretch shows.
  ///
  /// A frame that begins before the stretch is seen from its start on. What is seen for less than the
  /// unit of the edit list is rounding.
  private static func range(
    _ stamps: StampIndex, _ shown: [Shown], from first: Int64?, to end: Time?,
    coarse: Time
  ) -> Range<Int> {
    let sliver = min(coarse + stamps.oneTick, stamps.halfFrame)
    var lower = 0
    if let first {
      lower = shown.partitioningIndex { $0.stamp >= first }
      if lower > 0 {
        let before = shown[lower - 1]
        let next = lower < shown.count ? shown[lower].stamp : before.stamp + before.duration
        if stamps.ticks(next - first) > sliver { lower -= 1 }
      }
    }
    guard let end else { return lower..<max(lower, shown.count) }
    let limit = end - sliver
    let upper = shown.partitioningIndex { stamps.ticks($0.stamp) > limit }
    return lower..<max(lower, upper)
  }

  private static func append(
    _ piece: Piece, _ shown: [Shown], _ stamps: StampIndex, mediaEnd: Time,
    coarse: Time, runs: inout [FrameIndex.Run], times: inout [(time: Time, end: Time)]
  ) {
    if piece.rate.numerator == 0 {
      // One picture is held.
      let after = shown.partitioningIndex { $0.stamp > piece.mediaStart }
      guard let end = piece.end, end > piece.start else { return }
      runs.append(FrameIndex.Run(presented: times.count, media: max(0, after - 1), count: 1))
      times.append((piece.start, end))
      return
    }
    let inverse = Ratio(piece.rate.denominator, piece.rate.numerator)
    let mediaStart = stamps.ticks(piece.mediaStart)
    func trackTime(_ media: Time) -> Time { piece.start + (media - mediaStart).scaled(by: inverse) }
    let mediaLimit = piece.end.map { mediaStart + ($0 - piece.start).scaled(by: piece.rate) }
    let range = range(
      stamps, shown, from: piece.mediaStart, to: mediaLimit,
      coarse: coarse.scaled(by: piece.rate))
    guard !range.isEmpty else { return }
    runs.append(
      FrameIndex.Run(presented: times.count, media: range.lowerBound, count: range.count))
    for media in range {
      let next = media + 1 < shown.count ? stamps.time(of: media + 1) : mediaEnd
      let time = max(piece.start, trackTime(stamps.time(of: media)))
      let end = min(piece.end ?? .positiveInfinity, trackTime(next))
      times.append((time, max(time, end)))
    }
  }

  /// The table of frames gathered from several stretches.
  private static func table(
    _ times: [(time: Time, end: Time)], coarse: Time, tick: Ratio
  ) -> FrameTable {
    guard let last = times.last else { return .empty }
    // One scale on which all of them are whole, as far as that fits.
    var scale: Int64 = 1
    for (time, _) in times {
      let part = time.reduced.timescale
      let divisor = Int64(greatestDivisor(scale.magnitude, part.magnitude))
      let (product, overflow) = (scale / divisor).multipliedReportingOverflow(by: part)
      guard !overflow, product < 1 << 40 else { break }
      scale = product
    }
    let values = times.map { $0.time.units(per: scale) }
    let tolerance = max(
      1, max(coarse, Time(tick.numerator, tick.denominator)).units(per: scale, .awayFromZero))
    if let fit = GridFit(values, tick: Ratio(1, scale), tolerance: tolerance) {
      return FrameTable(
        start: times[0].time, step: fit.duration(tick: Ratio(1, scale)), count: values.count)
    }
    return FrameTable(values: values, scale: scale, endOfLast: last.end)
  }

  /// The key frames that decoding can start from, by presentation time.
  private static func keys(_ samples: [Sample], _ shown: [Shown]) -> [FrameIndex.Key] {
    shown.enumerated().compactMap { media, frame in
      let sample = samples[frame.sample]
      guard sample.isKey else { return nil }
      return FrameIndex.Key(
        media: media, stamp: frame.stamp, decoding: sample.decoding, position: sample.position)
    }
  }
}

/// The greatest number that divides both; 1 where one is 0.
func greatestDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
  var (a, b) = (first, second)
  while b != 0 { (a, b) = (b, a % b) }
  return max(1, a)
}
