import CFFmpeg
import Timing

/// What the header and a little decoding tell of one stream.
struct StreamFacts {
  let index: Int
  let id: Int32
  let mediaType: MediaType
  let parameters: CodecParameters
  /// Seconds per unit of the stream's times.
  let tick: Ratio
  let metadata: [MetadataItem]
  let language: String?
  let stream: UnsafeMutablePointer<AVStream>
  /// There for sound that can be decoded.
  let sound: SoundFacts?
  /// Where the container has a word for it, whether the stream is meant to be played unasked.
  let isDefault: Bool
  /// Where the container knows no alternatives, streams of one kind are: languages and other mixes.
  var alternateGroup: Int { Int(parameters.pointee.codec_type.rawValue) + 1 }
  /// It would be a picture or a sound if it were not encrypted.
  let isEncrypted: Bool

  init(
    _ demuxer: Demuxer, _ index: Int, path: String, isEncrypted: (Int32) -> Bool = { _ in false }
  ) {
    self.index = index
    stream = demuxer.stream(index)
    let values = stream.pointee
    id = demuxer.numbersItsStreams ? values.id : Int32(index + 1)
    parameters = .shared(copying: stream)
    tick = Ratio(values.time_base)
    metadata = MetadataItem.shared(values.metadata)
    language = metadata.first { $0.key == "language" }?.value
      .trimmingSpaces.nonEmpty.flatMap { $0 == "und" ? nil : $0 }
    // Elsewhere it is made up, or says which of several is the first.
    isDefault =
      !demuxer.formatName.hasPrefix("matroska") || values.disposition & AV_DISPOSITION_DEFAULT != 0
    let isPicture =
      values.disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0
    var type: MediaType =
      switch parameters.pointee.codec_type {
      case AVMEDIA_TYPE_VIDEO where !isPicture: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_SUBTITLE: .subtitle
      default: .other
      }
    // Without a codec, a size or a rate there is nothing that could be shown or heard.
    let declared = parameters.pointee
    self.isEncrypted =
      (type == .video || type == .audio) && (isEncrypted(id) || vsff_is_encrypted(stream))
    if self.isEncrypted { type = .other }
    if type == .video, declared.width <= 0 || declared.height <= 0 { type = .other }
    sound = type == .audio ? SoundFacts(parameters, path: path, stream: index) : nil
    if type == .audio, sound == nil { type = .other }
    mediaType = type
  }

  /// What the container says of the stream's length.
  var declaredDuration: Time {
    let duration = stream.pointee.duration
    guard duration != vsff_no_pts, duration > 0 else { return .zero }
    return Time(duration, 1).scaled(by: tick)
  }

  /// The rate the container declares, for breaking ties.
  var declaredRate: FrameRate? {
    let average = stream.pointee.avg_frame_rate
    guard average.num > 0, average.den > 0 else { return nil }
    return FrameRate(Int64(average.num), Int64(average.den))
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}

/// How a sound stream decodes.
struct SoundFacts {
  let rate: Int
  let layout: ChannelLayout
  /// Samples that one packet decodes to; 0 if that varies or is unknown.
  let frameSize: Int64

  /// Takes it from the parameters, or from decoding a little where those may be wrong.
  ///
  /// AAC at a low rate may carry its upper half (SBR) and a second channel (PS) unannounced, and
  /// not every header tells how many samples a packet holds.
  init?(_ parameters: CodecParameters, path: String, stream: Int) {
    let values = parameters.pointee
    guard values.sample_rate > 0, values.ch_layout.nb_channels > 0 else { return nil }
    let isDoubtful =
      values.codec_id == AV_CODEC_ID_AAC && (values.sample_rate <= 24000 || values.profile > 4)
    let isUnsized =
      values.frame_size <= 0 && !PacketLength.isTold(values.codec_id)
    if isDoubtful || isUnsized,
      let decoded = Self.decoded(parameters, path: path, stream: stream)
    {
      self = decoded
      return
    }
    rate = Int(values.sample_rate)
    layout = ChannelLayout(values.ch_layout)
    frameSize = Int64(values.frame_size)
  }

  private init(rate: Int, layout: ChannelLayout, frameSize: Int64) {
    (self.rate, self.layout, self.frameSize) = (rate, layout, frameSize)
  }

  private static func decoded(
    _ parameters: CodecParameters, path: String, stream: Int
  ) -> SoundFacts? {
    guard let demuxer = try? Demuxer(path), stream < demuxer.streamCount,
      let decoder = try? Decoder(parameters, threads: 1, path: path)
    else { return nil }
    demuxer.select(stream)
    let frame = FrameBox()
    for _ in 0..<16 {
      guard demuxer.read() == .packet else { return nil }
      guard Int(demuxer.packet.pointee.stream_index) == stream else { continue }
      _ = decoder.send(demuxer.packet)
      if decoder.receive(frame.pointer) == .done {
        return SoundFacts(
          rate: Int(frame.pointer.pointee.sample_rate),
          layout: ChannelLayout(frame.pointer.pointee.ch_layout),
          frameSize: Int64(frame.pointer.pointee.nb_samples))
      }
    }
    return nil
  }
}

extension ChannelLayout {
  /// FFmpeg's layout; channels without a meaning are taken for the usual layout of their number.
  init(_ layout: AVChannelLayout) {
    var value = layout
    if value.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&value, layout.nb_channels)
    }
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer -> String in
      buffer.initialize(repeating: 0)
      guard let base = buffer.baseAddress, av_channel_layout_describe(&value, base, 127) > 0 else {
        return ""
      }
      return String(cString: base)
    }
    self.init(name: name, channels: Int(layout.nb_channels))
  }
}
