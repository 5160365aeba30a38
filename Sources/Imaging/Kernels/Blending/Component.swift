/// One component of a pixel as it lies in a plane: a byte, or a native-endian 16-bit word.
///
/// Generic code over it stays inside this module, where it is specialised; the entry points take
/// whole frames and choose the width once.
protocol Component: FixedWidthInteger, UnsignedInteger {
  /// A share of the upper picture, from 0 to `one`.
  associatedtype Weight: FixedWidthInteger, UnsignedInteger
  static var one: Weight { get }
  /// Bits of a position between two samples.
  static var fractionBits: Int { get }

  /// `lower` with a share of `upper`, rounded; exact at both ends and where the two are equal.
  static func mix(_ lower: Self, _ upper: Self, _ weight: Weight) -> Self

  /// What `cover` leaves of `lower`, and an opacity's share of a premultiplied `upper` on it.
  static func add(_ lower: Self, _ upper: Self, opacity: Weight, cover: Weight) -> Self

  /// One share of another.
  static func product(_ first: Weight, _ second: Weight) -> Weight

  /// A sum of alpha values times a factor of 32 fractional bits, as a weight.
  static func weight(ofAlpha sum: UInt32, factor: UInt64) -> Weight

  /// The value between four neighbours; exact where the fractions are 0 or all four are equal.
  static func between(
    _ topLeft: Self, _ topRight: Self, _ bottomLeft: Self, _ bottomRight: Self, x: Int32, y: Int32
  ) -> Self

  /// How far `interpolate` may stray from the exact places, in samples with 32 bits of fraction.
  static var slack: Int64 { get }

  /// Writes a row of values along a line through a plane.
  ///
  /// `line` must stay where all neighbours exist, and by `slack` inside it.
  static func interpolate(
    _ base: UnsafePointer<Self>, stride: Int, along line: SamplingLine, count: Int,
    into target: UnsafeMutablePointer<Self>)

  /// Sixteen times a value, and sixteen times that.
  associatedtype Sum: FixedWidthInteger, UnsignedInteger
}

/// Positions at even distances, in samples with 32 bits of fraction.
struct SamplingLine {
  var x: Int64
  var y: Int64
  let stepX: Int64
  let stepY: Int64
}

extension Component {
  /// The weight for a share between 0 and 1.
  static func weight(_ share: Double) -> Weight {
    Weight((Swift.min(Swift.max(share, 0), 1) * Double(one)).rounded())
  }

  /// Adds rows up to sixteen times a value: one row, or four weighed by 1, 7, 7 and 1.
  static func addRows(
    _ rows: [UnsafePointer<Self>], count: Int, into sums: UnsafeMutablePointer<Sum>
  ) {
    if rows.count == 4 {
      let (first, second, third, fourth) = (rows[0], rows[1], rows[2], rows[3])
      for x in 0..<count {
        let middle = Sum(truncatingIfNeeded: second[x]) &+ Sum(truncatingIfNeeded: third[x])
        let outer = Sum(truncatingIfNeeded: first[x]) &+ Sum(truncatingIfNeeded: fourth[x])
        sums[x] = (middle &<< 3) &- middle &+ outer
      }
    } else {
      let row = rows[0]
      for x in 0..<count { sums[x] = Sum(truncatingIfNeeded: row[x]) &<< 4 }
    }
  }

  /// Makes values of sums, weighing four neighbours likewise where the row is halved.
  ///
  /// Sum 0 is then the one before the first pair.
  static func finishRow(
    _ sums: UnsafePointer<Sum>, isHalved: Bool, count: Int, into target: UnsafeMutablePointer<Self>
  ) {
    guard isHalved else {
      for x in 0..<count { target[x] = Self(truncatingIfNeeded: (sums[x] &+ 8) &>> 4) }
      return
    }
    for x in 0..<count {
      let middle = sums[2 &* x &+ 1] &+ sums[2 &* x &+ 2]
      let outer = sums[2 &* x] &+ sums[2 &* x &+ 3]
      target[x] = Self(truncatingIfNeeded: ((middle &<< 3) &- middle &+ outer &+ 128) &>> 8)
    }
  }
}

extension UInt16: Component {
  typealias Weight = UInt32
  typealias Sum = UInt32
  static var one: UInt32 { 65536 }
  static var fractionBits: Int { 14 }
  static var slack: Int64 { 0 }

