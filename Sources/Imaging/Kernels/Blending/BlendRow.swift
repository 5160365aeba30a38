import Geometry

/// Replaces a row of colours, 0…1, by what another row makes of them.
///
/// One loop for each mode, so that each is computed on many colours at once.
func blendRow(
  _ mode: BlendMode, _ lower: UnsafeMutablePointer<Float>, _ upper: UnsafePointer<Float>, count: Int
) {
  switch mode {
  case .normal: lower.update(from: upper, count: count)
  case .multiply: for x in 0..<count { lower[x] *= upper[x] }
  case .screen: for x in 0..<count { lower[x] = screen(lower[x], upper[x]) }
  case .overlay: for x in 0..<count { lower[x] = hardLight(upper[x], lower[x]) }
  case .darken: for x in 0..<count { lower[x] = min(lower[x], upper[x]) }
  case .lighten: for x in 0..<count { lower[x] = max(lower[x], upper[x]) }
  case .add: for x in 0..<count { lower[x] = min(lower[x] + upper[x], 1) }
  case .difference: for x in 0..<count { lower[x] = abs(lower[x] - upper[x]) }
  case .softLight: for x in 0..<count { lower[x] = softLight(lower[x], upper[x]) }
  case .hardLight: for x in 0..<count { lower[x] = hardLight(lower[x], upper[x]) }
  }
}

@inline(__always)
private func screen(_ below: Float, _ above: Float) -> Float { below + above - below * above }

@inline(__always)
private func hardLight(_ below: Float, _ above: Float) -> Float {
  above <= 0.5 ? 2 * below * above : screen(below, 2 * above - 1)
}

@inline(__always)
private func softLight(_ below: Float, _ above: Float) -> Float {
  let root = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
  return above <= 0.5
    ? below - (1 - 2 * above) * below * (1 - below)
    : below + (2 * above - 1) * (root - below)
}
