import Glibc

/// An affine map of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
///
/// Fields and order of operations are the reference's (CoreGraphics). `y` grows downward, so a
/// positive angle turns clockwise.
package struct Transform: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var tx: Double
  package var ty: Double

  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  package init(translationX tx: Double, y ty: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  package init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A turn about the origin; quarter turns are exact.
  package init(rotation radians: Double) {
    // sin and cos of π/2 and its multiples miss 0 and ±1 by an ulp, which would cost a
    // quarter turn its exactness.
    func snapped(_ value: Double) -> Double {
      (value - value.rounded()).magnitude < 1e-15 ? value.rounded() + 0 : value
    }
    let (sine, cosine) = (snapped(sin(radians)), snapped(cos(radians)))
    self.init(a: cosine, b: sine, c: -sine + 0, d: cosine, tx: 0, ty: 0)
  }

  package static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  package var isIdentity: Bool { self == .identity }
  package var determinant: Double { a * d - b * c }

  /// Both maps in one: first this one, then `next`.
  package func concat(_ next: Transform) -> Transform {
    Transform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// A move that happens before this map.
  package func translated(_ x: Double, _ y: Double) -> Transform {
    Transform(translationX: x, y: y).concat(self)
  }

  /// A scaling that happens before this map.
  package func scaled(_ x: Double, _ y: Double) -> Transform {
    Transform(scaleX: x, y: y).concat(self)
  }

  /// A turn that happens before this map.
  package func rotated(_ radians: Double) -> Transform {
    Transform(rotation: radians).concat(self)
  }

  /// The way back; nil where the map flattens the plane.
  package var inverted: Transform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  package func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The upright box around the mapped rectangle.
  package func apply(_ rect: Rect) -> Rect {
    if rect.isInfinite { return rect }
    let corners = [
      apply(Point(x: rect.x, y: rect.y)), apply(Point(x: rect.maxX, y: rect.y)),
      apply(Point(x: rect.x, y: rect.maxY)), apply(Point(x: rect.maxX, y: rect.maxY)),
    ]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

extension Transform: CustomStringConvertible {
  package var description: String {
    "[" + [a, b, c, d, tx, ty].map(plain).joined(separator: " ") + "]"
  }
}