  @inline(__always)
  static func product(_ first: UInt32, _ second: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(first) &* UInt64(second) &+ 32768) &>> 16)
  }

  @inline(__always)
  static func weight(ofAlpha sum: UInt32, factor: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(sum) &* factor &+ (1 << 31)) &>> 32)
  }

  @inline(__always)
  static func mix(_ lower: UInt16, _ upper: UInt16, _ weight: UInt32) -> UInt16 {
    UInt16(
      truncatingIfNeeded: (UInt32(upper) &* weight &+ UInt32(lower) &* (65536 &- weight) &+ 32768)
        &>> 16)
  }

  @inline(__always)
  static func add(_ lower: UInt16, _ upper: UInt16, opacity: UInt32, cover: UInt32) -> UInt16 {
    let sum =
      UInt64(upper) &* UInt64(opacity) &+ UInt64(lower) &* UInt64(65536 &- cover) &+ 32768
    return UInt16(truncatingIfNeeded: Swift.min(sum &>> 16, 65535))
  }

  @inline(__always)
  static func between(
    _ topLeft: UInt16, _ topRight: UInt16, _ bottomLeft: UInt16, _ bottomRight: UInt16, x: Int32,
    y: Int32
  ) -> UInt16 {
    // One step after the other: a product of three would not fit into 32 bits.
    let top = step(Int32(topLeft), Int32(topRight), x)
    let bottom = step(Int32(bottomLeft), Int32(bottomRight), x)
    return UInt16(truncatingIfNeeded: step(top, bottom, y))
  }

  @inline(__always)
  private static func step(_ first: Int32, _ second: Int32, _ fraction: Int32) -> Int32 {
    first &+ (((second &- first) &* fraction &+ 8192) &>> 14)
  }

  static func interpolate(
    _ base: UnsafePointer<UInt16>, stride: Int, along line: SamplingLine, count: Int,
    into target: UnsafeMutablePointer<UInt16>
  ) {
    var (x, y) = (line.x, line.y)
    for column in 0..<count {
      let source = base + (Int(y &>> 32) &* stride &+ Int(x &>> 32))
      target[column] = between(
        source[0], source[1], source[stride], source[stride &+ 1],
        x: Int32(truncatingIfNeeded: x &>> 18) & 16383,
        y: Int32(truncatingIfNeeded: y &>> 18) & 16383)
      x = x &+ line.stepX
      y = y &+ line.stepY
    }
  }
}

extension Plane {
  /// A row as components; the caller knows their width.
  @inline(__always)
  func row<C: Component>(_ y: Int, as type: C.Type) -> UnsafeMutablePointer<C> {
    row(y).assumingMemoryBound(to: C.self)
  }
}

/// Mixes a row into another with one weight for each sample.
func mixRow<C: Component>(
  _ lower: UnsafeMutablePointer<C>, _ upper: UnsafePointer<C>, weights: UnsafePointer<C.Weight>,
  count: Int
) {
  for x in 0..<count { lower[x] = C.mix(lower[x], upper[x], weights[x]) }
}

/// Mixes a row into another with the same weight everywhere.
func mixRow<C: Component>(
  _ lower: UnsafeMutablePointer<C>, _ upper: UnsafePointer<C>, weight: C.Weight, count: Int
) {
  mixRow(lower, upper, weight: weight, count: count, into: lower)
}

/// Mixes two rows into a third, which may be one of them, with the same weight everywhere.
///
/// The weight is read from memory all the same: from a register the compiler multiplies it with 32
/// bits, which takes three times as long for bytes.
func mixRow<C: Component>(
  _ lower: UnsafePointer<C>, _ upper: UnsafePointer<C>, weight: C.Weight, count: Int,
  into target: UnsafeMutablePointer<C>
) {
  let chunk = 256
  withUnsafeTemporaryAllocation(of: C.Weight.self, capacity: chunk) { buffer in
    guard let weights = buffer.baseAddress else { return }
    weights.update(repeating: weight, count: min(chunk, count))
    var done = 0
    while done < count {
      let (below, above, result) = (lower + done, upper + done, target + done)
      for x in 0..<min(chunk, count - done) {
        result[x] = C.mix(below[x], above[x], weights[x])
      }
      done += chunk
    }
  }
}
