import Geometry

/// Lets a picture act on another by a blend mode, with its upper left corner at (x, y).
///
/// `top` has alpha and no subsampling, but the model and depth of `base`. The colours of both are
/// taken as R′G′B′, those of `base` interpolated where they are subsampled; what is changed is
/// brought back as a difference, so pixels under a transparent top stay as they are to the bit. The
/// corner is a multiple of the subsampling. What lies outside is cut.
package func blend(
  _ top: VideoFrame, into base: VideoFrame, x: Int, y: Int, mode: BlendMode,
  bands: RowBands = .single
) {
  precondition(
    top.format.hasAlpha && top.format.chromaShiftX == 0 && top.format.chromaShiftY == 0
      && top.format.model == base.format.model && top.format.bitDepth == base.format.bitDepth,
    "a blended picture has alpha, full chroma, and the depth of what is below")
  if base.format.bytesPerSample == 1 {
    ModeBlending<UInt8>(top, base, x, y, mode).run(bands)
  } else {
    ModeBlending<UInt16>(top, base, x, y, mode).run(bands)
  }
}

private struct ModeBlending<C: Component> {
  private let top: VideoFrame
  private let base: VideoFrame
  private let mode: BlendMode
  private let coding: ColorCoding
  private let topCoding: ColorCoding
  /// The part of the base that is worked on, in pixels, and where it begins in the top.
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let x: Int
  private let y: Int
  private let shiftX: Int
  private let shiftY: Int
  /// Where in its block of pixels a chroma sample lies.
  private let site: (column: Double, row: Double)

  init(_ top: VideoFrame, _ base: VideoFrame, _ x: Int, _ y: Int, _ mode: BlendMode) {
    (self.top, self.base, self.mode) = (top, base, mode)
    (self.x, self.y) = (x, y)
    coding = ColorCoding(base)
    topCoding = ColorCoding(
      top.retagged(
        color: base.color.resolved(
          width: base.width, height: base.height, model: base.format.model),
        pixelAspect: .square))
    columns = max(0, x)..<max(max(0, x), min(base.width, x + top.width))
    rows = max(0, y)..<max(max(0, y), min(base.height, y + top.height))
    let isSubsampled = base.format.model == .yuv
    shiftX = isSubsampled ? base.format.chromaShiftX : 0
    shiftY = isSubsampled ? base.format.chromaShiftY : 0
    site = base.color.chromaLocation.site
  }

  private typealias Row = UnsafeMutablePointer<Float>

