internal import CLuaBridge

/// What a prompt needs to look at values without running more of a script than it must.
extension LuaState {
  /// The version of the language, such as "5.4.4".
  package static var version: String {
    String(String(cString: vslua_version()).drop { !$0.isNumber })
  }

  /// The text that `tostring` gives; a metamethod of the script's may run and raise.
  package func text(of value: LuaValue) throws(LuaError) -> String {
    let stack = self.stack
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(value)
    try stack.check(vslua_text(stack.pointer, top + 1))
    return stack.text(at: -1) ?? ""
  }

  /// The names of all globals.
  var globalNames: [String] { ((try? globals.entries()) ?? []).compactMap { $0.key.text } }

  /// What tells a table, function or object from every other; nil for plain values.
  package func identity(of value: LuaValue) -> UnsafeRawPointer? {
    let stack = self.stack
    stack.push(value)
    defer { stack.pop() }
    return vslua_identity(stack.pointer, -1)
  }

  /// A field of a value's metatable, without metamethods; nil where there is none.
  package func metafield(_ name: String, of value: LuaValue) -> LuaValue {
    let stack = self.stack
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(value)
    guard vslua_push_metatable(stack.pointer, top + 1) else { return .nil }
    let metatable = LuaSlot(stack: stack, index: top + 2)
    return (try? metatable.field(name, as: LuaValue.self)) ?? .nil
  }

  /// A property, method or element of an object as a script would read it.
  package func member(_ key: some LuaEncodable, of value: LuaValue) throws(LuaError) -> LuaValue {
    let stack = self.stack
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(value)
    stack.push(key)
    try stack.check(vslua_get(stack.pointer, top + 1))
    return stack.value(at: top + 2)
  }

  /// The entry of the registration table that a function stands for; nil for the script's own.
  package func registration(of function: LuaFunction) -> (owner: LuaClass, member: LuaMember)? {
    let stack = self.stack
    stack.push(function)
    defer { stack.pop() }
    return vslua_body(stack.pointer, -1).flatMap(registration)
  }

  /// The entry that a body runs or assigns.
  func registration(of body: UnsafeRawPointer) -> (owner: LuaClass, member: LuaMember)? {
    for owner in registries.flatMap(\.allClasses) {
      for member in owner.members {
        let bodies = [member.body, member.setter].compactMap { $0 }
        guard bodies.contains(where: { Unmanaged.passUnretained($0).toOpaque() == body }) else {
          continue
        }
        return (owner, member)
      }
    }
    return nil
  }

  /// How a member is used, as advice for a use that was wrong; nil for what is not registered.
  func usage(of body: LuaBody) -> String? {
    let pointer = UnsafeRawPointer(Unmanaged.passUnretained(body).toOpaque())
    guard let (owner, member) = registration(of: pointer) else { return nil }
    let hasOptions = member.signature.parameters.contains { $0.fields != nil }
    let name = "vs.help(\"\(owner.name)\(member.kind == .call ? "" : "." + member.name)\")"
    let heading = member.heading(in: owner)
    if heading.utf8.count <= 120 {
      return "it is \(heading)" + (hasOptions ? "; \(name) lists the options" : "")
    }
    return "\(name) tells what it takes"
  }

  /// The class or module of a name: "Track", "vs.time".
  package func registration(named name: String) -> LuaClass? {
    registries.lazy.compactMap { $0.entry(named: name) }.first
  }

  /// A function that makes the local variables of its caller global, and returns what it is given.
  ///
  /// Called at the end of a chunk, it lets them outlive the chunk.
  package func makeLocalsKeeper() -> LuaFunction {
    makeFunction("keep_locals") { (call: LuaCall, values: LuaArguments) throws -> LuaResults in
      vslua_keep_locals(call.stack.pointer, 1)
      return LuaResults(try values.all(as: LuaValue.self))
    }
  }
}

extension LuaTable {
  /// A field without metamethods; nil where there is none.
  package func rawField(_ name: String) -> LuaValue {
    guard let stack = try? reference.stack() else { return .nil }
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(reference)
    return (try? LuaSlot(stack: stack, index: top + 1).field(name, as: LuaValue.self)) ?? .nil
  }

  /// A list element without metamethods; nil where there is none.
  package func rawElement(_ number: Int) -> LuaValue {
    guard let stack = try? reference.stack() else { return .nil }
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(reference)
    return (try? LuaSlot(stack: stack, index: top + 1).element(number, as: LuaValue.self)) ?? .nil
  }

  /// The number of list elements, without metamethods.
  package var rawCount: Int {
    guard let stack = try? reference.stack() else { return 0 }
    stack.push(reference)
    defer { stack.pop() }
    return LuaSlot(stack: stack, index: stack.top).count
  }
}
