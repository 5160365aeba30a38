import Geometry
import Timing

/// What a layer looks like in one frame.
package struct LayerValues: Sendable {
  package let track: TrackReference
  package var opacity = 1.0
  package var transform = Transform.identity
  package var cropRectangle = Rect.infinite
  package var blendMode = BlendMode.normal

  package init(_ track: TrackReference) { self.track = track }
}

extension VideoComposition {
  /// One output frame, as whoever computes its layers sees it.
  package struct Moment: Sendable {
    package let index: Int
    package let time: Time
    /// The tracks that have a picture then, in the composition's order.
    package let tracks: [Int32]
  }

  /// Asks for the layers of every output frame, from the topmost down, and makes instructions of
  /// them that hold each frame's values until the next.
  ///
  /// Frames whose layers are of the same tracks, blended alike, share an instruction, in which only what changes
  /// takes room. All frames are asked for now and in order, so that nothing has to be asked for
  /// while pictures are drawn.
  package static func computed(
    for composition: Composition, renderSize: Size? = nil, frameDuration: Time? = nil,
    backgroundColor: Color? = nil, layers: (Moment) throws -> [LayerValues]
  ) throws -> VideoComposition {
    let canvas = composition.automaticCanvas
    var result = VideoComposition(
      frameDuration: frameDuration ?? canvas.rate.frameDuration,
      renderSize: renderSize ?? canvas.size)
    let step = result.frameDuration
    let end = composition.duration
    let tracks = composition.shownTracks
    var open: Instruction?
    for index in 0..<Int(end.quotient(by: step, .towardPositiveInfinity)) {
      let time = step.multiplied(by: Int64(index))
      let shown = tracks.filter { track in
        track.segmentIndex(at: time).map { !track.segments[$0].isEmpty } ?? false
      }
      let values = try layers(Moment(index: index, time: time, tracks: shown.map(\.id)))
      if open?.layers.map(\.track) != values.map(\.track)
        || open?.layers.map(\.blendMode) != values.map(\.blendMode)
      {
        if var last = open {
          last.timeRange = TimeRange(from: last.timeRange.start, to: time)
          result.instructions.append(last)
        }
        open = Instruction(
          timeRange: TimeRange(from: time, to: end),
          layers: values.map(LayerInstruction.init), backgroundColor: backgroundColor)
      }
      for (place, value) in values.enumerated() {
        try open?.layers[place].hold(value, from: time)
      }
    }
    if let open { result.instructions.append(open) }
    return result
  }
}

extension LayerInstruction {
  fileprivate init(_ values: LayerValues) {
    self.init(values.track)
    blendMode = values.blendMode
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
