import Composition
import Geometry
import Timing

import enum Composition.MediaType

/// The fields of one object of a project, read by name and type.
///
/// Errors name the place in the text; a field that nobody knows is one, so that nothing that a newer
/// version meant is silently lost.
struct ProjectFields {
  let place: JSONPlace
  private let fields: [String: JSONNode]

  init(_ node: JSONNode, known: [String]) throws(JSONError) {
    guard case .object(let fields) = node.value else {
      throw JSONError(message: "an object was expected, not \(node.kind)", place: node.place)
    }
    for (name, value) in fields where !known.contains(name) {
      throw JSONError(
        message: "the field \"\(name)\" is not known here; known are "
          + known.joined(separator: ", "), place: value.place)
    }
    place = node.place
    self.fields = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
  }

  subscript(_ name: String) -> JSONNode? {
    guard let node = fields[name] else { return nil }
    if case .null = node.value { return nil }
    return node
  }

  func required(_ name: String) throws(JSONError) -> JSONNode {
    guard let node = self[name] else {
      throw JSONError(message: "the field \"\(name)\" is missing", place: place)
    }
    return node
  }
}

extension JSONNode {
  private func expected(_ what: String) -> JSONError {
    JSONError(message: "\(what) was expected, not \(kind)", place: place)
  }

  func refused(_ message: String) -> JSONError { JSONError(message: message, place: place) }

  func text() throws(JSONError) -> String {
    guard case .string(let text) = value else { throw expected("a text") }
    return text
  }

  /// A text that the system can take as a path.
  func path() throws(JSONError) -> String {
    let path = try text()
    guard !path.isEmpty, !path.utf8.contains(0) else { throw refused("this is no path") }
    return path
  }

  func boolean() throws(JSONError) -> Bool {
    guard case .boolean(let value) = value else { throw expected("true or false") }
    return value
  }

  func integer<Number: FixedWidthInteger>(as type: Number.Type = Number.self) throws(JSONError)
    -> Number
  {
    guard case .number(let digits) = value else { throw expected("a whole number") }
    guard let number = Number(digits) else { throw refused("\(digits) is no usable whole number") }
    return number
  }

  func number() throws(JSONError) -> Double {
    guard case .number(let digits) = value else { throw expected("a number") }
    guard let number = Double(digits), number.isFinite else {
      throw refused("\(digits) is too large")
    }
    return number
  }

  func list() throws(JSONError) -> [JSONNode] {
    guard case .array(let elements) = value else { throw expected("a list") }
    return elements
  }

  /// A list of exactly so many numbers.
  func numbers(_ count: Int) throws(JSONError) -> [Double] {
    let elements = try list()
    guard elements.count == count else {
      throw refused("a list of \(count) numbers was expected, not of \(elements.count)")
    }
    return try map(elements) { node throws(JSONError) in try node.number() }
  }

  /// Maps a list and keeps the type of the error.
  func map<Element>(
    _ elements: [JSONNode], _ body: (JSONNode) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for element in elements { result.append(try body(element)) }
    return result
  }

  // MARK: - Values of the toolkit

  /// Seconds as a fraction, or one of the special times.
  func time() throws(JSONError) -> Time {
    let text = try text()
    do { return try Time(text: text) } catch { throw refused(error.message) }
  }

  func range() throws(JSONError) -> TimeRange {
    let parts = try list()
    guard parts.count == 2 else { throw refused("a range is a list of a start and a duration") }
    return TimeRange(start: try parts[0].time(), duration: try parts[1].time())
  }

  func rate() throws(JSONError) -> FrameRate {
    let text = try text()
    guard let rate = FrameRate(text: text) else { throw refused("'\(text)' is no frame rate") }
    return rate
  }

  func size() throws(JSONError) -> Size {
    let numbers = try numbers(2)
    return Size(width: numbers[0], height: numbers[1])
  }

  func color() throws(JSONError) -> Color {
    let numbers = try numbers(4)
    return Color(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
  }

  func transform() throws(JSONError) -> Transform {
    let numbers = try numbers(6)
    return Transform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  func rect() throws(JSONError) -> Rect {
    if case .string("infinite") = value { return .infinite }
    let numbers = try numbers(4)
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// One of the words of a type.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws(JSONError) -> Choice where Choice.RawValue == String {
    let text = try text()
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw refused("'\(text)' is none of \(words)")
    }
    return choice
  }
}
