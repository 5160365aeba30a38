extension ParameterSets {
  /// The number that an HEVC encoder's sets get in place of 0.
  ///
  /// It is the only one below 16 whose code is eight bits longer than that of 0, so that a header in
  /// which it stands keeps its alignment, and every bit behind it its place in its byte.
  static let islandID = 15

  /// The sets of an HEVC encoder, all numbered 0, under the number that is kept for them.
  ///
  /// x265 cannot be told a number; its sets would take those of nearly every source.
  func renumbered() throws(CopyRefusal) -> ParameterSets {
    var result = ParameterSets(isHEVC: true)
    for set in list {
      guard set.id == 0 else { throw CopyRefusal("the encoder numbers its parameter sets oddly") }
      var payload = NALUnits.unescaped(set.bytes)
      switch set.kind {
      case .video: payload[2] = payload[2] & 15 | UInt8(Self.islandID) << 4
      case .sequence:
        payload[2] = payload[2] & 15 | UInt8(Self.islandID) << 4
        var reader = BitReader(payload, from: 20)
        let layers = reader.bits(3)
        reader.skip(1)
        HEVCSequence.skipProfile(&reader, layers: layers)
        payload = try Self.lengthened(payload, at: reader.position)
      case .picture:
        // Both numbers follow one another: its own, then the sequence set's.
        payload = try Self.lengthened(payload, at: 17)
        payload = try Self.lengthened(payload, at: 16)
      }
      guard let renamed = ParameterSet(NALUnits.escaped(payload), isHEVC: true),
        result.add(renamed)
      else { throw CopyRefusal("the encoder's parameter sets cannot be renumbered") }
    }
    return result
  }

  /// A slice of an HEVC encoder, with the number of its picture set changed likewise; other units
  /// stay as they are.
  static func renumberedSlice(_ unit: [UInt8]) throws(CopyRefusal) -> [UInt8] {
    let type = unit.first.map { Int($0 >> 1) & 63 } ?? 63
    guard type < 32, unit.count > 3 else { return unit }
    // "First in the picture", and for random access points "no output of prior pictures".
    let place = (16...23).contains(type) ? 18 : 17
    return NALUnits.escaped(try lengthened(NALUnits.unescaped(unit), at: place))
  }

  /// Puts the code of `islandID` in the place of that of 0, a single bit.
  private static func lengthened(
    _ payload: [UInt8], at bit: Int
  ) throws(CopyRefusal) -> [UInt8] {
    let (byte, offset) = (bit >> 3, bit & 7)
    guard byte < payload.count, payload[byte] << offset & 0x80 != 0 else {
      throw CopyRefusal("the encoder numbers its parameter sets oddly")
    }
    // 0000 1000 0 takes the place of 1: eight new bits before it, the last of which is the 0.
    let value = UInt16(payload[byte]) << 8
    let head = value & ~(UInt16(0xFFFF) >> offset)
    let code = UInt16(0b0000_1000_0000_0000) >> offset
    // The bits of the old byte behind the single bit.
    let rest = UInt16(payload[byte]) & (UInt16(0x7F) >> offset)
    let joined = head | code | rest
    return payload[..<byte] + [UInt8(joined >> 8), UInt8(joined & 255)] + payload[(byte + 1)...]
  }
}
