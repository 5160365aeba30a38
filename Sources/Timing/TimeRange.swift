/// A half-open stretch of time: it contains its start and never its end.
package struct TimeRange: Sendable, Hashable {
  package let start: Time
  package let duration: Time

  package init(start: Time, duration: Time) {
    (self.start, self.duration) = (start, duration)
  }

  /// The range from one time up to another; reversed ends make an invalid range.
  package init(from start: Time, to end: Time) {
    let duration = end - start
    self = duration < .zero ? .invalid : TimeRange(start: start, duration: duration)
  }

  package static let zero = TimeRange(start: .zero, duration: .zero)
  package static let invalid = TimeRange(start: .invalid, duration: .invalid)
  /// Everything from zero on.
  package static let all = TimeRange(start: .zero, duration: .positiveInfinity)

  package var end: Time { start + duration }
  package var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  package var isEmpty: Bool { isValid && duration == .zero }
  /// Both ends are numbers.
  package var isNumeric: Bool { isValid && start.isNumeric && duration.isNumeric }
  package var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
}
