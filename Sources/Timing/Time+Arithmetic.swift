/// How a value that falls between two units of a scale is settled.
package enum Rounding: String, Sendable, CaseIterable {
  /// To the nearest, ties away from zero: the default everywhere.
  case halfAwayFromZero
  case towardZero
  case awayFromZero
  /// Toward zero to a coarser scale, away from zero to a finer one; a negative never becomes 0.
  case quickTime
  case towardPositiveInfinity
  case towardNegativeInfinity
}

extension Time {
  /// The sum; see the type for its scale.
  ///
  /// Infinities absorb, opposite ones make an invalid time.
  package static func + (left: Time, right: Time) -> Time {
    guard left.isNumeric, right.isNumeric else { return specialSum(left, right) }
    return sum(left, Int128(right.value), of: right)
  }

  package static func - (left: Time, right: Time) -> Time {
    guard left.isNumeric, right.isNumeric else { return specialSum(left, -right) }
    return sum(left, -Int128(right.value), of: right)
  }

  /// `left + value / right.timescale`; no step can leave 128 bits.
  private static func sum(_ left: Time, _ value: Int128, of right: Time) -> Time {
    let rounded = left.isRounded || right.isRounded
    if left.timescale == right.timescale {
      return make(Int128(left.value) + value, over: Int128(left.timescale), rounded: rounded)
    }
    let divisor = Int64(
      greatestCommonDivisor(left.timescale.magnitude, right.timescale.magnitude))
    let leftFactor = Int128(right.timescale / divisor)
    let rightFactor = Int128(left.timescale / divisor)
    return make(
      Int128(left.value) * leftFactor + value * rightFactor,
      over: rightFactor * Int128(right.timescale), rounded: rounded)
  }

  package static prefix func - (time: Time) -> Time {
    switch time.kind {
    case .numeric:
      return make(-Int128(time.value), over: Int128(time.timescale), rounded: time.isRounded)
    case .positiveInfinity: return .negativeInfinity
    case .negativeInfinity: return .positiveInfinity
    case .indefinite, .invalid: return time
    }
  }

  package static func += (left: inout Time, right: Time) { left = left + right }
  package static func -= (left: inout Time, right: Time) { left = left - right }

  /// This time `count` times over, on the same scale.
  package func multiplied(by count: Int64) -> Time { multiplied(by: count, over: 1) }

