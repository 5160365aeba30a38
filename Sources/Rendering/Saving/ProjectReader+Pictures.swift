import Composition
import Geometry
import Media
import Timing

extension ProjectReader {
  func video(_ node: JSONNode, of edit: Composition) throws -> VideoComposition {
    let fields = try ProjectFields(
      node,
      known: [
        "render_size", "frame_duration", "render_scale", "frame_timing_track", "color_primaries",
        "color_matrix", "color_transfer", "instructions",
      ])
    var video = VideoComposition(
      frameDuration: try fields.required("frame_duration").time(),
      renderSize: try fields.required("render_size").size())
    video.renderScale = try fields["render_scale"]?.number() ?? 1
    video.frameTimingTrack = try fields["frame_timing_track"].map {
      try reference($0, in: edit, .video)
    }
    video.colorPrimaries = try fields["color_primaries"]?.text()
    video.colorMatrix = try fields["color_matrix"]?.text()
    video.colorTransfer = try fields["color_transfer"]?.text()
    video.instructions = try fields.required("instructions").list().map {
      try instruction($0, of: edit)
    }
    return video
  }

  private func instruction(_ node: JSONNode, of edit: Composition) throws -> Instruction {
    let fields = try ProjectFields(
      node, known: ["time_range", "background_color", "enable_post_processing", "layers"])
    var instruction = Instruction(
      timeRange: try fields.required("time_range").range(),
      layers: try fields.required("layers").list().map { try layer($0, of: edit) },
      backgroundColor: try fields["background_color"]?.color())
    instruction.enablesPostProcessing = try fields["enable_post_processing"]?.boolean() ?? true
    return instruction
  }

  private func layer(_ node: JSONNode, of edit: Composition) throws -> LayerInstruction {
    let fields = try ProjectFields(
      node, known: ["track", "blend_mode", "filters", "opacity", "transform", "crop_rectangle"])
    var layer = LayerInstruction(try reference(fields.required("track"), in: edit, .video))
    layer.blendMode = try fields["blend_mode"]?.choice(BlendMode.self) ?? .normal
    layer.filters = try filters(fields["filters"], .video)
    try read(fields["opacity"], into: &layer.opacity) { node throws(JSONError) in
      try node.number()
    }
    try read(fields["transform"], into: &layer.transform) { node throws(JSONError) in
      try node.transform()
    }
    try read(fields["crop_rectangle"], into: &layer.cropRectangle) { node throws(JSONError) in
      try node.rect()
    }
    return layer
  }

  func mix(_ node: JSONNode, of edit: Composition) throws -> AudioMix {
    let fields = try ProjectFields(node, known: ["limit_peaks", "inputs"])
    let inputs = try fields.required("inputs").list().map { node in
      let fields = try ProjectFields(
        node, known: ["track", "time_pitch_algorithm", "filters", "volume", "pan"])
      var input = try refusing(node) {
        try MixParameters(try self.reference(fields.required("track"), in: edit, .audio))
      }
      input.timePitchAlgorithm = try fields["time_pitch_algorithm"]?.choice(
        TimePitchAlgorithm.self)
      input.filters = try filters(fields["filters"], .audio)
      try read(fields["volume"], into: &input.volume) { node throws(JSONError) in
        try node.number()
      }
      try read(fields["pan"], into: &input.pan) { node throws(JSONError) in try node.number() }
      return input
    }
    var mix = try refusing(node) { try AudioMix(inputs) }
    mix.limitsPeaks = try fields["limit_peaks"]?.boolean() ?? true
    return mix
  }

  /// Filters, by the same rules as a script.
  private func filters(_ node: JSONNode?, _ medium: FilterMedium) throws -> [Filter] {
    try node?.list().map { entry in
      let fields = try ProjectFields(entry, known: ["name", "options", "range"])
      let options = try fields["options"]?.list().map { pair in
        let parts = try pair.list()
        guard parts.count == 2 else {
          throw pair.refused("an option is a list of its name and its value")
        }
        return FilterCall.Option(try parts[0].text(), try parts[1].text())
      }
      let name = try fields.required("name").text()
      return try refusing(entry) {
        try Filter(
          FilterCall(name, options ?? []).checked(as: medium),
          during: try fields["range"]?.range())
      }
    } ?? []
  }

  /// Sets the entries of a property, by the same rules as a script.
  private func read<Value>(
    _ node: JSONNode?, into property: inout Animated<Value>,
    _ value: (JSONNode) throws(JSONError) -> Value
  ) throws {
    for entry in try node?.list() ?? [] {
      let fields = try ProjectFields(
        entry, known: ["at", "value", "range", "from", "to", "easing"])
      try refusing(entry) {
        if let range = try fields["range"]?.range() {
          try property.setRamp(
            try value(fields.required("from")), try value(fields.required("to")), range,
            easing: try fields["easing"].map(easing) ?? .linear)
        } else {
          try property.set(
            try value(fields.required("value")), at: try fields.required("at").time())
        }
      }
    }
  }

  private func easing(_ node: JSONNode) throws(JSONError) -> Easing {
    if case .string(let name) = node.value {
      guard let easing = Easing.named[name] else {
        throw node.refused("there is no easing '\(name)'")
      }
      return easing
    }
    let fields = try ProjectFields(
      node, known: ["cubic_bezier", "steps", "jump", "spring", "sampled"])
    if let numbers = try fields["cubic_bezier"]?.numbers(4) {
      return .cubicBezier(
        Point(x: numbers[0], y: numbers[1]), Point(x: numbers[2], y: numbers[3]))
    }
    if let count = fields["steps"] {
      return .steps(
        try count.integer(), try fields.required("jump").choice(Easing.Jump.self))
    }
    if let numbers = try fields["spring"]?.numbers(4) {
      let spring = EasingSpring(
        mass: numbers[0], stiffness: numbers[1], damping: numbers[2], velocity: numbers[3])
      guard let spring else { throw node.refused("such a spring never comes to rest") }
      return .spring(spring)
    }
    let list = try fields.required("sampled")
    let numbers = try list.numbers(list.list().count)
    let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
      Point(x: numbers[$0], y: numbers[$0 + 1])
    }
    guard !points.isEmpty, zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x }) else {
      throw list.refused("points with rising x were expected")
    }
    return .sampled(points)
  }

  /// Gives an error of the edit model the place in the text.
  private func refusing<Result>(_ node: JSONNode, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as CompositionError {
      throw node.refused("\(error)")
    } catch let error as MediaError {
      throw node.refused("\(error)")
    }
  }
}
