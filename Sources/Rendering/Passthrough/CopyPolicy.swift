import Composition
import Imaging
import Media
import Timing

/// What a request says about copying, before anything is known of the media.
struct CopyPolicy: Sendable {
  let mode: ExportRequest.Reencode
  /// Why nothing at all is copied; nil where something may be.
  let obstacle: String?
  /// The encoder whose codec the film has in any case; nil where it may follow its sources.
  let encoder: String?
  /// Whether any codec that the file can hold is followed, not only those usual in it.
  let followsAny: Bool

  init(_ request: ExportRequest, preset: Preset?, container: ContainerSpec) throws {
    mode = Self.mode(request, preset: preset)
    followsAny =
      preset?.isPassthrough == true || request.reencode == .auto || request.reencode == .never
    encoder = try (request.codec ?? preset?.codec).map(Codecs.videoEncoder)
    obstacle = Self.obstacle(request, preset, container)
  }

  /// Whether a film is copied, by what is asked for or by its preset.
  static func mode(_ request: ExportRequest, preset: Preset?) -> ExportRequest.Reencode {
    request.reencode ?? (preset?.isPassthrough == true ? .never : .auto)
  }

  private static func obstacle(
    _ request: ExportRequest, _ preset: Preset?, _ container: ContainerSpec
  ) -> String? {
    if request.reencode == .always { return "reencode = \"always\" is asked for" }
    if container.fileType == "null" { return "the file type 'null' draws everything" }
    if request.passes == 2 { return "two passes spend the bits over the whole film" }
    if request.deinterlace == .always { return "deinterlacing is asked for" }
    if request.bitRate != nil { return "a bit rate is asked for" }
    if request.fileLengthLimit > 0 { return "a limit of the file's length is set" }
    if let preset, preset.bounds != nil { return "the preset '\(preset.name)' re-encodes" }
    // Whoever says how to encode wants it done, unless copying is asked for by name.
    guard request.reencode == nil else { return nil }
    let asked: String? =
      request.codec != nil
      ? "a codec"
      : !request.codecOptions.isEmpty
        ? "an option of the encoder"
        : request.quality != nil ? "a quality" : request.pixelFormat != nil ? "a pixel format" : nil
    return asked.map { "\($0) is asked for" }
  }

  /// The codecs of pictures that people expect in a type of file and every usual player shows.
  private static let usual: [String: [String]] = [
    "mp4": ["h264", "hevc", "av1", "vp9", "mpeg4"], "m4v": ["h264", "hevc", "mpeg4"],
    "mov": ["h264", "hevc", "mpeg4", "prores", "dnxhd", "mjpeg"],
    "mkv": [
      "h264", "hevc", "av1", "vp9", "vp8", "mpeg4", "mpeg2video", "prores", "dnxhd", "mjpeg",
    ],
    "webm": ["vp8", "vp9", "av1"],
  ]

  /// The codec, layout and encoder of a film that copies from a track; throws why it cannot.
  func target(_ track: SourceTrack, in container: ContainerSpec) throws -> CopyTarget {
    guard let file = track.source as? FileSource,
      let media = file.asset.tracks.first(where: { $0.id == track.trackID }),
      let video = media.video
    else { throw CopyRefusal("its pictures are not those of a film") }
    guard !video.isCropped else { throw CopyRefusal("only a part of its pictures is shown") }
    let format = try CopySource(media, of: file.asset).format
    guard let own = format.encoderName, container.holds(encoder: own) else {
      throw CopyRefusal("a .\(container.fileType) file does not hold \(format.codec)")
    }
    guard VideoEncoder.pixelFormats(of: own).contains(video.pixelFormat) else {
      throw CopyRefusal("\(own) cannot encode \(video.pixelFormat.name) beside it")
    }
    if let encoder, encoder != own {
      throw CopyRefusal("its codec is \(format.codec), and the film is made by \(encoder)")
    }
    guard
      encoder != nil || followsAny
        || Self.usual[container.fileType]?.contains(format.codec) == true
    else {
      throw CopyRefusal("\(format.codec) is unusual in a .\(container.fileType) file")
    }
    return CopyTarget(encoder: own, format: video.pixelFormat, source: format)
  }
}

/// What a film must be so that packets can be copied into it.
struct CopyTarget: Sendable {
  let encoder: String
  let format: PixelFormat
  let source: CodedFormat
}
