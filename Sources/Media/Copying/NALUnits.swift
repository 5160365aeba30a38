/// How the units of an H.264 or HEVC packet are told apart.
enum NALFraming: Hashable {
  /// Start codes, as in transport streams and from encoders.
  case startCodes
  /// A length of so many bytes before each, as in MP4 and Matroska.
  case lengths(Int)

  /// What this project writes.
  static let written = NALFraming.lengths(4)
}

/// The units of one packet, found without copying them.
enum NALUnits {
  /// The places of the units' bytes; nil where lengths do not add up, which is damage.
  static func ranges(
    in bytes: UnsafeBufferPointer<UInt8>, framing: NALFraming
  ) -> [Range<Int>]? {
    switch framing {
    case .lengths(let size): byLength(bytes, size)
    case .startCodes: byStartCode(bytes)
    }
  }

  private static func byLength(_ bytes: UnsafeBufferPointer<UInt8>, _ size: Int) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      guard place + size <= bytes.count else { return nil }
      var length = 0
      for index in 0..<size { length = length << 8 | Int(bytes[place + index]) }
      place += size
      guard length <= bytes.count - place else { return nil }
      if length > 0 { ranges.append(place..<place + length) }
      place += length
    }
    return ranges
  }

  private static func byStartCode(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    var place = 0
    func end(_ limit: Int) {
      guard let first = start else { return }
      // Zeros before a start code belong to it, or are filling.
      var last = limit
      while last > first, bytes[last - 1] == 0 { last -= 1 }
      if last > first { ranges.append(first..<last) }
    }
    while place + 2 < bytes.count {
      // The third byte says how far the next start code must be away.
      if bytes[place + 2] > 1 {
        place += 3
      } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
        end(place)
        place += 3
        start = place
      } else {
        place += 1
      }
    }
    end(bytes.count)
    return ranges
  }

  /// The units, each behind its length of four bytes.
  static func lengthPrefixed(_ units: [[UInt8]]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(units.reduce(0) { $0 + $1.count + 4 })
    for unit in units {
      for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: unit.count >> shift)) }
      result += unit
    }
    return result
  }

  /// A unit's payload without the bytes that keep start codes out of it.
  static func unescaped(_ unit: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }

  /// The inverse of `unescaped`.
  static func escaped(_ payload: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(payload.count + payload.count / 64)
    var zeros = 0
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
}
