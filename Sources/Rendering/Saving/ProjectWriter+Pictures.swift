import Composition
import Geometry
import Timing

extension ProjectWriter {
  /// What a compositor computes is saved as what it says of every frame: a function cannot be.
  func node(_ composition: VideoComposition, of edit: Composition) throws -> JSONNode {
    let video = try composition.baked(for: edit)
    return .object([
      "render_size": node(video.renderSize), "frame_duration": node(video.frameDuration),
      "render_scale": video.renderScale == 1 ? nil : .number(video.renderScale),
      "frame_timing_track": try video.frameTimingTrack.map { try node($0, in: edit) },
      "color_primaries": video.colorPrimaries.map(JSONNode.text),
      "color_matrix": video.colorMatrix.map(JSONNode.text),
      "color_transfer": video.colorTransfer.map(JSONNode.text),
      "instructions": .list(try video.instructions.map { try node($0, of: edit) }),
    ])
  }

  private func node(_ instruction: Instruction, of edit: Composition) throws -> JSONNode {
    .object([
      "time_range": node(instruction.timeRange),
      "background_color": instruction.backgroundColor.map(node),
      "enable_post_processing": instruction.enablesPostProcessing ? nil : false,
      "layers": .list(try instruction.layers.map { try node($0, of: edit) }),
    ])
  }

  private func node(_ layer: LayerInstruction, of edit: Composition) throws -> JSONNode {
    .object([
      "track": try node(layer.track, in: edit),
      "blend_mode": layer.blendMode == .normal ? nil : .text(layer.blendMode.rawValue),
      "filters": node(layer.filters),
      "opacity": node(layer.opacity) { .number($0) },
      "transform": node(layer.transform, node),
      "crop_rectangle": node(layer.cropRectangle) { rect in
        rect.isInfinite
          ? "infinite"
          : .list([rect.x, rect.y, rect.width, rect.height].map { .number($0) })
      },
    ])
  }

  func node(_ mix: AudioMix, of edit: Composition) throws -> JSONNode {
    .object([
      "limit_peaks": mix.limitsPeaks ? nil : false,
      "inputs": .list(
        try mix.inputs.map { input in
          .object([
            "track": try node(input.track, in: edit),
            "time_pitch_algorithm": input.timePitchAlgorithm.map { .text($0.rawValue) },
            "filters": node(input.filters),
            "volume": node(input.volume) { .number($0) },
            "pan": node(input.pan) { .number($0) },
          ])
        }),
    ])
  }

  /// Filters with their options as text; nil where there are none.
  private func node(_ filters: [Filter]) -> JSONNode? {
    guard !filters.isEmpty else { return nil }
    return .list(
      filters.map { filter in
        let options = filter.call.options
        return .object([
          "name": .text(filter.call.name),
          "options": options.isEmpty
            ? nil : .list(options.map { .list([.text($0.name), .text($0.value)]) }),
          "range": filter.range.map(node),
        ])
      })
  }

  /// The entries of a property in order of time; nil where none is set.
  private func node<Value>(
    _ property: Animated<Value>, _ value: (Value) -> JSONNode
  ) -> JSONNode? {
    guard !property.entries.isEmpty else { return nil }
    return .list(
      property.entries.map { entry in
        entry.isRamp
          ? .object([
            "range": node(entry.range), "from": value(entry.from), "to": value(entry.to),
            "easing": node(entry.easing),
          ])
          : .object(["at": node(entry.range.start), "value": value(entry.to)])
      })
  }

  /// A name where the curve has one, else its numbers; nil for a straight line.
  private func node(_ easing: Easing) -> JSONNode? {
    func numbers(_ numbers: [Double]) -> JSONNode { .list(numbers.map { .number($0) }) }
    switch easing {
    case .linear: return nil
    case .curve(let curve): return .text(curve.name)
    case .smoothStep: return "smoothstep"
    case .smootherStep: return "smootherstep"
    case .cubicBezier(let first, let second):
      return .object(["cubic_bezier": numbers([first.x, first.y, second.x, second.y])])
    case .steps(let count, let jump):
      return .object(["steps": .number(count), "jump": .text(jump.rawValue)])
    case .spring(let spring):
      return .object([
        "spring": numbers([spring.mass, spring.stiffness, spring.damping, spring.velocity])
      ])
    case .sampled(let points):
      return .object(["sampled": numbers(points.flatMap { [$0.x, $0.y] })])
    }
  }
}
