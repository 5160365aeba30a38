/// An exact fraction, in lowest terms, with a positive denominator.
///
/// Written apart from the product's `Time` on purpose: a test that used the product's arithmetic to
/// say what the product should do would agree with its mistakes. Overflow traps.
package struct Ratio: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let numerator: Int
  package let denominator: Int

  package init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(denominator != 0, "a fraction needs a denominator")
    let divisor = Ratio.greatestDivisor(numerator, denominator) * (denominator < 0 ? -1 : 1)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Reads `"30000/1001"`, `"25"` or `"-3/4"`; nothing else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let numerator = Int(first), parts.count <= 2 else { return nil }
    guard parts.count == 2 else {
      self.init(numerator)
      return
    }
    guard let denominator = Int(parts[1]), denominator != 0 else { return nil }
    self.init(numerator, denominator)
  }

  package static let zero = Ratio(0)

  private static func greatestDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (abs(a), abs(b))
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }

  package static func + (a: Ratio, b: Ratio) -> Ratio {
    let shared = greatestDivisor(a.denominator, b.denominator)
    return Ratio(
      a.numerator * (b.denominator / shared) + b.numerator * (a.denominator / shared),
      a.denominator / shared * b.denominator)
  }

  package static func - (a: Ratio, b: Ratio) -> Ratio { a + Ratio(-b.numerator, b.denominator) }

  package static func * (a: Ratio, b: Ratio) -> Ratio {
    // Crosswise first, so that products stay small.
    let left = Ratio(a.numerator, b.denominator)
    let right = Ratio(b.numerator, a.denominator)
    return Ratio(left.numerator * right.numerator, left.denominator * right.denominator)
  }

  package static func / (a: Ratio, b: Ratio) -> Ratio { a * Ratio(b.denominator, b.numerator) }

  package static func < (a: Ratio, b: Ratio) -> Bool { (a - b).numerator < 0 }

  package var floor: Int {
    numerator >= 0
      ? numerator / denominator : -((denominator - 1 - numerator) / denominator)
  }

  package var ceiling: Int { -(Ratio(-numerator, denominator).floor) }

  /// The nearest whole number, halves away from zero.
  package var rounded: Int {
    numerator >= 0
      ? (self + Ratio(1, 2)).floor : -((Ratio(-numerator, denominator) + Ratio(1, 2)).floor)
  }

  package var magnitude: Ratio { Ratio(abs(numerator), denominator) }

  package var value: Double { Double(numerator) / Double(denominator) }

  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
