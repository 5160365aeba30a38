/// Bytes are mixed in 16-bit lanes, of which the machine has eight at a time.
///
/// Weights have 16 bits all the same: 65,535 is all of the upper picture. The high half of a
/// product of two 16-bit numbers is one instruction; the value is kept with 8 bits of fraction, and
/// what is cut off of it never reaches a half.
extension UInt8: Component {
  typealias Weight = UInt16
  typealias Sum = UInt16
  static var one: UInt16 { 65535 }
  static var fractionBits: Int { 8 }

  @inline(__always)
  static func product(_ first: UInt16, _ second: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(first) &* UInt32(second) &+ 65535) &>> 16)
  }

  @inline(__always)
  static func weight(ofAlpha sum: UInt32, factor: UInt64) -> UInt16 {
    // 16 bits of the fraction do, and let the product stay in 32.
    UInt16(
      truncatingIfNeeded: (sum &* UInt32(truncatingIfNeeded: factor &>> 16) &+ 32768) &>> 16)
  }

  /// The share of a byte, with 8 bits of fraction.
  @inline(__always)
  private static func share(_ value: UInt8, _ weight: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(UInt16(value) &<< 8) &* UInt32(weight)) &>> 16)
  }

  @inline(__always)
  static func mix(_ lower: UInt8, _ upper: UInt8, _ weight: UInt16) -> UInt8 {
    UInt8(
      truncatingIfNeeded: (share(upper, weight) &+ share(lower, 65535 &- weight) &+ 129) &>> 8)
  }

  @inline(__always)
  static func add(_ lower: UInt8, _ upper: UInt8, opacity: UInt16, cover: UInt16) -> UInt8 {
    // A premultiplied value was rounded, so that the sum may pass white by a little.
    let sum = UInt32(share(upper, opacity)) &+ UInt32(share(lower, 65535 &- cover)) &+ 129
    return UInt8(truncatingIfNeeded: Swift.min(sum &>> 8, 255))
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

  /// The samples that are handled at once: few enough to stay in the nearest cache.
  private static var chunk: Int { 256 }

  /// Gathers neighbours first, one by one, and then computes on many at once.
  static func interpolate(
    _ base: UnsafePointer<UInt8>, stride: Int, along line: SamplingLine, count: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 512) { scratch in
      guard let tops = scratch.baseAddress else { return }
      let bottoms = tops + chunk
      var line = line
      var done = 0
      while done < count {
        let part = Swift.min(chunk, count - done)
        var (x, y) = (line.x, line.y)
        for column in 0..<part {
          // A pair of neighbours is one load.
          let source = UnsafeRawPointer(base + (Int(y &>> 32) &* stride &+ Int(x &>> 32)))
          tops[column] = source.loadUnaligned(as: UInt16.self).littleEndian
          bottoms[column] =
            source.loadUnaligned(fromByteOffset: stride, as: UInt16.self).littleEndian
          x = x &+ line.stepX
          y = y &+ line.stepY
        }
        combine(tops, bottoms, line, part, into: target + done)
        (line.x, line.y) = (x, y)
        done += part
      }
    }
  }

  /// Computes values from pairs of neighbours, the left one in the low byte.
  private static func combine(
    _ tops: UnsafePointer<UInt16>, _ bottoms: UnsafePointer<UInt16>, _ line: SamplingLine,
    _ count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    let (startX, startY) = (
      UInt32(truncatingIfNeeded: line.x), UInt32(truncatingIfNeeded: line.y)
    )
    let (stepX, stepY) = (
      UInt32(truncatingIfNeeded: line.stepX), UInt32(truncatingIfNeeded: line.stepY)
    )
    var (fractionX, fractionY) = (startX, startY)
    for column in 0..<count {
      let x = UInt16(truncatingIfNeeded: fractionX &>> 24)
      let y = UInt16(truncatingIfNeeded: fractionY &>> 24)
      let (top, bottom) = (tops[column], bottoms[column])
      let upper = (top & 0xff) &* (256 &- x) &+ (top &>> 8) &* x
      let lower = (bottom & 0xff) &* (256 &- x) &+ (bottom &>> 8) &* x
      let sum = UInt32(upper) &* UInt32(256 &- y) &+ UInt32(lower) &* UInt32(y)
      target[column] = UInt8(truncatingIfNeeded: (sum &+ 32768) &>> 16)
      fractionX = fractionX &+ stepX
      fractionY = fractionY &+ stepY
    }
  }
}
