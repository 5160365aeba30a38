import Composition
import Geometry
import Imaging
import Media
import Timing

import enum Composition.MediaType

/// Everything that an export will do, settled before a file is opened for writing.
struct OutputSpec: Sendable {
  struct Video: Sendable {
    let schedule: FrameSchedule
    let settings: VideoEncoderSettings
  }

  struct Audio: Sendable {
    let settings: AudioEncoderSettings
    /// Samples of the whole output.
    let sampleCount: Int64
  }

  let plan: RenderPlan
  /// The part of the edit that is exported.
  let range: TimeRange
  let container: ContainerSpec
  var video: Video?
  let audio: Audio?
  /// What is copied and what is encoded, and why.
  var output: OutputPlan
  /// Makes that plan anew where a source turns out to be other than it says.
  var planner: OutputPlanner?
  /// The files that must never be written to.
  let sources: [FileIdentity]
  let subtitles: [CarriedSubtitles]
  /// The languages of the pictures and of the sound; nil where nobody says.
  let languages: (video: String?, audio: String?)
  var notes: [String]
  /// How the memory is divided.
  var memory: MemoryPlan?
  /// What is known to be wrong with the sources before any of them is decoded.
  let issues: [SourceIssue]

  /// Nothing is written: frames and samples are made and thrown away.
  var isDiscarded: Bool { container.fileType == "null" }
}

extension OutputSpec {
  /// Settles a request, or says what is wrong with it.
  init(_ composition: Composition, _ request: ExportRequest) throws {
    try composition.refuseCycles()
    try request.checkPasses()
    var notes: [String] = []
    let preset = try request.preset.map { name throws(RenderError) in try Preset.named(name) }
    var request = request
    if preset?.isPassthrough == true {
      // The reference's rule: what is only copied can be neither composed nor mixed.
      (request.videoComposition, request.audioMix) = (nil, nil)
    }
    let fileType = try Self.fileType(request, preset)
    let range = try Self.range(of: composition, request)
    self.range = range
    var container = try ContainerSpec(fileType: fileType)
    let (hasVideo, hasAudio) = try Self.content(
      of: composition, request, preset, fileType: container.fileType)
    if let mix = request.audioMix { try mix.check(for: composition) }

    let pictures =
      try hasVideo
      ? PicturePlan(
        composition, request, preset: preset, container: container, range: range, notes: &notes)
      : nil
    let picture = pictures?.spec
    let settings =
      hasAudio
      ? try Self.audioSettings(composition, request, preset: preset, container: container) : nil
    audio = settings.map {
      Audio(settings: $0, sampleCount: range.duration.units(per: Int64($0.sampleRate)))
    }
    video = picture.map { Video(schedule: $0.schedule, settings: $0.settings) }
    plan =
      try pictures?.plan
      ?? RenderPlan(
        composition, video: .silent, mix: request.audioMix,
        canvas: Canvas(width: 2, height: 2, format: .yuv420p, color: .bt709))
    // It keeps something for every clip, and only what is copied can turn out to be something else.
    planner = pictures?.output.copiesPictures == true ? pictures?.planner : nil
    var output = pictures?.output ?? OutputPlan()
    if let settings, let audio {
      output.sound = Self.soundPlan(
        request, settings, plan, range: range, sampleCount: audio.sampleCount,
        container: container, mode: CopyPolicy.mode(request, preset: preset))
    }
    try output.refuseEncoding(request, preset: preset)
    self.output = output
    try container.describe(composition, request, in: range)
    self.container = container
    let isFilm = hasVideo && container.fileType != "null"
    subtitles =
      isFilm ? composition.subtitles(in: range, container: container, notes: &notes) : []
    languages = (composition.language(of: .video), composition.language(of: .audio))
    let assets = composition.sourceAssets
    sources = assets.map(\.identity)
    issues = assets.compactMap(\.truncationIssue)
    // A cut file says so in its issue; everything else that is odd about the sources is a note.
    for asset in assets where asset.truncatedAt == nil {
      notes += asset.warnings.map { "\(asset.path): \($0)" }
    }
    notes += composition.unheardNotes
    if let picture {
      notes += composition.sourceNotes(step: picture.schedule.step, color: picture.canvas.color)
    }
    self.notes = notes
    try fitMemory(request)
  }

