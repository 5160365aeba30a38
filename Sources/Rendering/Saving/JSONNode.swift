/// A value of a JSON text, and where in the text it stands.
struct JSONNode: Sendable {
  indirect enum Value: Sendable {
    case null
    case boolean(Bool)
    /// The digits as they are written, so that nothing is rounded on the way.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// In the text's order; no name occurs twice.
    case object([(name: String, value: JSONNode)])
  }

  let value: Value
  /// Counted from 1; 0 in a value that was not read.
  var place = JSONPlace(line: 0, column: 0)

  init(_ value: Value, place: JSONPlace = JSONPlace(line: 0, column: 0)) {
    (self.value, self.place) = (value, place)
  }

  /// What kind of value it is, for messages.
  var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A place in a text, both counted from 1; columns are bytes.
struct JSONPlace: Hashable, Sendable {
  let line: Int
  let column: Int
}

/// Why a text is no JSON, or not the JSON that was expected, and where.
struct JSONError: Error {
  let message: String
  let place: JSONPlace
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(stringLiteral text: String) { self.init(.string(text)) }
  init(arrayLiteral elements: JSONNode...) { self.init(.array(elements)) }
  init(integerLiteral number: Int) { self.init(.number("\(number)")) }
  init(booleanLiteral value: Bool) { self.init(.boolean(value)) }

  static func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }
  static func list(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }

  static func number(_ number: some BinaryInteger) -> JSONNode { JSONNode(.number("\(number)")) }

  /// The shortest digits that read back as the same double; it must be finite.
  static func number(_ number: Double) -> JSONNode {
    JSONNode(
      .number(
        number == number.rounded() && number.magnitude < 1e15
          ? (number == 0 && number.sign == .minus ? "-0.0" : "\(Int64(number))") : "\(number)"))
  }

  /// An object of the fields that are not nil.
  static func object(_ fields: KeyValuePairs<String, JSONNode?>) -> JSONNode {
    JSONNode(.object(fields.compactMap { name, value in value.map { (name, $0) } }))
  }
}
