import Composition
import Geometry
import LuaRuntime
import Timing

/// Canvas, rate and instructions, as scripts hold them.
final class VideoCompositionObject: LuaObject {
  static var luaName: String { "VideoComposition" }

  /// All but the instructions, which are objects of their own here.
  private var base: VideoComposition
  private(set) var instructions: [InstructionObject]
  private(set) var frameTimingTrack: TrackArgument?

  init(_ value: VideoComposition, instructions: [InstructionObject], timing: TrackArgument?) {
    (base, self.instructions, frameTimingTrack) = (value, instructions, timing)
    base.instructions = []
  }

  /// Makes objects of a whole value; `edit` is what it was made for.
  convenience init(_ value: VideoComposition, of edit: EditArgument) {
    func track(_ reference: TrackReference) -> TrackArgument? {
      switch edit {
      case .composition(let composition): .composition(composition.track(reference.id))
      case .asset(let asset): asset.tracks.first { $0.id == reference.id }.map { .asset($0) }
      }
    }
    let instructions = value.instructions.map { instruction in
      InstructionObject(
        timeRange: instruction.timeRange,
        layers: instruction.layers.map { LayerInstructionObject($0, track: track($0.track)) },
        backgroundColor: instruction.backgroundColor,
        enablesPostProcessing: instruction.enablesPostProcessing)
    }
    self.init(
      value, instructions: instructions, timing: value.frameTimingTrack.flatMap(track))
  }

  /// What consumers get.
  var value: VideoComposition {
    var value = base
    value.instructions = instructions.map(\.value)
    return value
  }

  subscript<Value>(_ path: WritableKeyPath<VideoComposition, Value>) -> Value {
    get { base[keyPath: path] }
    set { base[keyPath: path] = newValue }
  }

  /// Fails where the layers of each frame are computed.
  func setInstructions(_ instructions: [InstructionObject]) throws {
    guard base.computed == nil else {
      throw refusal(
        "a computed video composition has no instructions",
        hint: "make another one with vs.video_composition{ instructions = … }")
    }
    self.instructions = instructions
  }

  func setFrameTimingTrack(_ track: TrackArgument?) throws {
    base.frameTimingTrack = try track?.reference()
    frameTimingTrack = track
  }

  var luaText: String {
    let rate = FrameRate(frameDuration: base.frameDuration).map { ", \($0) fps" } ?? ""
    let count = instructions.count
    let content =
      base.computed == nil ? "\(count) instruction\(count == 1 ? "" : "s")" : "computed"
    return "VideoComposition (\(base.renderSize)\(rate), \(content))"
  }

  /// Itself, what is set beside the canvas, and its instructions.
  fileprivate var lines: [String] {
    let settings: [(name: String, value: String?)] = [
      ("render_scale", base.renderScale == 1 ? nil : plain(base.renderScale)),
      ("frame_timing_track", base.frameTimingTrack?.label),
      ("color_primaries", base.colorPrimaries), ("color_matrix", base.colorMatrix),
      ("color_transfer", base.colorTransfer),
    ]
    var lines = [luaText]
    for (name, value) in settings {
      if let value { lines.append("  \(name) \(value)") }
    }
    for instruction in instructions { lines += instruction.lines.indented }
    return lines
  }
}

