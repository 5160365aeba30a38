import Geometry

/// How much of each pixel of the target a mapped rectangle covers.
///
/// Along an edge the share falls from 1 to 0 over the width of one sample, seen across the edge.
struct Coverage {
  private let inverse: Transform
  private let crop: Rect
  /// The width of a sample of the target, in the source's pixels, across vertical edges.
  private let width: Double
  /// The same across horizontal edges.
  private let height: Double
  private let stepX: Double
  private let stepY: Double

  init(inverse: Transform, crop: Rect, target: SampleSite) {
    self.inverse = inverse
    self.crop = crop
    (stepX, stepY) = (target.stepX, target.stepY)
    width = abs(inverse.a) * stepX + abs(inverse.c) * stepY
    height = abs(inverse.b) * stepX + abs(inverse.d) * stepY
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
    let across = Self.part(x - crop.x, crop.x + crop.width - x, width)
    let down = Self.part(y - crop.y, crop.y + crop.height - y, height)
    return across * down
  }

  /// The part of a width that lies between two edges, given the distances to them.
  private static func part(_ low: Double, _ high: Double, _ width: Double) -> Double {
    guard width > 0 else { return low >= 0 && high >= 0 ? 1 : 0 }
    let first = min(max(low / width + 0.5, 0), 1)
    let second = min(max(high / width + 0.5, 0), 1)
    return max(0, first + second - 1)
  }

  /// The columns of a row that are covered at all, and those that are covered whole.
  func columns(row: Int, count: Int) -> (any: Range<Int>, whole: Range<Int>) {
    (span(row: row, count: count, inset: -0.5), span(row: row, count: count, inset: 0.5))
  }

  /// The columns whose middle lies at least `inset` sample widths within the rectangle.
  private func span(row: Int, count: Int, inset: Double) -> Range<Int> {
    let start = center(0, row)
    let across = Self.solve(
      start.x, inverse.a * stepX, crop.x + inset * width, crop.x + crop.width - inset * width)
    let down = Self.solve(
      start.y, inverse.b * stepX, crop.y + inset * height, crop.y + crop.height - inset * height)
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
