internal import CLuaBridge

/// Nil as a result.
package struct LuaNil: LuaEncodable {
  package init() {}
  package static var luaType: String { "nil" }
  package func push(on stack: LuaStack) { vslua_push_nil(stack.pointer) }
}

extension Bool: LuaDecodable, LuaEncodable {
  package static var luaType: String { "boolean" }
  package static func decode(_ slot: LuaSlot) throws -> Bool {
    guard let value = slot.boolean else { throw slot.mismatch("boolean") }
    return value
  }
  package func push(on stack: LuaStack) { vslua_push_boolean(stack.pointer, self) }
}

extension LuaSlot {
  /// An integer of any width; never from a string, and a float only when it is integral.
  func fixedWidth<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard let number else { throw mismatch("integer") }
    guard let integer else {
      throw refusal("integer expected, got \(number), which is none")
    }
    guard let value = T(exactly: integer) else {
      throw refusal("\(integer) is out of range; \(T.min) to \(T.max) expected")
    }
    return value
  }
}

extension Int64: LuaDecodable, LuaEncodable {
  package static var luaType: String { "integer" }
  package static func decode(_ slot: LuaSlot) throws -> Int64 { try slot.fixedWidth(Int64.self) }
  package func push(on stack: LuaStack) { vslua_push_integer(stack.pointer, self) }
}

extension Int: LuaDecodable, LuaEncodable {
  package static var luaType: String { "integer" }
  package static func decode(_ slot: LuaSlot) throws -> Int { try slot.fixedWidth(Int.self) }
  package func push(on stack: LuaStack) { vslua_push_integer(stack.pointer, Int64(self)) }
}

extension Int32: LuaDecodable, LuaEncodable {
  package static var luaType: String { "integer" }
  package static func decode(_ slot: LuaSlot) throws -> Int32 { try slot.fixedWidth(Int32.self) }
  package func push(on stack: LuaStack) { vslua_push_integer(stack.pointer, Int64(self)) }
}

extension Double: LuaDecodable, LuaEncodable {
  package static var luaType: String { "number" }
  package static func decode(_ slot: LuaSlot) throws -> Double {
    guard let value = slot.number else { throw slot.mismatch("number") }
    return value
  }
  package func push(on stack: LuaStack) { vslua_push_number(stack.pointer, self) }
}

extension String: LuaDecodable, LuaEncodable {
  package static var luaType: String { "string" }
  package static func decode(_ slot: LuaSlot) throws -> String {
    guard let value = slot.string else { throw slot.mismatch("string") }
    return value
  }
  package func push(on stack: LuaStack) {
    var text = self
    text.withUTF8 { stack.push(bytes: UnsafeRawBufferPointer($0)) }
  }
}
