import Geometry
@preconcurrency import Glibc

/// Draws a part of a picture through a map into another picture.
///
/// Both are planar and alike, but for alpha, which either may have. `crop` is in the source's
/// pixels, `transform` leads from them to the target's. Values between samples are interpolated
/// linearly, so a map that shrinks a lot wants a smaller source; edges are antialiased, and only the
/// box around the result is touched. A move by whole samples of every plane is exact.
package func drawAffine(
  _ source: VideoFrame, crop: Rect, transform: Transform, opacity: Double, into target: VideoFrame
) {
  precondition(
    source.format.isPlanar && target.format.isPlanar && source.format.model == target.format.model
      && source.format.bitDepth == target.format.bitDepth
      && source.format.chromaShiftX == target.format.chromaShiftX
      && source.format.chromaShiftY == target.format.chromaShiftY,
    "pictures that are drawn on each other have one kind of planes")
  let whole = Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
  let shown = crop.isInfinite ? whole : crop.intersection(whole)
  guard opacity > 0, !shown.isEmpty, let inverse = transform.inverted else { return }
  if target.format.bytesPerSample == 1 {
    AffineDrawing<UInt8>(source, shown, transform, inverse, opacity, target).run()
  } else {
    AffineDrawing<UInt16>(source, shown, transform, inverse, opacity, target).run()
  }
}

/// One drawing of a picture through a map.
private struct AffineDrawing<C: Component> {
  let source: VideoFrame
  let crop: Rect
  let bounds: Rect
  let inverse: Transform
  let opacity: Double
  let target: VideoFrame

  init(
    _ source: VideoFrame, _ crop: Rect, _ transform: Transform, _ inverse: Transform,
    _ opacity: Double, _ target: VideoFrame
  ) {
    self.source = source
    self.crop = crop
    bounds = transform.apply(crop)
    self.inverse = inverse
    self.opacity = opacity
    self.target = target
  }

  /// Rows that one plane's drawing needs beside the picture.
  private struct Scratch {
    let samples: UnsafeMutablePointer<C>
    let alpha: UnsafeMutablePointer<C>
    let weights: UnsafeMutablePointer<C.Weight>
  }

  func run() {
    let width = target.width
    withUnsafeTemporaryAllocation(of: C.self, capacity: 2 * width) { samples in
      withUnsafeTemporaryAllocation(of: C.Weight.self, capacity: width) { weights in
        guard let first = samples.baseAddress, let weights = weights.baseAddress else { return }
        let scratch = Scratch(samples: first, alpha: first + width, weights: weights)
        let colors = target.format.planeCount - (target.format.hasAlpha ? 1 : 0)
        for plane in 0..<colors { draw(plane: plane, scratch) }
        // Last, because the colours are weighted by what was there.
        if let plane = target.format.alphaPlane { draw(plane: plane, scratch) }
      }
    }
  }

  private func draw(plane: Int, _ scratch: Scratch) {
    let lower = target.planes[plane]
    let site = SampleSite(
      format: target.format, location: target.color.chromaLocation, plane: plane)
    let coverage = Coverage(inverse: inverse, crop: crop, target: site)
    let first = max(0, Int(min(bounds.y / site.stepY - 1, 1e9).rounded(.down)))
    let last = min(lower.height, Int(max(bounds.maxY / site.stepY + 1, -1).rounded(.up)))
    guard first < last else { return }
    let under = target.format.hasAlpha ? AlphaRows<C>(frame: target, plane: plane, opacity: 1) : nil
    for row in first..<last {
      let columns = coverage.columns(row: row, count: lower.width)
      guard !columns.any.isEmpty else { continue }
      draw(plane: plane, row: row, columns, site, coverage, under, scratch)
    }
  }

