@preconcurrency import Glibc

/// Draws a picture over another, pixel on pixel, with its upper left corner at (x, y).
///
/// Both are planar and alike, but for alpha, which either may have. What lies outside is cut. In
/// subsampled planes the corner falls on the sample at or before it, so it should be a multiple of
/// the subsampling. Alpha is straight; at opacity 1 and without alpha this is a copy.
package func composite(
  _ top: VideoFrame, into base: VideoFrame, x: Int, y: Int, opacity: Double,
  bands: RowBands = .single
) {
  precondition(
    top.format.isPlanar && base.format.isPlanar && top.format.model == base.format.model
      && top.format.bitDepth == base.format.bitDepth
      && top.format.chromaShiftX == base.format.chromaShiftX
      && top.format.chromaShiftY == base.format.chromaShiftY,
    "pictures that are drawn on each other have one kind of planes")
  guard opacity > 0 else { return }
  if base.format.bytesPerSample == 1 {
    Compositing<UInt8>(top: top, base: base, x: x, y: y, opacity: opacity).run(bands)
  } else {
    Compositing<UInt16>(top: top, base: base, x: x, y: y, opacity: opacity).run(bands)
  }
}

/// One drawing of a picture over another.
private struct Compositing<C: Component> {
  let top: VideoFrame
  let base: VideoFrame
  let x: Int
  let y: Int
  let opacity: Double

  func run(_ bands: RowBands) {
    let colorPlanes = base.format.planeCount - (base.format.hasAlpha ? 1 : 0)
    let step = base.format.model == .yuv ? 1 << base.format.chromaShiftY : 1
    let rows = max(0, y)..<max(max(0, y), min(base.height, y + top.height))
    bands.run(rows, alignment: step, least: max(16, 131_072 / base.width)) { rows in
      withUnsafeTemporaryAllocation(of: C.Weight.self, capacity: 2 * top.width) { weights in
        guard let weights = weights.baseAddress else { return }
        let below = weights + top.width
        for plane in 0..<colorPlanes { draw(plane: plane, rows, weights, below) }
        // Last, because the colours are weighted by what was there.
        if let plane = base.format.alphaPlane { draw(plane: plane, rows, weights, below) }
      }
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

  /// Draws what falls into some rows of the base.
  private func draw(
    plane: Int, _ band: Range<Int>, _ weights: UnsafeMutablePointer<C.Weight>,
    _ below: UnsafeMutablePointer<C.Weight>
  ) {
    guard let part = overlap(plane) else { return }
    let shift = base.format.isChroma(plane: plane) ? base.format.chromaShiftY : 0
    let rows = part.y.clamped(
      to: (band.lowerBound >> shift) - part.top
        ..< -(-band.upperBound >> shift) - part.top)
    let isAlpha = plane == base.format.alphaPlane
    let count = part.x.count
    let lower = base.planes[plane]
    // An opaque picture has no plane that could be mixed into alpha.
    let upper = isAlpha ? nil : top.planes[plane]
    let alpha = AlphaRows<C>(frame: top, plane: plane, opacity: opacity)
    let under = base.format.hasAlpha ? AlphaRows<C>(frame: base, plane: plane, opacity: 1) : nil
    let weight = C.weight(opacity)
    for row in rows {
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
        if let under {
          under.fill(
            below, row: row + part.top, from: part.x.lowerBound + part.left, count: count)
          shareColor(weights, over: below, count: count, as: C.self)
        }
        mixRow(target, source, weights: weights, count: count)
      } else {
        let full = C(truncatingIfNeeded: base.format.maximum)
        for x in 0..<count { target[x] = C.mix(target[x], full, weights[x]) }
      }
    }
  }
}

/// Mixes two pictures of one kind, both without alpha, into a third: a dissolve in one pass.
package func mix(
  _ lower: VideoFrame, _ upper: VideoFrame, opacity: Double, into target: VideoFrame,
  bands: RowBands = .single
) {
  precondition(
    lower.format == target.format && upper.format == target.format && !target.format.hasAlpha
      && lower.width == target.width && upper.width == target.width
      && lower.height == target.height && upper.height == target.height,
    "pictures that are mixed are of one kind and size")
  let step = target.format.model == .yuv ? 1 << target.format.chromaShiftY : 1
  bands.run(0..<target.height, alignment: step, least: max(16, 131_072 / target.width)) { rows in
    if target.format.bytesPerSample == 1 {
      mix(lower, upper, opacity, target, rows, as: UInt8.self)
    } else {
      mix(lower, upper, opacity, target, rows, as: UInt16.self)
    }
  }
}

private func mix<C: Component>(
  _ lower: VideoFrame, _ upper: VideoFrame, _ opacity: Double, _ target: VideoFrame,
  _ rows: Range<Int>, as type: C.Type
) {
  for (index, plane) in target.planes.enumerated() {
    let shift = target.format.isChroma(plane: index) ? target.format.chromaShiftY : 0
    for y in rows.lowerBound >> shift ..< -(-rows.upperBound >> shift) {
      mixRow(
        lower.planes[index].row(y, as: C.self), upper.planes[index].row(y, as: C.self),
        weight: C.weight(opacity), count: plane.width, into: plane.row(y, as: C.self))
    }
  }
}
