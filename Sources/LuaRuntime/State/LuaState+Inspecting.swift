internal import CLuaBridge

/// What a prompt needs to look at values without running more of a script than it must.
extension LuaState {
  /// The text that `tostring` gives; a metamethod of the script's may run and raise.
  package func text(of value: LuaValue) throws(LuaError) -> String {
    let stack = self.stack
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(value)
    try stack.check(vslua_text(stack.pointer, top + 1))
    return stack.text(at: -1) ?? ""
  }

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
    guard let body = vslua_body(stack.pointer, -1) else { return nil }
    for owner in registries.flatMap(\.allClasses) {
      for member in owner.members
      where UnsafeRawPointer(Unmanaged.passUnretained(member.body).toOpaque()) == body {
        return (owner, member)
      }
    }
    return nil
  }

  /// The class or module of a name: "Track", "vs.time".
  package func registration(named name: String) -> LuaClass? {
    registries.lazy.compactMap { $0.entry(named: name) }.first
  }

  /// A function that makes the local variables of its caller global.
  ///
  /// Called at the end of a chunk, it lets them outlive the chunk.
  package func makeLocalsKeeper() -> LuaFunction {
    makeFunction("keep_locals") { (call: LuaCall) -> Void in
      vslua_keep_locals(call.stack.pointer, 1)
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
