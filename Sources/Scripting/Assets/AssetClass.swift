import Composition
import Geometry
import LuaRuntime
import Media
import Rendering
import Timing

import enum Composition.MediaType

func makeAssetClass() -> LuaClass {
  LuaClass.object(
    AssetObject.self,
    "A media file, or what can stand for one: a picture, a generator, a nested edit."
  ) { type in
    type.property("path", "The file's path as given; nil where there is none.") { $0.path }
    type.property("duration", "The end of its longest track; a track's own length may be less.") {
      $0.duration
    }
    type.property("tracks", "All its tracks, in the file's order.") { $0.tracks }
    type.property("video", "Its first track of moving pictures; nil without.") { $0.first(.video) }
    type.property("audio", "Its first track of sound; nil without.") { $0.first(.audio) }
    type.property("metadata", "Its title and other words, by key.") {
      Dictionary($0.metadata.map { ($0.key, $0.value) }) { first, _ in first }
    }
    type.property("chapters", "Its chapters: a title and a time_range each.") {
      $0.chapters.map { ["title": $0.title, "time_range": $0.range] as LuaRecord }
    }
    type.property("warnings", "What is odd about its file, in words; an export repeats it.") {
      $0.warnings
    }
    type.property(
      "format", "FFmpeg's name of its format; or generator, image, image_sequence, text, nested."
    ) { $0.format }
    type.property("size", "Bytes of its file; nil where there is none.") {
      (asset: AssetObject) -> Int64? in asset.file?.identity.size
    }
    type.property("is_fragmented", "Whether its index is in pieces all over the file.") {
      $0.file?.isFragmented ?? false
    }
    type.property("truncated_at", "From when on media is missing; nil for a whole file.") {
      (asset: AssetObject) -> Time? in asset.file?.truncatedAt
    }
    type.method("tracks_of(media_type)", "Its tracks of one kind, such as \"audio\".") {
      (asset: AssetObject, type: MediaType) in asset.tracks.filter { $0.mediaType == type.rawValue }
    }
    type.method("track(id)", "Its track of that id; nil without.") {
      (asset: AssetObject, id: Int32) in asset.tracks.first { $0.id == id }
    }
  }
}

/// What names an asset to open: a path, or `{ path = …, on_progress = … }`.
private struct AssetLocation: LuaDecodable {
  let path: String
  var allowsNetwork = false
  var onProgress: LuaFunction?

  static var luaType: String { "string|table" }

  private struct Options: LuaOptions {
    var path = ""
    var allowsNetwork = false
    var onProgress: LuaFunction?
    static var luaName: String { "AssetOptions" }
    static var options: [LuaOption<Self>] {
      [
        .required("path", "The file, or with allow_network an address.") {
          (it: inout Self, path: PathArgument) in
          it.path = path.path
        },
        .optional("precise", "Times are always precise here; accepted for its name.") {
          (_: inout Self, _: Bool) in
        },
        .optional(
          "allow_network",
          "true: an http or https address is fetched, whole and once in a run; false by default"
        ) { $0.allowsNetwork = $1 },
        .optional(
          "on_progress",
          "called with the share that was read, 0 to 1, where the whole file has to be"
        ) { $0.onProgress = $1 },
      ]
    }
  }

  static func decode(_ slot: LuaSlot) throws -> AssetLocation {
    if slot.kind == .string { return AssetLocation(path: try PathArgument.decode(slot).path) }
    guard slot.kind == .table else { throw slot.mismatch(luaType) }
    let options = try Options.decode(slot)
    return AssetLocation(
      path: options.path, allowsNetwork: options.allowsNetwork, onProgress: options.onProgress)
  }
}

/// The name of a generator.
private struct GeneratorKind: LuaDecodable {
  let name: String

  private static var known: [String] { GeneratorSource.kinds.map(\.name) }
  static var luaType: String { known.map { "\"\($0)\"" }.joined(separator: "|") }

  static func decode(_ slot: LuaSlot) throws -> GeneratorKind {
    guard let name = slot.string else { throw slot.mismatch("the name of a generator") }
    guard known.contains(name) else {
      let near = nearestName(to: name, among: known).map { "; did you mean '\($0)'?" }
      throw slot.refusal(
        "no generator '\(name)'" + (near ?? "; there are " + known.joined(separator: ", ")))
    }
    return GeneratorKind(name: name)
  }
}

/// What a generator can be told; each kind uses what concerns it.
private struct GeneratorOptions: LuaOptions {
  var values = GeneratorSource.Options()

