import Composition
import Geometry
import Imaging
import LuaRuntime
import Media
import Rendering
import Timing

/// One track of an asset as scripts see it; it keeps its asset alive.
final class AssetTrackObject: LuaObject {
  static var luaName: String { "AssetTrack" }

  let asset: AssetObject
  let index: Int
  /// Nil for the track of a generator.
  let media: MediaTrack?
  /// As it is now; nil for what is neither picture nor sound.
  var source: SourceTrack? { asset.sourceTrack(index) }

  init(asset: AssetObject, index: Int, media: MediaTrack?) {
    (self.asset, self.index, self.media) = (asset, index, media)
  }

  var id: Int32 { media?.id ?? source?.trackID ?? Int32(index + 1) }
  var isEnabled: Bool { media?.isEnabled ?? true }
  var timeRange: TimeRange { source?.timeRange ?? media?.timeRange ?? .invalid }

  var mediaType: String {
    source?.mediaType.rawValue ?? media.map { "\($0.mediaType)" } ?? "other"
  }

  var codec: String {
    if let media { return media.codec }
    return switch source?.signature {
    case .video(let codec, _, _, _, _): codec
    case .audio(let codec, _, _): codec
    case nil: "generator"
    }
  }

  /// The start times of the frames that lie in a range, in order; all of them without one.
  func frameTimes(in range: TimeRange?) throws -> [Time] {
    let (count, time) = try frames()
    let first =
      range.map { range in
        (0..<count).partitioningIndex { time($0) >= range.start }
      } ?? 0
    var times: [Time] = []
    for index in first..<count {
      let start = time(index)
      if let range, start >= range.end { break }
      times.append(start)
    }
    return times
  }

  /// The texts of subtitles with the times at which they are shown.
  func cues() throws -> [LuaRecord] {
    guard let media, case .file(let file) = asset.origin, media.isTextSubtitle else {
      throw refusal(
        "\(label) holds no texts: it is \(mediaType == "subtitle" ? codec : mediaType)",
        hint: "take a track whose media_type is subtitle and whose codec is a text's, as subrip is")
    }
    let subtitles = try media.readSubtitles(of: file.asset)
    return subtitles.cues.compactMap { cue in
      let words = subtitles.words(of: cue)
      return words.isEmpty ? nil : ["text": words, "range": cue.range]
    }
  }

  /// How many frames the picture has, and when each starts.
  private func frames() throws -> (count: Int, time: (Int) -> Time) {
    if let frames = media?.video?.frames { return (frames.count, frames.time) }
    if source?.frameCount == 1 { return (1, { [start = timeRange.start] _ in start }) }
    guard let step = source?.frameRate?.frameDuration else {
      throw refusal(
        "\(label) has no frames: it is \(mediaType)", hint: "ask the asset's video track")
    }
    let count = timeRange.duration.quotient(by: step, .towardPositiveInfinity)
    let start = timeRange.start
    return (Int(count), { start + step.multiplied(by: Int64($0)) })
  }

  /// How many frames the picture has; nil for sound.
  var frameCount: Int? {
    guard mediaType == "video" else { return nil }
    return try? frames().count
  }

  /// The track as an edit can take it.
  func usable() throws -> SourceTrack {
    guard let source else {
      throw refusal(
        "\(label) is \(mediaType), and only pictures and sound can be edited",
        hint: "take the asset's video or audio track")
    }
    return source
  }

  var label: String { "track \(id) of '\(asset.name)'" }

  /// `h264 1920×1080 25 fps`, `aac 48000 Hz stereo`.
  var summary: String {
    guard let source else { return codec }
    switch source.mediaType {
    case .video:
      let rate = source.nominalFrameRate.map { " \($0) fps" } ?? ""
      return "\(codec) \(source.naturalSize)\(rate)"
    case .audio:
      let channels = source.channels == 1 ? "mono" : "\(source.channels) channels"
      return "\(codec) \(source.sampleRate) Hz \(channels)"
    }
  }

  var luaText: String { "AssetTrack \(id) of '\(asset.name)' (\(mediaType): \(summary))" }
}

