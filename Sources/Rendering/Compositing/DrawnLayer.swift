import Composition
import Geometry
import Imaging

/// What one layer adds to a picture; equal lists make equal pictures.
struct DrawnLayer: Equatable {
  let frame: VideoFrame
  let placement: Placement
  /// Whether its place changes during its instruction.
  let isMoving: Bool
  let blendMode: BlendMode
  /// The file that the picture is from, for errors.
  let path: String?

  static func == (left: DrawnLayer, right: DrawnLayer) -> Bool {
    left.frame === right.frame && left.placement == right.placement
      && left.blendMode == right.blendMode && left.isMoving == right.isMoving
  }

  /// Whether it is drawn by the sampler that takes any map.
  ///
  /// A picture that moves keeps to it all the way, for its sharpness must not change where a turn
  /// passes through nothing; only where it would copy pixel for pixel they are copied at once.
  var isDrawnFreely: Bool {
    switch placement.kind {
    case .identity: isMoving && placement.crop != nil
    case .free: true
    case .upright where placement.transform.isWholeMove: true
    case .upright, .turned: isMoving
    }
  }

  /// Whether nothing beneath it can be seen.
  func hides(_ canvas: Canvas) -> Bool {
    placement.opacity >= 1 && blendMode == .normal && !frame.format.hasAlpha
      && placement.covers(canvas, frameWidth: frame.width, frameHeight: frame.height)
  }

  /// Whether it lies evenly over the whole canvas, as one picture that need not be cut.
  func coversOpaquely(_ canvas: Canvas) -> Bool {
    blendMode == .normal && !frame.format.hasAlpha && !isDrawnFreely
      && placement.covers(canvas, frameWidth: frame.width, frameHeight: frame.height)
  }
}

extension [DrawnLayer] {
  /// Whether they are to meet at more bits than the canvas has.
  ///
  /// A deeper picture alone on the canvas is converted at once. A blend mode multiplies what was
  /// rounded beneath it, by four where soft light acts on black; but one picture beneath it, or the
  /// background, is not rounded yet.
  func needDepth(beyond canvas: Canvas) -> Bool {
    guard canvas.format.bitDepth < 16, let first else { return false }
    let hasBase = first.hides(canvas)
    if count == 1, hasBase, !first.isDrawnFreely { return false }
    return contains { $0.frame.format.bitDepth > canvas.format.bitDepth }
      || dropFirst(hasBase ? 2 : 1).contains { $0.blendMode != .normal }
  }
}

extension Transform {
  /// Whether it only moves, and by whole pixels.
  var isWholeMove: Bool {
    a == 1 && b == 0 && c == 0 && d == 1 && tx == tx.rounded() && ty == ty.rounded()
  }
}
