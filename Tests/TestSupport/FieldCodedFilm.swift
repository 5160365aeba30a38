/// A film of H.264 each of whose fields is a picture of its own, as no encoder here makes one.
///
/// A bright bar moves on from field to field. Every macroblock is stored as it is (I_PCM), so the
/// stream needs no more than headers; it has no times, 50 fields a second are meant.
package struct FieldCodedFilm {
  package let bytes: [UInt8]

  package static let width = 64
  package static let height = 64
  package static let barWidth = 10

  /// The bar's first column in a field.
  package static func barStart(frame: Int, isBottom: Bool) -> Int {
    2 * (2 * frame + (isBottom ? 1 : 0))
  }

  /// Up to sixteen frames.
  package init(frames: Int) {
    var bytes = Self.unit(7, Self.sequence) + Self.unit(8, Self.pictureSet)
    for frame in 0..<frames {
      for isBottom in [false, true] {
        let isFirst = frame == 0 && !isBottom
        bytes += Self.unit(9, [0x10], reference: 0)
        bytes += Self.unit(isFirst ? 5 : 1, Self.field(frame, isBottom: isBottom, isFirst: isFirst))
      }
    }
    self.bytes = bytes
  }

  private static var sequence: [UInt8] {
    // Main profile, level 3.
    var bits = Bits(bytes: [77, 0, 30])
    // Frames numbered in four bits, shown as decoded, one reference.
    for number in [0, 0, 2, 1] { bits.number(number) }
    bits.flags(0)
    bits.number(width / 16 - 1)
    bits.number(height / 32 - 1)
    // Fields, no adaptive ones, direct inference, no cropping, usability information.
    bits.flags(0, 0, 1, 0, 1)
    bits.flags(0, 0, 0, 0, 1)
    bits.bits(1, 32)
    bits.bits(50, 32)
    bits.flags(1, 0, 0, 0, 1, 1)
    // No reordering.
    for number in [0, 0, 10, 10, 0, 1] { bits.number(number) }
    return bits.ended
  }

  private static var pictureSet: [UInt8] {
    var bits = Bits()
    for _ in 0..<2 { bits.number(0) }
    bits.flags(0, 0)
    for _ in 0..<3 { bits.number(0) }
    bits.flags(0, 0, 0)
    for _ in 0..<3 { bits.number(0) }
    bits.flags(0, 0, 0)
    return bits.ended
  }

  private static func field(_ frame: Int, isBottom: Bool, isFirst: Bool) -> [UInt8] {
    var bits = Bits()
    // The first macroblock, an intra slice, the only parameters.
    for number in [0, 7, 0] { bits.number(number) }
    bits.bits(frame % 16, 4)
    bits.flags(1, isBottom ? 1 : 0)
    if isFirst { bits.number(0) }
    bits.flags(0)
    if isFirst { bits.flags(0) }
    bits.number(0)
    let start = barStart(frame: frame, isBottom: isBottom)
    for block in 0..<width / 16 * height / 32 {
      bits.number(25)
      bits.align()
      let left = block % (width / 16) * 16
      for pixel in 0..<256 {
        let isBar = (start..<start + barWidth).contains(left + pixel % 16)
        bits.bits(isBar ? 200 : 40, 8)
      }
      for _ in 0..<128 { bits.bits(128, 8) }
    }
    return bits.ended
  }

  /// A unit behind its start code, with what keeps start codes out of it.
  private static func unit(_ type: UInt8, _ payload: [UInt8], reference: UInt8 = 3) -> [UInt8] {
    var (result, zeros) = ([0, 0, 0, 1, reference << 5 | type], 0)
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }

  /// Numbers of any width, the highest bit first.
  private struct Bits {
    private var bytes: [UInt8]
    private var free = 0

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func bits(_ value: Int, _ count: Int) {
      for shift in (0..<count).reversed() {
        if free == 0 {
          bytes.append(0)
          free = 8
        }
        free -= 1
        bytes[bytes.count - 1] |= UInt8(value >> shift & 1) << UInt8(free)
      }
    }

    mutating func flags(_ values: Int...) {
      for value in values { bits(value, 1) }
    }

    /// An unsigned Exp-Golomb number.
    mutating func number(_ value: Int) {
      let length = Int.bitWidth - (value + 1).leadingZeroBitCount
      bits(0, length - 1)
      bits(value + 1, length)
    }

    mutating func align() { free = 0 }

    /// With the bit that ends a unit.
    var ended: [UInt8] {
      var copy = self
      copy.bits(1, 1)
      return copy.bytes
    }
  }
}
