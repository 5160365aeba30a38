import Testing

@testable import Timing

@Suite struct SecondsTests {
  @Test func preferredScaleCutsTowardZero() {
    expectSame(Time(seconds: 2.368, preferredTimescale: 24), 56, 24, rounded: true)
    expectSame(Time(seconds: 0.9, preferredTimescale: 1), 0, 1, rounded: true)
    expectSame(Time(seconds: -0.9, preferredTimescale: 1), 0, 1, rounded: true)
    expectSame(Time(seconds: 1.5, preferredTimescale: 600), 900, 600)
  }

  @Test func preferredScaleIsHalvedWhereTheValueDoesNotFit() {
    expectSame(Time(seconds: 0x1p62, preferredTimescale: 4), 1 << 62, 1)
    #expect(Time(seconds: 1e30, preferredTimescale: 600) == .positiveInfinity)
    #expect(Time(seconds: -1e30, preferredTimescale: 600) == .negativeInfinity)
  }

  @Test func specialNumbersMakeSpecialTimes() {
    #expect(Time(seconds: .infinity, preferredTimescale: 600) == .positiveInfinity)
    #expect(Time(seconds: .nan, preferredTimescale: 600) == .invalid)
    #expect(Time(seconds: 1, preferredTimescale: 0) == .invalid)
    #expect(Time(simplest: .nan) == .invalid && Time(simplest: -.infinity) == .negativeInfinity)
    #expect(Time.indefinite.seconds.isNaN && Time.negativeInfinity.seconds == -.infinity)
  }

  @Test(
    arguments: [
      (0.1, 1, 10), (1.0 / 3, 1, 3), (-0.04, -1, 25), (1001.0 / 30000, 1001, 30000), (2.5, 5, 2),
      (12.3456, 7716, 625), (1e-9, 1, 1_000_000_000), (3.0, 3, 1), (0.0, 0, 1),
      (9_007_199_254_740_993.0, 9_007_199_254_740_992, 1),
    ] as [(Double, Int64, Int64)])
  func floatsMeanTheSimplestFraction(_ number: Double, _ value: Int64, _ scale: Int64) {
    expectSame(Time(simplest: number), value, scale)
  }

  @Test func simplestFractionsReadBackAsTheSameNumber() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let number =
        Double.random(in: -1...1, using: &random) * [1e-5, 1, 1e3, 1e6].randomElement(
          using: &random)!
      #expect(Time(simplest: number).seconds == number)
    }
    for power in -50...62 {
      let number = Double(sign: .plus, exponent: power, significand: 1)
      #expect(Time(simplest: number).seconds == number)
    }
  }

  @Test func numbersTooSmallForAFractionAreARoundedZero() {
    expectSame(Time(simplest: 1e-300), 0, 1, rounded: true)
  }
}

/// A repeatable generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
