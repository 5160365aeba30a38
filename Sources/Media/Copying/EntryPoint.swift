import CFFmpeg

/// What a packet is for those who want to begin with it.
enum EntryKind: Hashable {
  /// Nothing before it is needed for what is decoded after it.
  case clean
  /// What follows may refer to what came before.
  case open
}

extension CodedFormat {
  /// Classifies a packet that the container calls a key.
  func entryKind(of packet: UnsafePointer<AVPacket>) -> EntryKind {
    guard let data = packet.pointee.data else { return .open }
    let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
    switch id {
    case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC:
      guard let ranges = NALUnits.ranges(in: bytes, framing: framing) else { return .open }
      for range in ranges {
        let first = bytes[range.lowerBound]
        if id == AV_CODEC_ID_H264 {
          let type = first & 31
          if type == 5 { return .clean }
          if (1...4).contains(type) { return .open }
        } else {
          let type = first >> 1 & 63
          // Clean random access too: what is shown before it is left out.
          if (16...21).contains(type) { return .clean }
          if type < 32 { return .open }
        }
      }
      return .open
    case AV_CODEC_ID_VP9:
      // Marker, profile, "shows existing", "not a key".
      guard let first = bytes.first, first >> 6 == 2 else { return .open }
      let isHigh = first & 0x30 == 0x30
      return first >> (isHigh ? 1 : 2) & 1 == 0 && first >> (isHigh ? 2 : 3) & 1 == 0
        ? .clean : .open
    case AV_CODEC_ID_VP8: return bytes.first.map { $0 & 1 == 0 } == true ? .clean : .open
    case AV_CODEC_ID_AV1: return Self.hasSequenceHeader(bytes) ? .clean : .open
    default: return .clean
    }
  }

  /// Whether a temporal unit carries a sequence header, as those do that decoding can start with.
  private static func hasSequenceHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while place < bytes.count {
      let head = bytes[place]
      if head >> 3 & 15 == 1 { return true }
      place += head & 4 != 0 ? 2 : 1
      guard head & 2 != 0 else { return false }
      var (size, shift) = (0, 0)
      while place < bytes.count, shift < 56 {
        let byte = bytes[place]
        size |= Int(byte & 127) << shift
        place += 1
        shift += 7
        if byte & 128 == 0 { break }
      }
      guard size <= bytes.count - place else { return false }
      place += size
    }
    return false
  }
}
