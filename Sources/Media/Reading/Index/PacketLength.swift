import CFFmpeg
import Timing

/// How many samples a coded packet holds, told from its first bytes, without decoding it.
///
/// Containers with a coarse time base round a packet's duration, so the codec is asked first.
final class PacketLength {
  private let parameters: CodecParameters
  private let rate: Int64
  private let fixed: Int64?
  /// What one packet decodes to, which the others may differ from; 0 if unknown.
  private let usual: Int64
  /// How far a container's count may be off, in samples.
  private let slack: Int64
  private var vorbis: OpaquePointer?
  /// The packets in a row that have another rate in theirs.
  private var others: Int64 = 0

  /// Makes a counter; `frameSize` is what the decoder was seen to make of one packet, or 0.
  init(_ parameters: CodecParameters, rate: Int64, tick: Ratio, frameSize: Int64) {
    self.parameters = parameters
    self.rate = rate
    slack = Time(tick.numerator, tick.denominator).units(per: rate, .awayFromZero)
    let values = parameters.pointee
    usual = frameSize > 0 ? frameSize : Int64(values.frame_size)
    fixed = Self.isFixed(values.codec_id) && usual > 0 ? usual : nil
    if values.codec_id == AV_CODEC_ID_VORBIS, values.extradata_size > 0 {
      vorbis = av_vorbis_parse_init(values.extradata, values.extradata_size)
    }
  }

  /// Whether every packet of a codec holds the same number of samples.
  static func isFixed(_ codec: AVCodecID) -> Bool {
    switch codec {
    case AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_MP1, AV_CODEC_ID_AC3: true
    default: false
    }
  }

  /// Whether a packet's own header tells how many samples it holds.
  static func isTold(_ codec: AVCodecID) -> Bool {
    switch codec {
    case AV_CODEC_ID_VORBIS, AV_CODEC_ID_OPUS, AV_CODEC_ID_FLAC, AV_CODEC_ID_WAVPACK: true
    default: av_get_exact_bits_per_sample(codec) > 0
    }
  }

  deinit { av_vorbis_parse_free(&vorbis) }

  var codec: AVCodecID { parameters.pointee.codec_id }

  /// The samples of every packet but the last, where they are all alike.
  var uniform: Int64? { fixed }

  /// The samples in a packet; `declared` is the container's count of them.
  func samples(in packet: UnsafePointer<AVPacket>, declared: Int64) -> Int64 {
    let size = packet.pointee.size
    guard size > 0, let data = packet.pointee.data else { return 0 }
    switch parameters.pointee.codec_id {
    case AV_CODEC_ID_VORBIS:
      guard let vorbis else { return declared }
      let count = av_vorbis_parse_frame(vorbis, data, size)
      return count >= 0 ? Int64(count) : declared
    case AV_CODEC_ID_OPUS:
      return Self.opusSamples(data, Int(size)).map { $0 * rate / 48000 } ?? declared
    case AV_CODEC_ID_FLAC:
      return Self.flacSamples(UnsafeBufferPointer(start: data, count: Int(size))) ?? declared
    case AV_CODEC_ID_ALAC:
      if let count = Self.alacSamples(UnsafeBufferPointer(start: data, count: Int(size))) {
        return count
      }
    case AV_CODEC_ID_WAVPACK:
      return Self.wavPackSamples(UnsafeBufferPointer(start: data, count: Int(size))) ?? declared
    case AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_MP1:
      // Rubbish at the end of a file is delivered like a packet; it has no sync word.
      if size < 4 || data[0] != 0xFF || data[1] & 0xE0 != 0xE0 { return 0 }
    default: break
    }
    if let fixed { return atOwnRate(fixed, UnsafeBufferPointer(start: data, count: Int(size))) }
    let bits = av_get_exact_bits_per_sample(parameters.pointee.codec_id)
    let channels = parameters.pointee.ch_layout.nb_channels
    if bits > 0, channels > 0 { return Int64(size) * 8 / Int64(bits) / Int64(channels) }
    // A rounded or missing count is corrected by what the decoder was seen to do.
    let isUsual = usual > 0 && (declared == 0 || (declared - usual).magnitude <= slack.magnitude)
    return isUsual ? usual : declared
  }

