import Testing

@testable import Timing

/// Whether two times agree in every field, not only in value.
func expectSame(
  _ time: Time, _ value: Int64, _ timescale: Int64, rounded: Bool = false,
  _ location: SourceLocation = #_sourceLocation
) {
  #expect(
    time.isNumeric && time.value == value && time.timescale == timescale
      && time.isRounded == rounded,
    "\(time), rounded: \(time.isRounded)", sourceLocation: location)
}

@Suite struct TimeTests {
  @Test func sumsUseTheLeastCommonMultiple() {
    expectSame(Time(1, 2) + Time(1, 3), 5, 6)
    expectSame(Time(1001, 30000) + Time(1, 600), 1051, 30000)
    #expect((Time(1, 48000) + Time(1, 44100)).timescale == 7_056_000)
    expectSame(Time(1, 2) - Time(1, 3), 1, 6)
  }

  @Test func sumsAreNotReduced() {
    expectSame(Time(1, 2) + Time(1, 2), 2, 2)
    expectSame(Time(1, 2) - Time(1, 2), 0, 2)
  }

  @Test func sumsOnScalesBeyondTheReferenceStayExact() {
    // The reference clamps the scale to 1e9 and rounds.
    expectSame(
      Time(1, 999_999_937) + Time(1, 999_999_929), 1_999_999_866, 999_999_937 * 999_999_929)
  }

  @Test func sumsThatCannotFitReduceThenRound() {
    let wide = Time(1, Int64.max) + Time(1, Int64.max - 1)
    #expect(wide.isNumeric && wide.isRounded)
    // The exact sum needs 3·2⁶² as its scale and 2⁶⁴ as its value; the scale is halved.
    let third = Time((1 << 62) + 1, 1 << 62) + Time(1, 3)
    #expect(third.isRounded && (third.seconds - 4.0 / 3).magnitude < 1e-15)
    // Reducing first keeps this one exact.
    expectSame(Time(1 << 62, 1 << 62) + Time(Int64.max - 1, 2), Int64.max / 2 + 1, 1)
  }

  @Test func overflowBecomesInfinity() {
    let most = Time(Int64.max)
    #expect(most + most == .positiveInfinity)
    #expect(!(most + most).isRounded)
    #expect(-most - most == .negativeInfinity)
    #expect(Time(-1) - Time(Int64.min) == Time(Int64.max))
  }

  @Test func roundedIsSticky() {
    let rounded = Time(1001, 30000).convertScale(600)
    #expect((rounded + Time(1)).isRounded && (Time(1) - rounded).isRounded)
    #expect((-rounded).isRounded && rounded.multiplied(by: 2).isRounded)
  }

  @Test func infinitiesAbsorbAndOppositesAreInvalid() {
    let (plus, minus) = (Time.positiveInfinity, Time.negativeInfinity)
    #expect(plus + Time(1) == plus && Time(1) - plus == minus)
    #expect(plus + plus == plus && plus + minus == .invalid && plus - plus == .invalid)
    #expect(plus + .indefinite == plus && plus + .invalid == .invalid)
    #expect(Time.indefinite + Time(1) == .indefinite && Time.indefinite + .invalid == .invalid)
  }

  @Test func scalesThatAreNotPositiveMakeInvalidTimes() {
    #expect(Time(1, 0) == .invalid && Time(1, -5) == .invalid)
    #expect(Time(1).convertScale(0) == .invalid)
  }

  @Test func conversionRoundsAsAsked() {
    expectSame(Time(1001, 30000).convertScale(600), 20, 600, rounded: true)
    expectSame(Time(2, 3).convertScale(1, .towardZero), 0, 1, rounded: true)
    expectSame(Time(2, 3).convertScale(1, .awayFromZero), 1, 1, rounded: true)
    expectSame(Time(1, 2).convertScale(1), 1, 1, rounded: true)
    expectSame(Time(-1, 2).convertScale(1), -1, 1, rounded: true)
    expectSame(Time(-1, 3).convertScale(1, .towardPositiveInfinity), 0, 1, rounded: true)
    expectSame(Time(-1, 3).convertScale(1, .towardNegativeInfinity), -1, 1, rounded: true)
    expectSame(Time(1, 2).convertScale(600), 300, 600)
  }

  @Test func quickTimeRoundingDependsOnTheDirection() {
    expectSame(Time(-1, 1000).convertScale(1, .quickTime), -1, 1, rounded: true)
    expectSame(Time(2, 3).convertScale(1, .quickTime), 0, 1, rounded: true)
    expectSame(Time(1, 3).convertScale(10, .quickTime), 4, 10, rounded: true)
  }

  @Test func conversionOfSpecialTimesKeepsThemAndOverflowIsInfinite() {
    #expect(Time.indefinite.convertScale(600) == .indefinite)
    #expect(Time(Int64.max).convertScale(2) == .positiveInfinity)
    #expect(Time(-Int64.max).convertScale(2) == .negativeInfinity)
  }

  @Test func ratiosMultiplyExactlyByGrowingTheScale() {
    expectSame(Time(43804, 600).multiplied(by: 1, over: 4), 43804, 2400)
    expectSame(Time(7, 600).multiplied(by: 3), 21, 600)
    expectSame(Time(7, 600).multiplied(by: 1, over: -2), -7, 1200)
    #expect(Time(1).multiplied(by: 0, over: 0) == .invalid)
    #expect(Time(0).multiplied(by: 1, over: 0) == .invalid)
    #expect(Time(-1).multiplied(by: 1, over: 0) == .negativeInfinity)
    #expect(Time.positiveInfinity.multiplied(by: -1) == .negativeInfinity)
    #expect(Time.indefinite.multiplied(by: 2) == .indefinite)
  }

  @Test func orderIsTotal() {
    let order: [Time] = [
      .negativeInfinity, Time(-1), .zero, Time(1, 3), Time(Int64.max), .indefinite,
      .positiveInfinity, .invalid,
    ]
    for (i, left) in order.enumerated() {
      for (j, right) in order.enumerated() {
        #expect((left < right) == (i < j) && (left == right) == (i == j))
      }
    }
    #expect(max(Time(1), .invalid) == .invalid)
  }

  @Test func equalityAndHashIgnoreRepresentation() {
    #expect(Time(1, 2) == Time(2, 4) && Set([Time(1, 2), Time(2, 4), Time(50, 100)]).count == 1)
    #expect(Time(Int64.max, Int64.max) == Time(1))
    #expect(Time(Int64.max, Int64.max - 1) > Time(1))
  }

  @Test func magnitudeTurnsTheSign() {
    #expect(Time(-3, 2).magnitude == Time(3, 2))
    #expect(Time.negativeInfinity.magnitude == .positiveInfinity)
  }

  @Test func indicesCountUnitsAndSteps() {
    #expect(Time(1, 3).units(per: 48000) == 16000)
    #expect(Time(1, 96000).units(per: 48000) == 1)
    #expect(Time(-1, 96000).units(per: 48000) == -1)
    #expect(Time(1).quotient(by: Time(1001, 30000)) == 29)
    #expect(Time(1001, 1000).quotient(by: Time(1001, 30000)) == 30)
    #expect(Time(-1, 100).quotient(by: Time(1, 25)) == -1)
  }
}