  func run(_ bands: RowBands) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    // Chroma is interpolated from rows that another band writes, so all of it is read beforehand.
    let chroma = shiftX + shiftY > 0 ? ChromaCopy<C>(base, columns, rows) : nil
    bands.run(rows, alignment: 1 << shiftY, least: 32) { band in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 12 * columns.count) { buffer in
        guard let first = buffer.baseAddress else { return }
        let rows = (0..<12).map { first + $0 * columns.count }
        for block in stride(from: band.lowerBound, to: band.upperBound, by: 1 << shiftY) {
          draw(block..<min(block + 1 << shiftY, band.upperBound), rows, chroma)
        }
      }
    }
  }

  /// Works on the rows that share one row of chroma.
  private func draw(_ block: Range<Int>, _ scratch: [Row], _ chroma: ChromaCopy<C>?) {
    let count = columns.count
    let (lower, upper, before) = (
      Array(scratch[0..<3]), Array(scratch[3..<6]), Array(scratch[6..<9])
    )
    let alpha = scratch[9]
    let sums = Array(scratch[10..<12])
    for sum in sums { sum.update(repeating: 0, count: count) }
    let planes = base.format.model == .gray ? 1 : 3
    for row in block {
      for plane in 0..<planes {
        if plane > 0, let chroma {
          chroma.read(plane, row: row, columns, into: lower[plane])
        } else {
          load(base.planes[plane], row, columns.lowerBound, into: lower[plane])
        }
        load(top.planes[plane], row - y, columns.lowerBound - x, into: upper[plane])
        before[plane].update(from: lower[plane], count: count)
      }
      load(top.planes[top.planes.count - 1], row - y, columns.lowerBound - x, into: alpha)
      let full = Float(top.format.maximum)
      for column in 0..<count { alpha[column] /= full }
      mix(lower, upper, alpha, row: row, planes: planes)
      coding.encode(lower[0], lower[1], lower[2], count: count)
      for plane in 0..<planes {
        for column in 0..<count {
          lower[plane][column] = (lower[plane][column] - before[plane][column]) * alpha[column]
        }
      }
      add(lower[0], to: base.planes[0], row, columns.lowerBound, count)
      for plane in 1..<max(planes, 1) {
        if chroma == nil {
          add(lower[plane], to: base.planes[plane], row, columns.lowerBound, count)
        } else {
          let weight = chromaWeight(of: row)
          for column in 0..<count { sums[plane - 1][column] += lower[plane][column] * weight }
        }
      }
      cover(row: row, alpha)
    }
    guard chroma != nil else { return }
    for plane in 1...2 { addMeans(of: sums[plane - 1], plane: plane, block: block) }
  }

  /// Leaves in `lower` the colours that an opaque top would make, as R′G′B′.
  ///
  /// Where the base is transparent the top's own colour stands for the blend.
  private func mix(_ lower: [Row], _ upper: [Row], _ alpha: Row, row: Int, planes: Int) {
    let count = columns.count
    coding.decode(lower[0], lower[1], lower[2], count: count)
    topCoding.decode(upper[0], upper[1], upper[2], count: count)
    guard let plane = base.format.alphaPlane else {
      for plane in 0..<planes { blendRow(mode, lower[plane], upper[plane], count: count) }
      return
    }
    let below = base.planes[plane].row(row, as: C.self) + columns.lowerBound
    let full = Float(base.format.maximum)
    for plane in 0..<planes {
      blendRow(mode, lower[plane], upper[plane], count: count)
      for x in 0..<count {
        let share = Float(below[x]) / full
        lower[plane][x] = upper[plane][x] * (1 - share) + lower[plane][x] * share
      }
    }
    // The top's share of what is seen in the end, by which differences are weighted.
    for x in 0..<count {
      let whole = alpha[x] + Float(below[x]) / full * (1 - alpha[x])
      alpha[x] = whole > 0 ? alpha[x] / whole : 0
    }
  }

  /// Adds the top's alpha to the base's.
  private func cover(row: Int, _ share: Row) {
    guard let plane = base.format.alphaPlane else { return }
    let line = base.planes[plane].row(row, as: C.self) + columns.lowerBound
    let above = top.planes[top.planes.count - 1].row(row - y, as: C.self) + columns.lowerBound - x
    let full = Float(base.format.maximum)
    for column in columns.indices.map({ $0 - columns.lowerBound }) {
      let cover = Float(above[column]) / full
      line[column] = C(full * cover + Float(line[column]) * (1 - cover) + 0.5)
    }
  }

  private func load(_ plane: Plane, _ row: Int, _ first: Int, into target: Row) {
    let source = plane.row(row, as: C.self) + first
    for column in 0..<columns.count { target[column] = Float(source[column]) }
  }

  private func add(_ change: Row, to plane: Plane, _ row: Int, _ first: Int, _ count: Int) {
    let line = plane.row(row, as: C.self) + first
    let full = Float(base.format.maximum)
    for column in 0..<count {
      line[column] = C(min(max(Float(line[column]) + change[column] + 0.5, 0), full))
    }
  }

  /// The weight of a row in the chroma of its block.
  ///
  /// Chroma that does not lie in the middle of its rows is that of the row it lies on: a mean would
  /// move it.
  private func chromaWeight(of row: Int) -> Float {
    let size = 1 << shiftY
    let first = row / size * size
    let last = min(first + size, base.height) - 1
    if site.row == 0 { return row == first ? 1 : 0 }
    if site.row == 1 { return row == last ? 1 : 0 }
    return 1 / Float(last - first + 1)
  }

  /// Adds to each chroma sample the change of the pixels around the place where it lies.
  ///
  /// In the middle of its columns that is their mean, else a triangle about its own column.
  private func addMeans(of sums: Row, plane: Int, block: Range<Int>) {
    let first = columns.lowerBound >> shiftX
    let last = (columns.upperBound - 1) >> shiftX
    let line = base.planes[plane].row(block.lowerBound >> shiftY, as: C.self)
    let full = Float(base.format.maximum)
    let size = 1 << shiftX
    let isCentred = site.column == 0.5
    let reach = isCentred ? 0...size - 1 : 1 - size...size - 1
    for sample in first...last {
      var (sum, weights): (Float, Float) = (0, 0)
      for step in reach {
        let pixel = sample << shiftX + step
        guard pixel >= 0, pixel < base.width else { continue }
        let weight = isCentred ? 1 : Float(size - abs(step))
        weights += weight
        if columns.contains(pixel) { sum += sums[pixel - columns.lowerBound] * weight }
      }
      line[sample] = C(min(max(Float(line[sample]) + sum / weights + 0.5, 0), full))
    }
  }
}

