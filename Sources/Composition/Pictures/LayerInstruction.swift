import Geometry
import Timing

/// How one video track is drawn during an instruction.
///
/// The picture is cropped in its own upright-rectangle space, then moved by the transform (which
/// maps its natural, unturned rectangle onto the canvas), then blended by its opacity. All times
/// are composition time.
package struct LayerInstruction: Sendable {
  package let track: TrackReference
  /// 0…1; 1 unless set.
  package var opacity = Animated(.opacity, default: 1.0)
  /// Identity unless set: unscaled, in the canvas's top-left corner.
  package var transform = Animated(.transform, default: Transform.identity)
  /// In the source's pixels before the transform; no crop unless set.
  package var cropRectangle = Animated(.cropRectangle, default: Rect.infinite)
  /// How its colours act on what is beneath.
  package var blendMode = BlendMode.normal
  /// What is done to the track's frames, in this order, before they are cropped.
  package var filters: [Filter] = []

  package init(_ track: TrackReference) { self.track = track }

  /// Whether it shows its track as it is all through a range.
  package func isPlain(over range: TimeRange) -> Bool {
    blendMode == .normal && filters.label(during: range) == nil
      && opacity.constant(over: range) == 1
      && transform.constant(over: range) == .identity
      && cropRectangle.constant(over: range)?.isInfinite == true
  }

  /// Whether its place or its cut changes during a range, or on the way to or from what it is there.
  ///
  /// A picture comes to rest where its ramp ends, and must not look another way from there on.
  package func isMoving(during range: TimeRange) -> Bool {
    transform.hasChangingRamp || cropRectangle.hasChangingRamp
      || transform.constant(over: range) == nil || cropRectangle.constant(over: range) == nil
  }
}

/// What the picture is made of during a stretch of composition time.
package struct Instruction: Sendable {
  package var timeRange: TimeRange
  /// Nil for opaque black.
  package var backgroundColor: Color?
  /// From the topmost down.
  ///
  /// A track that is not named is not drawn.
  package var layers: [LayerInstruction]
  package var enablesPostProcessing = true

  package init(
    timeRange: TimeRange, layers: [LayerInstruction] = [], backgroundColor: Color? = nil
  ) {
    (self.timeRange, self.layers, self.backgroundColor) = (timeRange, layers, backgroundColor)
  }

  /// The tracks that it draws, each once, from the topmost down.
  package var requiredTracks: [TrackReference] {
    var seen: Set<TrackReference> = []
    return layers.map(\.track).filter { seen.insert($0).inserted }
  }

  /// The track whose frames are the result, where there is one layer and it is shown as it is.
  ///
  /// The renderer still compares sizes.
  package var passthroughTrack: TrackReference? {
    guard layers.count == 1, layers[0].isPlain(over: timeRange) else { return nil }
    return layers[0].track
  }
}
