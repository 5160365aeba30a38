/// The checksum that FFmpeg's `-hash crc32` prints, as in PNG and zip files.
struct CRC32 {
  private var state: UInt32 = .max

  /// Eight tables, so that eight bytes are taken at once.
  private static let tables: [[UInt32]] = {
    var tables = [
      (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { word, _ in word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1 }
      }
    ]
    for number in 1..<8 {
      tables.append(tables[number - 1].map { tables[0][Int($0 & 255)] ^ $0 >> 8 })
    }
    return tables
  }()
  private static let flat = tables.reversed().flatMap { $0 }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    Self.flat.withUnsafeBufferPointer { table in
      var (crc, place) = (state, 0)
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ UInt64(crc)
        crc = 0
        for number in 0..<8 {
          crc ^= table[number * 256 + Int(word >> UInt64(8 * number) & 255)]
        }
        place += 8
      }
      while place < bytes.count {
        crc = table[7 * 256 + Int((crc ^ UInt32(bytes[place])) & 255)] ^ crc >> 8
        place += 1
      }
      state = crc
    }
  }

  var value: UInt32 { ~state }
}