  /// Whether the film will have pictures and sound; throws where it would have neither.
  private static func content(
    of composition: Composition, _ request: ExportRequest, _ preset: Preset?, fileType: String
  ) throws -> (video: Bool, audio: Bool) {
    let usual = Codecs.defaults(fileType: fileType)
    let hasVideo =
      usual.video != nil && (preset == nil || preset?.codec != nil || preset?.isPassthrough == true)
      && composition.hasMedia(.video)
    let hasAudio = usual.audio != nil && composition.hasMedia(.audio)
    guard hasVideo || hasAudio else {
      throw RenderError(
        "nothing_to_export", number: -11838,
        "there is nothing to export: the edit has no "
          + (usual.video != nil ? "media in any enabled track" : "sound"),
        path: request.output, hint: "insert a time range of a clip into a track first")
    }
    return (hasVideo, hasAudio)
  }

  private static func fileType(_ request: ExportRequest, _ preset: Preset?) throws -> String {
    if let type = request.fileType { return type }
    guard let output = request.output else {
      throw RenderError(
        "missing_output", "an export needs a place to write to", hint: "give output = \"film.mp4\"")
    }
    if let type = ContainerSpec.fileType(forPath: output) { return type }
    if let preset, !output.split(separator: "/").last!.contains(".") { return preset.fileType }
    throw RenderError(
      "unknown_file_type", number: -11843,
      "the ending of '\(output)' does not tell the file type", path: output,
      hint: "end it in .mp4, .mov, .mkv, .webm, .m4a or .wav, or give file_type")
  }

  private static func range(
    of composition: Composition, _ request: ExportRequest
  ) throws -> TimeRange {
    let whole = TimeRange(start: .zero, duration: composition.duration)
    guard let asked = request.timeRange else {
      // What is only looked at keeps the asset's own time; a film of it begins where it does.
      return request.fileType == "null"
        ? whole : TimeRange(from: composition.naturalStart, to: composition.naturalEnd)
    }
    guard asked.isValid else {
      throw RenderError(
        "empty_time_range", "the time range starts at \(asked.start) and lasts \(asked.duration)",
        hint: "choose a range of numbers within the edit, which is \(whole)")
    }
    let range = asked.intersection(whole)
    guard range.isNumeric, !range.isEmpty else {
      throw RenderError(
        "empty_time_range", "the time range \(asked) holds nothing of the edit, which is \(whole)",
        hint: "choose a range within it")
    }
    return range
  }

  private static func audioSettings(
    _ composition: Composition, _ request: ExportRequest, preset: Preset?, container: ContainerSpec
  ) throws -> AudioEncoderSettings {
    let (automatic, channels) = composition.usualSound
    let codec = try Codecs.encoder(
      named: request.audioCodec, preferring: preset?.audioCodec, for: .audio, in: container)
    if let rate = request.sampleRate, !(4000...768_000).contains(rate) {
      throw RenderError(
        "invalid_sample_rate", "sound of \(rate) samples a second cannot be made",
        hint: "sample_rate takes 4000 to 768000; usual are 44100 and 48000")
    }
    var settings = AudioEncoderSettings(
      codec: codec,
      sampleRate: request.sampleRate ?? AudioEncoder.sampleRate(nearest: automatic, for: codec),
      layout: try composition.layout(channels: request.channels ?? channels, codec: codec))
    settings.bitRate = request.audioBitRate
    settings.options = request.audioOptions
    settings.globalHeader = container.needsGlobalHeader
    return settings
  }
}