func makeVideoCompositionClass() -> LuaClass {
  LuaClass.object(
    VideoCompositionObject.self,
    "How the pictures of tracks become one: canvas, rate, instructions."
  ) { type in
    type.property(
      "render_size", "The canvas in pixels.", get: { $0[\.renderSize] },
      set: { $0[\.renderSize] = $1 })
    type.property(
      "frame_duration", "The time between two frames.", get: { $0[\.frameDuration] },
      set: { $0[\.frameDuration] = $1 })
    type.property(
      "render_scale", "1, or for a player the factor its canvas is drawn at.",
      get: { NumberResult($0[\.renderScale]) }, set: { $0[\.renderScale] = $1 })
    type.property(
      "instructions", "What is drawn, one after the other without a hole.",
      get: { $0.instructions }, set: { try $0.setInstructions($1) })
    type.property(
      "frame_timing_track", "A video track whose own frame times are kept; nil for a fixed rate.",
      get: { $0.frameTimingTrack }, set: { try $0.setFrameTimingTrack($1) })
    type.property(
      "color_primaries", "FFmpeg's name of the primaries; nil takes the first source's.",
      get: { $0[\.colorPrimaries] }, set: { $0[\.colorPrimaries] = $1 })
    type.property(
      "color_matrix", "FFmpeg's name of the matrix; nil takes the first source's.",
      get: { $0[\.colorMatrix] }, set: { $0[\.colorMatrix] = $1 })
    type.property(
      "color_transfer", "FFmpeg's name of the transfer; nil takes the first source's.",
      get: { $0[\.colorTransfer] }, set: { $0[\.colorTransfer] = $1 })
    type.method(
      "validate(asset, range) -> fine, problems",
      "Whether it can be used for an asset; if not, also every problem: kind, range, message, hint."
    ) {
      (video: VideoCompositionObject, edit: EditArgument?, range: TimeRange?) throws -> LuaResults
      in
      if let range, !range.isValid {
        throw CompositionError.badRange(range, doing: "validate the video composition")
      }
      let problems = video.value.problems(for: edit?.composition, in: range ?? .all)
      return problems.isEmpty ? LuaResults([true]) : LuaResults([false, problemRecords(problems)])
    }
    type.method("describe()", "Its instructions with their layers, ramps, filters and blend modes.")
    { (video: VideoCompositionObject) in video.lines.joined(separator: "\n") }
  }
}

func problemRecords(_ problems: [CompositionProblem]) -> [LuaRecord] {
  problems.map {
    ["kind": $0.kind.rawValue, "range": $0.range, "message": $0.message, "hint": $0.hint]
  }
}

private struct VideoCompositionOptions: LuaOptions {
  var value = VideoComposition()
  var instructions: [InstructionObject] = []
  var timing: TrackArgument?

  static var options: [LuaOption<Self>] {
    [
      .optional("render_size", "The canvas in pixels.") { $0.value.renderSize = $1 },
      .optional("frame_duration", "The time between two frames.") { $0.value.frameDuration = $1 },
      .optional("render_scale", "For a player, the factor its canvas is drawn at.") {
        $0.value.renderScale = $1
      },
      .optional("instructions", "What is drawn, one after the other.") { $0.instructions = $1 },
      .optional("frame_timing_track", "A video track whose own frame times are kept.") {
        (it: inout Self, track: TrackArgument) in
        it.value.frameTimingTrack = try track.reference()
        it.timing = track
      },
      .optional("color_primaries", "FFmpeg's name of the primaries.") {
        $0.value.colorPrimaries = $1
      },
      .optional("color_matrix", "FFmpeg's name of the matrix.") { $0.value.colorMatrix = $1 },
      .optional("color_transfer", "FFmpeg's name of the transfer.") { $0.value.colorTransfer = $1 },
    ]
  }
}

private struct AutomaticVideoOptions: LuaOptions {
  var value = VideoComposition.AutomaticOptions()

  static var options: [LuaOption<Self>] {
    [
      .optional("fit", "How pictures are placed: contain, cover, stretch or none.") {
        $0.value.fit = $1
      },
      .optional("render_size", "The canvas; by default the size of the first picture.") {
        $0.value.renderSize = $1
      },
      .optional("frame_duration", "The time of a frame; by default that of the highest rate.") {
        (it: inout Self, duration: Time) in
        guard duration.isNumeric, duration > .zero else {
          throw LuaMismatch(
            path: "frame_duration", reason: "a time above 0 expected, got \(duration)")
        }
        it.value.frameDuration = duration
      },
      .optional("timing", "fixed, or source to keep the first track's own frame times.") {
        $0.value.timing = $1
      },
      .optional("background_color", "What is seen beside the pictures and in gaps.") {
        $0.value.backgroundColor = $1
      },
    ]
  }
}

/// `vs.video_composition`.
func addVideoCompositionFunctions(to module: LuaModuleBuilder) {
  module.module(
    "video_composition", "Canvas and instructions; called, it makes them of options."
  ) { video in
    video.call("(options)", "Canvas, rate and instructions as given.") {
      (options: VideoCompositionOptions) in
      VideoCompositionObject(
        options.value, instructions: options.instructions, timing: options.timing)
    }
    video.function("of(asset, options)", "Everything from the media: size, rate, orientation.") {
      (edit: EditArgument, options: AutomaticVideoOptions) in
      VideoCompositionObject(.of(edit.composition, options.value), of: edit)
    }
    addComputedComposition(to: video)
  }
}
