import LuaRuntime

/// The lines of a conversation that ran without an error, as a script.
struct AcceptedLines {
  /// What a piece of text can stand as.
  enum Kind {
    case statement, expression
    /// A call: its value was shown, but it needs no print to be a statement.
    case both
  }

  private var pieces: [(text: [UInt8], kind: Kind)] = []

  mutating func append(_ text: [UInt8], as kind: Kind) { pieces.append((text, kind)) }

  /// The script: statements as they were typed, expressions printed as the prompt showed them.
  ///
  /// Where a line uses the last value, every expression before it is assigned to `_` first.
  var script: LuaBytes {
    let usesLast = pieces.contains {
      !LuaWords.places(of: [UInt8(ascii: "_")], in: $0.text).isEmpty
    }
    var bytes: [UInt8] = []
    for piece in pieces {
      switch (piece.kind, usesLast) {
      case (.statement, _), (.both, false): bytes += piece.text
      case (.expression, false): bytes += Array("print(".utf8) + piece.text + Array(")".utf8)
      case (.expression, true), (.both, true):
        bytes += Array("_ = ".utf8) + piece.text + Array("\nprint(_)".utf8)
      }
      if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }
    return LuaBytes(bytes)
  }
}
