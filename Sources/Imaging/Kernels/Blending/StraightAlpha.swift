/// Rows drawn onto a picture with alpha, which is straight: what shows through is divided again.

/// Covers a row of alpha with another one, of which a share of each sample is drawn.
func addCover<C: Component>(
  _ upper: UnsafePointer<C>, to lower: UnsafeMutablePointer<C>, full: C,
  weights: UnsafePointer<C.Weight>, count: Int
) {
  let (whole, share) = (Float(full), 1 / (Float(full) * Float(C.one)))
  for x in 0..<count {
    let cover = Float(truncating: weights[x]) * Float(truncating: upper[x]) * share
    lower[x] = C(rounding: whole * cover + Float(truncating: lower[x]) * (1 - cover))
  }
}

/// Draws a row of premultiplied colours, with their alpha, over one of straight ones.
///
/// `below` is the lower row's alpha as weights. Where both are transparent the colour stays.
func addColor<C: Component>(
  _ upper: UnsafePointer<C>, _ alpha: UnsafePointer<C>, to lower: UnsafeMutablePointer<C>,
  alpha below: UnsafePointer<C.Weight>, full: C, weights: UnsafePointer<C.Weight>, count: Int
) {
  let (most, share, one) = (Float(full), 1 / Float(full), 1 / Float(C.one))
  for x in 0..<count {
    let opacity = Float(truncating: weights[x]) * one
    let cover = opacity * Float(truncating: alpha[x]) * share
    let rest = Float(truncating: below[x]) * one * (1 - cover)
    let whole = cover + rest
    let code = Float(truncating: lower[x])
    let sum = Float(truncating: upper[x]) * opacity + code * rest
    lower[x] = C(rounding: whole > 0 ? min(sum / whole, most) : code)
  }
}

/// Turns the share of an upper picture into that of its colour in the two together.
///
/// With straight alpha the result's colour is (a·upper + (1 − a)·b·lower) / (a + (1 − a)·b), where b
/// is the alpha of `below`.
func shareColor<C: Component>(
  _ weights: UnsafeMutablePointer<C.Weight>, over below: UnsafePointer<C.Weight>, count: Int,
  as type: C.Type
) {
  let (full, one) = (Float(C.one), 1 / Float(C.one))
  for x in 0..<count {
    let above = Float(truncating: weights[x]) * one
    let whole = above + (1 - above) * Float(truncating: below[x]) * one
    weights[x] = C.Weight(rounding: whole > 0 ? min(above / whole, 1) * full : 0)
  }
}

extension Float {
  /// A whole number of at most 23 bits, by an instruction that works on four at a time.
  @inline(__always)
  fileprivate init(truncating value: some FixedWidthInteger) {
    self.init(Int32(truncatingIfNeeded: value))
  }
}

extension FixedWidthInteger {
  /// The nearest whole number to one from 0 to 4,194,303; ties go to the even one.
  ///
  /// Adding 2²³ leaves it in the low bits, which is done to four at a time; a conversion that checks
  /// its range is not.
  @inline(__always)
  init(rounding value: Float) {
    self.init(truncatingIfNeeded: (value + 8_388_608).bitPattern & 0x7f_ffff)
  }
}
