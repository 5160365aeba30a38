import TestSupport
import Testing

@testable import Rendering

@Suite struct JSONTests {
  private func read(_ text: String) throws(JSONError) -> JSONNode {
    try JSONReader.read(Array(text.utf8))
  }

  @Test func whatIsReadIsWrittenAgain() throws {
    for text in [
      "null", "true", "-0.5e-10", "123456789012345678901234567890", "\"\"", "[]", "{}",
      "[1, 2, \"x\"]", "{\"a\": [1, 2], \"b\": null}", "\"\\u0001\\\"\\\\\\n\"",
    ] {
      #expect(JSONWriter.text(of: try read(text)) == text + "\n")
    }
    guard case .string(let text) = try read("\"\\ud83c\\udfac \\u00e9\\/\\b\\f\"").value else {
      Issue.record("no text")
      return
    }
    #expect(text == "🎬 é/\u{8}\u{c}")
  }

  @Test(arguments: [
    ("", 1, 1), ("  ", 1, 3), ("nul", 1, 1), ("[1,]", 1, 4), ("[1 2]", 1, 4), ("{\"a\" 1}", 1, 6),
    ("{a: 1}", 1, 2), ("{\"a\": 1,}", 1, 9), ("01", 1, 2), ("1.", 1, 3), ("-", 1, 2), ("1e", 1, 3),
    ("\"abc", 1, 1), ("\"\\x\"", 1, 4), ("\"\\ud83c\"", 1, 8), ("\"\\udfac\"", 1, 8),
    ("\"\t\"", 1, 2), ("[\n  1,\n  oops]", 3, 3), ("1 2", 1, 3), ("{\"a\": 1,\n \"a\": 2}", 2, 2),
    ("+1", 1, 1), ("NaN", 1, 1), ("[", 1, 2), ("\u{feff}1", 1, 1),
  ])
  func whatIsNoJSONIsToldByLineAndColumn(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.place == JSONPlace(line: line, column: column))
  }

  @Test func deepAndBrokenTextsAreErrorsAndNoCrash() {
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONError.self) {
      try read(String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65))
    }
    #expect(throws: Never.self) {
      try read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
    }
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xff, 0x22]) }
    #expect(throws: JSONError.self) { try read(String(repeating: "9", count: 500)) }
  }

  @Test func noBytesAtAllCanCrashTheReader() {
    var random = SeededRandom(1)
    let alphabet = Array("[]{}\",:0123456789.eE+-\\u ntf\n\u{e9}".utf8) + [0, 0xff]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      // Whatever can be read can be written, and means the same when it is read again.
      guard let node = try? JSONReader.read(bytes) else { continue }
      let text = JSONWriter.text(of: node)
      #expect((try? read(text)).map(JSONWriter.text(of:)) == text)
    }
  }

  @Test func doublesComeBackToTheLastBit() throws {
    for value in [
      0.1 + 0.2, 1.0 / 3, Double.leastNonzeroMagnitude, 1.7976931348623157e308, 1e15, 1e21, -0.0,
      123456789, 1e-7,
    ] {
      let node = try read(JSONWriter.text(of: .number(value)))
      #expect(try node.number().bitPattern == value.bitPattern)
    }
    #expect(throws: JSONError.self) { try read("1e999").number() }
  }
}