  /// What a packet's samples become at the track's rate, if its header has another.
  ///
  /// They are counted from the first of such packets on, so that rounding adds up to nothing.
  private func atOwnRate(_ samples: Int64, _ data: UnsafeBufferPointer<UInt8>) -> Int64 {
    guard let other = Self.headerRate(codec, data), other != rate else {
      others = 0
      return samples
    }
    // AAC that carries its upper half unannounced has headers of half the rate.
    let isDoubled = codec == AV_CODEC_ID_AAC && samples > 1024
    if isDoubled, 2 * other == rate {
      others = 0
      return samples
    }
    let own = isDoubled ? samples / 2 : samples
    func place(_ packets: Int64) -> Int64 { Time(packets * own * rate, other).units(per: 1) }
    others += 1
    return place(others) - place(others - 1)
  }

  /// The rate in a packet's own header; nil where there is none.
  private static func headerRate(_ codec: AVCodecID, _ data: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard data.count > 6 else { return nil }
    switch codec {
    case AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_MP1:
      let (version, index) = (data[1] >> 3 & 3, Int(data[2] >> 2 & 3))
      guard index < 3, version != 1 else { return nil }
      return [44100, 48000, 32000][index] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    case AV_CODEC_ID_AAC:
      // Only with a header before each packet; others have theirs in the container.
      guard data[0] == 0xFF, data[1] & 0xF6 == 0xF0 else { return nil }
      let rates: [Int64] = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
      ]
      let index = Int(data[2] >> 2 & 15)
      return index < rates.count ? rates[index] : nil
    case AV_CODEC_ID_AC3:
      guard data[0] == 0x0B, data[1] == 0x77, data[5] >> 3 <= 8 else { return nil }
      let index = Int(data[4] >> 6)
      return index < 3 ? [48000, 44100, 32000][index] : nil
    default: return nil
    }
  }

  /// Samples by the header of a WavPack block, which Matroska stores without its beginning.
  private static func wavPackSamples(_ data: UnsafeBufferPointer<UInt8>) -> Int64? {
    let offset = data.starts(with: "wvpk".utf8) ? 20 : 0
    guard data.count >= offset + 4 else { return nil }
    return (0..<4).reduce(0) { $0 | Int64(data[offset + $1]) << Int64(8 * $1) }
  }

  /// Samples by the header of an Apple Lossless packet that has fewer than the usual number.
  ///
  /// A tag of 3 bits, a number of 4, 12 unused, "tells its size", 3 more; then the size in 32.
  private static func alacSamples(_ data: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard data.count >= 7, data[2] & 0x10 != 0 else { return nil }
    let word = data[2..<7].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int64(word >> 1 & 0xFFFF_FFFF)
  }

  /// Samples at 48 kHz, by the table of contents of RFC 6716, section 3.1.
  private static func opusSamples(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int64? {
    let configuration = Int(data[0] >> 3)
    let frame: Int64 =
      switch configuration {
      case 0..<12: [480, 960, 1920, 2880][configuration % 4]
      case 12..<16: [480, 960][configuration % 2]
      default: [120, 240, 480, 960][configuration % 4]
      }
    switch data[0] & 3 {
    case 0: return frame
    case 1, 2: return 2 * frame
    default: return size > 1 ? Int64(data[1] & 63) * frame : nil
    }
  }

  /// Samples by the header of a FLAC frame, RFC 9639, section 9.1.
  private static func flacSamples(_ data: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard data.count > 16, data[0] == 0xFF, data[1] & 0xFC == 0xF8 else { return nil }
    let code = Int(data[2] >> 4)
    // The frame's number comes first, coded like a character of UTF-8.
    let ones = (~data[4]).leadingZeroBitCount
    let size = 4 + (ones == 0 ? 1 : ones)
    switch code {
    case 1: return 192
    case 2...5: return 576 << Int64(code - 2)
    case 6: return Int64(data[size]) + 1
    case 7: return (Int64(data[size]) << 8 | Int64(data[size + 1])) + 1
    case 8...15: return 256 << Int64(code - 8)
    default: return nil
    }
  }
}
