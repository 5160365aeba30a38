import LuaRuntime
import Timing

/// How the prompt shows a value: tables to a depth, objects by their own line, nothing without end.
struct PromptText {
  let state: LuaState
  /// Columns that there are.
  var width = 80

  /// Tables in tables that are still opened.
  private static let depth = 4
  /// Elements of one table that are shown.
  private static let elements = 40
  /// Values that are shown in all, however they are nested.
  private static let values = 400
  /// Bytes of a string that are shown.
  private static let bytes = 4000

  /// The values of one expression: on one line where they fit, else one on each.
  func text(of values: [LuaValue]) throws(LuaError) -> String {
    var texts: [String] = []
    for value in values { texts.append(try text(of: value)) }
    let line = texts.joined(separator: ", ")
    return line.contains("\n") || line.count >= width ? texts.joined(separator: "\n") : line
  }

  /// One value; a string of several lines is shown as it is, for it was made to be read.
  func text(of value: LuaValue) throws(LuaError) -> String {
    if case .string(let bytes) = value, bytes.bytes.contains(UInt8(ascii: "\n")),
      let text = String(validating: bytes.bytes, as: UTF8.self)
    {
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
    var walk = Walk()
    return try describe(value, indent: 0, &walk)
  }

  /// What was met on the way to a value.
  private struct Walk {
    var parents: [UnsafeRawPointer] = []
    var count = 0
  }

  private func describe(
    _ value: LuaValue, indent: Int, _ walk: inout Walk
  ) throws(LuaError) -> String {
    walk.count += 1
    if state.isInterrupted { throw LuaError.interruption }
    switch value {
    case .string(let bytes): return Self.quoted(bytes.bytes)
    case .table(let table):
      guard state.metafield("__tostring", of: value).isNil else { return try state.text(of: value) }
      return try describe(table, value, indent: indent, &walk)
    case .function(let function):
      guard let entry = state.registration(of: function) else { return try state.text(of: value) }
      return "function " + entry.member.heading(in: entry.owner)
    case .object:
      let text = try state.text(of: value)
      guard let time = value.as(Time.self), time.isNumeric, time.timescale != 1 else { return text }
      return text + " (" + decimalText(time.seconds, places: 6, trimmed: true) + " s)"
    default: return try state.text(of: value)
    }
  }

  private func describe(
    _ table: LuaTable, _ value: LuaValue, indent: Int, _ walk: inout Walk
  ) throws(LuaError) -> String {
    guard let identity = state.identity(of: value) else { return "{}" }
    if walk.parents.contains(identity) { return "{ itself }" }
    let count = table.rawCount
    let fields = Self.fields(of: table, after: count)
    if count == 0, fields.isEmpty { return "{}" }
    guard walk.parents.count < Self.depth, walk.count < Self.values else { return "{…}" }
    walk.parents.append(identity)
    defer { walk.parents.removeLast() }

    var parts: [String] = []
    for number in 0..<min(count, Self.elements) where walk.count < Self.values {
      parts.append(try describe(table.rawElement(number + 1), indent: indent + 2, &walk))
    }
    for (key, field) in fields where parts.count < Self.elements && walk.count < Self.values {
      parts.append(
        "\(try Self.key(key, state)) = " + (try describe(field, indent: indent + 2, &walk)))
    }
    let rest = count + fields.count - parts.count
    if rest > 0 { parts.append("… \(rest) more") }
    let line = "{ " + parts.joined(separator: ", ") + " }"
    guard line.contains("\n") || line.count + indent >= width else { return line }
    let margin = "\n" + String(repeating: " ", count: indent)
    return "{" + parts.map { margin + "  " + $0 }.joined(separator: ",") + margin + "}"
  }

  /// What is not in the list part, names first, in order.
  private static func fields(
    of table: LuaTable, after count: Int
  ) -> [(key: LuaValue, value: LuaValue)] {
    let entries = (try? table.entries()) ?? []
    let rest = entries.filter {
      if case .integer(let number) = $0.key { return number < 1 || number > count }
      return true
    }
    func order(_ key: LuaValue) -> (Int, Double, String) {
      switch key {
      case .string(let bytes): (0, 0, bytes.text)
      case .integer(let number): (1, Double(number), "")
      case .number(let number): (1, number, "")
      default: (2, 0, "")
      }
    }
    return rest.sorted { order($0.key) < order($1.key) }
  }

  private static func key(_ key: LuaValue, _ state: LuaState) throws(LuaError) -> String {
    if case .string(let bytes) = key {
      let isName =
        bytes.bytes.first.map { !LuaWords.isDigit($0) } == true
        && bytes.bytes.allSatisfy(LuaWords.isPartOfName)
      return isName ? bytes.text : "[" + quoted(bytes.bytes) + "]"
    }
    return "[" + (try state.text(of: key)) + "]"
  }

  /// A string as a script would write it; what is no text is written by its bytes.
  static func quoted(_ bytes: [UInt8]) -> String {
    let shown = bytes.count > Self.bytes ? Array(bytes[..<Self.bytes]) : bytes
    let isText = String(validating: shown, as: UTF8.self) != nil || bytes.count > Self.bytes
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in shown {
      switch byte {
      case UInt8(ascii: "\n"): result += "\\n".utf8
      case UInt8(ascii: "\t"): result += "\\t".utf8
      case UInt8(ascii: "\r"): result += "\\r".utf8
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case ..<0x20, 0x7F: result += escape(byte).utf8
      case 0x80... where !isText: result += escape(byte).utf8
      default: result.append(byte)
      }
    }
    let end = bytes.count > shown.count ? "\"… (\(bytes.count) bytes)" : "\""
    return String(decoding: result, as: UTF8.self) + end
  }

  private static func escape(_ byte: UInt8) -> String {
    let digits = "\(byte)"
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
