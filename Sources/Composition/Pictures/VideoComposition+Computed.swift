import Geometry
import Timing

/// What a layer looks like in one frame.
package struct LayerValues: Sendable {
  package let track: TrackReference
  package var opacity = 1.0
  package var transform = Transform.identity
  package var cropRectangle = Rect.infinite
  package var blendMode = BlendMode.normal
  package var filters: [Filter] = []

  package init(_ track: TrackReference) { self.track = track }
}

/// One output frame, as whoever computes its layers sees it.
package struct FrameMoment: Sendable {
  /// The number of whole frame durations before it.
  package let index: Int
  package let time: Time
  /// The tracks that have a picture then, in the composition's order.
  package let tracks: [Int32]
}

/// Says of each frame which layers it has: a script's function.
///
/// It belongs to the thread that made it. Frames are asked for when they are drawn, usually in order,
/// and the same one may be asked for again.
package protocol LayerComputing: AnyObject, Sendable {
  /// The layers of a frame, from the topmost down.
  func layers(at moment: FrameMoment) throws -> [LayerValues]
}

extension VideoComposition {
  /// Layers that are computed for each frame instead of instructions.
  package struct Computed: Sendable {
    package let compositor: any LayerComputing
    /// Nil for opaque black.
    package let backgroundColor: Color?
  }

  /// Canvas and rate as given or from the media, and layers from a compositor.
  package init(
    computing compositor: any LayerComputing, for composition: Composition,
    renderSize: Size? = nil, frameDuration: Time? = nil, backgroundColor: Color? = nil
  ) {
    let canvas = composition.automaticCanvas
    self.init(
      frameDuration: frameDuration ?? canvas.rate.frameDuration,
      renderSize: renderSize ?? canvas.size)
    computed = Computed(compositor: compositor, backgroundColor: backgroundColor)
  }

  /// The same with instructions in place of a compositor, which is asked for every frame now.
  ///
  /// Frames whose layers are of the same tracks, blended and filtered alike, share an instruction, in
  /// which only what changes takes room. On the compositor's own thread.
  package func baked(for composition: Composition) throws -> VideoComposition {
    guard let computed else { return self }
    var result = self
    result.computed = nil
    let end = composition.duration
    var open: Instruction?
    for index in 0..<Int(end.quotient(by: frameDuration, .towardPositiveInfinity)) {
      let time = frameDuration.multiplied(by: Int64(index))
      let values = try computed.compositor.layers(
        at: composition.moment(at: time, step: frameDuration))
      try composition.check(values, at: time)
      if open?.layers.map(\.track) != values.map(\.track)
        || open?.layers.map(\.blendMode) != values.map(\.blendMode)
        || open?.layers.map(\.filters) != values.map(\.filters)
      {
        if var last = open {
          last.timeRange = TimeRange(from: last.timeRange.start, to: time)
          result.instructions.append(last)
        }
        open = Instruction(
          timeRange: TimeRange(from: time, to: end),
          layers: values.map(LayerInstruction.init), backgroundColor: computed.backgroundColor)
      }
      for (place, value) in values.enumerated() {
        try open?.layers[place].hold(value, from: time)
      }
    }
    if let open { result.instructions.append(open) }
    return result
  }
}

extension Composition {
  /// A frame at a time, of a rate.
  package func moment(at time: Time, step: Time) -> FrameMoment {
    let shown = shownTracks.filter { track in
      track.segmentIndex(at: time).map { !track.segments[$0].isEmpty } ?? false
    }
    return FrameMoment(
      index: Int(time.quotient(by: step, .towardZero)), time: time, tracks: shown.map(\.id))
  }

  /// Fails for layers that cannot be drawn: of tracks that are not this composition's, or with
  /// values that the properties do not take.
  package func check(_ layers: [LayerValues], at time: Time) throws(CompositionError) {
    for (number, layer) in layers.enumerated() {
      let range = TimeRange(start: time, duration: .zero)
      let name = "layer \(number + 1)"
      if let problem = problem(with: layer.track, as: .video, in: range, user: name) {
        throw .badLayer(problem.message, hint: problem.hint, at: time)
      }
      let refused: (AnimatedProperty, String)? =
        if !layer.opacity.isAllowed(as: .opacity) {
          (.opacity, "\(layer.opacity)")
        } else if !layer.transform.isAllowed(as: .transform) {
          (.transform, "\(layer.transform)")
        } else if !layer.cropRectangle.isAllowed(as: .cropRectangle) {
          (.cropRectangle, "\(layer.cropRectangle)")
        } else {
          nil
        }
      if let (property, value) = refused {
        throw .badLayer(
          "\(property.label) of \(name) \(property.limits), not \(value)", hint: nil, at: time)
      }
    }
  }
}

extension LayerInstruction {
  fileprivate init(_ values: LayerValues) {
    self.init(values.track)
    blendMode = values.blendMode
    filters = values.filters
  }

  /// A layer that has one frame's values from a time on, which must be proper ones.
  package init(_ values: LayerValues, from time: Time) {
    self.init(values)
    opacity = opacity.holding(values.opacity, from: time)
    transform = transform.holding(values.transform, from: time)
    cropRectangle = cropRectangle.holding(values.cropRectangle, from: time)
  }

  /// Fixes what differs from the values before.
  fileprivate mutating func hold(_ values: LayerValues, from time: Time) throws(CompositionError) {
    if (opacity.entries.last?.to ?? opacity.defaultValue) != values.opacity {
      try opacity.set(values.opacity, at: time)
    }
    if (transform.entries.last?.to ?? transform.defaultValue) != values.transform {
      try transform.set(values.transform, at: time)
    }
    if (cropRectangle.entries.last?.to ?? cropRectangle.defaultValue) != values.cropRectangle {
      try cropRectangle.set(values.cropRectangle, at: time)
    }
  }
}
