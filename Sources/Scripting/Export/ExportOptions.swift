import Composition
import LuaRuntime
import Rendering
import Timing

extension ExportRequest.Reencode: LuaChoice {}
extension ExportRequest.Deinterlacing: LuaChoice {}
extension ProgressMode: LuaChoice {}

/// The named options of an export: of `vs.export`, of sessions, and of `vscript merge`.
struct ExportOptions: LuaOptions {
  var request = ExportRequest()
  var progress: ProgressMode?
  var onProgress: LuaFunction?
  /// The script's own objects for what the request holds as values.
  private(set) var videoComposition: VideoCompositionObject?
  private(set) var audioMix: AudioMixObject?

  static var options: [LuaOption<Self>] { fileOptions + pictureOptions + otherOptions }

  private static var fileOptions: [LuaOption<Self>] {
    [
      .optional("output", "path of the file to write") {
        (it: inout Self, output: PathArgument) in it.request.output = output.path
      },
      .optional("overwrite", "replace the output if it exists") { $0.request.overwrite = $1 },
      .optional("file_type", "mp4, mov, mkv, webm, m4a, wav, …; null throws the result away") {
        $0.request.fileType = $1
      },
      .optional("preset", "settings by name: highest, medium, 1280x720, prores_422, audio, …") {
        $0.request.preset = $1
      },
      .optional("time_range", "the part to write; by default all") { $0.request.timeRange = $1 },
      .optional("metadata", "title and other words, instead of those of the edit") {
        (it: inout Self, words: [String: String]) in it.request.metadata = sortedPairs(words)
      },
      .optional("chapters", "a list of { title =, from = }, instead of those of the sources") {
        (it: inout Self, chapters: [ChapterArgument]) in
        it.request.chapters = chapters.map(\.mark)
      },
      .optional("file_length_limit", "bytes at which the film ends early; 0 is no limit") {
        $0.request.fileLengthLimit = $1
      },
      .optional("temporary_folder", "where files are put that are only needed meanwhile") {
        (it: inout Self, path: PathArgument) in it.request.temporaryFolder = path.path
      },
      .optional("optimize_for_network_use", "put the index first, so that playing starts at once") {
        $0.request.optimizeForNetworkUse = $1
      },
    ]
  }

  private static var pictureOptions: [LuaOption<Self>] {
    [
      .optional("video_composition", "canvas and instructions; by default from the media") {
        (it: inout Self, video: VideoCompositionObject) in
        (it.videoComposition, it.request.videoComposition) = (video, video.value)
      },
      .optional("codec", "video codec or FFmpeg encoder, such as hevc or libx264") {
        $0.request.codec = $1
      },
      .optional("codec_options", "options of the video encoder, such as preset=fast") {
        (it: inout Self, options: EncoderOptions) in it.request.codecOptions = options.pairs
      },
      limited("quality", 0...1000, "quality of the picture on the encoder's own scale (x264: CRF)")
      {
        $0.request.quality = $1
      },
      limited(
        "bitrate", 1...100_000_000_000, "bits per second of the picture, instead of a quality"
      ) { $0.request.bitRate = $1 },
      .optional("pixel_format", "layout of the picture, such as yuv420p10le") {
        $0.request.pixelFormat = $1
      },
      .optional("passes", "2 lets the encoder look at all frames first; needs a bitrate") {
        $0.request.passes = $1
      },
      .optional("reencode", "auto copies what is untouched; always, or never, encodes") {
        $0.request.reencode = $1
      },
      .optional(
        "deinterlace", "auto (unless an interlaced film is written as it is), always or never"
      ) { $0.request.deinterlace = $1 },
    ]
  }

