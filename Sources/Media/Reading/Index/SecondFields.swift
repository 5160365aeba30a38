import CFFmpeg

/// Tells packets of H.264 that hold the second field of a picture whose first was a packet too.
///
/// Cameras of AVCHD and broadcasters code the two fields of a frame as pictures of their own (PAFF).
/// Where a container lists each as a packet, two of them make one frame, at the time of the first.
final class SecondFields {
  private var frameNumberBits: Int?
  private var framing: NALFraming
  /// The field that waits for its other half.
  private var waiting: Field?

  private struct Field {
    let frame: Int
    let isBottom: Bool
  }

  /// Makes a test for a stream; nil where every packet is a whole picture.
  init?(_ parameters: AVCodecParameters) {
    guard parameters.codec_id == AV_CODEC_ID_H264 else { return nil }
    let extradata = Array(
      UnsafeBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)))
    framing = ParameterSets.framing(extradata: extradata, isHEVC: false)
    guard let set = ParameterSets(extradata: extradata, isHEVC: false)?.sequence else { return }
    guard let sequence = AVCSequence(set.bytes), !sequence.isProgressive else { return nil }
    frameNumberBits = sequence.frameNumberBits
  }

  /// Judges the next packet of the stream.
  func isSecond(_ packet: UnsafePointer<AVPacket>) -> Bool {
    guard let field = field(packet) else {
      waiting = nil
      return false
    }
    if let first = waiting, first.frame == field.frame, first.isBottom != field.isBottom {
      waiting = nil
      return true
    }
    waiting = field
    return false
  }

  /// The only field in a packet; nil for a whole frame.
  private func field(_ packet: UnsafePointer<AVPacket>) -> Field? {
    let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    guard let ranges = NALUnits.ranges(in: bytes, framing: framing) else { return nil }
    var found: Field?
    for range in ranges {
      switch bytes[range.lowerBound] & 0x1f {
      case 7:
        guard let sequence = AVCSequence(Array(bytes[range])) else { continue }
        frameNumberBits = sequence.isProgressive ? nil : sequence.frameNumberBits
      case 1, 5:
        guard let field = slice(bytes[range]) else { return nil }
        if let found, found.isBottom != field.isBottom { return nil }
        found = field
      default: continue
      }
    }
    return found
  }

  /// The field to which a slice belongs; nil for one of a whole frame.
  private func slice(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Field? {
    guard let frameNumberBits else { return nil }
    // Three numbers of at most 32 bits each, and that of the frame.
    var reader = BitReader(NALUnits.unescaped(bytes.dropFirst().prefix(24)))
    _ = (reader.unsigned(), reader.unsigned(), reader.unsigned())
    let frame = reader.bits(frameNumberBits)
    guard reader.flag(), !reader.isExhausted else { return nil }
    return Field(frame: frame, isBottom: reader.flag())
  }
}
