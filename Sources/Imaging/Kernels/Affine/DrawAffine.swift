import Geometry

/// Draws a part of a picture through a map into another picture.
///
/// `crop` is in the source's pixels, `transform` leads from them to the target's. A picture that is
/// drawn more than once should keep its `Mipmap`.
package func drawAffine(
  _ source: VideoFrame, crop: Rect, transform: Transform, opacity: Double, into target: VideoFrame
) {
  draw(
    Mipmap(source, crop: crop, pool: FramePool()), transform: transform, opacity: opacity,
    into: target)
}

/// Draws a picture through a map into another picture.
///
/// Both have one model and depth; either may have alpha, and the chroma of each is taken where it
/// lies. `transform` leads from the source's pixels to the target's. Values between samples are
/// interpolated linearly, of smaller copies where the map shrinks; edges are antialiased, and only
/// the box around the result is touched. A move by whole samples of every plane is exact.
package func draw(
  _ picture: Mipmap, transform: Transform, opacity: Double, into target: VideoFrame,
  bands: RowBands = .single
) {
  precondition(
    target.format.isPlanar && picture.frame.format.model == target.format.model
      && picture.frame.format.bitDepth == target.format.bitDepth,
    "pictures that are drawn on each other have one model and depth")
  guard opacity > 0, !picture.crop.isEmpty, let inverse = transform.inverted else { return }
  if target.format.bytesPerSample == 1 {
    AffineDrawing<UInt8>(picture, transform, inverse, opacity, target, bands).run()
  } else {
    AffineDrawing<UInt16>(picture, transform, inverse, opacity, target, bands).run()
  }
}

/// One drawing of a picture through a map.
private struct AffineDrawing<C: Component> {
  private let bounds: Rect
  private let opacity: Double
  private let target: VideoFrame
  private let planes: [AffinePlane<C>]
  private let bands: RowBands

  init(
    _ picture: Mipmap, _ transform: Transform, _ inverse: Transform, _ opacity: Double,
    _ target: VideoFrame, _ bands: RowBands
  ) {
    self.bands = bands
    bounds = transform.apply(picture.crop)
    self.opacity = min(opacity, 1)
    self.target = target
    // Alpha comes last, because the colours are weighted by what was there.
    planes = target.planes.indices.map {
      AffinePlane(picture, inverse, target, plane: $0, bands)
    }
  }

  func run() {
    let step = target.format.model == .yuv ? 1 << target.format.chromaShiftY : 1
    func whole(_ edge: Double) -> Int { Int(min(max(edge.rounded(.down), -1e9), 1e9)) }
    let first = max(0, whole(bounds.y) - 2 * step) / step * step
    let last = min(target.height, whole(bounds.maxY) + 1 + 2 * step)
    guard first < last else { return }
    bands.run(first..<last, alignment: step, least: max(16, 65_536 / target.width)) { rows in
      AffineScratch<C>.with(width: target.width) { scratch in
        for plane in planes { plane.draw(rows, opacity: opacity, scratch) }
      }
    }
  }
}

/// Rows that a drawing needs beside the picture, as wide as it.
private struct AffineScratch<C: Component> {
  let samples: UnsafeMutablePointer<C>
  let alpha: UnsafeMutablePointer<C>
  let other: UnsafeMutablePointer<C>
  /// The share of each column that is covered, times the opacity.
  let weights: UnsafeMutablePointer<C.Weight>
  /// The alpha of what is below.
  let below: UnsafeMutablePointer<C.Weight>

  static func with(width: Int, _ body: (AffineScratch) -> Void) {
    withUnsafeTemporaryAllocation(of: C.self, capacity: 3 * width) { samples in
      withUnsafeTemporaryAllocation(of: C.Weight.self, capacity: 2 * width) { weights in
        guard let samples = samples.baseAddress, let weights = weights.baseAddress else { return }
        body(
          AffineScratch(
            samples: samples, alpha: samples + width, other: samples + 2 * width, weights: weights,
            below: weights + width))
      }
    }
  }
}

/// One plane of the target in such a drawing.
private struct AffinePlane<C: Component> {
  /// One copy of a plane of the source; its memory belongs to the mipmap.
  private struct Source {
    let plane: Plane
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>
    let site: SampleSite
    /// Its share in a mixture with those before it.
    let weight: C.Weight
  }

  private let plane: Plane
  private let isAlpha: Bool
  private let full: C
  private let site: SampleSite
  private let inverse: Transform
  private let coverage: Coverage
  /// Empty for alpha onto which an opaque picture is drawn.
  private let colors: [Source]
  /// Empty where the picture is opaque.
  private let alphas: [Source]
  /// The target's own alpha, where it has any.
  private let under: AlphaRows<C>?

  init(
    _ picture: Mipmap, _ inverse: Transform, _ target: VideoFrame, plane index: Int,
    _ bands: RowBands
  ) {
    plane = target.planes[index]
    isAlpha = index == target.format.alphaPlane
    full = C(truncatingIfNeeded: target.format.maximum)
    site = SampleSite(format: target.format, location: target.color.chromaLocation, plane: index)
    self.inverse = inverse
    coverage = Coverage(inverse: inverse, crop: picture.crop, target: site)
    colors =
      isAlpha
      ? [] : Self.sources(picture, plane: index, inverse: inverse, target: site, bands)
    let alpha = isAlpha ? picture.frame.format.alphaPlane : picture.alpha(for: index)
    let site = site
    alphas =
      alpha.map { Self.sources(picture, plane: $0, inverse: inverse, target: site, bands) } ?? []
    under =
      target.format.hasAlpha ? AlphaRows<C>(frame: target, plane: index, opacity: 1) : nil
  }

