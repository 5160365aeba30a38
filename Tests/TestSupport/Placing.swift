/// Where in an output picture a source picture is, in output samples, and how it is turned.
package struct Placing: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  /// Quarter turns clockwise from the stored picture to the shown one.
  package var turns: Int

  package init(x: Double, y: Double, width: Double, height: Double, turns: Int = 0) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.turns = ((turns % 4) + 4) % 4
  }

  /// A picture of the shown size `width` × `height`, whole and centred in the canvas.
  package static func contain(
    _ width: Double, _ height: Double, in canvas: (width: Int, height: Int), turns: Int = 0
  ) -> Placing {
    let scale = min(Double(canvas.width) / width, Double(canvas.height) / height)
    let (w, h) = (width * scale, height * scale)
    return Placing(
      x: (Double(canvas.width) - w) / 2, y: (Double(canvas.height) - h) / 2, width: w, height: h,
      turns: turns)
  }

  /// The shown place (0…1 in the placed box) of a place (0…1) of the stored picture.
  func shown(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
    switch turns {
    case 1: (1 - v, u)
    case 2: (1 - u, 1 - v)
    case 3: (v, 1 - u)
    default: (u, v)
    }
  }

  /// The output samples (rows or columns) that lie wholly inside the box, `margin` samples in.
  func inside(_ canvas: Int, alongX: Bool, margin: Double) -> Range<Int> {
    let (start, length) = alongX ? (x, width) : (y, height)
    let first = max(0, Int((start + margin).rounded(.up)))
    let end = min(canvas, Int((start + length - margin).rounded(.down)))
    return first..<max(first, end)
  }
}
