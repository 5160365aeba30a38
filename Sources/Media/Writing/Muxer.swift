import CFFmpeg
import Geometry
import Imaging
import Timing

/// Writes packets into a file of some type; not Sendable, one thread at a time.
///
/// Packets of one stream come in the order in which their encoder gave them; the streams are
/// interleaved here. The first picture and the first sample end up at 0 whatever the encoders
/// delay, and MP4 declares each track's end exactly.
package final class Muxer {
  package let container: ContainerSpec
  let context: UnsafeMutablePointer<AVFormatContext>
  /// Nil for the type that keeps nothing.
  private let output: OutputFile?
  private let stream: OutputStream?
  var tracks: [Track] = []
  /// The streams of texts, by their encoders.
  private var texts: [ObjectIdentifier: UnsafeMutablePointer<AVStream>] = [:]
  private var isStarted = false

  /// A stream of the file and what is known of its encoder.
  struct Track {
    let origin: ObjectIdentifier
    let stream: UnsafeMutablePointer<AVStream>
    let encoder: String
    /// The unit of the encoder's times.
    let timeBase: Time
    let isVideo: Bool
    /// What is added to every time, in the encoder's unit.
    let offset: Int64
  }

  /// Prepares a file; nothing is written before `start()`.
  ///
  /// The type "null" needs no output, every other one does.
  package init(container: ContainerSpec, output: OutputFile?) throws(MediaError) {
    precondition(output != nil || container.fileType == "null", "this type needs a file")
    self.container = container
    self.output = container.fileType == "null" ? nil : output
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    let status = avformat_alloc_output_context2(&allocated, nil, container.muxerName, nil)
    guard status >= 0, let allocated else {
      throw MediaError(
        .unsupportedOutput, ffmpeg: status, path: output?.path, action: "write")
    }
    context = allocated
    // FLAC in MP4 has been a standard for years; libavformat still asks to be told.
    context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    stream = self.output.map(OutputStream.init(file:))
    context.pointee.pb = stream?.pointer
    // Where libavformat reads again what it wrote, to move the index to the front.
    if let output { context.pointee.url = av_strdup("file:" + output.readablePath) }
    // Equal input makes equal files: no versions, no random identities.
    context.pointee.flags |= AVFMT_FLAG_BITEXACT
    for (key, value) in container.metadata {
      av_dict_set(&context.pointee.metadata, key, value, 0)
    }
  }

  deinit { avformat_free_context(context) }

  /// Adds the stream of a video encoder.
  package func addVideo(_ encoder: VideoEncoder, language: String? = nil) throws(MediaError) {
    let settings = encoder.settings
    let stream = try addStream(
      encoder.context, origin: ObjectIdentifier(encoder), timeBase: settings.timeBase,
      isVideo: true, language: language)
    stream.pointee.sample_aspect_ratio = encoder.context.pointer.pointee.sample_aspect_ratio
    stream.pointee.avg_frame_rate = encoder.context.pointer.pointee.framerate
    stream.pointee.codecpar.pointee.chroma_location = AVChromaLocation(
      UInt32(settings.color.chromaLocation.rawValue))
    if settings.color.isHighDynamicRange { settings.light?.add(to: stream) }
    if let transform = settings.transform, !transform.isIdentity {
      setDisplayMatrix(transform, of: stream)
    }
  }

  /// Adds a stream of copied and re-encoded parts.
  package func addVideo(_ copied: CopiedStream, language: String? = nil) throws(MediaError) {
    let settings = copied.settings
    let stream = try addStream(
      parameters: copied.parameters, codec: copied.format.codec, origin: ObjectIdentifier(copied),
      timeBase: settings.timeBase)
    let aspect = AVRational(
      num: Int32(settings.pixelAspect.numerator), den: Int32(settings.pixelAspect.denominator))
    stream.pointee.sample_aspect_ratio = aspect
    stream.pointee.codecpar.pointee.sample_aspect_ratio = aspect
    if let rate = settings.frameRate, let top = Int32(exactly: rate.numerator),
      let bottom = Int32(exactly: rate.denominator)
    {
      stream.pointee.avg_frame_rate = AVRational(num: top, den: bottom)
    }
    if let language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
    if settings.color.isHighDynamicRange { settings.light?.add(to: stream) }
    if let transform = settings.transform, !transform.isIdentity {
      setDisplayMatrix(transform, of: stream)
    }
  }

  /// Adds the stream of an audio encoder.
  package func addAudio(_ encoder: AudioEncoder, language: String? = nil) throws(MediaError) {
    _ = try addStream(
      encoder.context, origin: ObjectIdentifier(encoder),
      timeBase: Time(1, Int64(encoder.settings.sampleRate)), isVideo: false, language: language)
  }

  /// Adds a stream of texts.
  package func addSubtitles(_ encoder: SubtitleEncoder) throws(MediaError) {
    precondition(!isStarted, "streams are added before the file is started")
    guard let stream = avformat_new_stream(context, nil) else { fatalError("out of memory") }
    try check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context.pointer))
    stream.pointee.codecpar.pointee.codec_tag = 0
    stream.pointee.time_base = encoder.context.pointer.pointee.time_base
    if let language = encoder.language {
      av_dict_set(&stream.pointee.metadata, "language", language, 0)
    }
    texts[ObjectIdentifier(encoder)] = stream
  }

  /// Writes one text, before the pictures and the sound that it goes with.
  package func writeSubtitle(_ packet: Packet) throws(MediaError) {
    precondition(isStarted, "a file is started before it is written")
    guard let stream = texts[packet.origin] else {
      preconditionFailure("the packet's encoder was not added")
    }
    packet.pointer.pointee.stream_index = stream.pointee.index
    av_packet_rescale_ts(packet.pointer, packet.timeBase, stream.pointee.time_base)
    packet.pointer.pointee.time_base = stream.pointee.time_base
    try check(av_interleaved_write_frame(context, packet.pointer))
  }

  /// Writes the file's head; all streams must have been added.
  package func start() throws(MediaError) {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in timingOptions() { av_dict_set(&options, key, value, 0) }
    if container.isMovie, container.fastStart {
      av_dict_set(&options, "movflags", "+faststart", 0)
    }
    if container.holdsChapters { addChapters(container.chapters) }
    try check(avformat_write_header(context, &options))
    precondition(av_dict_count(options) == 0, "a muxer option has gone")
    isStarted = true
  }

  /// Writes one packet, some time after it is given.
  package func write(_ packet: Packet) throws(MediaError) {
    precondition(isStarted, "a file is started before it is written")
    guard let track = tracks.first(where: { $0.origin == packet.origin }) else {
      preconditionFailure("the packet's encoder was not added")
    }
    let pointer = packet.pointer
    let unit = track.stream.pointee.time_base
    pointer.pointee.stream_index = track.stream.pointee.index
    pointer.pointee.pts += track.offset
    pointer.pointee.dts += track.offset
    av_packet_rescale_ts(pointer, packet.timeBase, unit)
    if let end = packet.exactEnd {
      let stop = end.quotient(by: Time(Int64(unit.num), Int64(unit.den)), .halfAwayFromZero)
      pointer.pointee.duration = max(1, stop - pointer.pointee.pts)
    }
    pointer.pointee.time_base = unit
    try check(av_interleaved_write_frame(context, pointer))
  }

  /// Writes what waits and the file's index; the output is still to be committed.
  package func finish() throws(MediaError) {
    precondition(isStarted, "a file is started before it is finished")
    try check(av_interleaved_write_frame(context, nil))
    try check(av_write_trailer(context))
    if let pointer = stream?.pointer {
      avio_flush(pointer)
      try check(pointer.pointee.error)
    }
  }

  private func check(_ status: Int32) throws(MediaError) {
    if let error = output?.writeError { throw error }
    guard status < 0 else { return }
    throw MediaError(.writeFailed, ffmpeg: status, path: output?.path, action: "write")
  }

  private func addStream(
    _ encoder: EncoderContext, origin: ObjectIdentifier, timeBase: Time, isVideo: Bool,
    language: String?
  ) throws(MediaError) -> UnsafeMutablePointer<AVStream> {
    precondition(!isStarted, "streams are added before the file is started")
    guard container.holds(encoder: encoder.name) else {
      throw MediaError(
        .unsupportedOutput, path: output?.path, action: "write",
        detail: "a file of type \(container.fileType) cannot hold \(encoder.name)",
        hint: fittingHint(encoder.name))
    }
    guard let stream = avformat_new_stream(context, nil) else { fatalError("out of memory") }
    try check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder.pointer))
    stream.pointee.codecpar.pointee.codec_tag = 0
    if container.isMovie, encoder.codec.id == AV_CODEC_ID_HEVC {
      // Players of the MOV family want the tag that says "parameter sets are in the head".
      stream.pointee.codecpar.pointee.codec_tag = vsff_tag_hvc1
    }
    stream.pointee.time_base = encoder.pointer.pointee.time_base
    if let language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
    tracks.append(
      Track(
        origin: origin, stream: stream, encoder: encoder.name, timeBase: timeBase.reduced,
        isVideo: isVideo, offset: offset(of: encoder.pointer)))
    return stream
  }

  /// Adds a stream of copied sound.
  package func addAudio(_ copied: CopiedSound, language: String? = nil) throws(MediaError) {
    let stream = try addStream(
      parameters: copied.parameters, codec: copied.codec, origin: ObjectIdentifier(copied),
      timeBase: Time(1, Int64(copied.unit.den)))
    if let language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
    // The priming of the source is cut like anything before the first sample.
    stream.pointee.codecpar.pointee.initial_padding = 0
    stream.pointee.codecpar.pointee.trailing_padding = 0
  }

  /// Adds a stream that no encoder of ours makes.
  private func addStream(
    parameters: CodecParameters, codec: String, origin: ObjectIdentifier, timeBase: Time
  ) throws(MediaError) -> UnsafeMutablePointer<AVStream> {
    precondition(!isStarted, "streams are added before the file is started")
    guard let stream = avformat_new_stream(context, nil) else { fatalError("out of memory") }
    try check(avcodec_parameters_copy(stream.pointee.codecpar, parameters.pointer))
    stream.pointee.time_base = parameters.timeBase
    tracks.append(
      Track(
        origin: origin, stream: stream, encoder: codec, timeBase: timeBase.reduced,
        isVideo: parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO, offset: 0))
    return stream
  }

  private func fittingHint(_ encoder: String) -> String? {
    let fitting = ContainerSpec.fileTypes.filter { type in
      type != "null" && (try? ContainerSpec(fileType: type))?.holds(encoder: encoder) == true
    }
    return fitting.isEmpty ? nil : "these can: \(fitting.joined(separator: ", "))"
  }
}