  /// This time × `numerator / denominator`, exact by growing the scale wherever that fits.
  ///
  /// A zero denominator gives an invalid time for 0/0 and an infinity otherwise.
  package func multiplied(by numerator: Int64, over denominator: Int64) -> Time {
    switch kind {
    case .invalid, .indefinite: return self
    case .positiveInfinity, .negativeInfinity:
      guard numerator != 0 else { return .invalid }
      return (numerator < 0) != (denominator < 0) ? -self : self
    case .numeric: break
    }
    guard denominator != 0 else {
      guard value != 0, numerator != 0 else { return .invalid }
      return (value < 0) != (numerator < 0) ? .negativeInfinity : .positiveInfinity
    }
    let divisor = Int64(
      clamping: greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    return Time.make(
      Int128(value) * Int128(numerator / divisor) * sign,
      over: Int128(timescale) * Int128(denominator / divisor) * sign, rounded: isRounded)
  }

  /// The distance from zero.
  package var magnitude: Time { self < .zero ? -self : self }

  /// This time on another scale; inexact results are marked, overflow becomes an infinity.
  package func convertScale(
    _ scale: Int64, _ method: Rounding = .halfAwayFromZero
  ) -> Time {
    guard isNumeric else { return self }
    guard scale > 0 else { return .invalid }
    let product = Int128(value) * Int128(scale)
    let quotient: Int128
    if method == .quickTime {
      let toward: Rounding = scale < timescale ? .towardZero : .awayFromZero
      let result = Time.divide(product, by: Int128(timescale), toward)
      quotient = result == 0 && value < 0 ? -1 : result
    } else {
      quotient = Time.divide(product, by: Int128(timescale), method)
    }
    guard let fitting = Int64(exactly: quotient) else {
      return value < 0 ? .negativeInfinity : .positiveInfinity
    }
    return Time(
      value: fitting, timescale: scale,
      isRounded: isRounded || quotient * Int128(timescale) != product)
  }

  /// The number of units of `1 / scale` second in this time: a sample index at that rate.
  ///
  /// The time must be numeric and the result must fit, which every time on a timeline does.
  package func units(per scale: Int64, _ method: Rounding = .halfAwayFromZero) -> Int64 {
    precondition(isNumeric, "a special time has no index")
    return Int64(
      clamping: Time.divide(Int128(value) * Int128(scale), by: Int128(timescale), method))
  }

  /// How often `step` fits into this time: a frame index.
  ///
  /// Both are numeric and `step` is positive.
  package func quotient(by step: Time, _ method: Rounding = .towardNegativeInfinity) -> Int64 {
    precondition(isNumeric && step.isNumeric && step.value > 0, "a frame index needs numbers")
    let (left, right) = (reduced, step.reduced)
    return Int64(
      clamping: Time.divide(
        Int128(left.value) * Int128(right.timescale),
        by: Int128(left.timescale) * Int128(right.value), method))
  }

  /// Integer division with the rounding asked for; `divisor` is positive.
  ///
  /// `quickTime` is not a property of one division and is resolved by the caller.
  static func divide(_ dividend: Int128, by divisor: Int128, _ method: Rounding) -> Int128 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return quotient }
    let away: Int128 = dividend < 0 ? -1 : 1
    switch method {
    case .towardZero, .quickTime: return quotient
    case .awayFromZero: return quotient + away
    case .towardPositiveInfinity: return dividend > 0 ? quotient + 1 : quotient
    case .towardNegativeInfinity: return dividend < 0 ? quotient - 1 : quotient
    case .halfAwayFromZero:
      return remainder.magnitude >= divisor.magnitude - remainder.magnitude
        ? quotient + away : quotient
    }
  }

  /// A numeric time from a wide fraction: as it is if it fits, else reduced, else rounded by halving
  /// the scale, else an infinity.
  static func make(_ numerator: Int128, over denominator: Int128, rounded: Bool) -> Time {
    if let value = Int64(exactly: numerator), let scale = Int64(exactly: denominator) {
      return Time(value: value, timescale: scale, isRounded: rounded)
    }
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let (top, bottom) = (numerator / divisor, denominator / divisor)
    var scale = bottom
    var isRounded = rounded
    while scale > 0 {
      let scaled =
        scale == bottom ? top : scaledDivide(top, by: bottom, scale: scale)
      if let scaled, let value = Int64(exactly: scaled), let fitting = Int64(exactly: scale) {
        return Time(value: value, timescale: fitting, isRounded: isRounded)
      }
      isRounded = true
      scale /= 2
    }
    return numerator < 0 ? .negativeInfinity : .positiveInfinity
  }

  /// `top · scale / bottom`, rounded, or nil where the product leaves 128 bits.
  private static func scaledDivide(_ top: Int128, by bottom: Int128, scale: Int128) -> Int128? {
    // The whole part and the fraction are scaled apart, so that only true overflow is lost.
    let (whole, rest) = top.quotientAndRemainder(dividingBy: bottom)
    let (wide, overflow) = whole.multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    let product = rest.magnitude.multipliedFullWidth(by: scale.magnitude)
    let (quotient, remainder) = bottom.magnitude.dividingFullWidth(product)
    let nearest = remainder >= bottom.magnitude - remainder ? quotient + 1 : quotient
    return wide + (rest < 0 ? -Int128(nearest) : Int128(nearest))
  }

  private static func specialSum(_ left: Time, _ right: Time) -> Time {
    if !left.isValid || !right.isValid { return .invalid }
    if left.isInfinite, right.isInfinite { return left.kind == right.kind ? left : .invalid }
    if left.isInfinite { return left }
    if right.isInfinite { return right }
    return .indefinite
  }
}