extension Composition {
  /// The arrangement of a number of channels: that of the sources which have as many, where they
  /// agree and the encoder takes it, so that each channel stays itself; else the usual one.
  fileprivate func layout(channels: Int, codec: String) throws -> ChannelLayout {
    let usual = try ChannelLayout(channels: channels)
    var own: Set<ChannelLayout> = []
    for track in tracks where track.mediaType == .audio && track.isEnabled {
      for source in track.segments.compactMap(\.source) {
        let file = (source.source as? FileSource)?.asset
        let audio = file?.tracks.first { $0.id == source.trackID }?.audio
        if let layout = audio?.layout, layout.channels == channels { own.insert(layout) }
      }
    }
    guard own.count == 1, let layout = own.first, AudioEncoder.takes(layout, codec: codec) else {
      return usual
    }
    return layout
  }
}

extension ContainerSpec {
  /// Takes over what is said of the whole film: its words, its chapters, and where its index is.
  fileprivate mutating func describe(
    _ composition: Composition, _ request: ExportRequest, in range: TimeRange
  ) throws {
    fastStart = request.optimizeForNetworkUse
    metadata = (request.metadata ?? composition.carriedMetadata).map { ($0.key, $0.value) }
    if holdsChapters {
      chapters = try request.chapters(in: range) ?? composition.chapters(in: range)
    }
  }
}

extension MediaAsset {
  /// Where the file ends too early, and what is known of that; nil for a whole one.
  fileprivate var truncationIssue: SourceIssue? {
    truncatedAt.map { end in
      SourceIssue(
        path: path, issue: DecodeIssue(time: end, message: warnings.joined(separator: "; ")))
    }
  }
}

extension CompositionTrack {
  /// Whether any segment has media; a track of nothing but gaps makes no stream.
  var hasMedia: Bool { segments.contains { $0.source != nil } }
}

extension Codecs {
  /// The encoder that was asked for, which must fit the file, or the preset's, or the file type's
  /// usual one.
  ///
  /// A preset is made for movie files. In others its codec of pictures is taken where it fits, and
  /// sound is the file type's own, whose lengths are exact there.
  static func encoder(
    named name: String?, preferring preset: String?, for type: MediaType,
    in container: ContainerSpec
  ) throws -> String {
    let usual = defaults(fileType: container.fileType)
    let fallback = (type == .video ? usual.video : usual.audio) ?? ""
    func resolve(_ name: String) throws -> String {
      try type == .video ? videoEncoder(named: name) : audioEncoder(named: name)
    }
    guard let name else {
      guard let preset, type == .video || container.isMovie else { return fallback }
      let encoder = try resolve(preset)
      return container.holds(encoder: encoder) ? encoder : fallback
    }
    let encoder = try resolve(name)
    guard container.holds(encoder: encoder) else {
      throw RenderError(
        "codec_does_not_fit", number: -11861,
        "a .\(container.fileType) file cannot hold what the encoder '\(encoder)' makes",
        hint: "leave the codec away to get '\(fallback)', or write .mkv, which holds nearly all")
    }
    return encoder
  }
}

extension ChannelLayout {
  /// The usual layout of a number of channels.
  init(channels: Int) throws(RenderError) {
    let usual = [
      1: "mono", 2: "stereo", 3: "2.1", 4: "4.0", 5: "5.0", 6: "5.1", 7: "6.1", 8: "7.1",
    ]
    guard let name = usual[channels] else {
      throw RenderError(
        "invalid_channels", "sound of \(channels) channels cannot be made",
        hint: "channels takes 1 to 8")
    }
    self.init(name: name, channels: channels)
  }
}

extension Composition {
  /// Whether an enabled track of this type holds anything but gaps.
  package func hasMedia(_ type: MediaType) -> Bool {
    tracks.contains { $0.mediaType == type && $0.isEnabled && $0.hasMedia }
  }

  /// The files that the edit reads, each once, in the order of their first use.
  var sourceAssets: [MediaAsset] {
    var sources: Set<ObjectIdentifier> = []
    var files: Set<ObjectIdentifier> = []
    var assets: [MediaAsset] = []
    for case let media? in tracks.lazy.flatMap(\.segments).map(\.source?.source)
    where sources.insert(ObjectIdentifier(media)).inserted {
      guard let source = media as? any RenderableSource else { continue }
      for asset in source.assets where files.insert(ObjectIdentifier(asset)).inserted {
        assets.append(asset)
      }
    }
    return assets
  }
}