  /// The copies of a plane that are mixed, each with its weight on those before it.
  private static func sources(
    _ picture: Mipmap, plane: Int, inverse: Transform, target: SampleSite, _ bands: RowBands
  ) -> [Source] {
    let own = picture.site(of: plane)
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    var sum = 0.0
    return picture.mixture(
      plane: plane,
      across: length(inverse.a * target.stepX, inverse.c * target.stepY) / own.stepX,
      down: length(inverse.b * target.stepX, inverse.d * target.stepY) / own.stepY, bands: bands
    ).compactMap { level, share in
      sum += share
      let weight = C.weight(share / sum)
      return weight == 0
        ? nil
        : Source(
          plane: level.plane, columns: level.columns, rows: level.rows, site: level.site,
          weight: weight)
    }
  }

  /// Draws what falls into some rows of the picture.
  func draw(_ rows: Range<Int>, opacity: Double, _ scratch: AffineScratch<C>) {
    let step = Int(site.stepY)
    for row in rows.lowerBound / step..<min(plane.height, (rows.upperBound + step - 1) / step) {
      let (any, whole) = coverage.columns(row: row, count: plane.width)
      guard !any.isEmpty else { continue }
      let inner = whole.isEmpty ? any.lowerBound..<any.lowerBound : whole
      if alphas.isEmpty, under == nil, opacity >= 1 {
        // What is covered whole needs no mixing.
        for edge in [any.lowerBound..<inner.lowerBound, inner.upperBound..<any.upperBound]
        where !edge.isEmpty {
          blend(edge, whole: edge.lowerBound..<edge.lowerBound, row: row, opacity, scratch)
        }
        let line = plane.row(row, as: C.self) + inner.lowerBound
        sample(colors, row: row, inner, into: line, scratch.other)
      } else {
        blend(any, whole: inner, row: row, opacity, scratch)
      }
    }
  }

  /// Blends some columns of a row, of which `whole` are covered whole.
  private func blend(
    _ range: Range<Int>, whole: Range<Int>, row: Int, _ opacity: Double,
    _ scratch: AffineScratch<C>
  ) {
    let weights = scratch.weights
    for edge in [range.lowerBound..<whole.lowerBound, whole.upperBound..<range.upperBound] {
      for x in edge {
        weights[x - range.lowerBound] = C.weight(opacity * coverage.share(column: x, row: row))
      }
    }
    (weights + (whole.lowerBound - range.lowerBound))
      .update(repeating: C.weight(opacity), count: whole.count)
    let (samples, alpha) = (scratch.samples, scratch.alpha)
    if !colors.isEmpty { sample(colors, row: row, range, into: samples, scratch.other) }
    if !alphas.isEmpty { sample(alphas, row: row, range, into: alpha, scratch.other) }
    let (line, count) = (plane.row(row, as: C.self) + range.lowerBound, range.count)
    let factor = UInt64((Double(C.one) / Double(full) * 4_294_967_296).rounded(.up))
    if let under {
      if alphas.isEmpty { alpha.update(repeating: full, count: count) }
      if isAlpha {
        addCover(alpha, to: line, full: full, weights: weights, count: count)
      } else {
        under.fill(scratch.below, row: row, from: range.lowerBound, count: count)
        addColor(
          samples, alpha, to: line, alpha: scratch.below, full: full, weights: weights,
          count: count)
      }
    } else if alphas.isEmpty {
      mixRow(line, samples, weights: weights, count: count)
    } else {
      for x in 0..<count {
        let cover = C.product(weights[x], C.weight(ofAlpha: UInt32(alpha[x]), factor: factor))
        line[x] = C.add(line[x], samples[x], opacity: weights[x], cover: cover)
      }
    }
  }

  /// Interpolates some columns of a row from copies of a plane of the source.
  private func sample(
    _ sources: [Source], row: Int, _ range: Range<Int>, into samples: UnsafeMutablePointer<C>,
    _ other: UnsafeMutablePointer<C>
  ) {
    guard !range.isEmpty else { return }
    for index in sources.indices {
      let source = sources[index]
      let result = index == 0 ? samples : other
      let line = AffineRow(
        row: row, inverse: inverse, target: site, source: source.site,
        fractionBits: C.fractionBits)
      let (columns, rows) = (source.columns, source.rows)
      let inner = line.interior(of: range, columns: columns, rows: rows, slack: C.slack)
      line.sampleEdge(
        source.plane, range.lowerBound..<inner.lowerBound, columns: columns, rows: rows,
        into: result)
      line.sampleInterior(source.plane, inner, into: result + (inner.lowerBound - range.lowerBound))
      line.sampleEdge(
        source.plane, inner.upperBound..<range.upperBound, columns: columns, rows: rows,
        into: result + (inner.upperBound - range.lowerBound))
      if index > 0 { mixRow(samples, result, weight: source.weight, count: range.count) }
    }
  }
}
