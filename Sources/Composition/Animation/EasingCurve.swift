import Glibc

/// The named families of curves, each of which can ease in, out, or both.
package struct EasingCurve: Hashable, Sendable {
  package enum Family: String, Hashable, Sendable, CaseIterable {
    case sine, quad, cubic, quart, quint, expo, circ, back, elastic, bounce
  }

  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case easeIn = "ease_in"
    case easeOut = "ease_out"
    case easeInOut = "ease_in_out"
  }

  package let family: Family
  package let direction: Direction

  package init(_ family: Family, _ direction: Direction) {
    (self.family, self.direction) = (family, direction)
  }

  /// Such as `ease_in_out_cubic`.
  package var name: String { "\(direction.rawValue)_\(family.rawValue)" }

  /// The fraction at a progress of 0…1; back and elastic leave 0…1 on the way.
  func callAsFunction(_ progress: Double) -> Double {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    switch direction {
    case .easeIn: return rising(progress)
    case .easeOut: return 1 - rising(1 - progress)
    case .easeInOut:
      return progress < 0.5 ? rising(2 * progress) / 2 : 1 - rising(2 - 2 * progress) / 2
    }
  }

  /// The curve that begins slowly; the other directions are made of it.
  private func rising(_ x: Double) -> Double {
    switch family {
    case .sine: 1 - cos(x * .pi / 2)
    case .quad: x * x
    case .cubic: x * x * x
    case .quart: x * x * x * x
    case .quint: x * x * x * x * x
    // Shifted and scaled by a thousandth, so that it begins at 0 without a step.
    case .expo: (exp2(10 * x - 10) - 0x1p-10) / (1 - 0x1p-10)
    case .circ: 1 - (1 - x * x).squareRoot()
    case .back: x * x * ((overshoot + 1) * x - overshoot)
    case .elastic:
      x >= 1 ? 1 : -exp2(10 * x - 10) * sin((10 * x - 10.75) * 2 * .pi / 3)
    case .bounce: 1 - Self.bouncing(1 - x)
    }
  }

  /// The usual constants: a tenth beyond the end, in both directions of the double curve too.
  private var overshoot: Double { direction == .easeInOut ? 1.70158 * 1.525 : 1.70158 }

  /// A ball that falls and bounces three times, each time lower.
  private static func bouncing(_ x: Double) -> Double {
    let (height, width) = (7.5625, 2.75)
    func arc(_ centre: Double, _ top: Double) -> Double {
      let distance = x - centre / width
      return height * distance * distance + top
    }
    if x < 1 / width { return arc(0, 0) }
    if x < 2 / width { return arc(1.5, 0.75) }
    if x < 2.5 / width { return arc(2.25, 0.9375) }
    return arc(2.625, 0.984375)
  }
}
