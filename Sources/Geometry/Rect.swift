/// An upright rectangle from its top-left corner; `y` grows downward.
///
/// Negative sizes are not normalised: such a rectangle is empty.
package struct Rect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The rectangle of a picture of that size, at the origin.
  package init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  package static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Everything: as a crop, no crop.
  package static let infinite = Rect(
    x: -.infinity, y: -.infinity, width: .infinity, height: .infinity)

  package var isInfinite: Bool { width == .infinity && height == .infinity && x == -.infinity }
  package var isEmpty: Bool { !(width > 0 && height > 0) }
  package var size: Size { Size(width: width, height: height) }
  package var maxX: Double { isInfinite ? .infinity : x + width }
  package var maxY: Double { isInfinite ? .infinity : y + height }

  /// What both cover; `zero` where they are apart or only touch.
  package func intersection(_ other: Rect) -> Rect {
    if isInfinite { return other }
    if other.isInfinite { return self }
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard left < right, top < bottom else { return .zero }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether the point is inside; the right and bottom edges never are.
  package func contains(_ point: Point) -> Bool {
    isInfinite || (point.x >= x && point.x < maxX && point.y >= y && point.y < maxY)
  }

  /// Whether all of a rectangle that is not empty is inside.
  package func contains(_ other: Rect) -> Bool {
    if isInfinite { return true }
    if other.isInfinite { return false }
    return other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }
}

extension Rect: CustomStringConvertible {
  package var description: String {
    isInfinite
      ? "infinite" : "\(plain(width))×\(plain(height)) at (\(plain(x)), \(plain(y)))"
  }
}
