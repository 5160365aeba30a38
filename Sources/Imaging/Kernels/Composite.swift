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
