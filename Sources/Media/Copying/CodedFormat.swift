import CFFmpeg
import Imaging

/// What a coded picture track is made of, as far as its packets can stand beside others.
package struct CodedFormat: Sendable {
  /// FFmpeg's name of the codec.
  package let codec: String
  /// Every picture stands alone, so that any of them can be copied.
  package let isIntraOnly: Bool
  /// The frames by which output lags behind decoding.
  package let delay: Int
  let id: AVCodecID
  let tag: UInt32
  let profile: Int32
  let level: Int32
  let extradata: [UInt8]
  /// H.264's and HEVC's parameter sets.
  let sets: ParameterSets?
  let framing: NALFraming
  /// Where the parameters of the whole stream come from.
  let parameters: CodecParameters

  /// How a codec's packets can be taken apart.
  private static let predicting: Set<AVCodecID.RawValue> = [
    AV_CODEC_ID_H264.rawValue, AV_CODEC_ID_HEVC.rawValue, AV_CODEC_ID_VP8.rawValue,
    AV_CODEC_ID_VP9.rawValue, AV_CODEC_ID_AV1.rawValue, AV_CODEC_ID_MPEG4.rawValue,
    AV_CODEC_ID_MPEG2VIDEO.rawValue,
  ]
  private static let standing: Set<AVCodecID.RawValue> = [
    AV_CODEC_ID_PRORES.rawValue, AV_CODEC_ID_DNXHD.rawValue, AV_CODEC_ID_MJPEG.rawValue,
    AV_CODEC_ID_PNG.rawValue, AV_CODEC_ID_HUFFYUV.rawValue, AV_CODEC_ID_FFVHUFF.rawValue,
    AV_CODEC_ID_UTVIDEO.rawValue,
  ]

  /// Settles whether a track can be copied from at all.
  init(_ track: MediaTrack) throws(CopyRefusal) {
    guard let video = track.video else { throw CopyRefusal("the track has no picture") }
    let values = track.parameters.pointee
    parameters = track.parameters
    (id, codec, tag) = (values.codec_id, track.codec, values.codec_tag)
    (profile, level) = (values.profile, values.level)
    isIntraOnly = Self.standing.contains(id.rawValue)
    guard isIntraOnly || Self.predicting.contains(id.rawValue) else {
      throw CopyRefusal("copying \(track.codec) is not supported")
    }
    guard !video.isTimedByOrder else {
      throw CopyRefusal("the file gives its pictures no times")
    }
    guard !video.hasAlpha || isIntraOnly else {
      throw CopyRefusal("its alpha is kept beside the picture")
    }
    guard video.crop == nil else {
      throw CopyRefusal("its container cuts the edges of its pictures off")
    }
    let order = values.field_order
    guard isIntraOnly || order == AV_FIELD_PROGRESSIVE || order == AV_FIELD_UNKNOWN else {
      throw CopyRefusal("its pictures are interlaced")
    }
    let bytes = UnsafeBufferPointer(start: values.extradata, count: Int(values.extradata_size))
    extradata = Array(bytes)
    let isHEVC = id == AV_CODEC_ID_HEVC
    guard isHEVC || id == AV_CODEC_ID_H264 else {
      (sets, framing) = (nil, .startCodes)
      delay =
        id == AV_CODEC_ID_MPEG4 || id == AV_CODEC_ID_MPEG2VIDEO
        ? max(Int(values.video_delay), video.requiresFrameReordering ? 1 : 0) : 0
      return
    }
    framing = ParameterSets.framing(extradata: extradata, isHEVC: isHEVC)
    guard let sets = ParameterSets(extradata: extradata, isHEVC: isHEVC) else {
      throw CopyRefusal("its parameter sets cannot be read")
    }
    self.sets = sets
    guard let first = sets.sequence else { throw CopyRefusal("it has no parameter sets") }
    if isHEVC {
      guard let sequence = HEVCSequence(first.bytes) else {
        throw CopyRefusal("its parameter sets cannot be read")
      }
      delay = max(sequence.reordering, Int(values.video_delay))
    } else {
      guard let sequence = AVCSequence(first.bytes) else {
        throw CopyRefusal("its parameter sets cannot be read")
      }
      guard sequence.isProgressive else { throw CopyRefusal("its pictures may be interlaced") }
      delay = max(sequence.reordering ?? 0, Int(values.video_delay))
    }
  }

  /// Why packets of this format cannot stand beside those of another; nil where they can.
  package func obstacle(to other: CodedFormat) -> String? {
    guard id == other.id else { return "its codec is \(codec), not \(other.codec)" }
    if let sets, let others = other.sets {
      return others.agrees(with: sets) ? nil : "its parameter sets are others"
    }
    // The tag names the flavour of these; the others' is only a habit of the container.
    if id == AV_CODEC_ID_PRORES, tag != other.tag { return "its flavour of \(codec) is another" }
    guard profile == other.profile else { return "its profile is another" }
    switch id {
    case AV_CODEC_ID_MPEG4, AV_CODEC_ID_AV1, AV_CODEC_ID_HUFFYUV, AV_CODEC_ID_FFVHUFF,
      AV_CODEC_ID_UTVIDEO:
      return extradata == other.extradata ? nil : "its stream header is another"
    default: return nil
    }
  }
}

/// Why something cannot be copied, in words for people.
package struct CopyRefusal: Error, Sendable, Hashable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
