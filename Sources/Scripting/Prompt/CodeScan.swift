/// What stands before the cursor: code, a string, a comment, and the brackets that are open there.
struct CodeScan {
  enum Place: Equatable {
    case code
    /// A string whose first byte behind the quote is at `start`.
    case string(start: Int, quote: UInt8)
    case comment
  }

  /// A bracket that is not closed yet.
  struct Bracket: Equatable {
    let byte: UInt8
    let offset: Int
    /// Commas and semicolons since, at its own level.
    var separators = 0
    /// Where the last of them is, or the bracket itself: what follows belongs to the present element.
    var elementStart: Int
  }

  private(set) var place = Place.code
  private(set) var brackets: [Bracket] = []

  init(_ text: [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = Self.end(ofString: text, from: index + 1, quote: byte) else {
          place = .string(start: index + 1, quote: byte)
          return
        }
        index = end
      case UInt8(ascii: "-") where text[index...].starts(with: "--".utf8):
        if let level = Self.longBracket(text, at: index + 2) {
          guard let end = Self.end(ofLong: text, from: index + 2, level: level) else {
            place = .comment
            return
          }
          index = end
        } else {
          guard let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) else {
            place = .comment
            return
          }
          index = end
        }
      case UInt8(ascii: "["):
        if let level = Self.longBracket(text, at: index) {
          guard let end = Self.end(ofLong: text, from: index, level: level) else {
            place = .comment
            return
          }
          index = end
        } else {
          open(byte, index)
        }
      case UInt8(ascii: "("), UInt8(ascii: "{"): open(byte, index)
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): _ = brackets.popLast()
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if !brackets.isEmpty {
          brackets[brackets.count - 1].separators += 1
          brackets[brackets.count - 1].elementStart = index
        }
      default: break
      }
      index += 1
    }
  }

  private mutating func open(_ byte: UInt8, _ offset: Int) {
    brackets.append(Bracket(byte: byte, offset: offset, elementStart: offset))
  }

  /// The index of the closing quote; nil where the text ends before it.
  private static func end(ofString text: [UInt8], from start: Int, quote: UInt8) -> Int? {
    var index = start
    while index < text.count {
      if text[index] == UInt8(ascii: "\\") {
        index += 1
      } else if text[index] == quote {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The number of equal signs in "[==[" at a place; nil where there is no such bracket.
  private static func longBracket(_ text: [UInt8], at start: Int) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "[") else { return nil }
    let signs = text[(start + 1)...].prefix { $0 == UInt8(ascii: "=") }
    return signs.endIndex < text.count && text[signs.endIndex] == UInt8(ascii: "[")
      ? signs.count : nil
  }

  private static func end(ofLong text: [UInt8], from start: Int, level: Int) -> Int? {
    let close = Array("]\(String(repeating: "=", count: level))]".utf8)
    guard text.count >= close.count else { return nil }
    return (start..<text.count - close.count + 1).first {
      text[$0..<$0 + close.count].elementsEqual(close)
    }.map { $0 + close.count - 1 }
  }
}
