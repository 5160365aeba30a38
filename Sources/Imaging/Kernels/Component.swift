/// One component of a pixel as it lies in a plane: a byte, or a native-endian 16-bit word.
///
/// Generic code over it stays inside this module, where it is specialised; the entry points take
/// whole frames and choose the width once.
protocol Component: FixedWidthInteger, UnsignedInteger {
  /// A share of the upper picture, from 0 to `one`.
  associatedtype Weight: FixedWidthInteger, UnsignedInteger
  static var weightBits: Int { get }
  /// Bits of a position between two samples.
  static var fractionBits: Int { get }

  /// `lower` with a share of `upper`, rounded; exact at both ends.
  static func mix(_ lower: Self, _ upper: Self, _ weight: Weight) -> Self

  /// One share of another.
  static func product(_ first: Weight, _ second: Weight) -> Weight

  /// A sum of alpha values times a factor of 32 fractional bits, as a weight.
  static func weight(ofAlpha sum: UInt32, factor: UInt64) -> Weight

  /// The value between four neighbours; exact where the fractions are 0 or all four are equal.
  static func between(
    _ topLeft: Self, _ topRight: Self, _ bottomLeft: Self, _ bottomRight: Self, x: Int32, y: Int32
  ) -> Self
}

extension Component {
  static var one: Weight { 1 << Weight(weightBits) }

  /// The weight for a share between 0 and 1.
  static func weight(_ share: Double) -> Weight {
    Weight((Swift.min(Swift.max(share, 0), 1) * Double(1 << weightBits)).rounded())
  }
}

extension UInt8: Component {
  typealias Weight = UInt16
  static var weightBits: Int { 8 }
  static var fractionBits: Int { 8 }

  @inline(__always)
  static func product(_ first: UInt16, _ second: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(first) &* UInt32(second) &+ 128) &>> 8)
  }

  @inline(__always)
  static func weight(ofAlpha sum: UInt32, factor: UInt64) -> UInt16 {
    // 20 bits of the factor do, and let the product stay in 32.
    UInt16(
      truncatingIfNeeded: (sum &* UInt32(truncatingIfNeeded: factor &>> 12) &+ (1 << 19)) &>> 20)
  }

  @inline(__always)
  static func mix(_ lower: UInt8, _ upper: UInt8, _ weight: UInt16) -> UInt8 {
    UInt8(
      truncatingIfNeeded: (UInt16(upper) &* weight &+ UInt16(lower) &* (256 &- weight) &+ 128)
        &>> 8)
  }

  @inline(__always)
  static func between(
    _ topLeft: UInt8, _ topRight: UInt8, _ bottomLeft: UInt8, _ bottomRight: UInt8, x: Int32,
    y: Int32
  ) -> UInt8 {
    let top = Int32(topLeft) &* (256 &- x) &+ Int32(topRight) &* x
    let bottom = Int32(bottomLeft) &* (256 &- x) &+ Int32(bottomRight) &* x
    return UInt8(truncatingIfNeeded: (top &* (256 &- y) &+ bottom &* y &+ 32768) &>> 16)
  }
}

extension UInt16: Component {
  typealias Weight = UInt32
  static var weightBits: Int { 16 }
  static var fractionBits: Int { 14 }

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
  for x in 0..<count { lower[x] = C.mix(lower[x], upper[x], weight) }
}
