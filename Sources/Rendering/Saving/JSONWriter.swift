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
    case .string(let value): write(value)
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
        write(name)
        text += ": "
      }
      write(part.value, indent: indent + 1)
    }
    if !inline, !parts.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += closing
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
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
