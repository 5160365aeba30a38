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
  static var slack: Int64 { Int64(chunk) << 15 }

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
    between(
      UInt16(topLeft), UInt16(topRight), UInt16(bottomLeft), UInt16(bottomRight),
      x: UInt16(truncatingIfNeeded: x), y: UInt16(truncatingIfNeeded: y))
  }

  /// The same in 16-bit lanes, with 6 bits of fraction left at the end; `x` and `y` have 8.
  @inline(__always)
  private static func between(
    _ topLeft: UInt16, _ topRight: UInt16, _ bottomLeft: UInt16, _ bottomRight: UInt16, x: UInt16,
    y: UInt16
  ) -> UInt8 {
    let upper = Int16(bitPattern: ((topLeft &<< 8) &+ (topRight &- topLeft) &* x) &>> 1)
    let lower = Int16(bitPattern: ((bottomLeft &<< 8) &+ (bottomRight &- bottomLeft) &* x) &>> 1)
    // The high half of a product is one instruction; what it cuts off is half a unit on average.
    let step = (Int32(lower &- upper) &* Int32(Int16(bitPattern: y &<< 7))) &>> 16
    let sum = (upper &>> 1) &+ Int16(truncatingIfNeeded: step)
    return UInt8(truncatingIfNeeded: UInt16(bitPattern: sum &+ 33) &>> 6)
  }

  /// The samples that are handled at once: few enough to stay in the nearest cache, and that steps
  /// with 16 bits of fraction add up to no error that could be seen.
  private static var chunk: Int { 128 }

  /// Finds the places of many samples at once, then gathers neighbours one by one, and then computes
  /// on many at once again.
  static func interpolate(
    _ base: UnsafePointer<UInt8>, stride: Int, along line: SamplingLine, count: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * chunk) { scratch in
      guard let offsets = scratch.baseAddress else { return }
      let tops = UnsafeMutableRawPointer(offsets + chunk).assumingMemoryBound(to: UInt16.self)
      let bottoms = tops + chunk
      var line = line
      var done = 0
      while done < count {
        let part = Swift.min(chunk, count - done)
        let steps = ChunkSteps(line)
        steps.fill(offsets, stride: Int32(truncatingIfNeeded: stride), count: part)
        let first = UnsafeRawPointer(
          base + (Int(line.y &>> 32) &* stride &+ Int(line.x &>> 32)))
        let second = first + stride
        for column in 0..<part {
          // A pair of neighbours is one load.
          let offset = Int(offsets[column])
          tops[column] =
            first.loadUnaligned(fromByteOffset: offset, as: UInt16.self).littleEndian
          bottoms[column] =
            second.loadUnaligned(fromByteOffset: offset, as: UInt16.self).littleEndian
        }
        combine(tops, bottoms, steps, part, into: target + done)
        line.x = line.x &+ Int64(part) &* line.stepX
        line.y = line.y &+ Int64(part) &* line.stepY
        done += part
      }
    }
  }

  /// Positions from the first sample of a chunk on, with 16 bits of fraction.
  private struct ChunkSteps {
    let startX: Int32
    let startY: Int32
    let stepX: Int32
    let stepY: Int32

    init(_ line: SamplingLine) {
      startX = Int32(truncatingIfNeeded: (line.x & 0xffff_ffff) &>> 16)
      startY = Int32(truncatingIfNeeded: (line.y & 0xffff_ffff) &>> 16)
      stepX = Int32(truncatingIfNeeded: (line.stepX &+ 0x8000) &>> 16)
      stepY = Int32(truncatingIfNeeded: (line.stepY &+ 0x8000) &>> 16)
    }

    /// Writes how far each sample's upper left neighbour is from the first one's, in bytes.
    func fill(_ offsets: UnsafeMutablePointer<Int32>, stride: Int32, count: Int) {
      var (x, y) = (startX, startY)
      for column in 0..<count {
        offsets[column] = (y &>> 16) &* stride &+ (x &>> 16)
        x = x &+ stepX
        y = y &+ stepY
      }
    }
  }

  /// Computes values from pairs of neighbours, the left one in the low byte.
  private static func combine(
    _ tops: UnsafePointer<UInt16>, _ bottoms: UnsafePointer<UInt16>, _ steps: ChunkSteps,
    _ count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    var fractionX = UInt16(truncatingIfNeeded: steps.startX)
    var fractionY = UInt16(truncatingIfNeeded: steps.startY)
    let stepX = UInt16(truncatingIfNeeded: steps.stepX)
    let stepY = UInt16(truncatingIfNeeded: steps.stepY)
    for column in 0..<count {
      let (top, bottom) = (tops[column], bottoms[column])
      target[column] = between(
        top & 0xff, top &>> 8, bottom & 0xff, bottom &>> 8, x: fractionX &>> 8,
        y: fractionY &>> 8)
      fractionX = fractionX &+ stepX
      fractionY = fractionY &+ stepY
    }
  }
}