func makeAssetTrackClass() -> LuaClass {
  LuaClass.object(AssetTrackObject.self, "One track of an asset.") { type in
    type.property("asset", "The asset that it belongs to.") { $0.asset }
    type.property("path", "The path of its file; nil for a generator's.") { $0.asset.path }
    type.property("id", "Its number in the file.") { $0.id }
    type.property("media_type", "What it carries: video, audio, subtitle.") { $0.mediaType }
    type.property("time_range", "Where it has media, in its own time.") { $0.timeRange }
    type.property("natural_size", "The picture's size in square pixels, not turned.") {
      $0.source?.mediaType == .video ? $0.source?.naturalSize : nil
    }
    type.property("nominal_frame_rate", "Frames per second; if variable, the nearest usual.") {
      $0.source?.nominalFrameRate.map {
        NumberResult(Double($0.numerator) / Double($0.denominator))
      }
    }
    type.property("min_frame_duration", "The time of its shortest frame.") {
      (track: AssetTrackObject) -> Time? in
      if let video = track.media?.video { return video.minFrameDuration }
      return track.source?.frameRate?.frameDuration
    }
    type.property("natural_time_scale", "The scale in which its own times are exact.") {
      $0.source?.naturalTimeScale ?? $0.media?.naturalTimeScale
    }
    type.property("preferred_transform", "What turns its picture upright.") {
      $0.source?.mediaType == .video ? $0.source?.preferredTransform : nil
    }
    type.property("preferred_volume", "The volume that its file asks for.") { _ in NumberResult(1) }
    type.property("codec", "FFmpeg's name of its codec.") { $0.codec }
    type.property("pixel_format", "FFmpeg's name of its picture's layout.") {
      $0.media?.video?.pixelFormat.name
    }
    addPictureFacts(to: type)
    addSoundFacts(to: type)
    type.property("metadata", "Its own title and other words, by key.") {
      Dictionary(($0.media?.metadata ?? []).map { ($0.key, $0.value) }) { first, _ in first }
    }
    addFormat(to: type)
    type.property("language", "Its language, where the file says.") { $0.media?.language }
    type.property("enabled", "Whether the file means it to be played.") { $0.isEnabled }
    type.property("segments", "Its edit list: a time_mapping each, and whether it is_empty.") {
      (track: AssetTrackObject) -> [LuaRecord] in
      let mappings =
        track.media?.segments ?? [TimeMapping(source: track.timeRange, target: track.timeRange)]
      return mappings.map(mappingRecord)
    }
    type.property("estimated_data_rate", "Bits per second, about.") { $0.media?.bitRate }
    type.method("segment_for_track_time(time)", "The part of the edit list at or near a time.") {
      (track: AssetTrackObject, time: Time) -> LuaRecord? in
      let mappings =
        track.media?.segments ?? [TimeMapping(source: track.timeRange, target: track.timeRange)]
      let found = mappings.first { $0.target.contains(time) }
      return (found ?? (mappings.first.map { time < $0.target.start ? $0 : mappings.last! }))
        .map(mappingRecord)
    }
    type.method("frame_times(range)", "When its frames start: all, or those in a range.") {
      (track: AssetTrackObject, range: TimeRange?) in try track.frameTimes(in: range)
    }
    type.method("cues()", "The texts of its subtitles, without styles: text and range each.") {
      (track: AssetTrackObject) in try track.cues()
    }
  }
}

/// How its pictures and its sound are coded.
private func addFormat(to type: LuaClassBuilder<AssetTrackObject>) {
  type.property("bit_depth", "Bits of a sample of its picture.") { $0.media?.video?.bitDepth }
  type.property(
    "color", "Its primaries, transfer, matrix and range, and which of them the file leaves open."
  ) { (track: AssetTrackObject) in
    track.media?.video.map {
      colorRecord($0.color, assumed: track.media?.assumedColors ?? [])
    }
  }
  type.property(
    "field_order", "progressive, or which field comes first: top_first, bottom_first."
  ) {
    $0.media?.video?.fieldOrder.rawValue
  }
  type.property("channels", "Channels of its sound.") {
    $0.source?.mediaType == .audio ? $0.source?.channels : nil
  }
  type.property("sample_rate", "Samples per second of its sound.") {
    $0.source?.mediaType == .audio ? $0.source?.sampleRate : nil
  }
}

private func mappingRecord(_ mapping: TimeMapping) -> LuaRecord {
  ["time_mapping": mapping, "is_empty": mapping.isEmptyEdit]
}

private func colorRecord(_ color: ColorDescription, assumed: [String]) -> LuaRecord {
  [
    "primaries": "\(color.primaries)", "transfer": "\(color.transfer)",
    "matrix": "\(color.matrix)", "range": "\(color.range)", "assumed": assumed,
  ]
}
