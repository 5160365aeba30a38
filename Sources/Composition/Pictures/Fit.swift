import Geometry

/// How a picture is placed on a canvas of another shape.
package enum Fit: String, Hashable, Sendable, CaseIterable {
  /// All of it is seen, centred, with the background beside it.
  case contain
  /// All of the canvas is covered; what sticks out is cut on both sides alike.
  case cover
  /// Filled in both directions, whatever that does to the proportions.
  case stretch
  /// Unscaled in the canvas's top-left corner.
  case none

  /// The map from a track's natural rectangle to the canvas, upright and placed.
  ///
  /// The turned picture's box is moved to the origin first, because files carry turns whose
  /// offsets are wrong. An unscaled picture is centred by whole even pixels, so that its samples,
  /// those of subsampled chroma included, are copied and not resampled.
  package func transform(
    natural: Size, preferred: Transform, canvas: Size
  ) -> Transform {
    let box = preferred.apply(Rect(natural))
    let upright = preferred.concat(Transform(translationX: -box.x, y: -box.y))
    guard self != .none, !box.isEmpty, !canvas.isEmpty else { return upright }
    let (x, y) = (canvas.width / box.width, canvas.height / box.height)
    switch self {
    case .none: return upright
    case .stretch: return upright.concat(Transform(scaleX: x, y: y))
    case .contain, .cover:
      let scale = self == .contain ? min(x, y) : max(x, y)
      let (left, top) = (
        (canvas.width - box.width * scale) / 2, (canvas.height - box.height * scale) / 2
      )
      let placed =
        scale == 1
        ? Transform(translationX: (left / 2).rounded() * 2, y: (top / 2).rounded() * 2)
        : Transform(a: scale, b: 0, c: 0, d: scale, tx: left, ty: top)
      return upright.concat(placed)
    }
  }
}
