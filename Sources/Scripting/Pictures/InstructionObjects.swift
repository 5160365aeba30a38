import Composition
import Geometry
import LuaRuntime
import Media
import Timing

/// How one track is drawn, as scripts hold it.
final class LayerInstructionObject: LuaObject {
  static var luaName: String { "LayerInstruction" }

  let track: TrackArgument?
  var value: LayerInstruction

  init(_ value: LayerInstruction, track: TrackArgument? = nil) {
    (self.value, self.track) = (value, track)
  }

  var luaText: String { "LayerInstruction for \(value.track.label)" + value.filters.luaText }

  /// What is done to the track in a range, a line each, in the order in which it is done.
  fileprivate func details(during range: TimeRange = .all) -> [String] {
    var lines = value.filters.lines(during: range)
    lines += value.cropRectangle.lines(during: range)
    lines += value.transform.lines(during: range)
    lines += value.opacity.lines(during: range)
    if value.blendMode != .normal { lines.append("  blend_mode \(value.blendMode.rawValue)") }
    return lines
  }
}

func makeLayerInstructionClass() -> LuaClass {
  LuaClass.object(
    LayerInstructionObject.self, "How a track is drawn: opacity, transform and crop over time."
  ) { type in
    type.property("track", "The track that it draws.") { $0.track }
    type.property("track_id", "The id of that track.") { $0.value.track.id }
    type.property(
      "blend_mode", "How its colours act on what is beneath: normal, multiply, screen and others.",
      get: { $0.value.blendMode }, set: { $0.value.blendMode = $1 })
    type.filters(
      \.value.filters, .video,
      help: "Filters the track's own frames, before crop and transform: a name with options, or a "
        + "chain such as \"hue=s=0,gblur=5\"; the option range says when. vs.filters lists them.")
    type.animated(.opacity, \.value.opacity)
    type.animated(.transform, \.value.transform)
    type.animated(.cropRectangle, \.value.cropRectangle)
    type.method("describe()", "All that it does, a line for each filter, ramp and fixed value.") {
      (layer: LayerInstructionObject) in
      (["LayerInstruction for \(layer.value.track.label)"] + layer.details())
        .joined(separator: "\n")
    }
    type.method(
      "ramps(property)",
      "All entries of opacity, transform or crop_rectangle: from, to, range and easing each."
    ) {
      (layer: LayerInstructionObject, property: AnimatedProperty) throws -> [LuaRecord] in
      switch property {
      case .opacity: return rampRecords(layer.value.opacity)
      case .transform: return rampRecords(layer.value.transform)
      case .cropRectangle: return rampRecords(layer.value.cropRectangle)
      case .volume, .pan:
        throw refusal("a layer has no \(property.label)", hint: "use vs.mix_parameters")
      }
    }
  }
}

/// What the picture is made of for a while, as scripts hold it.
final class InstructionObject: LuaObject {
  static var luaName: String { "Instruction" }

  var timeRange: TimeRange
  var layers: [LayerInstructionObject]
  var backgroundColor: Color?
  var enablesPostProcessing: Bool

  init(
    timeRange: TimeRange, layers: [LayerInstructionObject], backgroundColor: Color?,
    enablesPostProcessing: Bool = true
  ) {
    (self.timeRange, self.layers) = (timeRange, layers)
    (self.backgroundColor, self.enablesPostProcessing) = (backgroundColor, enablesPostProcessing)
  }

  var value: Instruction {
    var value = Instruction(
      timeRange: timeRange, layers: layers.map(\.value), backgroundColor: backgroundColor)
    value.enablesPostProcessing = enablesPostProcessing
    return value
  }

  var luaText: String {
    "Instruction \(timeRange) (\(layers.count) layer\(layers.count == 1 ? "" : "s"))"
  }

  /// Itself and its layers from the topmost down, with what acts while it holds.
  var lines: [String] {
    var lines = [luaText]
    if let backgroundColor { lines.append("  background_color \(backgroundColor)") }
    if !enablesPostProcessing { lines.append("  enable_post_processing false") }
    for layer in layers {
      lines.append("  " + layer.value.track.label)
      lines += layer.details(during: timeRange).indented
    }
    return lines
  }
}

func makeInstructionClass() -> LuaClass {
  LuaClass.object(InstructionObject.self, "What the picture is made of for a stretch of time.") {
    type in
    type.property(
      "time_range", "When it holds, in the edit's time.", get: { $0.timeRange },
      set: { $0.timeRange = $1 })
    type.property(
      "layers", "How tracks are drawn, the first on top.", get: { $0.layers },
      set: { $0.layers = $1 })
    type.property(
      "background_color", "What is seen beside and below the layers; nil is black.",
      get: { $0.backgroundColor }, set: { $0.backgroundColor = $1 })
    type.property(
      "enable_post_processing", "Whether what is done to whole pictures is done here too.",
      get: { $0.enablesPostProcessing }, set: { $0.enablesPostProcessing = $1 })
    type.property("required_source_track_ids", "The ids of the tracks that it draws.") {
      $0.value.requiredTracks.map(\.id)
    }
    type.property("passthrough_track_id", "The track that it shows unchanged; nil if it does more.")
    { $0.value.passthroughTrack?.id }
    type.method("describe()", "Its layers from the topmost down, with all that acts in its time.") {
      (instruction: InstructionObject) in instruction.lines.joined(separator: "\n")
    }
  }
}

private struct InstructionOptions: LuaOptions {
  var timeRange = TimeRange.invalid
  var layers: [LayerInstructionObject] = []
  var backgroundColor: Color?
  var enablesPostProcessing = true

  static var options: [LuaOption<Self>] {
    [
      .required("time_range", "When it holds, in the edit's time.") { $0.timeRange = $1 },
      .optional("layers", "How tracks are drawn, the first on top.") { $0.layers = $1 },
      .optional("background_color", "What is seen beside and below the layers.") {
        $0.backgroundColor = $1
      },
      .optional("enable_post_processing", "Whether whole pictures are processed here too.") {
        $0.enablesPostProcessing = $1
      },
    ]
  }
}

/// `vs.layer_instruction` and `vs.instruction`.
func addInstructionFunctions(to module: LuaModuleBuilder) {
  module.function("layer_instruction(track)", "How a video track is drawn.") {
    (track: TrackArgument) throws -> LayerInstructionObject in
    let reference = try track.reference()
    guard reference.mediaType == .video else {
      throw refusal("\(reference.label) has no picture to draw", hint: "use a video track")
    }
    return LayerInstructionObject(LayerInstruction(reference), track: track)
  }
  module.function("instruction(options)", "What the picture is made of for a stretch of time.") {
    (options: InstructionOptions) in
    InstructionObject(
      timeRange: options.timeRange, layers: options.layers,
      backgroundColor: options.backgroundColor,
      enablesPostProcessing: options.enablesPostProcessing)
  }
}
