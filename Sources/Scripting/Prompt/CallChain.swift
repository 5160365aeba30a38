/// Names, dots, colons, calls and indices that lead to a value: `film:track(1).segments[2]`.
struct CallChain: Equatable {
  enum Step: Equatable {
    case name(String)
    /// A member behind a dot or colon.
    case member(String)
    case call
    /// What stands between square brackets.
    case index([UInt8])
    /// A string in the code, whose methods may follow.
    case string
  }

  /// From the outermost name on; empty where no chain ends there.
  private(set) var steps: [Step] = []

  /// The chain that ends just before `end`.
  init(_ text: [UInt8], before end: Int) {
    var index = end
    var found: [Step] = []
    while true {
      while index > 0, LuaWords.isSpace(text[index - 1]) { index -= 1 }
      guard index > 0 else { return }
      let byte = text[index - 1]
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        guard let open = Self.opening(of: index - 1, in: text) else { return }
        found.append(
          byte == UInt8(ascii: ")") ? .call : .index(Array(text[(open + 1)..<(index - 1)])))
        index = open
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        found.append(.string)
        break
      }
      var start = index
      while start > 0, LuaWords.isPartOfName(text[start - 1]) { start -= 1 }
      guard start < index, !LuaWords.isDigit(text[start]) else {
        // "(…)" that is no call: a value in parentheses.
        return
      }
      let name = String(decoding: text[start..<index], as: UTF8.self)
      index = start
      while index > 0, LuaWords.isSpace(text[index - 1]) { index -= 1 }
      let isMember =
        index > 0 && (text[index - 1] == UInt8(ascii: ".") || text[index - 1] == UInt8(ascii: ":"))
        && (index < 2 || text[index - 2] != text[index - 1])
      guard isMember else {
        found.append(.name(name))
        break
      }
      found.append(.member(name))
      index -= 1
    }
    steps = found.reversed()
  }

  /// The bracket that a closing one belongs to.
  private static func opening(of close: Int, in text: [UInt8]) -> Int? {
    CodeScan(Array(text[..<close])).brackets.last?.offset
  }
}
