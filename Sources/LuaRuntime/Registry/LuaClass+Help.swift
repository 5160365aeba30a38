internal import CLuaBridge

/// Help, all of it from the registration table.
extension LuaMember {
  /// How it is written in a script: "track:insert(range: TimeRange, at?: Time)".
  package func heading(in owner: LuaClass) -> String {
    switch kind {
    case .property: "\(owner.name).\(name): \(signature.resultText)"
    case .module: "\(owner.name).\(name)"
    case .method: "\(owner.name):\(name)\(signature.text)"
    case .function: "\(owner.name).\(name)\(signature.text)"
    case .call: "\(owner.name)\(signature.text)"
    case .operator(let symbol):
      signature.parameters.isEmpty
        ? "\(symbol.symbol)\(owner.name): \(signature.resultText)"
        : signature.parameters.map(\.type).joined(separator: " \(symbol.symbol) ")
          + ": \(signature.resultText)"
    }
  }

  /// The heading, the line of help, and the options of its tables.
  package func helpText(in owner: LuaClass) -> String {
    var lines = [heading(in: owner), "  " + help + (note(in: owner).map { " (\($0))" } ?? "")]
    for fields in signature.parameters.compactMap(\.fields) {
      for field in fields {
        let type = field.isRequired ? field.type : field.type + ", optional"
        lines.append("    \(field.name): \(type). \(field.help)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func note(in owner: LuaClass) -> String? {
    kind == .property && isReadOnly && owner.kind == .object ? "read-only" : nil
  }
}

extension LuaClass {
  /// What it is, and every member with its line.
  package var helpText: String {
    var lines = ["\(name): \(doc)"]
    lines += members.map { $0.helpText(in: self) }
    return lines.joined(separator: "\n")
  }
}

extension LuaState {
  /// The help for an object, a module, a function of ours, or a name such as "Track.insert".
  ///
  /// Nil for everything else.
  package func help(for value: LuaValue) -> String? {
    switch value {
    case .object(let userdata): userdata.luaClass?.helpText
    case .function(let function):
      registration(of: function).map { $0.member.helpText(in: $0.owner) }
    case .string(let name): help(named: name.text)
    default: nil
    }
  }

  private func help(named name: String) -> String? {
    let separators: (Character) -> Bool = { $0 == "." || $0 == ":" }
    for registry in registries {
      if let entry = registry.entry(named: name) { return entry.helpText }
      guard let split = name.lastIndex(where: separators) else { continue }
      let owner = registry.entry(named: String(name[..<split]))
      if let owner, let member = owner.member(named: String(name[name.index(after: split)...])) {
        return member.helpText(in: owner)
      }
    }
    return nil
  }
}
