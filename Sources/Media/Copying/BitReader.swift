/// Reads numbers of any width from bytes, the highest bit first.
///
/// Beyond the end it reads zeros and says so in `isExhausted`.
struct BitReader {
  private let bytes: [UInt8]
  /// The next bit.
  private(set) var position: Int

  init(_ bytes: [UInt8], from bit: Int = 0) { (self.bytes, position) = (bytes, bit) }

  var isExhausted: Bool { position > bytes.count * 8 }

  mutating func bit() -> Int {
    defer { position += 1 }
    guard position < bytes.count * 8 else { return 0 }
    return Int(bytes[position >> 3] >> (7 - position & 7)) & 1
  }

  mutating func flag() -> Bool { bit() == 1 }

  mutating func bits(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count { value = value << 1 | bit() }
    return value
  }

  mutating func skip(_ count: Int) { position += count }

  /// An unsigned Exp-Golomb number; 32 bits at most, as the codecs allow.
  mutating func unsigned() -> Int {
    var zeros = 0
    while zeros < 32, !isExhausted, bit() == 0 { zeros += 1 }
    return (1 << zeros) - 1 + bits(zeros)
  }

  /// A signed Exp-Golomb number.
  mutating func signed() -> Int {
    let value = unsigned()
    return value & 1 == 1 ? (value + 1) / 2 : -(value / 2)
  }
}
