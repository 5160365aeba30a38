import Geometry

/// One of the eight ways to lay a picture down with its rows and columns along the axes.
package enum Orientation: Sendable, Hashable, CaseIterable {
  case upright
  /// Left becomes right.
  case flippedHorizontally
  /// Top becomes bottom.
  case flippedVertically
  case turned180
  /// Rows become columns; the upper left corner stays.
  case transposed
  /// A quarter turn clockwise.
  case turnedRight
  /// A quarter turn counter-clockwise.
  case turnedLeft
  /// Rows become columns; the upper right corner stays.
  case transversed

  /// Whether width and height change places.
  package var swapsAxes: Bool {
    switch self {
    case .upright, .flippedHorizontally, .flippedVertically, .turned180: false
    case .transposed, .turnedRight, .turnedLeft, .transversed: true
    }
  }

  /// Whether the result's columns run against the source's axis that they come from.
  var reversesX: Bool {
    switch self {
    case .flippedHorizontally, .turned180, .turnedRight, .transversed: true
    case .upright, .flippedVertically, .transposed, .turnedLeft: false
    }
  }

  /// Whether the result's rows run against the source's axis that they come from.
  var reversesY: Bool {
    switch self {
    case .flippedVertically, .turned180, .turnedLeft, .transversed: true
    case .upright, .flippedHorizontally, .transposed, .turnedRight: false
    }
  }

  /// The map from the pixels of a picture of that size to those of the turned one.
  package func transform(width: Double, height: Double) -> Transform {
    let (across, down) = swapsAxes ? (height, width) : (width, height)
    let (signX, signY) = (reversesX ? -1.0 : 1.0, reversesY ? -1.0 : 1.0)
    return Transform(
      a: swapsAxes ? 0 : signX, b: swapsAxes ? signY : 0, c: swapsAxes ? signX : 0,
      d: swapsAxes ? 0 : signY, tx: reversesX ? across : 0, ty: reversesY ? down : 0)
  }

  /// A rectangle of a frame where it lies in the turned frame.
  package func apply(_ rect: Rect, in frame: VideoFrame) -> Rect {
    transform(width: Double(frame.width), height: Double(frame.height)).apply(rect)
  }
}
