extension SubtitleText {
  /// What a cue says, without styles; empty where it only draws.
  package func words(of cue: SubtitleCue) -> String {
    cue.lines.map(plain).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The fields of an event that come before its words: those that the header names, where a number
  /// stands in place of the two times.
  private var fieldsBeforeWords: Int {
    let events = header.firstRange(of: "[Events]").map { header[$0.upperBound...] } ?? ""
    let format = events.split(whereSeparator: \.isNewline).first { $0.hasPrefix("Format:") }
    return format.map { max(0, $0.split(separator: ",").count - 2) } ?? 8
  }

  private func plain(_ event: String) -> String {
    let fields = event.split(
      separator: ",", maxSplits: fieldsBeforeWords, omittingEmptySubsequences: false)
    var rest = fields.last ?? ""
    var text = ""
    var isDrawing = false
    func append(_ words: some StringProtocol) { if !isDrawing { text += words } }
    while let character = rest.popFirst() {
      switch character {
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          append("{")
          continue
        }
        // `\p1` begins a shape, whose numbers are no words, and `\p0` ends it.
        for order in rest[..<end].split(separator: "\\") where order.first == "p" {
          if let scale = Int(order.dropFirst()) { isDrawing = scale > 0 }
        }
        rest = rest[rest.index(after: end)...]
      case "\\":
        switch rest.first {
        case "N": append("\n")
        case "n": append(" ")
        case "h": append("\u{a0}")
        case "{": append("{")
        case "}": append("}")
        // A joiner without a width keeps a backslash from becoming an order.
        case "\u{2060}": append("\\")
        default:
          append("\\")
          continue
        }
        rest.removeFirst()
      default: append(String(character))
      }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
