import Timing

@testable import Composition

/// A random curve of speed, and what it means by the formula.
enum TimelineCurve: CustomStringConvertible {
  case speeds([(place: Double, speed: Double)])
  case easing(String)

  static func random(using generator: inout Seeded) -> TimelineCurve {
    let easings = [
      "ease_in_out", "ease_in_cubic", "ease_out_quad", "smoothstep", "ease_in_out_sine",
    ]
    if Int.random(in: 0..<3, using: &generator) == 0 {
      return .easing(easings.randomElement(using: &generator)!)
    }
    return .speeds(
      (0..<Int.random(in: 1...3, using: &generator)).map {
        (Double($0) / 2, Double(Int.random(in: 2...24, using: &generator)) / 8)
      })
  }

  var curve: SpeedCurve {
    get throws(CompositionError) {
      switch self {
      case .speeds(let points):
        try SpeedCurve(points.map { SpeedCurve.Point(progress: $0.place, speed: $0.speed) })
      case .easing(let name): try SpeedCurve(Easing.named[name]!)
      }
    }
  }

  var description: String {
    switch self {
    case .speeds(let points): "\(points.map { "\($0.place): \($0.speed)" })"
    case .easing(let name): name
    }
  }

  /// Where knots, or the middles of the lines between them, are off the curve by more than allowed.
  func faults(of knots: [SpeedCurve.Knot], over length: Double) -> [String] {
    var faults: [String] = []
    for (left, right) in zip(knots, knots.dropFirst()) {
      for share in [0, 0.25, 0.5, 0.75, 1] {
        func place(_ path: KeyPath<SpeedCurve.Knot, Time>) -> Double {
          let (a, b) = (left[keyPath: path].seconds, right[keyPath: path].seconds)
          return a + (b - a) * share
        }
        let (content, target) = (place(\.content), place(\.target))
        let off =
          switch self {
          case .easing(let name): Easing.named[name]!(target / length) * length - content
          case .speeds(let points): shown(content, points, length) - target
          }
        if off.magnitude > 0.0005 + 1e-5 {
          faults.append("\(content) of \(length) at \(target) is off by \(off)")
        }
      }
    }
    return faults
  }

  /// When a moment of the content is shown: the sum of what each moment before it lasts.
  private func shown(
    _ content: Double, _ points: [(place: Double, speed: Double)], _ length: Double
  ) -> Double {
    var (time, last) = (0.0, (place: 0.0, speed: points[0].speed))
    for next in points + [(place: 1.0, speed: points[points.count - 1].speed)] {
      let (start, end) = (last.place * length, next.place * length)
      defer { last = next }
      guard end > start, content > start else { continue }
      let share = min((content - start) / (end - start), 1)
      let (slow, fast) = (1 / last.speed, 1 / next.speed)
      time += (end - start) * share * (slow + (fast - slow) * share / 2)
    }
    return time
  }
}
