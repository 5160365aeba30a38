/// A frame's alpha as weights for the samples of one of its planes.
struct AlphaRows<C: Component> {
  private let alpha: Plane?
  private let shiftX: Int
  private let shiftY: Int
  private let opacity: Double
  /// From a sum of alpha values to a weight, with 32 fractional bits.
  private let factor: UInt64

  init(frame: VideoFrame, plane: Int, opacity: Double) {
    alpha = frame.format.alphaPlane.map { frame.planes[$0] }
    let isChroma = frame.format.isChroma(plane: plane)
    shiftX = isChroma ? frame.format.chromaShiftX : 0
    shiftY = isChroma ? frame.format.chromaShiftY : 0
    self.opacity = opacity
    let largest = Double(frame.format.maximum << (shiftX + shiftY))
    factor = UInt64(
      (min(max(opacity, 0), 1) * Double(C.one) / largest * 4_294_967_296).rounded(.up))
  }

  /// Writes the weights of a row; a subsampled one takes the mean of the pixels it stands for.
  func fill(_ weights: UnsafeMutablePointer<C.Weight>, row: Int, from start: Int, count: Int) {
    guard let alpha else {
      weights.update(repeating: C.weight(opacity), count: count)
      return
    }
    let first = alpha.row(row << shiftY, as: C.self)
    if shiftX == 0, shiftY == 0 {
      let source = first + start
      for x in 0..<count { weights[x] = C.weight(ofAlpha: UInt32(source[x]), factor: factor) }
      return
    }
    // Blocks at an odd end hold fewer pixels than they stand for.
    let whole = shiftX == 1 && shiftY == 1 ? max(0, min(count, alpha.width / 2 - start)) : 0
    let second = alpha.row(min(row << shiftY + 1, alpha.height - 1), as: C.self)
    for x in 0..<whole {
      let column = (start &+ x) &* 2
      let sum =
        UInt32(first[column]) &+ UInt32(first[column &+ 1]) &+ UInt32(second[column])
        &+ UInt32(second[column &+ 1])
      weights[x] = C.weight(ofAlpha: sum, factor: factor)
    }
    for x in whole..<count {
      weights[x] = C.weight(ofAlpha: sum(alpha, start + x, row), factor: factor)
    }
  }

  /// The sum of a block's alpha; beyond the edge the last pixel goes on.
  private func sum(_ alpha: Plane, _ column: Int, _ row: Int) -> UInt32 {
    var sum: UInt32 = 0
    for dy in 0..<(1 << shiftY) {
      let source = alpha.row(min(row << shiftY + dy, alpha.height - 1), as: C.self)
      for dx in 0..<(1 << shiftX) {
        sum &+= UInt32(source[min(column << shiftX + dx, alpha.width - 1)])
      }
    }
    return sum
  }
}
