import CFFmpeg
import Synchronization
import Timing

/// Makes the description of one file.
struct AssetProbe {
  private(set) var asset: MediaAsset

  /// Opens the file, reads what has to be read, and closes it.
  init(_ file: LocalFile, monitor: ReadingMonitor? = nil) throws(MediaError) {
    let layout = MovieLayout(path: file.path, size: file.identity.size)
    if let layout, layout.isMovie, layout.movie == nil, layout.isCut, !layout.hasFragments {
      throw MediaError(.truncatedIndex, path: file.path, action: "open")
    }
    var demuxer: Demuxer
    do {
      demuxer = try Demuxer(file.path)
    } catch {
      guard let layout, layout.isMovie, error.kind == .notMedia else { throw error }
      throw MediaError(
        layout.movie == nil ? .truncatedIndex : .damagedIndex, path: file.path, action: "open",
        libraryMessage: error.libraryMessage)
    }
    let movie =
      demuxer.formatName.hasPrefix("mov")
      ? layout.flatMap { MovieIndex($0, fileSize: file.identity.size) } : nil
    if movie?.tellsAllTimes(of: demuxer) != true {
      try demuxer.findStreamInfo()
    } else if !FirstPackets.complete(demuxer, path: file.path) {
      demuxer = try Demuxer(file.path)
      try demuxer.findStreamInfo()
    }
    let builder = TrackBuilder(
      file: file, demuxer: demuxer, movie: movie,
      watch: monitor.map {
        ReadingMonitor.Watch(monitor: $0, path: file.path, size: Int64(file.identity.size))
      })
    let tracks = builder.tracks()
    // A moving picture's is a track, which is spoken of already.
    if layout?.hasAuxiliaryAlpha == true, movie == nil {
      builder.warn(
        "its transparency is a picture of its own, which FFmpeg leaves out: it is shown opaque")
    }
    try Self.refuseUnusable(tracks, from: builder, demuxer, movie, path: file.path)
    asset = MediaAsset(
      path: file.path, identity: file.identity,
      formatName: Self.formatName(demuxer, isMovie: movie != nil), tracks: tracks,
      metadata: MetadataItem.shared(demuxer.context.pointee.metadata),
      chapters: Self.chapters(demuxer), isFragmented: movie?.hasFragments ?? false,
      warnings: builder.warnings,
      truncatedAt: builder.truncatedAt)
  }

