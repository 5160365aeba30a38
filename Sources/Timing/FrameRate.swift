/// An exact number of frames per second, in lowest terms.
package struct FrameRate: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let numerator: Int64
  package let denominator: Int64

  /// Makes `numerator / denominator` frames per second; both must be positive.
  package init(_ numerator: Int64, _ denominator: Int64 = 1) {
    precondition(numerator > 0 && denominator > 0, "a frame rate is positive")
    let ratio = Ratio(numerator, denominator)
    (self.numerator, self.denominator) = (ratio.numerator, ratio.denominator)
  }

  /// The rate at which frames last `duration`; nil unless that is a positive number.
  package init?(frameDuration duration: Time) {
    guard duration.isNumeric, duration.value > 0 else { return nil }
    self.init(duration.timescale, duration.value)
  }

  /// Reads `25`, `30000/1001`, or a decimal.
  ///
  /// `29.97`, `23.976` and their kin (a whole rate × 1000/1001, rounded or cut to at least two
  /// decimals) mean the exact n/1001 rate; any other decimal means itself.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let top = Int64(parts[0]), let bottom = Int64(parts[1]), top > 0, bottom > 0 else {
        return nil
      }
      self.init(top, bottom)
      return
    }
    guard let decimal = Decimal(text), decimal.value > 0 else { return nil }
    let exact = Ratio(decimal.value, decimal.scale)
    let whole = Time.divide(
      Int128(exact.numerator), by: Int128(exact.denominator), .towardPositiveInfinity)
    let broadcast = Int128(whole) * 1000 * Int128(decimal.scale)
    let readings = [Rounding.halfAwayFromZero, .towardZero].map {
      Time.divide(broadcast, by: 1001, $0)
    }
    if decimal.scale >= 100, readings.contains(Int128(decimal.value)),
      let frames = Int64(exactly: whole * 1000)
    {
      self.init(frames, 1001)
    } else {
      self.init(exact.numerator, exact.denominator)
    }
  }

  /// How long one frame lasts.
  package var frameDuration: Time { Time(denominator, numerator) }

  /// The whole number of frames that timecode counts in a second: 30 for 29.97.
  package var nominal: Int64 {
    Int64(Time.divide(Int128(numerator), by: Int128(denominator), .towardPositiveInfinity))
  }

  /// Whether drop-frame timecode is defined: 29.97 and its multiples.
  package var allowsDropFrame: Bool { denominator == 1001 && numerator % 30000 == 0 }

  /// The rates that a variable track's average is rounded to.
  package static let standard: [FrameRate] = [
    FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30),
    FrameRate(48), FrameRate(50), FrameRate(60000, 1001), FrameRate(60),
  ]

  /// The standard rate nearest to a measured one.
  package static func nearestStandard(to rate: FrameRate) -> FrameRate {
    let measured = Time(rate.numerator, rate.denominator)
    func distance(_ other: FrameRate) -> Time {
      (Time(other.numerator, other.denominator) - measured).magnitude
    }
    return standard.min { distance($0) < distance($1) } ?? rate
  }

  package static func < (left: FrameRate, right: FrameRate) -> Bool {
    Ratio(left.numerator, left.denominator) < Ratio(right.numerator, right.denominator)
  }

  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// A plain decimal number, exact: digits with at most one point.
struct Decimal {
  let value: Int64
  /// A power of ten.
  let scale: Int64

  /// Reads digits such as `3`, `3.5` or `.5`; nil for anything else and for more than 18 digits.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    let digits = parts[0] + fraction
    guard !digits.isEmpty, digits.count <= 18, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let value = Int64(digits)
    else { return nil }
    self.value = value
    scale = fraction.utf8.reduce(1) { scale, _ in scale * 10 }
  }
}