/// The chroma around a part of a picture as it was, to be read at any pixel of that part.
private struct ChromaCopy<C: Component> {
  private let planes: [[Float]]
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let site: SampleSite

  init(_ frame: VideoFrame, _ columns: Range<Int>, _ rows: Range<Int>) {
    site = SampleSite(format: frame.format, location: frame.color.chromaLocation, plane: 1)
    let plane = frame.planes[1]
    let columns = Self.samples(columns, Int(site.stepX), plane.width)
    let rows = Self.samples(rows, Int(site.stepY), plane.height)
    (self.columns, self.rows) = (columns, rows)
    planes = frame.planes[1...2].map { plane in
      [Float](unsafeUninitializedCapacity: columns.count * rows.count) { values, count in
        for row in rows {
          let line = plane.row(row, as: C.self) + columns.lowerBound
          for x in 0..<columns.count {
            values[(row - rows.lowerBound) * columns.count + x] = Float(line[x])
          }
        }
        count = columns.count * rows.count
      }
    }
  }

  /// The samples of some pixels, and one more on each side.
  private static func samples(_ pixels: Range<Int>, _ step: Int, _ count: Int) -> Range<Int> {
    max(0, pixels.lowerBound / step - 1)..<min(count, (pixels.upperBound - 1) / step + 2)
  }

  /// Interpolates one of the two planes at the pixels of a row.
  func read(_ plane: Int, row: Int, _ pixels: Range<Int>, into target: UnsafeMutablePointer<Float>)
  {
    let (top, bottom, down) = Self.neighbours(Double(row), site.y, site.stepY, rows)
    planes[plane - 1].withUnsafeBufferPointer { values in
      let (upper, lower) = (top * columns.count, bottom * columns.count)
      for pixel in pixels {
        let (left, right, across) = Self.neighbours(Double(pixel), site.x, site.stepX, columns)
        let first = values[upper + left] + (values[upper + right] - values[upper + left]) * across
        let second = values[lower + left] + (values[lower + right] - values[lower + left]) * across
        target[pixel - pixels.lowerBound] = first + (second - first) * down
      }
    }
  }

  /// The two samples around a pixel, as indices into the copy, and the way from one to the other.
  private static func neighbours(
    _ pixel: Double, _ origin: Double, _ step: Double, _ samples: Range<Int>
  ) -> (Int, Int, Float) {
    let place = (pixel + 0.5 - origin) / step
    let first = Int(place.rounded(.down)) - samples.lowerBound
    let last = samples.count - 1
    return (
      min(max(first, 0), last), min(max(first + 1, 0), last), Float(place - place.rounded(.down))
    )
  }
}
