/// The only doors between exact time and floating point; nothing inside the edit uses them.
extension Time {
  /// Seconds for display; NaN for invalid and indefinite times.
  package var seconds: Double {
    switch kind {
    case .numeric: return Double(value) / Double(timescale)
    case .positiveInfinity: return .infinity
    case .negativeInfinity: return -.infinity
    case .indefinite, .invalid: return .nan
    }
  }

  /// `seconds` on a chosen scale, cut toward zero: the reference's rule.
  ///
  /// A value that does not fit halves the scale until it does; the result is marked as rounded
  /// where it does not read back as the same number.
  package init(seconds: Double, preferredTimescale: Int64) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self = .invalid
      return
    }
    var scale = preferredTimescale
    while scale > 1, (seconds * Double(scale)).magnitude >= 0x1p63 { scale /= 2 }
    guard let value = Int64(exactly: (seconds * Double(scale)).rounded(.towardZero)) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let cut = Time(value, scale)
    self.init(value: value, timescale: scale, isRounded: cut.seconds != seconds)
  }

  /// The simplest fraction that reads back as the same number: 0.1 is 1/10.
  ///
  /// Whole numbers are themselves. Below 2⁻⁶² no fraction fits and the result is a rounded zero.
  package init(simplest seconds: Double) {
    guard seconds.isFinite, seconds.magnitude < 0x1p63 else {
      self = seconds.isNaN ? .invalid : (seconds < 0 ? .negativeInfinity : .positiveInfinity)
      return
    }
    if let whole = Int64(exactly: seconds) {
      self.init(whole)
      return
    }
    guard seconds.magnitude >= 0x1p-62 else {
      self.init(value: 0, timescale: 1, isRounded: true)
      return
    }
    // All numbers that read as this one lie within half a unit of the last place: from `low` to
    // `high` in quarters of that unit, the ends included where the significand is even. Below a
    // power of two the units are half as large.
    let significand = Int128(seconds.significandBitPattern) + (1 << 52)
    let low = 4 * significand - (seconds.significandBitPattern == 0 ? 1 : 2)
    let unit = Int128(1) << (54 - Int128(seconds.exponent))
    let (top, bottom) = simplestFraction(
      from: (low, unit), to: (4 * significand + 2, unit), closed: significand % 2 == 0)
    self = Time.make(seconds < 0 ? -top : top, over: bottom, rounded: false)
  }
}

/// The fraction with the least denominator between two positive ones (a zero denominator is ∞).
private func simplestFraction(
  from low: (Int128, Int128), to high: (Int128, Int128), closed: Bool
) -> (Int128, Int128) {
  let (whole, rest) = low.0.quotientAndRemainder(dividingBy: low.1)
  if closed, rest == 0 { return (whole, 1) }
  let next = (whole + 1) * high.1
  if next < high.0 || (closed && next == high.0) { return (whole + 1, 1) }
  let (top, bottom) = simplestFraction(
    from: (high.1, high.0 - whole * high.1), to: (low.1, rest), closed: closed)
  return (whole * top + bottom, top)
}
