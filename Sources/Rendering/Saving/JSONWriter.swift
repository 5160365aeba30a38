/// Writes JSON for people: an object's fields on lines of their own, short lists on one.
struct JSONWriter {
  private var text = ""

  /// The whole text of a value, with a line feed at its end.
  static func text(of node: JSONNode) -> String {
    var writer = JSONWriter()
    writer.write(node, indent: 0)
    return writer.text + "\n"
  }

  private mutating func write(_ node: JSONNode, indent: Int) {
    switch node.value {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let value): text += value.quotedAsJSON
    case .array(let elements):
      let isShort = elements.allSatisfy(\.isPlain)
      write(
        elements.map { element in (nil, element) }, "[", "]", inline: isShort, indent: indent)
    case .object(let fields):
      let isShort = fields.count <= 4 && fields.allSatisfy { $0.value.isShort }
      write(
        fields.map { ($0.name, $0.value) }, "{", "}", inline: isShort, indent: indent)
    }
  }

  private mutating func write(
    _ parts: [(name: String?, value: JSONNode)], _ opening: String, _ closing: String,
    inline: Bool, indent: Int
  ) {
    text += opening
    let space = inline ? "" : "\n" + String(repeating: "  ", count: indent + 1)
    for (index, part) in parts.enumerated() {
      if index > 0 { text += inline ? ", " : "," }
      text += space
      if let name = part.name {
        text += name.quotedAsJSON + ": "
      }
      write(part.value, indent: indent + 1)
    }
    if !inline, !parts.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += closing
  }
}

extension String {
  /// The text as a JSON string, with its quotes.
  package var quotedAsJSON: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSONNode {
  /// Whether it is neither a list nor an object.
  fileprivate var isPlain: Bool {
    switch value {
    case .array, .object: false
    default: true
    }
  }

  /// Whether it is plain, or a list of a few plain values.
  fileprivate var isShort: Bool {
    if case .array(let elements) = value {
      return elements.count <= 6 && elements.allSatisfy(\.isPlain)
    }
    return isPlain
  }
}
