import Geometry

/// Rows that a drawing needs beside the picture, as wide as it.
struct AffineScratch<C: Component> {
  let samples: UnsafeMutablePointer<C>
  let alpha: UnsafeMutablePointer<C>
  let other: UnsafeMutablePointer<C>
  /// The share of each column that is covered, times the opacity.
  let weights: UnsafeMutablePointer<C.Weight>
  /// What the picture's own alpha leaves of those shares, or the alpha of what is below.
  let covers: UnsafeMutablePointer<C.Weight>

  static func with(width: Int, _ body: (AffineScratch) -> Void) {
    withUnsafeTemporaryAllocation(of: C.self, capacity: 3 * width) { samples in
      withUnsafeTemporaryAllocation(of: C.Weight.self, capacity: 2 * width) { weights in
        guard let samples = samples.baseAddress, let weights = weights.baseAddress else { return }
        body(
          AffineScratch(
            samples: samples, alpha: samples + width, other: samples + 2 * width, weights: weights,
            covers: weights + width))
      }
    }
  }
}

/// Planes of the target whose samples lie at the same places, so that what covers them is the same.
struct AffinePlanes<C: Component> {
  /// One copy of a plane of the source; its memory belongs to the mipmap.
  private struct Source {
    let plane: Plane
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>
    let site: SampleSite
    /// Its share in a mixture with those before it.
    let weight: C.Weight
  }

  /// A plane of the target, and the copies that it takes its colours from.
  private struct Member {
    let plane: Plane
    let colors: [Source]
  }

  private let members: [Member]
  /// The plane of alpha, when that is what is drawn.
  private let isAlpha: Bool
  private let full: C
  private let site: SampleSite
  private let inverse: Transform
  private let coverage: Coverage
  private let size: (width: Int, height: Int)
  /// Empty where the picture is opaque.
  private let alphas: [Source]
  /// The target's own alpha, where it has any.
  private let under: AlphaRows<C>?

  /// All planes of a target, those that belong together at once.
  ///
  /// Alpha comes last, because the colours are weighted by what was there.
  static func groups(
    _ picture: Mipmap, inverse: Transform, target: VideoFrame, _ bands: RowBands
  ) -> [AffinePlanes] {
    func kind(_ plane: Int) -> (site: SampleSite, alpha: Int?, isAlpha: Bool) {
      let isAlpha = plane == target.format.alphaPlane
      return (
        SampleSite(format: target.format, location: target.color.chromaLocation, plane: plane),
        isAlpha ? picture.frame.format.alphaPlane : picture.alpha(for: plane), isAlpha
      )
    }
    var ranges: [Range<Int>] = []
    for plane in target.planes.indices {
      if let last = ranges.last, kind(last.lowerBound) == kind(plane) {
        ranges[ranges.count - 1] = last.lowerBound..<plane + 1
      } else {
        ranges.append(plane..<plane + 1)
      }
    }
    return ranges.map { range in
      let (site, alpha, isAlpha) = kind(range.lowerBound)
      func sources(_ plane: Int) -> [Source] {
        Self.sources(picture, plane: plane, inverse: inverse, target: site, bands)
      }
      return AffinePlanes(
        members: range.map {
          Member(plane: target.planes[$0], colors: isAlpha ? [] : sources($0))
        },
        isAlpha: isAlpha, full: C(truncatingIfNeeded: target.format.maximum), site: site,
        inverse: inverse, coverage: Coverage(inverse: inverse, crop: picture.crop, target: site),
        size: target.format.planeSize(
          range.lowerBound, width: target.width, height: target.height),
        alphas: alpha.map(sources) ?? [],
        under: target.format.hasAlpha
          ? AlphaRows<C>(frame: target, plane: range.lowerBound, opacity: 1) : nil)
    }
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
    for row in rows.lowerBound / step..<min(size.height, (rows.upperBound + step - 1) / step) {
      let (any, whole) = coverage.columns(row: row, count: size.width)
      guard !any.isEmpty else { continue }
      let inner = whole.isEmpty ? any.lowerBound..<any.lowerBound : whole
      guard alphas.isEmpty, under == nil, opacity >= 1 else {
        blend(any, whole: inner, row: row, opacity, scratch)
        continue
      }
      // What is covered whole needs no mixing.
      for edge in [any.lowerBound..<inner.lowerBound, inner.upperBound..<any.upperBound]
      where !edge.isEmpty {
        blend(edge, whole: edge.lowerBound..<edge.lowerBound, row: row, opacity, scratch)
      }
      for member in members {
        let line = member.plane.row(row, as: C.self) + inner.lowerBound
        sample(member.colors, row: row, inner, into: line, scratch.other)
      }
    }
  }

  /// Blends some columns of a row, of which `whole` are covered whole.
  private func blend(
    _ range: Range<Int>, whole: Range<Int>, row: Int, _ opacity: Double,
    _ scratch: AffineScratch<C>
  ) {
    let (weights, count) = (scratch.weights, range.count)
    for edge in [range.lowerBound..<whole.lowerBound, whole.upperBound..<range.upperBound] {
      for x in edge {
        weights[x - range.lowerBound] = C.weight(opacity * coverage.share(column: x, row: row))
      }
    }
    (weights + (whole.lowerBound - range.lowerBound))
      .update(repeating: C.weight(opacity), count: whole.count)
    if !alphas.isEmpty {
      sample(alphas, row: row, range, into: scratch.alpha, scratch.other)
    } else if under != nil {
      scratch.alpha.update(repeating: full, count: count)
    }
    if let under {
      if !isAlpha { under.fill(scratch.covers, row: row, from: range.lowerBound, count: count) }
    } else if !alphas.isEmpty {
      let factor = UInt64((Double(C.one) / Double(full) * 4_294_967_296).rounded(.up))
      let (alpha, covers) = (scratch.alpha, scratch.covers)
      for x in 0..<count {
        covers[x] = C.product(weights[x], C.weight(ofAlpha: UInt32(alpha[x]), factor: factor))
      }
    }
    for member in members { blend(member, range, row: row, scratch) }
  }

  /// Blends some columns of a row of one plane, whose shares are known.
  private func blend(
    _ member: Member, _ range: Range<Int>, row: Int, _ scratch: AffineScratch<C>
  ) {
    let (line, count) = (member.plane.row(row, as: C.self) + range.lowerBound, range.count)
    let (samples, weights, covers) = (scratch.samples, scratch.weights, scratch.covers)
    guard !isAlpha else {
      return addCover(scratch.alpha, to: line, full: full, weights: weights, count: count)
    }
    sample(member.colors, row: row, range, into: samples, scratch.other)
    if under != nil {
      addColor(
        samples, scratch.alpha, to: line, alpha: covers, full: full, weights: weights,
        count: count)
    } else if alphas.isEmpty {
      mixRow(line, samples, weights: weights, count: count)
    } else {
      for x in 0..<count {
        line[x] = C.add(line[x], samples[x], opacity: weights[x], cover: covers[x])
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