  private func draw(
    plane: Int, row: Int, _ columns: (any: Range<Int>, whole: Range<Int>), _ site: SampleSite,
    _ coverage: Coverage, _ under: AlphaRows<C>?, _ scratch: Scratch
  ) {
    let isAlpha = plane == target.format.alphaPlane
    let base = target.planes[plane].row(row, as: C.self)
    let (any, whole) = columns
    let isOpaque = opacity >= 1 && !source.format.hasAlpha && !target.format.hasAlpha
    guard isOpaque else {
      weigh(row: row, columns, coverage, scratch.weights)
      if source.format.hasAlpha { multiplyByAlpha(row: row, any, site, scratch) }
      if isAlpha {
        let full = C(truncatingIfNeeded: target.format.maximum)
        for x in 0..<any.count {
          base[any.lowerBound + x] = C.mix(base[any.lowerBound + x], full, scratch.weights[x])
        }
        return
      }
      sample(plane: plane, row: row, any, site, into: scratch.samples)
      under?.share(scratch.weights, row: row, from: any.lowerBound, count: any.count)
      mixRow(
        base + any.lowerBound, scratch.samples, weights: scratch.weights, count: any.count)
      return
    }
    // What is covered whole needs no mixing.
    let inner = whole.isEmpty ? any.lowerBound..<any.lowerBound : whole
    for edge in [any.lowerBound..<inner.lowerBound, inner.upperBound..<any.upperBound]
    where !edge.isEmpty {
      sample(plane: plane, row: row, edge, site, into: scratch.samples)
      for x in edge {
        let weight = C.weight(coverage.share(column: x, row: row))
        base[x] = C.mix(base[x], scratch.samples[x - edge.lowerBound], weight)
      }
    }
    sample(plane: plane, row: row, inner, site, into: base + inner.lowerBound)
  }

  /// Writes the weights of a row: opacity, less along the edges.
  private func weigh(
    row: Int, _ columns: (any: Range<Int>, whole: Range<Int>), _ coverage: Coverage,
    _ weights: UnsafeMutablePointer<C.Weight>
  ) {
    let (any, whole) = columns
    weights.update(repeating: C.weight(opacity), count: any.count)
    for x in any where !whole.contains(x) {
      weights[x - any.lowerBound] = C.weight(opacity * coverage.share(column: x, row: row))
    }
  }

  private func multiplyByAlpha(
    row: Int, _ range: Range<Int>, _ site: SampleSite, _ scratch: Scratch
  ) {
    guard let plane = source.format.alphaPlane else { return }
    sample(plane: plane, row: row, range, site, into: scratch.alpha)
    let factor = UInt64(
      (Double(1 << C.weightBits) / Double(source.format.maximum) * 4_294_967_296).rounded(.up))
    for x in 0..<range.count {
      let alpha = C.weight(ofAlpha: UInt32(scratch.alpha[x]), factor: factor)
      scratch.weights[x] = C.product(scratch.weights[x], alpha)
    }
  }

  /// Interpolates some columns of a row from a plane of the source.
  private func sample(
    plane: Int, row: Int, _ range: Range<Int>, _ site: SampleSite,
    into samples: UnsafeMutablePointer<C>
  ) {
    guard !range.isEmpty else { return }
    let origin = SampleSite(
      format: source.format, location: source.color.chromaLocation, plane: plane)
    let from = source.planes[plane]
    let line = AffineRow(
      row: row, inverse: inverse, target: site, source: origin, fractionBits: C.fractionBits)
    // The samples that the crop touches; beyond them the nearest one goes on.
    let columns = Self.samples(crop.x / origin.stepX, crop.maxX / origin.stepX, from.width)
    let rows = Self.samples(crop.y / origin.stepY, crop.maxY / origin.stepY, from.height)
    let inner = line.interior(of: range, columns: columns, rows: rows)
    line.sampleEdge(
      from, range.lowerBound..<inner.lowerBound, columns: columns, rows: rows, into: samples)
    line.sampleInterior(from, inner, into: samples + (inner.lowerBound - range.lowerBound))
    line.sampleEdge(
      from, inner.upperBound..<range.upperBound, columns: columns, rows: rows,
      into: samples + (inner.upperBound - range.lowerBound))
  }

  private static func samples(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
    let first = min(max(Int(low.rounded(.down)), 0), count - 1)
    let last = min(max(Int(high.rounded(.up)) - 1, first), count - 1)
    return first...last
  }
}
