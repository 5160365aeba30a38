@preconcurrency import Glibc

/// Draws a picture over another, pixel on pixel, with its upper left corner at (x, y).
///
/// Both are planar and alike, but for alpha, which either may have. What lies outside is cut. In
/// subsampled planes the corner falls on the sample at or before it, so it should be a multiple of
/// the subsampling. Alpha is straight; at opacity 1 and without alpha this is a copy.
package func composite(
  _ top: VideoFrame, into base: VideoFrame, x: Int, y: Int, opacity: Double
) {
  precondition(
    top.format.isPlanar && base.format.isPlanar && top.format.model == base.format.model
      && top.format.bitDepth == base.format.bitDepth
      && top.format.chromaShiftX == base.format.chromaShiftX
      && top.format.chromaShiftY == base.format.chromaShiftY,
    "pictures that are drawn on each other have one kind of planes")
  guard opacity > 0 else { return }
  if base.format.bytesPerSample == 1 {
    Compositing<UInt8>(top: top, base: base, x: x, y: y, opacity: opacity).run()
  } else {
    Compositing<UInt16>(top: top, base: base, x: x, y: y, opacity: opacity).run()
  }
}

/// One drawing of a picture over another.
private struct Compositing<C: Component> {
  let top: VideoFrame
  let base: VideoFrame
  let x: Int
  let y: Int
  let opacity: Double

  func run() {
    let colorPlanes = base.format.planeCount - (base.format.hasAlpha ? 1 : 0)
    withUnsafeTemporaryAllocation(of: C.Weight.self, capacity: top.width) { weights in
      guard let weights = weights.baseAddress else { return }
      for plane in 0..<colorPlanes { draw(plane: plane, weights) }
      // Last, because the colours are weighted by what was there.
      if let plane = base.format.alphaPlane { draw(plane: plane, weights) }
    }
  }

  /// The part of a plane that is drawn, in samples of both planes.
  private func overlap(_ plane: Int) -> (x: Range<Int>, y: Range<Int>, left: Int, top: Int)? {
    let (upper, lower) = (top.planes[min(plane, top.planes.count - 1)], base.planes[plane])
    let isChroma = base.format.isChroma(plane: plane)
    let left = isChroma ? x >> base.format.chromaShiftX : x
    let first = isChroma ? y >> base.format.chromaShiftY : y
    let columns = max(0, -left)..<max(max(0, -left), min(upper.width, lower.width - left))
    let rows = max(0, -first)..<max(max(0, -first), min(upper.height, lower.height - first))
    return columns.isEmpty || rows.isEmpty ? nil : (columns, rows, left, first)
  }

  private func draw(plane: Int, _ weights: UnsafeMutablePointer<C.Weight>) {
    guard let part = overlap(plane) else { return }
    let isAlpha = plane == base.format.alphaPlane
    let count = part.x.count
    let lower = base.planes[plane]
    // An opaque picture has no plane that could be mixed into alpha.
    let upper = isAlpha ? nil : top.planes[plane]
    let alpha = AlphaRows<C>(frame: top, plane: plane, opacity: opacity)
    let under = base.format.hasAlpha ? AlphaRows<C>(frame: base, plane: plane, opacity: 1) : nil
    let weight = C.weight(opacity)
    for row in part.y {
      let target = lower.row(row + part.top, as: C.self) + part.x.lowerBound + part.left
      let source = upper.map { UnsafePointer($0.row(row, as: C.self) + part.x.lowerBound) }
      if !top.format.hasAlpha, under == nil, let source {
        if weight == C.one {
          memcpy(target, source, count * MemoryLayout<C>.stride)
        } else {
          mixRow(target, source, weight: weight, count: count)
        }
        continue
      }
      alpha.fill(weights, row: row, from: part.x.lowerBound, count: count)
      if let source {
        under?.share(
          weights, row: row + part.top, from: part.x.lowerBound + part.left, count: count)
        mixRow(target, source, weights: weights, count: count)
      } else {
        let full = C(truncatingIfNeeded: base.format.maximum)
        for x in 0..<count { target[x] = C.mix(target[x], full, weights[x]) }
      }
    }
  }
}

/// A frame's alpha as weights for the samples of one of its planes.
struct AlphaRows<C: Component> {
  private let alpha: Plane?
  private let shiftX: Int
  private let shiftY: Int
  private let opacity: Double
  private let factor: Float

  init(frame: VideoFrame, plane: Int, opacity: Double) {
    alpha = frame.format.alphaPlane.map { frame.planes[$0] }
    let isChroma = frame.format.isChroma(plane: plane)
    shiftX = isChroma ? frame.format.chromaShiftX : 0
    shiftY = isChroma ? frame.format.chromaShiftY : 0
    self.opacity = opacity
    factor =
      Float(min(opacity, 1)) * Float(1 << C.weightBits) / Float(frame.format.maximum)
      / Float(1 << (shiftX + shiftY))
  }

  /// Writes the weights of a row; a subsampled one takes the mean of the pixels it stands for.
  func fill(_ weights: UnsafeMutablePointer<C.Weight>, row: Int, from start: Int, count: Int) {
    guard let alpha else {
      weights.update(repeating: C.weight(opacity), count: count)
      return
    }
    if shiftX == 0, shiftY == 0 {
      let source = alpha.row(row, as: C.self) + start
      for x in 0..<count { weights[x] = C.Weight(Float(source[x]) * factor + 0.5) }
      return
    }
    for x in 0..<count { weights[x] = C.Weight(Float(sum(alpha, start + x, row)) * factor + 0.5) }
  }

  private func sum(_ alpha: Plane, _ column: Int, _ row: Int) -> Int {
    var sum = 0
    for dy in 0..<(1 << shiftY) {
      let source = alpha.row(min(row << shiftY + dy, alpha.height - 1), as: C.self)
      for dx in 0..<(1 << shiftX) {
        sum += Int(source[min(column << shiftX + dx, alpha.width - 1)])
      }
    }
    return sum
  }

  /// Turns the alpha of an upper picture into its share of the colour over this one's alpha.
  ///
  /// With straight alpha the result's colour is (a·upper + (1 − a)·b·lower) / (a + (1 − a)·b).
  func share(_ weights: UnsafeMutablePointer<C.Weight>, row: Int, from start: Int, count: Int) {
    guard let alpha else { return }
    let full = Float(1 << C.weightBits)
    for x in 0..<count {
      let below = Float(sum(alpha, start + x, row)) * factor / full
      let above = Float(weights[x]) / full
      let whole = above + (1 - above) * below
      weights[x] = whole > 0 ? C.Weight(above / whole * full + 0.5) : 0
    }
  }
}
