/// The words of Lua's grammar as far as a prompt has to know them.
enum LuaWords {
  static let keywords = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte }

  /// Whether a byte may stand in a name.
  static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    default: isDigit(byte)
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// The places where a name stands by itself.
  static func places(of name: [UInt8], in text: [UInt8]) -> [Int] {
    guard !name.isEmpty, text.count >= name.count else { return [] }
    return (0...text.count - name.count).filter { place in
      guard text[place..<place + name.count].elementsEqual(name) else { return false }
      let end = place + name.count
      let opens = place == 0 || !isPartOfName(text[place - 1]) || !isPartOfName(name[0])
      return opens
        && (end == text.count || !isPartOfName(text[end]) || !isPartOfName(name[name.count - 1]))
    }
  }
}
