/// A width and a height, in pixels or points.
package struct Size: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  package static let zero = Size(width: 0, height: 0)

  /// No area.
  package var isEmpty: Bool { !(width > 0 && height > 0) }
}

extension Size: CustomStringConvertible {
  /// `1920×1080`.
  package var description: String { "\(plain(width))×\(plain(height))" }
}

/// A place; `y` grows downward.
package struct Point: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }

  package static let zero = Point(x: 0, y: 0)
}

extension Point: CustomStringConvertible {
  package var description: String { "(\(plain(x)), \(plain(y)))" }
}

/// A number without a needless `.0`.
package func plain(_ number: Double) -> String {
  Int64(exactly: number).map { "\($0)" } ?? "\(number)"
}
