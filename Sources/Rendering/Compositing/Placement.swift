import Geometry
import Imaging

/// Where one layer's pixels go: the map from the frame's pixels to the canvas's, settled as far as
/// it can be before anything is decoded.
struct Placement: Equatable {
  /// From source pixels to canvas pixels.
  let transform: Transform
  /// The part of the source that is shown, in source pixels; nil when all of it is.
  let crop: Rect?
  let opacity: Double

  /// How the transform acts, from the cheapest to draw to the dearest.
  enum Kind: Equatable {
    /// Pixel for pixel, at the origin.
    case identity
    /// Sizes change and edges move, but rows stay rows.
    case upright
    /// A quarter turn or a flip, then as upright.
    case turned(Orientation)
    case free
  }

  let kind: Kind

  /// Settles a layer at one moment; nil when nothing of it can be seen.
  ///
  /// `place` is the part of its natural size that the frame fills.
  init?(
    frameWidth: Int, frameHeight: Int, place: Rect, transform layerTransform: Transform,
    cropRectangle: Rect, opacity: Double, canvas: Canvas
  ) {
    guard opacity > 0, place.width > 0, place.height > 0 else { return nil }
    let toDisplay = Size(
      width: place.width / Double(frameWidth), height: place.height / Double(frameHeight))
    let full = Rect(x: 0, y: 0, width: Double(frameWidth), height: Double(frameHeight))
    if cropRectangle.isInfinite {
      crop = nil
    } else {
      let pixels = Rect(
        x: (cropRectangle.x - place.x) / toDisplay.width,
        y: (cropRectangle.y - place.y) / toDisplay.height,
        width: cropRectangle.width / toDisplay.width,
        height: cropRectangle.height / toDisplay.height
      ).intersection(full)
      guard !pixels.isEmpty else { return nil }
      crop = pixels == full ? nil : pixels
    }
    transform = Placement.settled(
      Transform(a: toDisplay.width, b: 0, c: 0, d: toDisplay.height, tx: place.x, ty: place.y)
        .concat(layerTransform)
        .concat(
          Transform(a: canvas.scale.width, b: 0, c: 0, d: canvas.scale.height, tx: 0, ty: 0)))
    self.opacity = opacity
    kind = Placement.kind(of: transform)
  }

  /// Removes the dust of floating-point products, so that a true identity is seen as one.
  private static func settled(_ transform: Transform) -> Transform {
    func clean(_ value: Double) -> Double {
      let nearest = value.rounded()
      return (value - nearest).magnitude < 1e-9 * max(1, nearest.magnitude) ? nearest : value
    }
    return Transform(
      a: clean(transform.a), b: clean(transform.b), c: clean(transform.c), d: clean(transform.d),
      tx: clean(transform.tx), ty: clean(transform.ty))
  }

  private static func kind(of map: Transform) -> Kind {
    if map == .identity { return .identity }
    if map.b == 0, map.c == 0, map.a != 0, map.d != 0 {
      switch (map.a > 0, map.d > 0) {
      case (true, true): return .upright
      case (false, true): return .turned(.flippedHorizontally)
      case (true, false): return .turned(.flippedVertically)
      case (false, false): return .turned(.turned180)
      }
    }
    if map.a == 0, map.d == 0, map.b != 0, map.c != 0 {
      // x' = c·y + tx, y' = b·x + ty: the signs say which of the four diagonal cases it is.
      switch (map.b > 0, map.c > 0) {
      case (true, true): return .turned(.transposed)
      case (true, false): return .turned(.turnedRight)
      case (false, true): return .turned(.turnedLeft)
      case (false, false): return .turned(.transversed)
      }
    }
    return .free
  }

  /// Whether the picture lies under every pixel of the canvas.
  func covers(_ canvas: Canvas, frameWidth: Int, frameHeight: Int) -> Bool {
    guard let inverse = transform.inverted else { return false }
    let shown = crop ?? Rect(x: 0, y: 0, width: Double(frameWidth), height: Double(frameHeight))
    // Seen from the source, the canvas is a parallelogram, which is inside where its corners are.
    let seen = inverse.apply(
      Rect(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height)))
    let slack = 1e-6
    return seen.x >= shown.x - slack && seen.y >= shown.y - slack
      && seen.maxX <= shown.maxX + slack && seen.maxY <= shown.maxY + slack
  }
}
