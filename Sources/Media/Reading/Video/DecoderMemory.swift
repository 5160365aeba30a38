import CFFmpeg
import Imaging

/// About how much memory the reader of a picture track takes.
package struct DecoderMemory: Sendable {
  /// With one thread.
  package var bytes: Int64 = 0
  /// For each further thread.
  package var bytesPerThread: Int64 = 0

  package init() {}

  /// What the decoder keeps for others to refer to, what its threads work on, and the frames kept
  /// for a step back; measured with each decoder.
  package init(_ track: MediaTrack) {
    guard let video = track.video else { return }
    let frame = Double(
      video.pixelFormat.byteCount(width: video.codedWidth, height: video.codedHeight))
    bytes = Int64(frame * (3 + 1.5 * Double(Self.references(of: track)))) + 3 << 20
    bytesPerThread = Int64(frame * 3)
  }

  /// How many decoded frames may be referred to.
  private static func references(of track: MediaTrack) -> Int {
    let values = track.parameters.pointee
    switch values.codec_id {
    case AV_CODEC_ID_H264:
      let bytes = UnsafeBufferPointer(start: values.extradata, count: Int(values.extradata_size))
      let set = ParameterSets(extradata: Array(bytes), isHEVC: false)?.sequence
      return set.flatMap { AVCSequence($0.bytes) }?.references ?? 6
    case AV_CODEC_ID_HEVC: return 6
    case AV_CODEC_ID_AV1, AV_CODEC_ID_VP9: return 8
    case AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_VP8: return 3
    default: return 2
    }
  }

  /// Both at once.
  package static func + (left: DecoderMemory, right: DecoderMemory) -> DecoderMemory {
    var sum = left
    sum.bytes += right.bytes
    sum.bytesPerThread += right.bytesPerThread
    return sum
  }

  /// At least as much as either.
  package mutating func formMaximum(_ other: DecoderMemory) {
    bytes = max(bytes, other.bytes)
    bytesPerThread = max(bytesPerThread, other.bytesPerThread)
  }

  package func bytes(threads: Int) -> Int64 { bytes + bytesPerThread * Int64(threads - 1) }
}