  private static var otherOptions: [LuaOption<Self>] {
    [
      .optional("audio_mix", "volumes of the tracks") { (it: inout Self, mix: AudioMixObject) in
        (it.audioMix, it.request.audioMix) = (mix, try mix.value())
      },
      .optional("audio_codec", "audio codec or FFmpeg encoder, such as aac or flac") {
        $0.request.audioCodec = $1
      },
      .optional("audio_options", "options of the audio encoder") {
        (it: inout Self, options: EncoderOptions) in it.request.audioOptions = options.pairs
      },
      limited("audio_bitrate", 1...100_000_000, "bits per second of the sound") {
        $0.request.audioBitRate = $1
      },
      limited("sample_rate", 1000...768_000, "samples per second of the sound") {
        $0.request.sampleRate = $1
      },
      limited("channels", 1...64, "channels of the sound: 1 mono, 2 stereo") {
        $0.request.channels = $1
      },
      limited("threads", 0...256, "threads of the encoder; equal numbers give equal files") {
        $0.request.threads = $1
      },
      .optional(
        "memory", "how much the process may take, such as 512M; by default what the system allows"
      ) { (it: inout Self, size: ByteCountArgument) in it.request.memory = size.bytes },
      .optional("profile", "whether the report tells where the time went") {
        $0.request.measuresTime = $1
      },
      .optional("strict", "fail on damaged input instead of reporting it at the end") {
        $0.request.strict = $1
      },
      .optional("progress", "bar, json, line or none; shown on standard error") {
        $0.progress = $1
      },
      .optional("on_progress", "called with the progress, 0 to 1, while writing") {
        $0.onProgress = $1
      },
    ]
  }

  /// A number that makes sense only within limits, whatever the encoder.
  private static func limited<Number: Comparable & LuaDecodable>(
    _ name: String, _ limits: ClosedRange<Number>, _ help: String,
    _ set: @escaping (inout Self, Number) -> Void
  ) -> LuaOption<Self> {
    .optional(name, help) { (options: inout Self, number: Number) in
      guard limits.contains(number) else {
        throw LuaMismatch(
          path: name,
          reason: "\(limits.lowerBound) to \(limits.upperBound) expected, got \(number)")
      }
      set(&options, number)
    }
  }

  /// The words that an option may be; empty where it is no choice.
  static func choices(of option: LuaOption<Self>) -> [String] {
    guard kind(of: option) == "choice" else { return [] }
    return option.type.replacing("\"", with: "").split(separator: "|").map(String.init)
  }

  /// What kind of value an option takes, as far as a command line must know to read it.
  static func kind(of option: LuaOption<Self>) -> String {
    switch option.type {
    case TimeRange.luaArgumentType: "time_range"
    case VideoCompositionObject.luaName, AudioMixObject.luaName: "object"
    case "table[]": "object"
    case let type where type.hasPrefix("table"): "table"
    // A size such as 512M: tools have only words.
    case "integer|string": "string"
    case let type where type.hasPrefix("\""): "choice"
    case let type: type
    }
  }
}

/// `{ title =, from = }`, or an asset's own `{ title =, time_range = }`.
private struct ChapterArgument: LuaDecodable {
  let mark: ExportRequest.ChapterMark

  static var luaType: String { "table" }

  static func decode(_ slot: LuaSlot) throws -> ChapterArgument {
    guard slot.kind == .table else { throw slot.mismatch("{ title = …, from = … }") }
    for name in try slot.fieldNames() where !["title", "from", "time_range"].contains(name) {
      throw slot.refusal("no key '\(name)' in a chapter; there are title, from and time_range")
    }
    let title: String = try slot.field("title", as: String.self)
    if let range = try slot.field("time_range", as: TimeRange?.self) {
      return ChapterArgument(
        mark: ExportRequest.ChapterMark(title: title, start: range.start, end: range.end))
    }
    let start = try slot.field("from", as: Time.self)
    return ChapterArgument(mark: ExportRequest.ChapterMark(title: title, start: start))
  }
}

/// Options of an encoder: words, numbers or switches by FFmpeg's names.
private struct EncoderOptions: LuaDecodable {
  let pairs: [(name: String, value: String)]

  static var luaType: String { "table<string, string|number|boolean>" }

  static func decode(_ slot: LuaSlot) throws -> EncoderOptions {
    let pairs = try slot.fieldNames().sorted().map { name in
      (name: name, value: try slot.field(name, as: EncoderOption.self).text)
    }
    return EncoderOptions(pairs: pairs)
  }
}

private struct EncoderOption: LuaDecodable {
  let text: String

  static var luaType: String { "string|number|boolean" }

  static func decode(_ slot: LuaSlot) throws -> EncoderOption {
    if let text = slot.string { return EncoderOption(text: text) }
    if let isOn = slot.boolean { return EncoderOption(text: isOn ? "1" : "0") }
    if let integer = slot.integer { return EncoderOption(text: "\(integer)") }
    guard let number = slot.number else { throw slot.mismatch(luaType) }
    return EncoderOption(text: "\(number)")
  }
}