  static var options: [LuaOption<Self>] {
    [
      .optional("size", "Width and height of the picture.") { (it: inout Self, size: Size) in
        guard let width = Int(exactly: size.width), let height = Int(exactly: size.height) else {
          throw LuaMismatch(path: "size", reason: "whole pixels expected, got \(size)")
        }
        (it.values.width, it.values.height) = (width, height)
      },
      .optional("rate", "Frames per second.") { (it: inout Self, rate: RateArgument) in
        it.values.rate = rate.rate
      },
      .optional("duration", "How long it is.") { $0.values.duration = $1 },
      .optional("color", "The colour of a solid, or where a gradient begins.") {
        $0.values.color = $1
      },
      .optional("second_color", "Where a gradient ends.") { $0.values.secondColor = $1 },
      .optional("frequency", "Hertz of a tone.") { $0.values.frequency = $1 },
      .optional("volume", "Amplitude of a tone, 0 to 1.") { $0.values.volume = $1 },
      .optional("sample_rate", "Samples per second of the sound.") { $0.values.sampleRate = $1 },
      .optional("channels", "Channels of the sound, 1 or 2.") { $0.values.channels = $1 },
    ]
  }
}

/// What makes assets: `vs.asset`, `vs.generator`, `vs.image` and their kin.
func addAssetFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.function(
    "asset(path)",
    "Opens a media file; { path = …, on_progress = … } tells how far one without an index is read, "
      + "{ path = …, allow_network = true } takes an address."
  ) { (location: AssetLocation) in
    guard !location.allowsNetwork || !context.options.isSandboxed else {
      throw MediaError(
        .networkRefused, path: location.path, action: "open",
        detail: "a sandboxed script may not use the network", hint: "run it without --sandbox")
    }
    return try context.catalog.open(
      location.path, allowsNetwork: location.allowsNetwork, onProgress: location.onProgress)
  }
  let kinds = GeneratorSource.kinds.map { "\($0.name): \($0.help)" }.joined(separator: "; ")
  module.function("generator(kind, options)", "A source that is computed. \(kinds).") {
    (kind: GeneratorKind, options: GeneratorOptions) in
    AssetObject(.made(try GeneratorSource(kind: kind.name, options.values)))
  }
  module.function(
    "text(text, options)",
    "Words on a transparent picture, as an asset: a title, a caption, a stamp. \\n begins a line."
  ) { (text: String, options: TextOptions) in AssetObject(.made(try options.source(of: text))) }
  module.function("fonts()", "The families of fonts that vs.text can use, sorted.") {
    FontLibrary.families ?? []
  }
  module.function("image(path, options)", "A still picture, as an asset; it is decoded once.") {
    (path: PathArgument, options: ImageOptions) in
    AssetObject(
      .made(try ImageSource(path: path.path, duration: options.duration, rate: options.rate)))
  }
  module.function(
    "image_sequence(pattern, options)",
    "Numbered pictures one after the other, such as \"shots/%04d.png\" or \"shots/*.png\"."
  ) { (pattern: PathArgument, options: ImageSequenceOptions) in
    AssetObject(.made(try ImageSequence(pattern: pattern.path, rate: options.rate)))
  }
  module.function(
    "nested(asset, options)", "A live source made of an edit, drawn and mixed when it is used."
  ) { (edit: EditArgument, options: NestedOptions) in
    AssetObject(
      .made(
        try NestedSource(
          edit.live, videoComposition: options.videoComposition, audioMix: options.audioMix)))
  }
}

private struct ImageOptions: LuaOptions {
  var duration = Time(5)
  var rate: FrameRate?

  static var options: [LuaOption<Self>] {
    [
      .optional("duration", "How long it is shown at most; by default 5 s.") { $0.duration = $1 },
      .optional("rate", "Frames per second; by default it takes any.") {
        (it: inout Self, rate: RateArgument) in it.rate = rate.rate
      },
    ]
  }
}

private struct ImageSequenceOptions: LuaOptions {
  var rate = FrameRate(25)

  static var options: [LuaOption<Self>] {
    [
      .optional("rate", "Frames per second; by default 25.") {
        (it: inout Self, rate: RateArgument) in it.rate = rate.rate
      }
    ]
  }
}

private struct NestedOptions: LuaOptions {
  var videoComposition: VideoComposition?
  var audioMix: AudioMix?

  static var options: [LuaOption<Self>] {
    [
      .optional("video_composition", "Its canvas and instructions; by default from its media.") {
        (it: inout Self, video: VideoCompositionObject) in it.videoComposition = video.value
      },
      .optional("audio_mix", "The volumes of its tracks.") {
        (it: inout Self, mix: AudioMixObject) in it.audioMix = try mix.value()
      },
    ]
  }
}
