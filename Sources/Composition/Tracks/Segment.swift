import Timing

/// A stretch of a composition's track: a part of one source track, or nothing.
package struct Segment: Hashable, Sendable {
  package let mapping: TimeMapping
  /// Nil in an empty segment.
  package let source: SourceTrack?
  /// Whether the source is shown backward: the start of the target shows the end of the source.
  package let isReversed: Bool
  /// Whether one moment of the source is held; its source range is empty and the sound is silent.
  package let isFrozen: Bool

  /// Shows `range` of a source track during `target`.
  package init(
    _ source: SourceTrack, _ range: TimeRange, target: TimeRange, isReversed: Bool = false
  ) {
    self.init(
      mapping: TimeMapping(source: range, target: target), source: source, isReversed: isReversed)
  }

  /// Holds one frame of a source track during `target`.
  ///
  /// It is the frame shown at `time`, or with `isBefore` the last one that starts before it, which is
  /// what a reversed segment shows there and how the end of a clip names its last frame.
  package init(
    frozen source: SourceTrack, at time: Time, isBefore: Bool = false, target: TimeRange
  ) {
    self.init(
      mapping: TimeMapping(source: TimeRange(start: time, duration: .zero), target: target),
      source: source, isReversed: isBefore, isFrozen: true)
  }

  /// Shows nothing during `target`.
  package init(emptyFor target: TimeRange) {
    self.init(mapping: TimeMapping(emptyFor: target), source: nil, isReversed: false)
  }

  private init(
    mapping: TimeMapping, source: SourceTrack?, isReversed: Bool, isFrozen: Bool = false
  ) {
    (self.mapping, self.source) = (mapping, source)
    (self.isReversed, self.isFrozen) = (isReversed, isFrozen)
  }

  package var target: TimeRange { mapping.target }
  package var isEmpty: Bool { source == nil }
  /// Source seconds per second of the track, 0 where it is frozen; nil in an empty segment.
  package var rate: Ratio? { isEmpty ? nil : mapping.rate }

  /// The source time shown at a time of the track, exact; invalid in an empty segment.
  ///
  /// In a reversed segment it is the end of what is shown: the frame is the last one that starts
  /// before it.
  package func sourceTime(at time: Time) -> Time {
    guard !isEmpty else { return .invalid }
    if isFrozen { return mapping.source.start }
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
      isReversed: isReversed, isFrozen: isFrozen)
  }

  /// The same media backward, or forward again; a frozen frame stays what it is.
  func reversed() -> Segment {
    guard !isEmpty, !isFrozen else { return self }
    return Segment(mapping: mapping, source: source, isReversed: !isReversed)
  }

  /// The frame that it shows at a time of the track, held during another stretch of the track.
  func frozen(at time: Time, target: TimeRange) -> Segment {
    guard let source else { return Segment(emptyFor: target) }
    return Segment(
      frozen: source, at: sourceTime(at: time), isBefore: isReversed, target: target)
  }

  /// The last frame that it shows, held during another stretch of the track.
  ///
  /// The end of a segment is the start of what follows: the frame meant is the one before it, or in
  /// a segment that runs backward the one that begins there.
  func frozenAtEnd(target place: TimeRange) -> Segment {
    guard let source else { return Segment(emptyFor: place) }
    return Segment(
      frozen: source, at: sourceTime(at: target.end),
      isBefore: isFrozen ? isReversed : !isReversed, target: place)
  }

  /// The part of it during `range`, at the same speed.
  func clipped(to range: TimeRange) -> Segment {
    let part = target.intersection(range)
    guard part != target else { return self }
    let plain = TimeRange(start: part.start.reduced, duration: part.duration.reduced)
    guard let source else { return Segment(emptyFor: plain) }
    if isFrozen { return retargeted(plain) }
    let ends = [sourceTime(at: part.start), sourceTime(at: part.end)]
    return Segment(
      source, TimeRange(from: min(ends[0], ends[1]), to: max(ends[0], ends[1])), target: plain,
      isReversed: isReversed)
  }
}
