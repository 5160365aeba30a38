import CFFmpeg

/// Priming told by nothing but the encoder's signature in the first packet.
///
/// The reference's rule, which is FFmpeg's: libfaac wrote its name there and no container that it was
/// used with tells of the packet of silence it begins with.
enum EncoderDelay {
  private static let signature = Array("libfaac ".utf8)

  /// The samples to drop from the beginning of a stream with that first packet; 0 for none.
  static func samples(_ packet: UnsafePointer<AVPacket>, codec: AVCodecID) -> Int64 {
    guard codec == AV_CODEC_ID_AAC, let data = packet.pointee.data else { return 0 }
    return isSigned(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))) ? 1024 : 0
  }

  /// Whether the name is there at any bit, for fill elements begin anywhere in a byte.
  static func isSigned(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count > signature.count else { return false }
    for shift in 0..<8 {
      for start in 0..<bytes.count - signature.count {
        let isHere = signature.indices.allSatisfy { index in
          let word = UInt16(bytes[start + index]) << 8 | UInt16(bytes[start + index + 1])
          return UInt8(truncatingIfNeeded: word >> (8 - shift)) == signature[index]
        }
        if isHere { return true }
      }
    }
    return false
  }
}
