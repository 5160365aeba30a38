/// An exact quotient of two durations, such as the speed of an edit.
///
/// Always in lowest terms with a positive denominator, so equal ratios have equal fields.
package struct Ratio: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let numerator: Int64
  package let denominator: Int64

  /// Makes `numerator / denominator` in lowest terms; the denominator must not be zero.
  package init(_ numerator: Int64, _ denominator: Int64 = 1) {
    self.init(Int128(numerator), over: Int128(denominator))
  }

  /// Reduces a wide fraction; what still leaves 64 bits is rounded by dropping low bits.
  init(_ numerator: Int128, over denominator: Int128) {
    precondition(denominator != 0, "a ratio needs a denominator")
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    var (top, bottom) = (numerator / divisor * sign, denominator / divisor * sign)
    while Int64(exactly: top) == nil || Int64(exactly: bottom) == nil {
      (top, bottom) = (top / 2, max(bottom / 2, 1))
    }
    (self.numerator, self.denominator) = (Int64(top), Int64(bottom))
  }

  /// The quotient of two numeric times, nil where there is none.
  package init?(_ dividend: Time, over divisor: Time) {
    guard dividend.isNumeric, divisor.isNumeric, divisor.value != 0 else { return nil }
    self.init(
      Int128(dividend.value) * Int128(divisor.timescale),
      over: Int128(divisor.value) * Int128(dividend.timescale))
  }

  package static let one = Ratio(1)

  package static func < (left: Ratio, right: Ratio) -> Bool {
    Int128(left.numerator) * Int128(right.denominator)
      < Int128(right.numerator) * Int128(left.denominator)
  }

  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension Time {
  /// This time × `ratio`, in lowest terms: what mappings are made of.
  package func scaled(by ratio: Ratio) -> Time {
    ratio == .one ? self : multiplied(by: ratio.numerator, over: ratio.denominator).reduced
  }
}
