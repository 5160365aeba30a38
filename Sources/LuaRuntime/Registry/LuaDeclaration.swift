/// A member as written where it is registered: "insert(range, source, at) -> track, time".
///
/// It names what the closure only types. A mismatch in number is a mistake of the program.
struct LuaDeclaration {
  let name: String
  let parameters: [String]
  let results: [String]

  init(name: String, parameters: [String] = [], results: [String] = []) {
    self.name = name
    self.parameters = parameters
    self.results = results
  }

  init(_ text: String) {
    let halves = text.split(separator: ">", maxSplits: 1)
    let head = halves[0]
    guard let open = head.firstIndex(of: "("), let close = head.lastIndex(of: ")") else {
      preconditionFailure("'\(text)' is no declaration; name(parameters) expected")
    }
    name = String(head[..<open])
    parameters = Self.names(head[head.index(after: open)..<close])
    results = halves.count == 2 ? Self.names(halves[1]) : []
  }

  private static func names(_ list: Substring) -> [String] {
    list.split(separator: ",").map { String($0.drop(while: { $0 == " " }).prefix { $0 != " " }) }
  }

  /// Joins the names to the types of a closure.
  func signature<each A: LuaDecodable>(
    _ types: repeat (each A).Type, results resultTypes: [String]
  ) -> LuaSignature {
    var typed: [LuaParameter] = []
    func append<T: LuaDecodable>(_ type: T.Type) {
      guard T.parameterCount > 0 else { return }
      precondition(typed.count < parameters.count, "'\(name)' names too few of its parameters")
      typed.append(
        LuaParameter(
          name: parameters[typed.count], type: T.luaArgumentType, isOptional: T.acceptsAbsent,
          fields: (T.self as? any LuaOptions.Type)?.fields))
    }
    repeat append(each types)
    precondition(typed.count == parameters.count, "'\(name)' names too many parameters")
    let typedResults = resultTypes.enumerated().map { index, type in
      LuaParameter(
        name: index < results.count ? results[index] : "", type: type,
        isOptional: type.hasSuffix("?"))
    }
    return LuaSignature(parameters: typed, results: typedResults)
  }
}

extension LuaSignature {
  /// A property's signature: one result.
  init(ofProperty type: String) {
    self.init(
      parameters: [],
      results: [LuaParameter(name: "", type: type, isOptional: type.hasSuffix("?"))])
  }
}
