import TestSupport

/// One sample of each component.
struct Colour: Equatable, Sendable, CustomStringConvertible {
  let parts: [Double]

  init(_ parts: Double...) { self.parts = parts }
  init(_ luma: Int, _ blue: Int, _ red: Int) { parts = [Double(luma), Double(blue), Double(red)] }
  private init(list: [Double]) { parts = list }

  func mixed(with other: Colour, _ share: Double) -> Colour {
    Colour(list: zip(parts, other.parts).map { $0 + ($1 - $0) * share })
  }

  /// Alike but for what coding and subsampling do to plain areas.
  static func ~ (one: Colour, other: Colour) -> Bool {
    zip(one.parts, other.parts).allSatisfy { abs($0 - $1) <= 6 }
  }

  var description: String { "(\(parts.map { "\(Int($0))" }.joined(separator: " ")))" }
}

infix operator ~ : ComparisonPrecedence

extension DecodedPicture {
  func colour(_ x: Int, _ y: Int) -> Colour {
    let value = components(x: x, y: y)
    return Colour(value.luma, value.blue, value.red)
  }
}
