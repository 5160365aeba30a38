/// Reads JSON (RFC 8259) strictly, and safely whatever the text is.
///
/// Depth is limited, names may not repeat, text must be whole UTF-8. Linear in the text's length.
struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  /// Lists and objects within each other.
  static let depthLimit = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one value that is the whole text.
  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
    var reader = JSONReader(bytes)
    let node = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.error("the value has ended here") }
    return node
  }

  private var place: JSONPlace { JSONPlace(line: line, column: position - lineStart + 1) }

  private func error(_ message: String, at place: JSONPlace? = nil) -> JSONError {
    JSONError(message: message, place: place ?? self.place)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\n"):
        position += 1
        (line, lineStart) = (line + 1, position)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONNode {
    skipSpace()
    let start = place
    switch next {
    case UInt8(ascii: "{"): return JSONNode(.object(try object()), place: start)
    case UInt8(ascii: "["): return JSONNode(.array(try array()), place: start)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), place: start)
    case let byte? where byte == UInt8(ascii: "-") || (48...57).contains(byte):
      return JSONNode(.number(try number()), place: start)
    case nil: throw error("the text ends where a value was expected")
    default:
      for (word, value) in [
        ("true", JSONNode.Value.boolean(true)), ("false", .boolean(false)), ("null", .null),
      ] where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return JSONNode(value, place: start)
      }
      throw error("a value was expected")
    }
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw error("lists and objects are nested more than \(Self.depthLimit) deep")
    }
    position += 1
    skipSpace()
  }

  private mutating func array() throws(JSONError) -> [JSONNode] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONNode] = []
    if take("]") { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw error("a comma or ']' was expected") }
    }
  }

  private mutating func object() throws(JSONError) -> [(name: String, value: JSONNode)] {
    try enter()
    defer { depth -= 1 }
    var fields: [(name: String, value: JSONNode)] = []
    var names: Set<String> = []
    if take("}") { return fields }
    while true {
      skipSpace()
      let start = place
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes was expected") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw error("the name \"\(name)\" stands twice in one object", at: start)
      }
      skipSpace()
      guard take(":") else { throw error("a colon was expected") }
      fields.append((name, try value()))
      skipSpace()
      if take("}") { return fields }
      guard take(",") else { throw error("a comma or '}' was expected") }
    }
  }

  private mutating func number() throws(JSONError) -> String {
    let start = position
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (48...57).contains($0) } ?? false }
    _ = take("-")
    let hasLeadingZero = next == UInt8(ascii: "0")
    guard isDigit(next) else { throw error("a digit was expected") }
    position += 1
    while !hasLeadingZero, isDigit(next) { position += 1 }
    if take(".") {
      guard isDigit(next) else { throw error("a digit was expected") }
      while isDigit(next) { position += 1 }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard isDigit(next) else { throw error("a digit was expected") }
      while isDigit(next) { position += 1 }
    }
    guard position - start <= 400 else { throw error("the number is too long") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func string() throws(JSONError) -> String {
    let start = place
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let result = String(validating: text, as: UTF8.self) else {
          throw error("the text is not UTF-8", at: start)
        }
        return result
      case UInt8(ascii: "\\"):
        position += 1
        text += Array(String(Character(try escape())).utf8)
      case 0..<32: throw error("a control character in a text must be escaped")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw error("the text is not closed", at: start)
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw error("the text ends within an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard first < 0xdc00, take("\\"), take("u") else {
        throw error("half of a surrogate pair stands alone")
      }
      let second = try hexadecimal()
      guard (0xdc00...0xdfff).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
      else { throw error("half of a surrogate pair stands alone") }
      return scalar
    default: throw error("there is no such escape")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var result: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits were expected")
      }
      result = result << 4 | UInt32(digit)
      position += 1
    }
    return result
  }
}
