import CFFmpeg

/// Tells packets from which nobody is shown a picture, by the codec's first bits.
///
/// VP8 and VP9 have pictures that are only there to predict from; a container may list them like any
/// other. What has no valid beginning, or comes before the first key picture, decodes to nothing.
final class HiddenPictures {
  private let isNine: Bool
  /// Something was there to predict from.
  private var hasBegun = false

  /// Makes a test for a codec; nil where every packet shows a picture.
  init?(_ codec: AVCodecID) {
    switch codec {
    case AV_CODEC_ID_VP8: isNine = false
    case AV_CODEC_ID_VP9: isNine = true
    default: return nil
    }
  }

  /// Judges the next packet of the stream.
  func isHidden(_ packet: UnsafePointer<AVPacket>) -> Bool {
    guard let data = packet.pointee.data, packet.pointee.size > 0 else { return true }
    let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
    guard isNine else { return !isShown(eight(bytes)) }
    return !Self.frames(in: bytes).map({ isShown(nine($0)) }).contains(true)
  }

  /// What a picture's header says.
  private enum Header {
    case invalid
    case key(isShown: Bool)
    case inter(isShown: Bool)
    /// An earlier picture is shown.
    case repeated
  }

  private func isShown(_ header: Header) -> Bool {
    switch header {
    case .invalid: return false
    case .key(let isShown):
      hasBegun = true
      return isShown
    case .inter(let isShown):
      // A picture nobody sees may be one to begin with too.
      if !isShown { hasBegun = true }
      return isShown && hasBegun
    case .repeated: return hasBegun
    }
  }

  /// The frame tag of VP8, whose lowest five bits are "inter", the version, and "shown".
  private func eight(_ bytes: UnsafeBufferPointer<UInt8>) -> Header {
    let isShown = bytes[0] & 0x10 != 0
    guard bytes[0] & 1 == 0 else { return .inter(isShown: isShown) }
    return bytes.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A]) ? .key(isShown: isShown) : .invalid
  }

  /// The uncompressed header of VP9: marker, profile, "shows existing", "inter", "shown".
  private func nine(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Header {
    guard let first = bytes.first, first >> 6 == 2 else { return .invalid }
    // The highest profile has a reserved bit more.
    let shift: UInt8 = first & 0x30 == 0x30 ? 1 : 0
    if first >> (3 - shift) & 1 == 1 { return .repeated }
    let isShown = first >> (1 - shift) & 1 == 1
    if first >> (2 - shift) & 1 == 1 { return .inter(isShown: isShown) }
    // Three bytes that every key picture has come next.
    let word = bytes.dropFirst().prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let hasSyncCode = bytes.count > 4 && (word << UInt32(shift)) >> 8 == 0x498342
    return hasSyncCode ? .key(isShown: isShown) : .invalid
  }

  /// The pictures of a packet of VP9: a superframe ends with an index of their sizes.
  private static func frames(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> [Slice<UnsafeBufferPointer<UInt8>>] {
    let whole = [bytes[...]]
    let marker = bytes[bytes.count - 1]
    guard marker & 0xE0 == 0xC0 else { return whole }
    let (count, width) = (Int(marker & 7) + 1, Int(marker >> 3 & 3) + 1)
    let start = bytes.count - 2 - count * width
    guard start > 0, bytes[start] == marker else { return whole }
    var (frames, place) = ([Slice<UnsafeBufferPointer<UInt8>>](), 0)
    for number in 0..<count {
      let entry = start + 1 + number * width
      let size = (0..<width).reduce(0) { $0 | Int(bytes[entry + $1]) << (8 * $1) }
      guard size > 0, size <= start - place else { continue }
      frames.append(bytes[place..<place + size])
      place += size
    }
    return frames
  }
}
