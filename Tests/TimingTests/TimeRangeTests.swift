import Testing

@testable import Timing

/// `[start, end)` in whole seconds.
private func range(_ start: Int64, _ end: Int64) -> TimeRange {
  TimeRange(from: Time(start), to: Time(end))
}

@Suite struct TimeRangeTests {
  @Test func validityAndEmptiness() {
    #expect(TimeRange(start: .zero, duration: .positiveInfinity).isValid)
    #expect(!TimeRange(start: .zero, duration: Time(-1)).isValid)
    #expect(!TimeRange(from: Time(2), to: Time(1)).isValid)
    #expect(TimeRange.zero.isEmpty && !TimeRange.invalid.isEmpty)
    #expect(TimeRange(start: .indefinite, duration: .zero).isIndefinite)
    #expect(!TimeRange.all.isNumeric && range(0, 1).isNumeric)
  }

  @Test func containsItsStartButNeverItsEnd() {
    #expect(range(1, 2).contains(Time(1)) && !range(1, 2).contains(Time(2)))
    #expect(!TimeRange.zero.contains(Time.zero) && !TimeRange.invalid.contains(Time.zero))
    #expect(TimeRange.all.contains(Time(Int64.max)))
    #expect(!TimeRange(start: .indefinite, duration: Time(1)).contains(Time.indefinite))
  }

  @Test func anEmptyRangeIsContainedAsAPoint() {
    #expect(!TimeRange.zero.contains(TimeRange.zero))
    #expect(range(0, 2).contains(range(0, 2)) && range(0, 2).contains(range(1, 1)))
    #expect(!range(0, 2).contains(range(2, 2)) && !range(0, 2).contains(range(1, 3)))
  }

  @Test func intersectionOfRangesApartOrTouchingIsZero() {
    #expect(range(0, 2).intersection(range(5, 6)) == .zero)
    #expect(range(0, 2).intersection(range(2, 3)) == .zero)
    #expect(range(0, 3).intersection(range(2, 5)) == range(2, 3))
    #expect(TimeRange.all.intersection(range(2, 5)) == range(2, 5))
    #expect(range(0, 3).intersection(.invalid) == .invalid)
  }

  @Test func unionSpansTheGap() {
    #expect(range(0, 2).union(range(5, 6)) == range(0, 6))
    #expect(range(0, 2).union(.all) == .all && range(0, 2).union(.invalid) == .invalid)
  }

  @Test func clampGivesTheEndItself() {
    #expect(range(1, 2).clamp(Time(0)) == Time(1) && range(1, 2).clamp(Time(5)) == Time(2))
    #expect(range(1, 2).clamp(Time(3, 2)) == Time(3, 2))
    #expect(TimeRange.zero.clamp(Time(1)) == .invalid && range(1, 2).clamp(.invalid) == .invalid)
  }

  @Test func mappingIsExactAndMapsEndsToEnds() {
    let (from, to) = (
      TimeRange(start: Time(1, 3), duration: Time(2, 5)),
      TimeRange(start: Time(5, 7), duration: Time(7, 11))
    )
    #expect(from.map(from.start, to: to) == to.start && from.map(from.end, to: to) == to.end)
    // The reference gives 530303030/1000000000, rounded.
    expectSame(from.mapDuration(Time(1, 3), to: to), 35, 66)
    // A result that is whole on the input's scale keeps it.
    expectSame(range(0, 2).map(Time(1, 600), to: range(0, 4)), 2, 600)
    expectSame(range(0, 4).map(Time(1, 600), to: range(0, 2)), 1, 1200)
  }

  @Test func mappingExtrapolatesAndShiftsInfiniteRanges() {
    #expect(range(0, 2).map(Time(-1), to: range(10, 14)) == Time(8))
    let late = TimeRange(start: Time(5), duration: .positiveInfinity)
    #expect(TimeRange.all.map(Time(2), to: late) == Time(7))
    #expect(range(0, 0).map(.zero, to: range(0, 1)) == .invalid)
    #expect(range(0, 1).map(.zero, to: range(0, 0)) == .invalid)
    #expect(range(0, 1).map(.zero, to: .all) == .invalid)
  }

  @Test func foldLoops() {
    let loop = TimeRange(start: Time(1, 3), duration: Time(2, 5))
    #expect(loop.fold(.zero) == Time(2, 5))
    #expect(loop.fold(Time(-7, 11)) == Time(93, 165))
    #expect(loop.fold(Time(7, 3)) == Time(1, 3))
    #expect(loop.fold(Time(1, 3)) == Time(1, 3) && loop.fold(loop.end) == Time(1, 3))
    #expect(TimeRange.zero.fold(.zero) == .invalid && TimeRange.all.fold(.zero) == .invalid)
  }

  @Test func printsAsClocks() {
    #expect("\(range(4, 5))" == "0:04–0:05")
    #expect("\(TimeRange(start: .zero, duration: Time(1, 30)))" == "0:00–0:00.033 (1/30)")
    #expect("\(TimeRange.all)" == "0:00–+infinity" && "\(TimeRange.invalid)" == "an invalid range")
  }
}

@Suite struct TimeMappingTests {
  @Test func rateIsSourceOverTarget() {
    let slow = TimeMapping(source: range(2, 4), target: range(2, 6))
    #expect(slow.rate == Ratio(1, 2))
    #expect(slow.map(Time(3)) == Time(5, 2) && slow.unmap(Time(5, 2)) == Time(3))
    #expect(slow.map(Time(6)) == Time(4))
  }

  @Test func anEmptyEditHasNoSourceStart() {
    let empty = TimeMapping(emptyFor: range(0, 1))
    #expect(empty.isEmptyEdit && empty.rate == nil && empty.map(.zero) == .invalid)
    #expect(
      TimeMapping(source: TimeRange(start: .indefinite, duration: Time(9)), target: range(0, 1))
        .isEmptyEdit)
    #expect(!TimeMapping(emptyFor: .invalid).isValid)
  }

  @Test func mapsAreExactWhereSixtyFourBitsWouldOverflow() {
    let mapping = TimeMapping(
      source: TimeRange(start: Time(1001, 30000), duration: Time(123_456_789, 705_600_000)),
      target: TimeRange(start: Time(1, 44100), duration: Time(987_654_321, 705_600_000)))
    #expect(mapping.map(mapping.target.end) == mapping.source.end)
    #expect(!mapping.map(Time(1, 90000)).isRounded)
  }
}
