import Geometry
import Timing

/// How the progress of a ramp, 0…1, becomes the fraction between its two values.
package enum Easing: Hashable, Sendable {
  case linear
  /// A curve from (0, 0) to (1, 1) with two handles, as in CSS; their x are within 0…1.
  case cubicBezier(Point, Point)
  /// Straight lines between points with rising x.
  case sampled([Point])
  case curve(EasingCurve)
  case spring(EasingSpring)
  /// Equal jumps; where they fall is as in CSS.
  case steps(Int, Jump)
  /// 3x² − 2x³: begins and ends at rest.
  case smoothStep
  /// 6x⁵ − 15x⁴ + 10x³: also without a jerk.
  case smootherStep

  /// Where the jumps of a staircase fall.
  package enum Jump: String, Hashable, Sendable, CaseIterable {
    /// The last jump at the end: the first value is seen, the last only after the ramp.
    case end
    /// The first jump at the start.
    case start
    /// At both ends.
    case both
    /// At neither: the first and the last value are both held.
    case none
  }

  /// Every curve with a name: those of CSS, the ten families in three directions, and some more.
  package static let named: [String: Easing] = {
    var curves: [String: Easing] = [
      "linear": .linear,
      "ease": .cubicBezier(Point(x: 0.25, y: 0.1), Point(x: 0.25, y: 1)),
      "ease_in": .cubicBezier(Point(x: 0.42, y: 0), Point(x: 1, y: 1)),
      "ease_out": .cubicBezier(Point(x: 0, y: 0), Point(x: 0.58, y: 1)),
      "ease_in_out": .cubicBezier(Point(x: 0.42, y: 0), Point(x: 0.58, y: 1)),
      "step_start": .steps(1, .start), "step_end": .steps(1, .end),
      "smoothstep": .smoothStep, "smootherstep": .smootherStep,
    ]
    curves["spring"] = EasingSpring().map(Easing.spring)
    for family in EasingCurve.Family.allCases {
      for direction in EasingCurve.Direction.allCases {
        let curve = EasingCurve(family, direction)
        curves[curve.name] = .curve(curve)
      }
    }
    return curves
  }()

  /// Samples a function of progress into straight lines, finer where it bends.
  ///
  /// Errors of the function come out here, where it is set, and never while rendering. Between
  /// samples the curve is within about a ten thousandth; at most 4,097 calls.
  package static func sampling(_ function: (Double) throws -> Double) rethrows -> Easing {
    func point(_ x: Double) throws -> Point { Point(x: x, y: try function(x)) }
    var points = [try point(0)]
    func add(upTo right: Point, depth: Int) throws {
      let left = points[points.count - 1]
      let middle = try point((left.x + right.x) / 2)
      if depth > 0, !((middle.y - (left.y + right.y) / 2).magnitude < 1.0 / 4096) {
        try add(upTo: middle, depth: depth - 1)
        try add(upTo: right, depth: depth - 1)
      } else {
        points += [middle, right]
      }
    }
    // The first division is fixed, so that a curve cannot hide between the ends and the middle.
    for step in 1...16 { try add(upTo: try point(Double(step) / 16), depth: 7) }
    return .sampled(points)
  }

  /// Whether every number of it is usable.
  var isUsable: Bool {
    switch self {
    case .linear, .curve, .spring, .smoothStep, .smootherStep: true
    case .steps(let count, let jump): count > (jump == .none ? 1 : 0)
    case .cubicBezier(let first, let second):
      (0...1).contains(first.x) && (0...1).contains(second.x) && first.y.isFinite
        && second.y.isFinite
    case .sampled(let points):
      !points.isEmpty && points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    }
  }

  /// The fraction at a progress of 0…1.
  package func callAsFunction(_ progress: Double) -> Double {
    switch self {
    case .linear: progress
    case .cubicBezier(let first, let second): Self.bezier(first, second, progress)
    case .sampled(let points): Self.lines(points, progress)
    case .curve(let curve): curve(progress)
    case .spring(let spring): spring(progress)
    case .steps(let count, let jump): Self.stairs(count, jump, progress)
    case .smoothStep:
      Self.polynomial(progress) { x in x * x * (3 - 2 * x) }
    case .smootherStep:
      Self.polynomial(progress) { x in x * x * x * (x * (6 * x - 15) + 10) }
    }
  }

  private static func polynomial(_ x: Double, _ value: (Double) -> Double) -> Double {
    value(min(max(x, 0), 1))
  }

  private static func stairs(_ count: Int, _ jump: Jump, _ x: Double) -> Double {
    if x >= 1 { return 1 }
    // A progress that is a fraction of the count must not fall short of its own jump.
    let passed = (max(x, 0) * Double(count) * (1 + 0x1p-50)).rounded(.down)
    switch jump {
    case .end: return passed / Double(count)
    case .start: return (passed + 1) / Double(count)
    case .both: return (passed + 1) / Double(count + 1)
    case .none: return min(passed / Double(count - 1), 1)
    }
  }

  private static func lines(_ points: [Point], _ x: Double) -> Double {
    let (first, last) = (points[0], points[points.count - 1])
    guard x > first.x else { return first.y }
    guard x < last.x else { return last.y }
    let after = points.partitioningIndex { $0.x > x }
    let (left, right) = (points[after - 1], points[after])
    return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
  }

  private static func bezier(_ first: Point, _ second: Point, _ x: Double) -> Double {
    func value(_ a: Double, _ b: Double, _ t: Double) -> Double {
      let s = 1 - t
      return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // x rises with the parameter, so halving always finds it.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if value(first.x, second.x, middle) < x { low = middle } else { high = middle }
    }
    return value(first.y, second.y, (low + high) / 2)
  }
}
