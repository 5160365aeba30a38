import LuaRuntime

/// `vs.reference`: the registration table as a script can read it, for pages and checks.
func addReferenceFunction(to module: LuaModuleBuilder) {
  module.function(
    "reference()", "Every class and module with its members: name, kind, heading, help and options."
  ) { (call: LuaCall) in
    call.state.registries.flatMap(\.allClasses).map { type in
      [
        "name": type.name, "kind": type.kind == .module ? "module" : "class", "help": type.doc,
        "members": type.members.map { record(of: $0, in: type) },
      ] as LuaRecord
    }
  }
}

private func record(of member: LuaMember, in owner: LuaClass) -> LuaRecord {
  let kind =
    switch member.kind {
    case .property: "property"
    case .method: "method"
    case .function: "function"
    case .call: "call"
    case .operator: "operator"
    case .module: "module"
    }
  var name = member.name
  if case .operator(let symbol) = member.kind { name = symbol.rawValue }
  let options = member.signature.parameters.compactMap(\.fields).flatMap { $0 }
  return [
    "name": name, "kind": kind, "heading": member.heading(in: owner), "help": member.help,
    "read_only": member.kind == .property && member.isReadOnly && owner.kind == .object,
    "options": options.map {
      [
        "name": $0.name, "type": $0.type, "help": $0.help, "required": $0.isRequired,
      ] as LuaRecord
    },
  ]
}
