internal import CLuaBridge

/// A table, kept by reference.
package struct LuaTable {
  let reference: LuaReference

  init(_ reference: LuaReference) { self.reference = reference }

  /// Reads a field as a script would, metamethods included.
  package func get<T: LuaDecodable>(_ key: some LuaEncodable, as type: T.Type = T.self) throws -> T
  {
    let stack = try reference.stack()
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(reference)
    stack.push(key)
    try stack.check(vslua_get(stack.pointer, top + 1))
    return try T.decode(LuaSlot(stack: stack, index: top + 2))
  }

  /// Writes a field as a script would, metamethods included.
  package func set(_ key: some LuaEncodable, _ value: some LuaEncodable) throws {
    let stack = try reference.stack()
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(reference)
    stack.push(key)
    stack.push(value)
    try stack.check(vslua_set(stack.pointer, top + 1))
  }

  /// The length by the `#` operator.
  package func length() throws -> Int {
    let stack = try reference.stack()
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(reference)
    try stack.check(vslua_length(stack.pointer, top + 1))
    return try Int.decode(LuaSlot(stack: stack, index: top + 2))
  }

  /// All keys and values, without metamethods, in no particular order.
  package func entries() throws -> [(key: LuaValue, value: LuaValue)] {
    let stack = try reference.stack()
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    stack.push(reference)
    return try LuaSlot(stack: stack, index: top + 1).entries()
  }
}

extension LuaTable: LuaDecodable, LuaEncodable {
  package static var luaType: String { "table" }

  package static func decode(_ slot: LuaSlot) throws -> LuaTable {
    guard slot.kind == .table else { throw slot.mismatch("table") }
    return LuaTable(slot.reference())
  }

  package func push(on stack: LuaStack) { reference.push(on: stack) }
}

/// A userdata, kept by reference; pushed back it is the same userdata.
package struct LuaUserdata {
  let reference: LuaReference

  init(_ reference: LuaReference) { self.reference = reference }

  /// The Swift value, when it is one of that type and its state is open.
  package func `as`<T: LuaDecodable>(_ type: T.Type) -> T? {
    guard let stack = try? reference.stack() else { return nil }
    stack.push(reference)
    defer { stack.pop() }
    return try? T.decode(LuaSlot(stack: stack, index: stack.top))
  }

  /// The registered class of the value; nil for a userdata of another library.
  package var luaClass: LuaClass? {
    guard let stack = try? reference.stack() else { return nil }
    stack.push(reference)
    defer { stack.pop() }
    return LuaSlot(stack: stack, index: stack.top).luaClass
  }
}

extension LuaUserdata: LuaDecodable, LuaEncodable {
  package static var luaType: String { "userdata" }

  package static func decode(_ slot: LuaSlot) throws -> LuaUserdata {
    guard slot.kind == .userdata else { throw slot.mismatch("userdata") }
    return LuaUserdata(slot.reference())
  }

  package func push(on stack: LuaStack) { reference.push(on: stack) }
}
