/// Any Lua value.
///
/// Integers and floats stay apart, strings are bytes, and tables, functions and objects are
/// references.
package enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(LuaBytes)
  case table(LuaTable)
  case function(LuaFunction)
  case object(LuaUserdata)
  /// A coroutine or a light userdata.
  case other(LuaReference)

  package var isNil: Bool { if case .nil = self { true } else { false } }

  /// The text of a string value.
  package var text: String? { if case .string(let bytes) = self { bytes.text } else { nil } }

  /// The Swift object or value behind an object of a registered class.
  package func `as`<T: LuaDecodable>(_ type: T.Type) -> T? {
    guard case .object(let userdata) = self else { return nil }
    return userdata.as(type)
  }
}

extension LuaValue: LuaDecodable, LuaEncodable {
  package static var luaType: String { "any" }
  package static var acceptsAbsent: Bool { true }

  package static func decode(_ slot: LuaSlot) throws -> LuaValue {
    slot.stack.value(at: slot.index)
  }

  package func push(on stack: LuaStack) {
    switch self {
    case .nil: (nil as Bool?).push(on: stack)
    case .boolean(let value): value.push(on: stack)
    case .integer(let value): value.push(on: stack)
    case .number(let value): value.push(on: stack)
    case .string(let value): value.push(on: stack)
    case .table(let value): value.push(on: stack)
    case .function(let value): value.push(on: stack)
    case .object(let value): value.push(on: stack)
    case .other(let value): value.push(on: stack)
    }
  }
}

/// A Lua string: bytes, which need not be text and may contain zeros.
package struct LuaBytes: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package var bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  package init(stringLiteral value: String) { bytes = Array(value.utf8) }

  /// The bytes as text, with repairs where they are none.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var description: String { text }
}

extension LuaBytes: LuaDecodable, LuaEncodable {
  package static var luaType: String { "string" }

  package static func decode(_ slot: LuaSlot) throws -> LuaBytes {
    guard let bytes = slot.stack.bytes(at: slot.index) else {
      throw slot.mismatch("string")
    }
    return bytes
  }

  package func push(on stack: LuaStack) {
    bytes.withUnsafeBytes { stack.push(bytes: $0) }
  }
}
