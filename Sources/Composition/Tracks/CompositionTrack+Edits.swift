import Timing

extension CompositionTrack {
  /// Takes a range out and pulls what comes later left; the track stays, even without segments.
  ///
  /// What lies outside the track is ignored. A gap that would end the track goes too.
  package mutating func remove(_ range: TimeRange) throws(CompositionError) {
    guard range.isValid, range.start.isNumeric, !range.duration.isIndefinite else {
      throw .badRange(range, doing: "remove from \(label)")
    }
    takeOut(range)
  }

  /// The checked part of removing.
  mutating func takeOut(_ range: TimeRange) {
    let part = TimeRange(from: .zero, to: duration).intersection(range)
    guard part.isNumeric, !part.isEmpty else { return }
    let first = cut(at: part.start)
    segments.removeSubrange(first..<cut(at: part.end))
    close(from: first)
    dropTrailingGap()
    recountFormats()
  }

  /// Gives a range another length by changing the speed of all that is in it.
  ///
  /// Gaps are scaled too; what comes later moves. Where the range reaches beyond the track, the
  /// part inside is scaled by the same factor.
  package mutating func scale(_ range: TimeRange, to length: Time) throws(CompositionError) {
    try Self.checkScaling(range, to: length, of: label)
    try duration.checkRoom(for: length, on: label)
    stretch(range, to: length)
  }

  static func checkScaling(
    _ range: TimeRange, to length: Time, of label: String
  ) throws(CompositionError) {
    guard range.isNumeric, range.start >= .zero, !range.isEmpty else {
      throw .badRange(range, doing: "scale \(label)")
    }
    guard length.isNumeric, length > .zero else {
      throw .badDuration(length, doing: "scale \(range) of \(label)")
    }
  }

  /// The checked part of scaling.
  mutating func stretch(_ range: TimeRange, to length: Time) {
    guard range.start < duration else { return }
    let first = cut(at: range.start)
    let last = cut(at: range.end)
    let scaled = TimeRange(start: range.start, duration: length)
    // Ends are mapped as times of the track and lengths taken from them, so that nothing adds up.
    var start = range.start
    for index in first..<last {
      let end = range.map(segments[index].target.end, to: scaled).reduced
      segments[index] = segments[index].retargeted(
        TimeRange(start: start.reduced, duration: (end - start).reduced))
      start = end
    }
    close(from: first)
  }

  /// Replaces all segments; fails and changes nothing where they are not a proper list.
  package mutating func setSegments(_ list: [Segment]) throws(CompositionError) {
    try Self.validate(list)
    for case let source? in list.lazy.map(\.source) where source.mediaType != mediaType {
      throw .mediaType(track: label, wanted: mediaType, source: source.label)
    }
    try Time.zero.checkRoom(for: list.last?.target.end ?? .zero, on: label)
    segments = list
    recountFormats()
  }

  /// Checks that segments follow each other from zero without a hole and have usable ranges.
  ///
  /// Looks at no file. Linear.
  package static func validate(_ list: [Segment]) throws(CompositionError) {
    var end = Time.zero
    for (index, segment) in list.enumerated() {
      let (source, target) = (segment.mapping.source, segment.target)
      guard target.duration.isNumeric, target.duration > .zero else {
        throw .badSegment(index, .targetDuration(target.duration))
      }
      guard target.start.isNumeric, target.start == end else {
        throw .badSegment(index, .notContiguous(start: target.start, previousEnd: end))
      }
      if let media = segment.source {
        guard source.start.isNumeric else {
          throw .badSegment(index, .sourceStart(source.start, of: media.label))
        }
        guard source.duration.isNumeric, source.duration > .zero || segment.isFrozen else {
          throw .badSegment(index, .sourceDuration(source.duration, of: media.label))
        }
      }
      end = target.end
    }
  }
}
