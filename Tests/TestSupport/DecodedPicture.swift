import Glibc

/// A decoded picture, planar 8-bit 4:2:0, and what can be read from it.
package struct DecodedPicture: Sendable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  package static func byteCount(_ width: Int, _ height: Int) -> Int {
    width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
  }

  /// The components of one place.
  package func components(x: Int, y: Int) -> (luma: Int, blue: Int, red: Int) {
    let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
    let chroma = width * height + y / 2 * chromaWidth + x / 2
    return (
      Int(bytes[y * width + x]), Int(bytes[chroma]), Int(bytes[chroma + chromaWidth * chromaHeight])
    )
  }

  /// The whole picture's box, unturned.
  package var whole: Placing {
    Placing(x: 0, y: 0, width: Double(width), height: Double(height))
  }

  /// Reads the blocks where they should be; nil when they spell nothing.
  ///
  /// Only the middle half of each block is looked at, and every block must be clearly dark or
  /// clearly bright, so a mixture of two pictures is no code.
  package func code(at placing: Placing) -> CodedPicture.Code? {
    var bits: UInt32 = 0
    for index in 0..<(CodedPicture.rows * CodedPicture.columns) {
      let (row, column) = (index / CodedPicture.columns, index % CodedPicture.columns)
      var total = 0
      var count = 0
      for dv in [0.3, 0.5, 0.7] {
        for du in [0.3, 0.4, 0.5, 0.6, 0.7] {
          let u = (Double(column) + du) / Double(CodedPicture.columns)
          let v = (Double(row) + dv) / Double(CodedPicture.rows) * CodedPicture.stripHeight
          let place = placing.shown(u, v)
          let x = Int(placing.x + place.x * placing.width)
          let y = Int(placing.y + place.y * placing.height)
          guard x >= 0, y >= 0, x < width, y < height else { return nil }
          total += Int(bytes[y * width + x])
          count += 1
        }
      }
      let mean = Double(total) / Double(count)
      guard mean < 80 || mean > 171 else { return nil }
      bits = bits << 1 | (mean > 125 ? 1 : 0)
    }
    return CodedPicture.Code(bits: bits)
  }

  /// Mean and largest luma, for telling black pictures from foreign ones.
  package var lumaSummary: (mean: Double, least: Int, greatest: Int) {
    var total = 0
    var (least, greatest) = (255, 0)
    for value in bytes[..<(width * height)] {
      total += Int(value)
      least = min(least, Int(value))
      greatest = max(greatest, Int(value))
    }
    return (Double(total) / Double(width * height), least, greatest)
  }

  /// True when nothing in the picture is brighter than near-black.
  package var isBlack: Bool { lumaSummary.greatest <= 28 }

  /// The largest departure of the luma outside the box from `level`, two samples away from it.
  package func surroundError(_ placing: Placing, level: Int) -> Int {
    let columns = placing.inside(width, alongX: true, margin: -2)
    let lines = placing.inside(height, alongX: false, margin: -2)
    var worst = 0
    for y in 0..<height {
      let row = y * width
      if lines.contains(y) {
        for x in 0..<max(0, columns.lowerBound) {
          worst = max(worst, abs(Int(bytes[row + x]) - level))
        }
        for x in min(width, columns.upperBound)..<width {
          worst = max(worst, abs(Int(bytes[row + x]) - level))
        }
      } else {
        for x in 0..<width { worst = max(worst, abs(Int(bytes[row + x]) - level)) }
      }
    }
    return worst
  }

  /// Likeness of luma and of chroma to the source picture, in dB (99 when equal).
  ///
  /// Everything in the box is compared but the code strip, which `code(at:)` judges.
  package func likeness(to code: CodedPicture.Code, at placing: Placing)
    -> (luma: Double, chroma: Double)
  {
    let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
    let mean = CodedPicture.chroma(ofClip: code.clip)
    let half = Placing(
      x: placing.x / 2, y: placing.y / 2, width: placing.width / 2, height: placing.height / 2,
      turns: placing.turns)
    let luma = error(
      code, placing, 0, (width, height), margin: 2, middle: 126, \.first, \.second)
    let blue = error(
      code, half, width * height, (chromaWidth, chromaHeight), margin: 2, middle: mean.blue,
      \.blue, nil)
    let red = error(
      code, half, width * height + chromaWidth * chromaHeight, (chromaWidth, chromaHeight),
      margin: 2, middle: mean.red, \.red, nil)
    return (DecodedPicture.decibels(luma), DecodedPicture.decibels((blue + red) / 2))
  }

  /// Likeness of all samples to a mixture of source pictures as large as this one, in dB.
  package func likeness(
    toMixtureOf parts: [(code: CodedPicture.Code, share: Double)]
  ) -> Double {
    var due = [Float](repeating: 0, count: bytes.count)
    for part in parts {
      let source = CodedPicture.draw(part.code, width: width, height: height)
      for (index, value) in source.enumerated() { due[index] += Float(part.share) * Float(value) }
    }
    var total: Float = 0
    for (index, value) in bytes.enumerated() {
      total += (Float(value) - due[index]) * (Float(value) - due[index])
    }
    return DecodedPicture.decibels(Double(total) / Double(bytes.count))
  }

  static func decibels(_ meanSquare: Double) -> Double {
    meanSquare <= 0 ? 99 : min(99, 10 * log10(255 * 255 / meanSquare))
  }

  /// The mean square difference of one plane from the texture.
  private func error(
    _ code: CodedPicture.Code, _ placing: Placing, _ offset: Int, _ size: (width: Int, height: Int),
    margin: Double, middle: Float, _ one: KeyPath<CodedPicture.Waves, [Float]>,
    _ two: KeyPath<CodedPicture.Waves, [Float]>?
  ) -> Double {
    var columns = placing.inside(size.width, alongX: true, margin: margin)
    var lines = placing.inside(size.height, alongX: false, margin: margin)
    let strip = CodedPicture.stripHeight
    // The side of the box on which the strip lies depends on the turn.
    switch placing.turns {
    case 1:
      let end = Int(placing.x + placing.width * (1 - strip) - margin)
      columns = columns.lowerBound..<max(columns.lowerBound, min(columns.upperBound, end))
    case 2:
      let end = Int(placing.y + placing.height * (1 - strip) - margin)
      lines = lines.lowerBound..<max(lines.lowerBound, min(lines.upperBound, end))
    case 3:
      let first = Int(placing.x + placing.width * strip + margin + 1)
      columns = min(columns.upperBound, max(columns.lowerBound, first))..<columns.upperBound
    default:
      let first = Int(placing.y + placing.height * strip + margin + 1)
      lines = min(lines.upperBound, max(lines.lowerBound, first))..<lines.upperBound
    }
    guard !columns.isEmpty, !lines.isEmpty else { return 255 * 255 }
    let across = columns.map { (Double($0) + 0.5 - placing.x) / placing.width }
    let down = lines.map { (Double($0) + 0.5 - placing.y) / placing.height }
    let columnWaves: CodedPicture.Waves
    let lineWaves: CodedPicture.Waves
    switch placing.turns {
    case 1:
      columnWaves = .down(across.map { 1 - $0 }, code)
      lineWaves = .across(down, code)
    case 2:
      columnWaves = .across(across.map { 1 - $0 }, code)
      lineWaves = .down(down.map { 1 - $0 }, code)
    case 3:
      columnWaves = .down(across, code)
      lineWaves = .across(down.map { 1 - $0 }, code)
    default:
      columnWaves = .across(across, code)
      lineWaves = .down(down, code)
    }
    let (a, c) = (columnWaves[keyPath: one], lineWaves[keyPath: one])
    let b = two.map { columnWaves[keyPath: $0] } ?? [Float](repeating: 0, count: a.count)
    let d = two.map { lineWaves[keyPath: $0] } ?? [Float](repeating: 0, count: c.count)
    var total = 0.0
    bytes.withUnsafeBufferPointer { bytes in
      a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { b in
          for (index, y) in lines.enumerated() {
            let row = bytes.baseAddress! + offset + y * size.width + columns.lowerBound
            total += Double(squares(row, a, b, c[index], d[index], middle))
          }
        }
      }
    }
    return total / Double(columns.count * lines.count)
  }
}

/// The sum of squared differences of one row; lane by lane, so that it is vectorised.
private func squares(
  _ row: UnsafePointer<UInt8>, _ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>,
  _ c: Float, _ d: Float, _ middle: Float
) -> Float {
  var sums = SIMD8<Float>.zero
  var x = 0
  while x + 8 <= a.count {
    let values = UnsafeRawPointer(row + x).loadUnaligned(as: SIMD8<UInt8>.self)
    let first = UnsafeRawPointer(a.baseAddress! + x).loadUnaligned(as: SIMD8<Float>.self)
    let second = UnsafeRawPointer(b.baseAddress! + x).loadUnaligned(as: SIMD8<Float>.self)
    let wide = SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: values))
    let difference = wide - (first * c + second * d + middle)
    sums += difference * difference
    x += 8
  }
  var total = sums.sum()
  while x < a.count {
    let difference = Float(row[x]) - (a[x] * c + b[x] * d + middle)
    total += difference * difference
    x += 1
  }
  return total
}
