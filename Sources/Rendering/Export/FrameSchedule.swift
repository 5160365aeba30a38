import Composition
import Media
import Timing

/// How long a picture is shown at least: where cuts leave less of a frame it is left out, for no file
/// could tell it from the next one.
private let least = Time(1, 1000)

/// When an export shows its frames: a regular grid, or the times of the sources themselves.
///
/// Times are those of the edit; the output's own begin at 0. The memory does not grow with frames.
package struct FrameSchedule: Sendable {
  private enum Kind: Sendable {
    case grid(step: Time)
    case sources([Part])
  }

  /// The frames that one segment of a track shows.
  private struct Part: Sendable {
    /// The number of frames before this part.
    var first = 0
    var target: TimeRange
    /// nil behind the track's end.
    let segment: Segment?
    /// nil for a gap, which shows one frame of background.
    let frames: FrameTable?
    var firstFrame = 0
    var count = 1
    /// Between the frames where they do not follow the source's; nil where they do, and where there
    /// is only one.
    var step: Time?
    /// Where the first frame that is shown begins, if one before it is left out.
    var lateStart: Time?

    /// Leaves out what is shown too shortly to be told from what follows.
    mutating func settle(isLast: Bool) {
      if step == nil, count > 1, target.duration < least.multiplied(by: Int64(count)) {
        step = least
      }
      if let step {
        count = Int(target.duration.quotient(by: step, .towardPositiveInfinity))
      } else if count > 1, time(of: 1) - target.start < least {
        lateStart = time(of: 1)
        firstFrame += segment?.isReversed == true ? -1 : 1
        count -= 1
      }
      if !isLast, target.end - time(of: count - 1) < least { count -= 1 }
    }

    /// When the edit begins to show a frame of the source, were it all in this part.
    func start(of frame: Int) -> Time {
      guard let frames, let segment, !segment.isFrozen else { return target.start }
      let mapping = segment.mapping
      guard segment.isReversed else { return mapping.unmap(frames.time(of: frame)) }
      // Backward, a frame begins where the next one would have ended it.
      let end = frame + 1 < frames.count ? frames.time(of: frame + 1) : frames.endOfLast
      return mapping.target.start + (mapping.target.end - mapping.unmap(end))
    }

    /// When the frame of that number among those of the part is shown.
    func time(of number: Int) -> Time {
      guard number > 0 else { return lateStart ?? target.start }
      if let step { return target.start + step.multiplied(by: Int64(number)) }
      return start(of: segment?.isReversed == true ? firstFrame - number : firstFrame + number)
    }
  }

  private let kind: Kind
  let range: TimeRange
  package let count: Int

  /// A frame at every whole multiple of `step` after the range's start.
  init(range: TimeRange, step: Time) {
    self.range = range
    kind = .grid(step: step)
    count = Int(range.duration.quotient(by: step, .towardPositiveInfinity))
  }

  /// The moments at which a track's picture changes, cut to a range; the rest of the range beyond
  /// the track's end is one more frame of background.
  ///
  /// - Parameter stillStep: between the frames where the track has none or holds one, for other tracks
  ///   may move meanwhile; nil where there are no others.
  init(
    range: TimeRange, track: CompositionTrack, stillStep: Time? = nil,
    frames: (SourceTrack) throws -> FrameTable
  ) rethrows {
    self.range = range
    var parts: [Part] = []
    for segment in track.segments(overlapping: range) {
      let target = segment.mapping.target.intersection(range)
      guard !target.isEmpty else { continue }
      let table = try segment.source.map(frames)
      if table == nil, let last = parts.last, last.frames == nil {
        // Nothing changes where one gap follows another.
        parts[parts.count - 1].target = TimeRange(from: last.target.start, to: target.end)
        continue
      }
      var firstFrame = 0
      var count: Int?
      if let table, !segment.isFrozen {
        let (start, end) = (
          segment.sourceTime(at: target.start), segment.sourceTime(at: target.end)
        )
        if segment.isReversed {
          firstFrame = table.index(before: start) ?? 0
          count = firstFrame - (table.index(at: end) ?? 0) + 1
        } else {
          firstFrame = table.index(at: start) ?? 0
          count = max(table.index(before: end) ?? 0, firstFrame) - firstFrame + 1
        }
      }
      parts.append(
        Part(
          target: target, segment: segment, frames: table, firstFrame: firstFrame,
          count: count ?? 1, step: count == nil ? stillStep : nil))
    }
    let end = parts.last?.target.end ?? range.start
    if end < range.end {
      let rest = TimeRange(from: end, to: range.end)
      parts.append(Part(target: rest, segment: nil, frames: nil, step: stillStep))
    }
    (parts, count) = Self.settled(parts, in: range)
    kind = .sources(parts)
  }

  /// The parts that show something, their frames counted.
  private static func settled(_ parts: [Part], in range: TimeRange) -> ([Part], Int) {
    var (shown, total): ([Part], Int) = ([], 0)
    for var part in parts {
      part.first = total
      part.settle(isLast: part.target.end == range.end)
      guard part.count > 0 else { continue }
      shown.append(part)
      total += part.count
    }
    return (shown, total)
  }

  /// The time in the edit of output frame `index`.
  package func time(of index: Int) -> Time {
    switch kind {
    case .grid(let step): return range.start + step.multiplied(by: Int64(index))
    case .sources(let parts):
      let part = parts[parts.partitioningIndex { $0.first > index } - 1]
      return part.time(of: index - part.first)
    }
  }

  /// The frame that is shown at a time; the first before all, the last after all.
  package func index(at time: Time) -> Int {
    if case .grid(let step) = kind {
      return min(max(Int((time - range.start).quotient(by: step)), 0), max(count - 1, 0))
    }
    return max((0..<count).partitioningIndex { self.time(of: $0) > time } - 1, 0)
  }

  /// The time in the output of frame `index`; the first is shown from the beginning.
  func outputTime(of index: Int) -> Time { index == 0 ? .zero : time(of: index) - range.start }

  /// The step of the frames, if all of them stand on one grid that begins with the range.
  var step: Time? {
    switch kind {
    case .grid(let step): return step
    case .sources(let parts):
      guard let step = parts.lazy.compactMap({ $0.frames?.step }).first else { return nil }
      for part in parts {
        // Within a part the frames are a grid already; what counts is where it begins and its speed.
        guard part.step == nil, let frames = part.frames, frames.step == step,
          let mapping = part.segment?.mapping,
          mapping.source.duration == mapping.target.duration,
          part.target.start - range.start == step.multiplied(by: Int64(part.first)),
          part.start(of: part.firstFrame) == part.target.start
        else { return nil }
      }
      return step
    }
  }

  /// A scale on which every frame and the end fall on whole units, if a reasonable one exists.
  func timescale(limit: Int64 = 1_000_000) -> Int64 {
    var scales = [range.start, range.duration].map(\.reduced.timescale)
    switch kind {
    case .grid(let step): scales.append(step.reduced.timescale)
    case .sources(let parts):
      for part in parts {
        scales.append(part.target.start.reduced.timescale)
        if let step = part.step { scales.append(step.reduced.timescale) }
        guard let frames = part.frames else { continue }
        if let step = frames.step { scales.append(step.reduced.timescale) }
        scales.append(part.start(of: part.firstFrame).reduced.timescale)
        if frames.step == nil { scales.append(90_000) }
      }
    }
    // The frames' own scale matters most: a frame between two ticks would be a rounded timestamp.
    var scale = step?.reduced.timescale ?? 1
    for candidate in scales {
      let common = scale / Int64(greatestCommonDivisor(Int(scale), Int(candidate)))
      let (product, overflow) = common.multipliedReportingOverflow(by: candidate)
      if !overflow, product <= max(limit, scale) { scale = product }
    }
    // A coarse scale could not say where the last frame ends.
    while scale < 10_000 { scale *= 2 }
    return scale
  }
}
