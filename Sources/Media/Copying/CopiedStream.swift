import CFFmpeg
import Geometry
import Timing

/// The one stream of a film that is put together from copied and re-encoded parts.
///
/// Its sample description is that of the sources, with the parameter sets of the re-encoded parts
/// added under numbers of their own.
package final class CopiedStream: Sendable {
  /// What all copied parts fit.
  package let format: CodedFormat
  /// The unit of all packets' times.
  package let timeBase: Time
  /// By how many frames decoding runs ahead of showing, over the whole film.
  package let delay: Int
  /// Every parameter set that a packet may refer to.
  let sets: ParameterSets?
  let parameters: CodecParameters
  let unit: AVRational
  let settings: VideoEncoderSettings

  /// - Parameters:
  ///   - formats: those of all sources that are copied from; they fit each other.
  ///   - island: the settings for what is re-encoded; nil where nothing is.
  package init(
    formats: [CodedFormat], island: VideoEncoderSettings?, settings: VideoEncoderSettings,
    isMovie: Bool
  ) throws {
    let format = formats[0]
    self.format = format
    self.settings = settings
    timeBase = settings.timeBase.reduced
    unit = AVRational(num: Int32(timeBase.value), den: Int32(timeBase.timescale))
    var sets = format.sets
    for other in formats.dropFirst() { if let more = other.sets { sets?.merge(more) } }
    var delay = formats.reduce(0) { max($0, $1.delay) }
    if let island, sets != nil {
      let header = try IslandHeader(island, isHEVC: format.id == AV_CODEC_ID_HEVC)
      delay = max(delay, header.delay)
      guard sets?.agrees(with: header.sets) == true else {
        throw CopyRefusal("the encoder's parameter sets take the numbers of the source's")
      }
      sets?.merge(header.sets)
    }
    (self.sets, self.delay) = (sets, delay)
    let record = sets.map(\.record)
    if let record, record == nil { throw CopyRefusal("its parameter sets cannot be written") }
    let isHEVC = format.id == AV_CODEC_ID_HEVC
    parameters = CodecParameters(format.parameters, timeBase: unit) { values in
      if let record = record ?? nil { Self.setExtradata(record, of: values) }
      // The muxer's own tag, except where the tag is what tells flavours apart.
      if format.id != AV_CODEC_ID_PRORES { values.pointee.codec_tag = 0 }
      if isMovie, isHEVC { values.pointee.codec_tag = vsff_tag_hvc1 }
      values.pointee.video_delay = Int32(delay)
      values.pointee.bit_rate = 0
    }
  }

  static func setExtradata(
    _ bytes: [UInt8], of values: UnsafeMutablePointer<AVCodecParameters>
  ) {
    av_freep(&values.pointee.extradata)
    guard
      let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))?
        .assumingMemoryBound(to: UInt8.self)
    else { fatalError("out of memory") }
    for (index, byte) in bytes.enumerated() { memory[index] = byte }
    values.pointee.extradata = memory
    values.pointee.extradata_size = Int32(bytes.count)
  }

  /// Makes the first packet of a copied part ready to follow another part, copied or re-encoded.
  package func begin(_ packet: Packet, after isEncoded: Bool) {
    if format.id == AV_CODEC_ID_HEVC { packet.breakLink() }
    // MPEG-4's header is in the sample description alone, and that of the part has taken its place.
    guard isEncoded, format.id == AV_CODEC_ID_MPEG4 else { return }
    packet.replaceBytes(with: format.extradata + Array(packet.bytes))
  }

  /// Whether packets are cut into units behind their lengths.
  var hasUnits: Bool { sets != nil }
}

/// What an encoder of H.264 or HEVC says before its first packet.
private struct IslandHeader {
  let sets: ParameterSets
  let delay: Int

  init(_ settings: VideoEncoderSettings, isHEVC: Bool) throws {
    let encoder = try VideoEncoder(settings)
    let context = encoder.context.pointer.pointee
    let extradata = Array(
      UnsafeBufferPointer(start: context.extradata, count: Int(context.extradata_size)))
    guard let own = ParameterSets(extradata: extradata, isHEVC: isHEVC) else {
      throw CopyRefusal("the encoder's parameter sets cannot be read")
    }
    let first = own.sequence?.bytes ?? []
    let stored = isHEVC ? HEVCSequence(first)?.reordering : AVCSequence(first)?.reordering ?? nil
    delay = max(Int(max(0, context.has_b_frames)), stored ?? 0)
    sets = isHEVC ? try own.renumbered() : own
  }
}
