import Timing

/// How fast a range runs from its beginning to its end.
package struct SpeedCurve: Hashable, Sendable {
  /// A speed at a place of the content, 0…1; it changes evenly until the next point.
  ///
  /// What changes evenly is the time that each moment of the content lasts, so a quarter of the
  /// speed, reached from full speed, passes two fifths half-way.
  package struct Point: Hashable, Sendable {
    package let progress: Double
    package let speed: Double

    package init(progress: Double, speed: Double) {
      (self.progress, self.speed) = (progress, speed)
    }
  }

  private enum Shape: Hashable, Sendable {
    case speeds([Point])
    case easing(Easing)
  }

  private let shape: Shape

  /// How far a moment may be from where the curve has it, in seconds.
  private static let tolerance = 0.0005
  private static let depthLimit = 10

  /// Speeds at places of the content, which decide how long the range gets.
  ///
  /// Before the first point and behind the last the speed is theirs. Fails where places do not rise
  /// within 0…1 or a speed is not in 1/100…100.
  package init(_ points: [Point]) throws(CompositionError) {
    guard !points.isEmpty else { throw .badCurve("it has no points") }
    var last = -1.0
    for point in points {
      guard point.progress > last, (0...1).contains(point.progress) else {
        throw .badCurve("its places must rise within 0 to 1, and \(point.progress) does not")
      }
      guard (0.01...100).contains(point.speed) else {
        throw .badCurve("its speeds must lie within 0.01 to 100, not \(point.speed)")
      }
      last = point.progress
    }
    shape = .speeds(points)
  }

  /// The content's progress as a function of the time's; the range keeps its length.
  ///
  /// Fails where it does not run from 0 to 1, or runs backward on the way.
  package init(_ easing: Easing) throws(CompositionError) {
    guard easing.isUsable else { throw .badCurve("its numbers are not usable") }
    guard easing(0).magnitude < 1e-9, (easing(1) - 1).magnitude < 1e-9 else {
      throw .badCurve("it must begin at 0 and end at 1, not \(easing(0)) and \(easing(1))")
    }
    for step in 1...1000 {
      let (before, after) = (easing(Double(step - 1) / 1000), easing(Double(step) / 1000))
      guard after >= before - 1e-9, after <= 1 + 1e-9 else {
        throw .badCurve("it runs backward at \(Double(step) / 1000)")
      }
    }
    shape = .easing(easing)
  }

  /// A place of the content and when it is shown, both from the start of the range.
  struct Knot {
    let content: Time
    let target: Time
  }

  /// The ends of the pieces of constant speed, the first and the last exact.
  func knots(over length: Time) -> [Knot] {
    switch shape {
    case .speeds(let points): Self.knots(points, length)
    case .easing(let easing): Self.knots(easing, length)
    }
  }

  private static func knots(_ points: [Point], _ length: Time) -> [Knot] {
    var points = points
    if points[0].progress > 0 { points.insert(Point(progress: 0, speed: points[0].speed), at: 0) }
    let last = points[points.count - 1]
    if last.progress < 1 { points.append(Point(progress: 1, speed: last.speed)) }
    var knots = [Knot(content: .zero, target: .zero)]
    for (left, right) in zip(points, points.dropFirst()) {
      let start = knots[knots.count - 1]
      let span = content(right.progress, of: length) - start.content
      let (slow, fast) = (1 / left.speed, 1 / right.speed)
      // Off a chord of n pieces by at most |Δpace| · span / 8n².
      let bend = (fast - slow).magnitude * span.seconds / (8 * tolerance)
      let count = bend > 1e-9 ? Int(min(max(bend.squareRoot().rounded(.up), 1), 1024)) : 1
      for piece in 1...count {
        let part = Double(piece) / Double(count)
        let place = span.multiplied(by: Int64(piece), over: Int64(count))
        let time = span.seconds * part * (slow + (fast - slow) * part / 2)
        let isSteady = slow == fast
        let target =
          isSteady ? span.scaled(by: ratio(left.speed)) : onGrid(time)
        knots.append(
          Knot(content: (start.content + place).reduced, target: (start.target + target).reduced))
      }
    }
    return knots
  }

  private static func knots(_ easing: Easing, _ length: Time) -> [Knot] {
    let seconds = length.seconds
    var knots = [Knot(content: .zero, target: .zero)]
    func add(_ x: Double, _ y: Double) {
      guard x < 1 else { return knots.append(Knot(content: length, target: length)) }
      let last = knots[knots.count - 1]
      let knot = Knot(
        content: min(max(onGrid(y * seconds), last.content), length), target: onGrid(x * seconds))
      if knot.target > last.target, knot.target < length { knots.append(knot) }
    }
    func divide(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ depth: Int) {
      let (x, y) = ((x0 + x1) / 2, easing((x0 + x1) / 2))
      if depth > 0, ((y0 + y1) / 2 - y).magnitude * seconds > tolerance {
        divide(x0, y0, x, y, depth - 1)
        divide(x, y, x1, y1, depth - 1)
      } else {
        add(x1, y1)
      }
    }
    for step in 0..<8 {
      let (x0, x1) = (Double(step) / 8, Double(step + 1) / 8)
      divide(x0, easing(x0), x1, easing(x1), depthLimit - 3)
    }
    return knots
  }

  /// What lasts `speed` seconds is shown in one.
  private static func ratio(_ speed: Double) -> Ratio {
    let exact = Time(simplest: speed).reduced
    return Ratio(exact.timescale, exact.value)
  }

  private static func content(_ progress: Double, of length: Time) -> Time {
    let exact = Time(simplest: progress).reduced
    return length.multiplied(by: exact.value, over: exact.timescale).reduced
  }

  /// The nearest time on a scale that holds the usual rates of frames and samples.
  ///
  /// Places between the ends are free within the tolerance; a scale of their own for each would
  /// exhaust 64 bits when edits add up.
  private static func onGrid(_ seconds: Double) -> Time {
    Time(Int64((seconds * 240_000).rounded()), 240_000)
  }
}
