import Timing

/// A stretch of a composition's track: a part of one source track, or nothing.
package struct Segment: Hashable, Sendable {
  package let mapping: TimeMapping
  /// Nil in an empty segment.
  package let source: SourceTrack?
  /// Whether the source is shown backward: the start of the target shows the end of the source.
  package let isReversed: Bool

  /// Shows `range` of a source track during `target`.
  package init(
    _ source: SourceTrack, _ range: TimeRange, target: TimeRange, isReversed: Bool = false
  ) {
    self.init(
      mapping: TimeMapping(source: range, target: target), source: source, isReversed: isReversed)
  }

  /// Shows nothing during `target`.
  package init(emptyFor target: TimeRange) {
    self.init(mapping: TimeMapping(emptyFor: target), source: nil, isReversed: false)
  }

  private init(mapping: TimeMapping, source: SourceTrack?, isReversed: Bool) {
    (self.mapping, self.source, self.isReversed) = (mapping, source, isReversed)
  }

  package var target: TimeRange { mapping.target }
  package var isEmpty: Bool { source == nil }
  /// Source seconds per second of the track; nil in an empty segment.
  package var rate: Ratio? { isEmpty ? nil : mapping.rate }

  /// The source time shown at a time of the track, exact; invalid in an empty segment.
  ///
  /// In a reversed segment it is the end of what is shown: the frame is the last one that starts
  /// before it.
  package func sourceTime(at time: Time) -> Time {
    guard !isEmpty else { return .invalid }
    return mapping.map(isReversed ? target.start + (target.end - time) : time)
  }

  /// The same length somewhere else on the track.
  func moved(to start: Time) -> Segment {
    retargeted(TimeRange(start: start, duration: target.duration))
  }

  /// The same media during another stretch of the track: moved, and faster or slower.
  func retargeted(_ target: TimeRange) -> Segment {
    Segment(
      mapping: TimeMapping(source: mapping.source, target: target), source: source,
      isReversed: isReversed)
  }

  /// The part of it during `range`, at the same speed.
  func clipped(to range: TimeRange) -> Segment {
    let part = target.intersection(range)
    guard part != target else { return self }
    let plain = TimeRange(start: part.start.reduced, duration: part.duration.reduced)
    guard let source else { return Segment(emptyFor: plain) }
    let ends = [sourceTime(at: part.start), sourceTime(at: part.end)]
    return Segment(
      source, TimeRange(from: min(ends[0], ends[1]), to: max(ends[0], ends[1])), target: plain,
      isReversed: isReversed)
  }
}
