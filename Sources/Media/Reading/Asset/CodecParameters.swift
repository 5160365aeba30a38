import CFFmpeg
import Synchronization

/// FFmpeg's description of a coded stream; everything a decoder or a copying muxer needs.
///
/// Sendable because nothing changes it after `init`.
package final class CodecParameters: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVCodecParameters>
  /// The unit of the packets' times.
  let timeBase: AVRational

  /// Copies a stream's parameters.
  init(copying stream: UnsafePointer<AVStream>) {
    guard let copy = avcodec_parameters_alloc(), let source = stream.pointee.codecpar,
      avcodec_parameters_copy(copy, source) >= 0
    else { fatalError("out of memory") }
    // Of these the rate is only an average over one file, which no decoder looks at.
    if [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AAC].contains(copy.pointee.codec_id) {
      copy.pointee.bit_rate = 0
    }
    pointer = copy
    timeBase = stream.pointee.time_base
  }

  /// Copies parameters for packets with times in another unit, changed by `change`.
  init(
    _ other: CodecParameters, timeBase: AVRational,
    _ change: (UnsafeMutablePointer<AVCodecParameters>) -> Void
  ) {
    guard let copy = avcodec_parameters_alloc(),
      avcodec_parameters_copy(copy, other.pointer) >= 0
    else { fatalError("out of memory") }
    change(copy)
    (pointer, self.timeBase) = (copy, timeBase)
  }

  /// The parameters of a stream; clips that were made alike share one object.
  static func shared(copying stream: UnsafePointer<AVStream>) -> CodecParameters {
    let made = CodecParameters(copying: stream)
    return recent.withLock { $0.shared(made) { $0.isEqual(to: $1) } }
  }

  private static let recent = Mutex(RecentObjects<CodecParameters>())

  private func isEqual(to other: CodecParameters) -> Bool {
    timeBase.num == other.timeBase.num && timeBase.den == other.timeBase.den
      && vsff_same_parameters(pointer, other.pointer) != 0
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = pointer
    avcodec_parameters_free(&parameters)
  }

  /// FFmpeg's name of the codec: "h264", "aac"…; the container's where FFmpeg does not know it.
  var codecName: String {
    if pointer.pointee.codec_id == AV_CODEC_ID_NONE, !codecTag.isEmpty { return codecTag }
    return String(cString: avcodec_get_name(pointer.pointee.codec_id))
  }

  /// The profile's name, where the codec has them and the stream tells.
  var profileName: String? {
    avcodec_profile_name(pointer.pointee.codec_id, pointer.pointee.profile).map {
      String(cString: $0)
    }
  }

  /// The four characters by which the container names the codec; empty where it has none.
  var codecTag: String {
    let tag = pointer.pointee.codec_tag
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
    guard bytes.allSatisfy({ (32...126).contains($0) }) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// An open decoder.
///
/// Owned by one reader and used by one thread at a time.
final class Decoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let complaints = Complaints()

  /// Opens the decoder for a stream; `threads` is how many it may use for itself.
  ///
  /// Costs about 0.2 ms, and the start of its threads.
  init(
    _ parameters: CodecParameters, hasAlpha: Bool = false, threads: Int, path: String
  ) throws(MediaError) {
    let identifier = parameters.pointee.codec_id
    // Only the library's own decoder reads the alpha that VP8 and VP9 keep beside the picture.
    let special: UnsafePointer<AVCodec>? =
      switch identifier {
      case AV_CODEC_ID_VP9 where hasAlpha: avcodec_find_decoder_by_name("libvpx-vp9")
      case AV_CODEC_ID_VP8 where hasAlpha: avcodec_find_decoder_by_name("libvpx")
      default: nil
      }
    guard let codec = special ?? avcodec_find_decoder(identifier),
      let context = avcodec_alloc_context3(codec)
    else {
      throw MediaError(
        .unsupportedCodec, path: path, action: "decode",
        detail: "there is no decoder for its codec '\(parameters.codecName)'")
    }
    avcodec_parameters_to_context(context, parameters.pointer)
    context.pointee.pkt_timebase = parameters.timeBase
    // A damaged WebP ends the whole program in a frame thread: the decoder says "done" and fails.
    context.pointee.thread_count =
      identifier == AV_CODEC_ID_WEBP ? 1 : Int32(clamping: max(1, threads))
    // The reader alone cuts priming and padding.
    context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
    // AC-3 fills quiet bands with noise, which must not depend on where reading began.
    av_opt_set(context, "cons_noisegen", "1", AV_OPT_SEARCH_CHILDREN)
    context.pointee.opaque = Unmanaged.passUnretained(complaints).toOpaque()
    // Where a checksum is stored, what does not fit it is damage.
    context.pointee.err_recognition |= AV_EF_CRCCHECK
    let status = avcodec_open2(context, codec, nil)
    guard status >= 0 else {
      var pointer: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&pointer)
      throw MediaError(.unsupportedCodec, ffmpeg: status, path: path, action: "decode")
    }
    self.context = context
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&pointer)
  }

  /// Offers a packet, or nil for "no more".
  ///
  /// Returns false when output has to be taken first.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Outcome {
    outcome(avcodec_send_packet(context, packet))
  }

  /// Takes one decoded frame.
  func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> Outcome {
    outcome(avcodec_receive_frame(context, frame))
  }

  /// Forgets everything after a seek.
  func flush() {
    avcodec_flush_buffers(context)
    _ = complaints.take()
  }

  /// What it logged as an error since the last look, though it may have gone on.
  func takeComplaint() -> String? { complaints.take() }

  /// What came of a call; "again" and "end" are no errors.
  enum Outcome: Equatable {
    case done
    case again
    case end
    case failed(Int32)
  }

  private func outcome(_ code: Int32) -> Outcome {
    if code >= 0 { return .done }
    if code == vsff_error_again { return .again }
    return code == vsff_error_eof ? .end : .failed(code)
  }
}

extension CodecParameters {
  var pointee: AVCodecParameters { pointer.pointee }
}
