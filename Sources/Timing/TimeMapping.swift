/// Where a stretch of a timeline takes its media from: equal positions in two ranges.
package struct TimeMapping: Hashable, Sendable {
  /// In the media's own time; ignored in an empty edit.
  package let source: TimeRange
  /// In the timeline's time.
  package let target: TimeRange

  package init(source: TimeRange, target: TimeRange) {
    (self.source, self.target) = (source, target)
  }

  /// A mapping that shows nothing for the length of `target`.
  package init(emptyFor target: TimeRange) {
    self.init(source: .invalid, target: target)
  }

  package var isValid: Bool { target.isValid }
  /// No media: recognised by the source's start alone, as in the reference.
  package var isEmptyEdit: Bool { isValid && !source.start.isNumeric }

  /// Source seconds per target second; nil in an empty edit and where there is no quotient.
  package var rate: Ratio? {
    isEmptyEdit ? nil : Ratio(source.duration, over: target.duration)
  }

  /// The source time shown at a target time, exact; invalid in an empty edit.
  ///
  /// Times outside the target are extrapolated.
  package func map(_ time: Time) -> Time {
    guard !isEmptyEdit, isValid else { return .invalid }
    return target.map(time, to: source)
  }

  /// The target time at which a source time is shown, exact; invalid in an empty edit.
  package func unmap(_ time: Time) -> Time {
    guard !isEmptyEdit, isValid else { return .invalid }
    return source.map(time, to: target)
  }
}
