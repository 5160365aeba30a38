/// What the word at the cursor may become.
package struct Completion: Equatable {
  package struct Candidate: Equatable {
    /// The whole word.
    package let text: String
    /// What follows it where it is the only one: "(", a quote, "/".
    package var ending = ""
  }

  /// Where the word begins, in bytes of the line.
  package let start: Int
  /// Sorted, without doubles.
  package let candidates: [Candidate]

  init(start: Int, _ candidates: [Candidate]) {
    self.start = start
    var seen: Set<String> = []
    self.candidates = candidates.sorted { $0.text < $1.text }.filter {
      seen.insert($0.text).inserted
    }
  }

  /// What can be inserted in any case: the word, or what all candidates begin with.
  package var insertion: String {
    guard let first = candidates.first else { return "" }
    if candidates.count == 1 { return first.text + first.ending }
    var common = Array(first.text.utf8)
    for candidate in candidates.dropFirst() {
      let shared = zip(common, candidate.text.utf8).prefix { $0 == $1 }.count
      common = Array(common.prefix(shared))
    }
    while !common.isEmpty, String(validating: common, as: UTF8.self) == nil { common.removeLast() }
    return String(decoding: common, as: UTF8.self)
  }

  /// The candidates in columns, as they are listed under the line.
  package func listing(width: Int) -> String {
    let names = candidates.prefix(200).map { Self.lastPart(of: $0.text) }
    let column = (names.map(\.count).max() ?? 0) + 2
    let columns = max(1, (width - 1) / column)
    let rows = (names.count + columns - 1) / columns
    var lines: [String] = []
    for row in 0..<rows {
      let parts = stride(from: row, to: names.count, by: rows).map { names[$0] }
      let padded = parts.dropLast().map {
        $0 + String(repeating: " ", count: column - $0.count)
      }
      lines.append(padded.joined() + (parts.last ?? ""))
    }
    if candidates.count > names.count { lines.append("… \(candidates.count - names.count) more") }
    return lines.joined(separator: "\n")
  }

  /// Of a path only its last part is listed.
  private static func lastPart(of text: String) -> String {
    let end = text.hasSuffix("/") ? text.dropLast() : text[...]
    guard let slash = end.lastIndex(of: "/") else { return text }
    return String(text[text.index(after: slash)...])
  }
}
