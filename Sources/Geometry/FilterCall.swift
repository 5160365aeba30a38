/// A filter by name with the options that it is given: plain text, of which nothing is checked.
package struct FilterCall: Hashable, Sendable {
  package struct Option: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package let name: String
  /// By name, each once.
  package let options: [Option]

  /// Of an option that is given twice the last one counts.
  package init(_ name: String, _ options: [Option] = []) {
    self.name = name
    var values: [String: String] = [:]
    for option in options { values[option.name] = option.value }
    self.options = values.sorted { $0.key < $1.key }.map { Option($0.key, $0.value) }
  }
}

extension FilterCall: CustomStringConvertible {
  /// As it is written in a chain: `gblur=sigma=5`.
  package var description: String {
    guard !options.isEmpty else { return name }
    return name + "="
      + options.map { "\($0.name)=\(Self.quoted($0.value))" }.joined(separator: ":")
  }

  /// A value that is read back as it is, by both of a chain's levels of quoting.
  private static func quoted(_ value: String) -> String {
    let special: Set<Character> = [":", "'", "\\", ",", ";", "[", "]", " ", "="]
    guard value.isEmpty || value.contains(where: special.contains) else { return value }
    let inner = value.map { ":'\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "'"
      + inner.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
