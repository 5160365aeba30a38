import CFFmpeg

/// Priming that no container tells of.
///
/// The reference's rules, which are FFmpeg's: libfaac wrote its name into the first packet, and no
/// container that it was used with tells of the packet of silence it begins with.
enum EncoderDelay {
  private static let signature = Array("libfaac ".utf8)

  /// The samples to drop from the beginning of a stream with that first packet; 0 for none.
  static func samples(_ packet: UnsafePointer<AVPacket>, codec: AVCodecID) -> Int64 {
    guard codec == AV_CODEC_ID_AAC, let data = packet.pointee.data else { return 0 }
    return isSigned(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))) ? 1024 : 0
  }

  /// The samples of one frame of Windows Media Audio, versions 1 and 2; nil for any other codec.
  ///
  /// The first two frames are priming, and one more comes out after the last packet.
  static func windowsMediaFrame(_ codec: AVCodecID, rate: Int64) -> Int64? {
    guard codec == AV_CODEC_ID_WMAV1 || codec == AV_CODEC_ID_WMAV2 else { return nil }
    switch rate {
    case ...16000: return 512
    case ...22050: return 1024
    case ...32000 where codec == AV_CODEC_ID_WMAV1: return 1024
    default: return 2048
    }
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
