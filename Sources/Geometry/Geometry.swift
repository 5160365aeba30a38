/// A width and a height, in pixels or points.
package struct Size: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  package static let zero = Size(width: 0, height: 0)
}
