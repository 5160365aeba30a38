extension TimeRange {
  /// Whether `time` is inside; the end never is.
  package func contains(_ time: Time) -> Bool {
    isValid && !isIndefinite && !isEmpty && time.isValid && start <= time && time < end
  }

  /// Whether all of `inner` is inside.
  ///
  /// An empty range is a point, so it must be a time that this range contains.
  package func contains(_ inner: TimeRange) -> Bool {
    guard isValid, !isIndefinite, inner.isValid, !inner.isIndefinite else { return false }
    if inner.isEmpty { return contains(inner.start) }
    return start <= inner.start && inner.end <= end
  }

  /// The smallest range that covers both, with whatever lies between them.
  package func union(_ other: TimeRange) -> TimeRange {
    guard isDefinite, other.isDefinite else { return .invalid }
    return TimeRange(from: min(start, other.start), to: max(end, other.end))
  }

  /// What both have in common; `zero` where they are apart or only touch.
  package func intersection(_ other: TimeRange) -> TimeRange {
    guard isDefinite, other.isDefinite else { return .invalid }
    let (first, last) = (max(start, other.start), min(end, other.end))
    return first < last ? TimeRange(from: first, to: last) : .zero
  }

  /// The nearest time of the closed range; invalid for an empty range.
  package func clamp(_ time: Time) -> Time {
    guard isDefinite, !isEmpty, time.isValid else { return .invalid }
    return min(max(time, start), end)
  }

  /// The time at the same relative place of another range, exact; both ends map onto ends.
  ///
  /// It keeps the scale of `time` where the result is a whole number of its units, else it is in
  /// lowest terms. Times outside are extrapolated; an empty range makes an invalid time.
  package func map(_ time: Time, to other: TimeRange) -> Time {
    guard time.isNumeric, start.isNumeric, other.start.isNumeric else { return .invalid }
    let place = time - start
    if duration == .positiveInfinity, other.duration == .positiveInfinity {
      return (place + other.start).onScale(of: time)
    }
    // Said and not computed, so that a cut at an end needs no new rounding on extreme scales.
    if place == duration, isNumeric, other.isNumeric, !isEmpty, !other.isEmpty {
      return other.end.onScale(of: time)
    }
    return (mapDuration(place, to: other) + other.start).onScale(of: time)
  }

  /// A length of this range as a length of another range, exact.
  package func mapDuration(_ length: Time, to other: TimeRange) -> Time {
    guard isDefinite, other.isDefinite, !isEmpty, !other.isEmpty,
      let ratio = Ratio(other.duration, over: duration)
    else { return .invalid }
    return length.multiplied(by: ratio.numerator, over: ratio.denominator).onScale(of: length)
  }

  /// The time that a looped range shows at `time`: its start plus the rest of the division.
  package func fold(_ time: Time) -> Time {
    guard isNumeric, !isEmpty, time.isNumeric else { return .invalid }
    let place = time - start
    return start + place - duration.multiplied(by: place.quotient(by: duration))
  }

  /// The same length, `offset` later.
  package func shifted(by offset: Time) -> TimeRange {
    TimeRange(start: start + offset, duration: duration)
  }

  private var isDefinite: Bool { isValid && !isIndefinite }
}

extension Time {
  /// The same time on the scale of another where that is exact, else in lowest terms.
  func onScale(of other: Time) -> Time {
    guard isNumeric, other.isNumeric else { return self }
    let plain = reduced
    guard other.timescale.isMultiple(of: plain.timescale) else { return plain }
    let (value, overflow) = plain.value.multipliedReportingOverflow(
      by: other.timescale / plain.timescale)
    return overflow
      ? plain : Time(value: value, timescale: other.timescale, isRounded: isRounded)
  }
}
