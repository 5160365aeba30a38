/// A colour in R′G′B′ with straight alpha, each from 0 to 1.
package struct Color: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 1, green: 1, blue: 1)
  package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa` or a name, in any case.
  package init?(text: String) {
    guard text.first == "#" else {
      guard let value = Color.named[text.lowercased()] else { return nil }
      self.init(rgba: value << 8 | 0xff)
      return
    }
    let digits = text.dropFirst().utf8.map {
      UInt32(Character(UnicodeScalar($0)).hexDigitValue ?? 16)
    }
    guard digits.allSatisfy({ $0 < 16 }) else { return nil }
    switch digits.count {
    case 3: self.init(rgba: digits.reduce(0) { $0 << 8 | $1 * 17 } << 8 | 0xff)
    case 6: self.init(rgba: digits.reduce(0) { $0 << 4 | $1 } << 8 | 0xff)
    case 8: self.init(rgba: digits.reduce(0) { $0 << 4 | $1 })
    default: return nil
    }
  }

  /// Eight bits each, red uppermost.
  private init(rgba: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xff) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`, with two more digits where it is not opaque; `Color(text:)` reads it back.
  package var description: String {
    let parts = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
    return parts.reduce("#") { text, part in
      let byte = Int((min(max(part, 0), 1) * 255).rounded())
      return text + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
