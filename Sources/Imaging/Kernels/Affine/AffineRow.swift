import Geometry

/// Where the samples along one row of a plane come from in a plane of the source.
///
/// Positions are in samples of the source's plane, with 32 bits of fraction, so that no error grows
/// along a row.
struct AffineRow {
  /// The position of the row's sample 0.
  var startX: Int64
  var startY: Int64
  /// The way from one sample to the next.
  let stepX: Int64
  let stepY: Int64

  /// A row of the target, given by the inverse map and the places of both planes' samples.
  init(row: Int, inverse: Transform, target: SampleSite, source: SampleSite, fractionBits: Int) {
    let y = target.y + target.stepY * Double(row)
    let x = target.x
    stepX = Self.fixed(inverse.a * target.stepX / source.stepX)
    stepY = Self.fixed(inverse.b * target.stepX / source.stepY)
    // Half a unit of the fraction that is kept, so that cutting it rounds.
    let half = Int64(1) << Int64(31 - fractionBits)
    startX =
      Self.fixed((inverse.a * x + inverse.c * y + inverse.tx - source.x) / source.stepX) + half
    startY =
      Self.fixed((inverse.b * x + inverse.d * y + inverse.ty - source.y) / source.stepY) + half
  }

  /// Far outside any picture, yet with room for a row of steps.
  private static let limit = 1e8

  private static func fixed(_ value: Double) -> Int64 {
    Int64((min(max(value, -limit), limit) * 4_294_967_296).rounded())
  }

  /// The columns whose four neighbours all lie in these samples; found from the ends of `range`.
  ///
  /// Positions may stray by `slack` and still find them.
  func interior(
    of range: Range<Int>, columns: ClosedRange<Int>, rows: ClosedRange<Int>, slack: Int64
  ) -> Range<Int> {
    let across = Self.inside(
      start: startX, step: stepX, low: columns.lowerBound, high: columns.upperBound, slack)
    let down = Self.inside(
      start: startY, step: stepY, low: rows.lowerBound, high: rows.upperBound, slack)
    let low = max(range.lowerBound, across.lowerBound, down.lowerBound)
    let high = min(range.upperBound, across.upperBound, down.upperBound)
    return low < high ? low..<high : range.lowerBound..<range.lowerBound
  }

  /// The indices k for which `low` ≤ floor(start + k · step) < `high`, give or take `slack`.
  private static func inside(
    start: Int64, step: Int64, low: Int, high: Int, _ slack: Int64
  ) -> Range<Int> {
    let (first, last) = (
      Int64(low) << 32 - start + slack, Int64(high) << 32 - start - 1 - slack
    )
    guard first <= last else { return 0..<0 }
    if step == 0 { return first <= 0 && 0 <= last ? Int.min / 2..<Int.max / 2 : 0..<0 }
    // k · step must lie in first...last.
    let (near, far) = step > 0 ? (first, last) : (last, first)
    let begin = divide(near, step, up: true)
    let end = divide(far, step, up: false)
    return begin <= end ? Int(begin)..<Int(end) + 1 : 0..<0
  }

  private static func divide(_ value: Int64, _ step: Int64, up: Bool) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: step)
    guard remainder != 0 else { return quotient }
    let isPositive = (remainder > 0) == (step > 0)
    return up ? (isPositive ? quotient + 1 : quotient) : (isPositive ? quotient : quotient - 1)
  }

  /// Writes the values of some columns, all of which have their neighbours within the plane.
  func sampleInterior<C: Component>(
    _ plane: Plane, _ range: Range<Int>, into target: UnsafeMutablePointer<C>
  ) {
    guard !range.isEmpty else { return }
    let base = UnsafePointer(plane.base.assumingMemoryBound(to: C.self))
    let stride = plane.stride / MemoryLayout<C>.stride
    let line = SamplingLine(
      x: startX &+ Int64(range.lowerBound) &* stepX, y: startY &+ Int64(range.lowerBound) &* stepY,
      stepX: stepX, stepY: stepY)
    if stepX == 1 << 32, stepY == 0 {
      let upper = base + (Int(line.y &>> 32) &* stride &+ Int(line.x &>> 32))
      let shift = Int64(32 - C.fractionBits)
      let mask = Int32(1 << C.fractionBits) - 1
      copyMoved(
        upper, upper + stride, x: Int32(truncatingIfNeeded: line.x &>> shift) & mask,
        y: Int32(truncatingIfNeeded: line.y &>> shift) & mask, count: range.count, into: target)
      return
    }
    C.interpolate(base, stride: stride, along: line, count: range.count, into: target)
  }

  /// The row of a picture that is only moved: the same fractions everywhere.
  private func copyMoved<C: Component>(
    _ upper: UnsafePointer<C>, _ lower: UnsafePointer<C>, x: Int32, y: Int32, count: Int,
    into target: UnsafeMutablePointer<C>
  ) {
    if x == 0, y == 0 {
      target.update(from: upper, count: count)
      return
    }
    for column in 0..<count {
      target[column] = C.between(
        upper[column], upper[column &+ 1], lower[column], lower[column &+ 1], x: x, y: y)
    }
  }

  /// Writes the values of some columns; neighbours outside the given samples are the nearest inside.
  func sampleEdge<C: Component>(
    _ plane: Plane, _ range: Range<Int>, columns: ClosedRange<Int>, rows: ClosedRange<Int>,
    into target: UnsafeMutablePointer<C>
  ) {
    let shift = Int64(32 - C.fractionBits)
    let mask = Int32(1 << C.fractionBits) - 1
    for column in range {
      let x = startX &+ Int64(column) &* stepX
      let y = startY &+ Int64(column) &* stepY
      let (left, top) = (Int(x &>> 32), Int(y &>> 32))
      func clamped(_ value: Int, _ limits: ClosedRange<Int>) -> Int {
        min(max(value, limits.lowerBound), limits.upperBound)
      }
      let (near, far) = (clamped(left, columns), clamped(left + 1, columns))
      let upper = plane.row(clamped(top, rows), as: C.self)
      let lower = plane.row(clamped(top + 1, rows), as: C.self)
      target[column - range.lowerBound] = C.between(
        upper[near], upper[far], lower[near], lower[far],
        x: Int32(truncatingIfNeeded: x &>> shift) & mask,
        y: Int32(truncatingIfNeeded: y &>> shift) & mask)
    }
  }
}
