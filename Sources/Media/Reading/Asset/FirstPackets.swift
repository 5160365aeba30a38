import CFFmpeg

/// Learns what a header leaves open from one packet of each stream.
///
/// FFmpeg's own way decodes up to a dozen pictures of every file, most of the cost of opening it.
/// Where the container's tables tell all times, what is missing is what the decoder finds in its
/// parameter sets: the layout of the pictures, their colours, the profile.
struct FirstPackets {
  private let demuxer: Demuxer
  private let path: String
  private var waiting: [Int: Decoder] = [:]

  /// Fills in the parameters of all streams; false where that takes more than this.
  ///
  /// Packets have been read then, so whoever goes on has to open the file anew.
  static func complete(_ demuxer: Demuxer, path: String) -> Bool {
    guard var packets = FirstPackets(demuxer, path: path) else { return false }
    return packets.read()
  }

  /// Opens the decoders; nil where a stream is not of the kinds that this is for.
  private init?(_ demuxer: Demuxer, path: String) {
    (self.demuxer, self.path) = (demuxer, path)
    for index in 0..<demuxer.streamCount {
      let stream = demuxer.stream(index)
      let values = stream.pointee.codecpar.pointee
      switch values.codec_type {
      case AVMEDIA_TYPE_VIDEO:
        // Both store parameter sets in the header, and their packets as lengths and units.
        guard values.codec_id == AV_CODEC_ID_H264 || values.codec_id == AV_CODEC_ID_HEVC,
          values.extradata_size > 6, values.extradata[0] == 1, values.width > 0
        else { return nil }
      case AVMEDIA_TYPE_AUDIO:
        guard values.codec_id == AV_CODEC_ID_AAC, values.extradata_size > 0 else { return nil }
      default: continue
      }
      let parameters = CodecParameters(copying: stream)
      guard let decoder = try? Decoder(parameters, threads: 1, path: path) else { return nil }
      // No picture is wanted, and its memory would be most of the work. What the decoder has to say
      // to that is of no interest.
      if values.codec_type == AVMEDIA_TYPE_VIDEO {
        decoder.context.pointee.get_buffer2 = { _, _, _ in vsff_error_io }
      }
      decoder.context.pointee.log_level_offset = 64
      waiting[index] = decoder
    }
  }

  private mutating func read() -> Bool {
    while !waiting.isEmpty {
      for index in 0..<demuxer.streamCount {
        demuxer.stream(index).pointee.discard =
          waiting[index] == nil ? AVDISCARD_ALL : AVDISCARD_DEFAULT
      }
      guard demuxer.read() == .packet else { return false }
      let index = Int(demuxer.packet.pointee.stream_index)
      guard let decoder = waiting.removeValue(forKey: index) else { continue }
      guard learn(index, from: decoder) else { return false }
    }
    return true
  }

  private func learn(_ index: Int, from decoder: Decoder) -> Bool {
    let parameters = demuxer.stream(index).pointee.codecpar!
    let isVideo = parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    var fieldOrder = AV_FIELD_UNKNOWN
    if isVideo {
      fieldOrder = self.fieldOrder(decoder)
      let lengthSize =
        parameters.pointee.codec_id == AV_CODEC_ID_H264
        ? Int(parameters.pointee.extradata[4] & 3) + 1
        : Int(parameters.pointee.extradata_size > 21 ? parameters.pointee.extradata[21] & 3 : 3) + 1
      keepHead(lengthSize: lengthSize, isHEVC: parameters.pointee.codec_id == AV_CODEC_ID_HEVC)
    }
    let frame = FrameBox()
    _ = decoder.send(demuxer.packet)
    _ = decoder.receive(frame.pointer)
    let context = decoder.context.pointee
    let isComplete =
      isVideo
      ? context.pix_fmt != AV_PIX_FMT_NONE && context.width > 0
      : context.sample_fmt != AV_SAMPLE_FMT_NONE && context.sample_rate > 0
        && context.frame_size > 0
    guard isComplete, avcodec_parameters_from_context(parameters, decoder.context) >= 0 else {
      return false
    }
    if fieldOrder != AV_FIELD_UNKNOWN { parameters.pointee.field_order = fieldOrder }
    return true
  }

  /// How the packet's picture is made of fields, of which only a parser tells.
  private func fieldOrder(_ decoder: Decoder) -> AVFieldOrder {
    guard let parser = av_parser_init(Int32(decoder.context.pointee.codec_id.rawValue)) else {
      return AV_FIELD_UNKNOWN
    }
    defer { av_parser_close(parser) }
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    let packet = demuxer.packet.pointee
    _ = av_parser_parse2(
      parser, decoder.context, &output, &size, packet.data, packet.size, packet.pts, packet.dts,
      packet.pos)
    return parser.pointee.field_order
  }

  /// Cuts a picture's packet behind the beginning of its first slice.
  ///
  /// The parameter sets in force are known from there on, and nothing is decoded.
  private func keepHead(lengthSize: Int, isHEVC: Bool) {
    let packet = demuxer.packet
    guard av_packet_make_writable(packet) >= 0, let data = packet.pointee.data else { return }
    let size = Int(packet.pointee.size)
    var place = 0
    while place + lengthSize < size {
      var length = 0
      for offset in 0..<lengthSize { length = length << 8 | Int(data[place + offset]) }
      let start = place + lengthSize
      let kind = data[start]
      let isSlice = isHEVC ? kind >> 1 & 0x3f < 32 : (1...5).contains(kind & 0x1f)
      guard !isSlice else {
        let kept = min(length, Self.keptBytes, size - start)
        for offset in 0..<lengthSize {
          data[place + offset] = UInt8(truncatingIfNeeded: kept >> (8 * (lengthSize - 1 - offset)))
        }
        av_shrink_packet(packet, Int32(start + kept))
        return
      }
      place = start + length
    }
  }

  /// More than any slice's header.
  private static let keptBytes = 512
}
