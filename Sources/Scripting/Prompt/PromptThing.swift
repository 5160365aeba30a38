import LuaRuntime

/// What is known of a value without running the code that makes it: the value, or its type.
enum PromptThing {
  case value(LuaValue)
  /// A value of a registered class, or a list of them: "Asset", "Segment[]".
  case typed(String)
  /// A method or function that was not called yet.
  case callable(LuaMember)

  /// Follows a chain from the globals on; nil where it leads to nothing that is known.
  ///
  /// Properties of live objects are read; functions are not called, what they return is known by type.
  init?(_ chain: CallChain, in state: LuaState) {
    guard let first = chain.steps.first else { return nil }
    var thing: PromptThing
    switch first {
    case .name(let name): thing = .value(state.globals.rawField(name))
    case .string: thing = .value(.string(""))
    default: return nil
    }
    for step in chain.steps.dropFirst() {
      guard let next = thing.following(step, in: state) else { return nil }
      thing = next
    }
    if case .value(.nil) = thing { return nil }
    self = thing
  }

  private func following(_ step: CallChain.Step, in state: LuaState) -> PromptThing? {
    switch (self, step) {
    case (.value(let value), .member(let name)): return Self.field(name, of: value, in: state)
    case (.value(.table(let table)), .index(let text)):
      if let number = Int(String(decoding: text, as: UTF8.self)) {
        return .value(table.rawElement(number))
      }
      let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
      guard let quote = text.first, quotes.contains(quote), text.last == quote else { return nil }
      return .value(table.rawField(String(decoding: text.dropFirst().dropLast(), as: UTF8.self)))
    case (.value(.function(let function)), .call):
      return state.registration(of: function).flatMap { Self.result(of: $0.member) }
    case (.value(.object(let object)), .call):
      return object.luaClass?.members.first { $0.kind == .call }.flatMap(Self.result)
    case (.callable(let member), .call): return Self.result(of: member)
    case (.typed(let type), .member(let name)):
      return Self.owner(type, in: state)?.member(named: name).flatMap(Self.unread)
    case (.typed(let type), .index) where type.hasSuffix("[]"):
      return .typed(Self.bare(String(type.dropLast(2))))
    default: return nil
    }
  }

  private static func field(
    _ name: String, of value: LuaValue, in state: LuaState
  ) -> PromptThing? {
    switch value {
    case .table(let table):
      let own = table.rawField(name)
      guard own.isNil else { return .value(own) }
      // Inherited by a table; what a function would give is not asked for.
      let parent = state.metafield("__index", of: value)
      guard case .table = parent else { return nil }
      return field(name, of: parent, in: state)
    case .object(let object):
      guard let member = object.luaClass?.member(named: name) else { return nil }
      switch member.kind {
      case .property, .module: return (try? state.member(name, of: value)).map { .value($0) }
      default: return .callable(member)
      }
    case .string:
      return .value(state.globals.rawField("string")).following(.member(name), in: state)
    default: return nil
    }
  }

  private static func unread(_ member: LuaMember) -> PromptThing? {
    member.kind == .property ? result(of: member) : .callable(member)
  }

  private static func result(of member: LuaMember) -> PromptThing? {
    member.signature.results.first.map { .typed(bare($0.type)) }
  }

  /// A type without the mark of what may be nil, and without parentheses.
  private static func bare(_ type: String) -> String {
    var type = type
    if type.hasSuffix("?") { type.removeLast() }
    if type.hasPrefix("("), type.hasSuffix(")") { type = bare(String(type.dropFirst().dropLast())) }
    return type
  }

  private static func owner(_ type: String, in state: LuaState) -> LuaClass? {
    type.split(separator: "|").lazy.compactMap { state.registration(named: String($0)) }.first
  }

  /// What a call of it takes; nil where nothing is known of that.
  func signature(in state: LuaState) -> LuaSignature? {
    switch self {
    case .callable(let member): member.signature
    case .value(.function(let function)): state.registration(of: function)?.member.signature
    case .value(.object(let object)): object.luaClass?.members.first { $0.kind == .call }?.signature
    default: nil
    }
  }

  // MARK: Members

  /// What may follow a dot, or only what may follow a colon.
  func members(methodsOnly: Bool, in state: LuaState) -> [Completion.Candidate] {
    switch self {
    case .typed("string"):
      return PromptThing.value(.string("")).members(methodsOnly: methodsOnly, in: state)
    case .typed(let type):
      return Self.owner(type, in: state).map { Self.members(of: $0, methodsOnly) } ?? []
    case .callable: return []
    case .value(let value):
      switch value {
      case .object(let object):
        return object.luaClass.map { Self.members(of: $0, methodsOnly) } ?? []
      case .table(let table): return Self.fields(of: table, value, methodsOnly, in: state)
      case .string:
        return PromptThing.value(state.globals.rawField("string"))
          .members(methodsOnly: methodsOnly, in: state)
      default: return []
      }
    }
  }

  private static func members(of type: LuaClass, _ methodsOnly: Bool) -> [Completion.Candidate] {
    type.members.compactMap { member in
      switch member.kind {
      case .property, .module: methodsOnly ? nil : Completion.Candidate(text: member.name)
      case .method: Completion.Candidate(text: member.name, ending: "(")
      case .function: methodsOnly ? nil : Completion.Candidate(text: member.name, ending: "(")
      case .call, .operator: nil
      }
    }
  }

  private static func fields(
    of table: LuaTable, _ value: LuaValue, _ methodsOnly: Bool, in state: LuaState
  ) -> [Completion.Candidate] {
    var candidates: [Completion.Candidate] = []
    for (key, field) in (try? table.entries()) ?? [] {
      guard let name = key.text, !name.isEmpty, name.utf8.allSatisfy(LuaWords.isPartOfName) else {
        continue
      }
      let ending = Self.ending(of: field)
      if methodsOnly, ending != "(" { continue }
      candidates.append(Completion.Candidate(text: name, ending: ending))
    }
    let parent = state.metafield("__index", of: value)
    if case .table(let inherited) = parent,
      state.identity(of: parent) != state.identity(of: value)
    {
      candidates += fields(of: inherited, parent, methodsOnly, in: state)
    }
    return candidates
  }

  /// What is typed next behind a name that holds this value.
  static func ending(of value: LuaValue) -> String {
    if case .function = value { "(" } else { "" }
  }
}