  /// Throws where nothing of the file can be seen or heard, for the first reason that is known.
  private static func refuseUnusable(
    _ tracks: [MediaTrack], from builder: TrackBuilder, _ demuxer: Demuxer, _ movie: MovieIndex?,
    path: String
  ) throws(MediaError) {
    if builder.isGivenUp { throw MediaError(.interrupted, path: path, action: "read") }
    if let undecodable = builder.undecodable, !tracks.contains(where: \.hasMedia) {
      throw MediaError(
        .noFrames, path: path, action: "use", detail: undecodable,
        hint: "its codec may be another than the container says: get the file anew or convert it")
    }
    if let colors = builder.unknownColors {
      throw MediaError(
        .unsupportedCodec, path: path, action: "use", detail: colors,
        hint: "export it anew as HDR10, HLG or SDR, or convert it with a program that applies "
          + "Dolby Vision, such as ffmpeg's filter libplacebo")
    }
    if let unbelieved = builder.unbelieved, !tracks.contains(where: \.hasMedia) {
      throw MediaError(.damagedIndex, path: path, action: "use", detail: unbelieved)
    }
    // Words alone are no film that has lost its picture.
    let timed = tracks.filter {
      [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains($0.parameters.pointee.codec_type)
    }
    guard (timed.isEmpty ? tracks : timed).contains(where: \.hasContent) else {
      guard !builder.hasEncryption else {
        throw MediaError(.encrypted, path: path, action: "use")
      }
      if isAnimatedWebP(demuxer) {
        throw MediaError(
          .unsupportedCodec, path: path, action: "use",
          detail: "it is an animated WebP, for which FFmpeg has no decoder",
          hint: "convert it first, such as to APNG or GIF with ImageMagick")
      }
      if let unknown = timed.first(where: { $0.parameters.pointee.codec_id == AV_CODEC_ID_NONE }) {
        throw MediaError(
          .unsupportedCodec, path: path, action: "use",
          detail: "there is no decoder for the codec '\(unknown.codec)' of track \(unknown.id)")
      }
      throw MediaError(
        builder.truncatedAt != nil || movie?.isCut == true ? .truncatedMedia : .noTracks,
        path: path, action: "use", libraryMessage: builder.complaint)
    }
  }

  /// Whether the first bytes are those of a WebP file with more than one picture.
  private static func isAnimatedWebP(_ demuxer: Demuxer) -> Bool {
    guard demuxer.formatName.hasPrefix("webp"), let input = demuxer.context.pointee.pb,
      avio_seek(input, 0, 0) >= 0
    else { return false }
    var bytes = [UInt8](repeating: 0, count: 21)
    guard avio_read(input, &bytes, 21) == 21 else { return false }
    return Array(bytes[12..<16]) == Array("VP8X".utf8) && bytes[20] & 2 != 0
  }

  /// One short name for the container, where FFmpeg's demuxer has several.
  private static func formatName(_ demuxer: Demuxer, isMovie: Bool) -> String {
    let names = demuxer.formatName.split(separator: ",").map(String.init)
    let brand = MetadataItem.all(demuxer.context.pointee.metadata)
      .first { $0.key == "major_brand" }?.value.trimmingSpaces
    switch names.first {
    case "mov":
      switch brand {
      case nil, "qt": return "mov"
      case "M4A", "M4B": return "m4a"
      case .some(let brand) where brand.hasPrefix("3g"): return "3gp"
      case "avif", "avis": return "avif"
      default: return "mp4"
      }
    case "matroska": return names.contains("webm") && isWebM(demuxer) ? "webm" : "matroska"
    case .some(let name): return name
    case nil: return demuxer.formatName
    }
  }

  /// Matroska and WebM share a demuxer; only the latter is limited to these codecs.
  private static func isWebM(_ demuxer: Demuxer) -> Bool {
    (0..<demuxer.streamCount).allSatisfy { index in
      switch demuxer.stream(index).pointee.codecpar.pointee.codec_id {
      case AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_OPUS,
        AV_CODEC_ID_VORBIS, AV_CODEC_ID_WEBVTT:
        true
      default: false
      }
    }
  }

  private static func chapters(_ demuxer: Demuxer) -> [Chapter] {
    (0..<Int(demuxer.context.pointee.nb_chapters)).compactMap { index in
      guard let chapter = demuxer.context.pointee.chapters[index]?.pointee else { return nil }
      let tick = Ratio(chapter.time_base)
      let start = Time(chapter.start, 1).scaled(by: tick)
      let end = Time(chapter.end, 1).scaled(by: tick)
      guard end >= start else { return nil }
      let title = MetadataItem.all(chapter.metadata).first { $0.key == "title" }?.value ?? ""
      return Chapter(range: TimeRange(from: start, to: end), title: title)
    }
  }
}

extension MediaTrack {
  /// Something can be seen or heard.
  fileprivate var hasMedia: Bool { video?.frames.count ?? 0 > 0 || audio?.sampleCount ?? 0 > 0 }
}

extension Ratio {
  /// An FFmpeg fraction; a broken one counts as 1.
  init(_ value: AVRational) {
    self = value.num > 0 && value.den > 0 ? Ratio(Int64(value.num), Int64(value.den)) : .one
  }
}

extension MetadataItem {
  /// Everything in one of FFmpeg's dictionaries.
  static func all(_ dictionary: OpaquePointer?) -> [MetadataItem] {
    var items: [MetadataItem] = []
    items.reserveCapacity(Int(av_dict_count(dictionary)))
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      items.append(
        MetadataItem(
          key: String(cString: next.pointee.key), value: String(cString: next.pointee.value)))
      entry = next
    }
    return items
  }

  /// The same; clips of one make, which say the same, share it.
  static func shared(_ dictionary: OpaquePointer?) -> [MetadataItem] {
    let items = all(dictionary)
    return recent.withLock { recent in
      if let known = recent.first(where: { $0 == items }) { return known }
      if recent.count >= 16 { recent.removeFirst() }
      recent.append(items)
      return items
    }
  }

  private static let recent = Mutex<[[MetadataItem]]>([])
}

extension String {
  /// Without spaces at the end, with which short brands are filled up.
  var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}

extension MovieIndex {
  /// Whether no packet has to be looked at for the times of an open file's pictures and sounds.
  fileprivate func tellsAllTimes(of demuxer: Demuxer) -> Bool {
    !hasFragments && !isCut
      && (0..<demuxer.streamCount).allSatisfy { index in
        let stream = demuxer.stream(index).pointee
        let type = stream.codecpar.pointee.codec_type
        guard type == AVMEDIA_TYPE_VIDEO || type == AVMEDIA_TYPE_AUDIO else { return true }
        return tracks.contains { $0.id == stream.id && $0.sampleCount > 0 }
      }
  }
}
