import Geometry

/// How much of each pixel of the target a mapped rectangle covers.
///
/// The share is the exact area on each of the four sides of the rectangle; in its corners, where two
/// sides meet at other than right angles, it is their product.
struct Coverage {
  private let inverse: Transform
  private let crop: Rect
  /// How far a sample of the target reaches across vertical edges, in the source's pixels.
  private let across: Footprint
  /// The same across horizontal edges.
  private let down: Footprint
  private var width: Double { across.width }
  private var height: Double { down.width }
  private let stepX: Double
  private let stepY: Double

  init(inverse: Transform, crop: Rect, target: SampleSite) {
    self.inverse = inverse
    self.crop = crop
    (stepX, stepY) = (target.stepX, target.stepY)
    across = Footprint(abs(inverse.a) * stepX, abs(inverse.c) * stepY)
    down = Footprint(abs(inverse.b) * stepX, abs(inverse.d) * stepY)
  }

  /// The middle of the pixels that a sample stands for, in the source's pixels.
  private func center(_ column: Int, _ row: Int) -> (x: Double, y: Double) {
    let (x, y) = ((Double(column) + 0.5) * stepX, (Double(row) + 0.5) * stepY)
    return (
      inverse.a * x + inverse.c * y + inverse.tx, inverse.b * x + inverse.d * y + inverse.ty
    )
  }

  /// The share of one sample that is covered.
  func share(column: Int, row: Int) -> Double {
    let (x, y) = center(column, row)
    return across.part(x - crop.x, crop.maxX - x) * down.part(y - crop.y, crop.maxY - y)
  }

  /// The columns of a row that are covered at all, and those that are covered whole.
  func columns(row: Int, count: Int) -> (any: Range<Int>, whole: Range<Int>) {
    (span(row: row, count: count, inset: -0.5), span(row: row, count: count, inset: 0.5))
  }

  /// The columns whose middle lies at least `inset` sample widths within the rectangle.
  private func span(row: Int, count: Int, inset: Double) -> Range<Int> {
    let start = center(0, row)
    let across = Self.solve(
      start.x, inverse.a * stepX, crop.x + inset * width, crop.maxX - inset * width)
    let down = Self.solve(
      start.y, inverse.b * stepX, crop.y + inset * height, crop.maxY - inset * height)
    // Whole columns are found from within, touched ones from without; rounding must not add any.
    let slack = inset > 0 ? -1e-9 : 1e-9
    let low = max(across.lower, down.lower) - slack
    let high = min(across.upper, down.upper) + slack
    guard low <= high else { return 0..<0 }
    let first = Int(max(0, low.rounded(.up)))
    let last = Int(min(Double(count) - 1, high.rounded(.down)))
    return first <= last ? first..<last + 1 : 0..<0
  }

  /// The numbers k with low ≤ start + k · step ≤ high.
  private static func solve(
    _ start: Double, _ step: Double, _ low: Double, _ high: Double
  ) -> (lower: Double, upper: Double) {
    guard low <= high else { return (1, -1) }
    if step == 0 { return start >= low && start <= high ? (-1e9, 1e9) : (1, -1) }
    let (first, second) = ((low - start) / step, (high - start) / step)
    return (max(-1e9, min(first, second)), min(1e9, max(first, second)))
  }
}

/// A sample's extent as seen along one axis of the source: the sum of two sides' projections.
private struct Footprint {
  private let longer: Double
  private let shorter: Double

  init(_ first: Double, _ second: Double) {
    (longer, shorter) = (max(first, second), min(first, second))
  }

  var width: Double { longer + shorter }

  /// The part of a sample that lies between two edges, given the distances to them.
  func part(_ low: Double, _ high: Double) -> Double { max(0, beyond(low) + beyond(high) - 1) }

  /// The part of a sample beyond an edge that its middle is `distance` past.
  private func beyond(_ distance: Double) -> Double {
    if distance >= width / 2 { return 1 }
    if distance <= -width / 2 { return 0 }
    // Nearly along an axis the area grows linearly, and the exact formula divides by next to nothing.
    if shorter < longer * 1e-4 { return min(max(distance / longer + 0.5, 0), 1) }
    func half(_ value: Double) -> Double { value > 0 ? value * value / 2 : 0 }
    let (sum, difference) = (width / 2, (longer - shorter) / 2)
    let area =
      half(distance + sum) - half(distance + difference) - half(distance - difference)
      + half(distance - sum)
    return min(max(area / (longer * shorter), 0), 1)
  }
}
