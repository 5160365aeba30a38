import Geometry

/// How words look and where on a picture they stand; lengths are in pixels.
package struct TextStyle: Hashable, Sendable {
  /// The place of a block of lines, which also says how its lines are aligned.
  package enum Place: String, Sendable, CaseIterable {
    case bottomLeft = "bottom_left"
    case bottom
    case bottomRight = "bottom_right"
    case left
    case center
    case right
    case topLeft = "top_left"
    case top
    case topRight = "top_right"
  }

  /// A family that the machine has, or one of the general names `Sans`, `Serif`, `Monospace`.
  package var font = "Sans"
  /// The height of a line.
  package var fontSize: Double
  package var isBold = false
  package var isItalic = false
  package var color = Color.white
  /// How wide the line around each letter is; 0 is none.
  package var outline: Double
  package var outlineColor = Color.black
  /// What lies behind the block of lines; clear is nothing.
  package var background = Color.clear
  package var place = Place.bottom
  /// The least distance to the picture's edges; longer lines are broken between words.
  package var margin: Double

  /// What can be read on a picture of that height, whatever it shows.
  package init(pictureHeight: Int) {
    fontSize = (Double(pictureHeight) / 15).rounded()
    outline = max((fontSize / 16).rounded(), 1)
    margin = (Double(pictureHeight) / 20).rounded()
  }
}
