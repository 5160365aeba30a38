import LuaRuntime

/// Completion: from the registration table, the live objects, the file system.
extension PromptSession {
  /// What the word before `cursor`, a byte offset into `line`, may become.
  package func completion(of line: [UInt8], at cursor: Int) -> Completion {
    let before = Array(line[..<min(cursor, line.count)])
    if !isWaiting, before.first == UInt8(ascii: ":") { return command(before) }
    let earlier = isWaiting ? pending + [UInt8(ascii: "\n")] : []
    let text = earlier + before
    let scan = CodeScan(text)
    let found: Completion
    switch scan.place {
    case .comment: found = Completion(start: text.count, [])
    case .string(let start, let quote): found = string(text, scan, start, quote)
    case .code: found = code(text, scan)
    }
    return Completion(start: found.start - earlier.count, found.candidates)
  }

  // MARK: Code

  private func code(_ text: [UInt8], _ scan: CodeScan) -> Completion {
    let start = text.count - text.reversed().prefix(while: LuaWords.isPartOfName).count
    let prefix = String(decoding: text[start...], as: UTF8.self)
    var candidates: [Completion.Candidate]
    let separator = start > 0 ? text[start - 1] : 0
    if separator == UInt8(ascii: ".") || separator == UInt8(ascii: ":") {
      let isMethod = separator == UInt8(ascii: ":")
      let thing = PromptThing(CallChain(text, before: start - 1), in: state)
      candidates = thing?.members(methodsOnly: isMethod, in: state) ?? []
    } else {
      guard prefix.first?.isNumber != true else { return Completion(start: start, []) }
      candidates = globals() + LuaWords.keywords.map { Completion.Candidate(text: $0) }
      candidates += options(text, scan, wordStart: start).map {
        Completion.Candidate(text: $0.name, ending: " = ")
      }
    }
    candidates = candidates.filter { $0.text.hasPrefix(prefix) }
    // With nothing typed the options alone are what is asked for, where there are any.
    if prefix.isEmpty {
      let options = candidates.filter { $0.ending == " = " }
      if !options.isEmpty { candidates = options }
    }
    return Completion(start: start, candidates)
  }

  private func globals() -> [Completion.Candidate] {
    let entries = (try? state.globals.entries()) ?? []
    return entries.compactMap { key, value in
      guard let name = key.text, name.utf8.allSatisfy(LuaWords.isPartOfName) else { return nil }
      return Completion.Candidate(text: name, ending: PromptThing.ending(of: value))
    }
  }

  // MARK: Arguments

  /// The parameter that the cursor is in: of which the innermost open call knows the type.
  private func parameter(
    _ text: [UInt8], _ brackets: ArraySlice<CodeScan.Bracket>
  ) -> LuaParameter? {
    guard let bracket = brackets.last, bracket.byte == UInt8(ascii: "(") else { return nil }
    let chain = CallChain(text, before: bracket.offset)
    let parameters = PromptThing(chain, in: state)?.signature(in: state)?.parameters ?? []
    return parameters.indices.contains(bracket.separators) ? parameters[bracket.separators] : nil
  }

  /// The named options that the table around the cursor may have.
  private func fields(_ text: [UInt8], _ scan: CodeScan) -> [LuaField] {
    guard let table = scan.brackets.last, table.byte == UInt8(ascii: "{") else { return [] }
    let outer = scan.brackets.dropLast()
    if let call = outer.last, let parameter = parameter(text, outer),
      text[(call.elementStart + 1)..<table.offset].allSatisfy(LuaWords.isSpace)
    {
      return parameter.fields ?? []
    }
    // A call without parentheses: vs.instruction{ … }.
    let chain = CallChain(text, before: table.offset)
    return PromptThing(chain, in: state)?.signature(in: state)?.parameters.first?.fields ?? []
  }

  private func options(_ text: [UInt8], _ scan: CodeScan, wordStart: Int) -> [LuaField] {
    guard let table = scan.brackets.last,
      text[(table.elementStart + 1)..<wordStart].allSatisfy(LuaWords.isSpace)
    else { return [] }
    return fields(text, scan)
  }

  // MARK: Strings

  private func string(
    _ text: [UInt8], _ scan: CodeScan, _ start: Int, _ quote: UInt8
  ) -> Completion {
    let prefix = String(decoding: text[start...], as: UTF8.self)
    let end = String(UnicodeScalar(quote))
    let words = choices(text, scan, start)
    guard words.isEmpty else {
      return Completion(
        start: start,
        words.filter { $0.hasPrefix(prefix) }.map { Completion.Candidate(text: $0, ending: end) })
    }
    let head = text[..<(start - 1)]
    if Self.ends(head, with: "require") || Self.ends(head, with: "require(") {
      let names = StandardLibrary.moduleNames.filter { $0.hasPrefix(prefix) }
      return Completion(start: start, names.map { Completion.Candidate(text: $0, ending: end) })
    }
    return Completion(start: start, FilePaths.beginning(with: prefix, ending: end))
  }

  /// The words that a string may be, as an argument or as an option.
  private func choices(_ text: [UInt8], _ scan: CodeScan, _ start: Int) -> [String] {
    guard let bracket = scan.brackets.last else { return [] }
    let lead = Array(text[(bracket.elementStart + 1)..<(start - 1)])
    if bracket.byte == UInt8(ascii: "{") {
      let name = String(
        decoding: lead.drop(while: LuaWords.isSpace).prefix(while: LuaWords.isPartOfName),
        as: UTF8.self)
      let field = fields(text, scan).first { $0.name == name }
      return Self.words(of: field?.type ?? "")
    }
    guard lead.allSatisfy(LuaWords.isSpace) else { return [] }
    return Self.words(of: parameter(text, scan.brackets[...])?.type ?? "")
  }

  /// The words of a type such as `"video"|"audio"`.
  private static func words(of type: String) -> [String] {
    guard type.contains("\"") else { return [] }
    let parts = type.split(separator: "\"", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
  }

  private static func ends(_ text: ArraySlice<UInt8>, with word: String) -> Bool {
    var text = text
    while let last = text.last, LuaWords.isSpace(last) { text = text.dropLast() }
    return text.reversed().starts(with: word.utf8.reversed())
  }

  // MARK: Commands

  private func command(_ before: [UInt8]) -> Completion {
    let words = String(decoding: before.dropFirst(), as: UTF8.self)
    guard let space = words.lastIndex(of: " ") else {
      let names = (try? commandNames()) ?? []
      return Completion(
        start: 1,
        names.filter { $0.hasPrefix(words) }.map { Completion.Candidate(text: $0, ending: " ") })
    }
    let prefix = String(words[words.index(after: space)...])
    return Completion(
      start: before.count - prefix.utf8.count, FilePaths.beginning(with: prefix, ending: " "))
  }

  private func commandNames() throws -> [String] {
    try host.promptModule().get("names", as: LuaFunction.self).call(returning: [String].self)
  }
}
