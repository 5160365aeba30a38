/// An exact point in time or a duration: a rational number of seconds, or one of the special values.
///
/// Follows the reference's `CMTime` (sums on the least common multiple of the scales, never reduced
/// behind the user's back, ties rounded away from zero, a sticky `isRounded`, one total order over
/// numbers and special values), with 64-bit scales: a result is rounded only where it cannot fit.
package struct Time: Sendable {
  /// Numerator; meaningless unless `isNumeric`.
  package let value: Int64
  /// Units per second; positive in a numeric time, 0 otherwise.
  package let timescale: Int64
  let kind: Kind
  /// True once any step that led here had to round.
  package let isRounded: Bool

  /// The raw values are the reference's total order: −∞ < numbers < indefinite < +∞ < invalid.
  enum Kind: Int8, Sendable {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
  }

  init(kind: Kind) {
    (value, timescale, self.kind, isRounded) = (0, 0, kind, false)
  }

  init(value: Int64, timescale: Int64, isRounded: Bool) {
    (self.value, self.timescale, self.kind, self.isRounded) = (
      value, timescale, .numeric, isRounded
    )
  }

  /// Makes `value / timescale` seconds; a scale that is not positive makes an invalid time.
  package init(_ value: Int64, _ timescale: Int64 = 1) {
    guard timescale > 0 else {
      self = .invalid
      return
    }
    self.init(value: value, timescale: timescale, isRounded: false)
  }

  package static let zero = Time(0, 1)
  package static let invalid = Time(kind: .invalid)
  package static let indefinite = Time(kind: .indefinite)
  package static let positiveInfinity = Time(kind: .positiveInfinity)
  package static let negativeInfinity = Time(kind: .negativeInfinity)

  package var isValid: Bool { kind != .invalid }
  package var isNumeric: Bool { kind == .numeric }
  package var isIndefinite: Bool { kind == .indefinite }
  package var isInfinite: Bool { kind == .positiveInfinity || kind == .negativeInfinity }

  /// The same time in lowest terms, which is what hashing and long chains of mappings want.
  package var reduced: Time {
    guard isNumeric else { return self }
    let divisor = Int64(greatestCommonDivisor(value.magnitude, timescale.magnitude))
    return Time(value: value / divisor, timescale: timescale / divisor, isRounded: isRounded)
  }
}

extension Time: Hashable, Comparable {
  package static func == (left: Time, right: Time) -> Bool { compare(left, right) == 0 }

  package static func < (left: Time, right: Time) -> Bool { compare(left, right) < 0 }

  /// Whether another time is equal and written the same, in the same scale.
  package func isIdentical(to other: Time) -> Bool {
    value == other.value && timescale == other.timescale && kind == other.kind
      && isRounded == other.isRounded
  }

  package func hash(into hasher: inout Hasher) {
    let plain = reduced
    hasher.combine(kind)
    hasher.combine(plain.value)
    hasher.combine(plain.timescale)
  }

  /// Orders two times: the sign of `left − right`, exactly, with special values in their fixed order.
  static func compare(_ left: Time, _ right: Time) -> Int {
    guard left.isNumeric, right.isNumeric else {
      return (Int(left.kind.rawValue) - Int(right.kind.rawValue)).signum()
    }
    if left.timescale == right.timescale {
      return (left.value < right.value) ? -1 : (left.value == right.value ? 0 : 1)
    }
    let difference =
      Int128(left.value) * Int128(right.timescale) - Int128(right.value) * Int128(left.timescale)
    return Int(difference.signum())
  }
}

/// The greatest number that divides both; 1 when both are 0.
func greatestCommonDivisor<Number: FixedWidthInteger & UnsignedInteger>(
  _ first: Number, _ second: Number
) -> Number {
  var (a, b) = (first, second)
  while b != 0 { (a, b) = (b, a % b) }
  return a == 0 ? 1 : a
}
