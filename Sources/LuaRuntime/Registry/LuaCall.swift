internal import CLuaBridge

/// A call in progress, for members that need more than their arguments.
///
/// As a parameter of a member's closure it takes no argument. Valid until the closure returns.
package struct LuaCall: LuaDecodable {
  package let stack: LuaStack
  let body: LuaBody

  package var state: LuaState { stack.state }
  /// The member's name.
  package var name: String { body.name }
  /// Where in the script the call stands.
  package var position: LuaPosition? { stack.position(level: 1) }

  package static var luaType: String { "nil" }
  package static var parameterCount: Int { 0 }
  package static func decode(_ slot: LuaSlot) throws -> LuaCall {
    throw slot.refusal("a call is no value")
  }
  package static func take(from cursor: inout LuaCursor) throws -> LuaCall { cursor.call }
}

/// Takes the arguments of a call one after the other.
package struct LuaCursor {
  package let call: LuaCall
  private var index: Int32 = 1
  /// The number of the next argument as messages count them: an object before a colon is not one.
  private var number = 1
  private let top: Int32

  init(_ call: LuaCall) {
    self.call = call
    top = call.stack.top
  }

  /// Takes an argument, as the type says.
  package mutating func take<T: LuaDecodable>(_ type: T.Type = T.self) throws -> T {
    try T.take(from: &self)
  }

  /// Decodes the next argument.
  package mutating func next<T: LuaDecodable>(_ type: T.Type) throws -> T {
    let slot = self.slot
    do {
      if slot.isAbsent, !T.acceptsAbsent { throw slot.mismatch(T.luaType) }
      let value = try T.decode(slot)
      index += 1
      number += 1
      return value
    } catch let mismatch as LuaMismatch {
      throw failure(mismatch)
    }
  }

  /// Takes the object that a method or property belongs to.
  mutating func takeSelf<T: LuaDecodable>(_ type: T.Type) throws -> T {
    let slot = self.slot
    index += 1
    if slot.kind == .userdata, let value = try? T.decode(slot) { return value }
    let hint =
      call.body.role == .method ? "call it with a colon, as in object:\(call.name)(…)" : nil
    throw LuaError(
      code: LuaError.Code.badSelf,
      message: "bad self for '\(call.name)' (\(T.luaType) expected, got \(slot.typeName))",
      hint: hint)
  }

  mutating func skipSelf() { index += 1 }

  mutating func rest() -> LuaArguments {
    let count = max(0, Int(top - index) + 1)
    defer { index += Int32(count) }
    return LuaArguments(start: self, count: count)
  }

  /// The same a number of arguments further on.
  func advanced(by count: Int) -> LuaCursor {
    var result = self
    result.index += Int32(count)
    result.number += count
    return result
  }

  /// The next argument.
  var slot: LuaSlot { LuaSlot(stack: call.stack, index: index) }

  /// Refuses arguments that nothing took; nils at the end do not count.
  func finish() throws {
    var last = top
    while last >= index, vslua_type(call.stack.pointer, last) <= VSLUA_NIL { last -= 1 }
    guard last >= index else { return }
    let expected = number - 1
    throw LuaError(
      code: LuaError.Code.badArgument,
      message: "too many arguments to '\(call.name)' "
        + "(\(expected) expected, got \(expected + Int(last - index) + 1))")
  }

  private func failure(_ mismatch: LuaMismatch) -> LuaError {
    let what =
      switch call.body.role {
      case .function, .method: "bad argument #\(number) to '\(call.name)'"
      case .getter, .setter: "bad value for '\(call.name)'"
      case .operation: "bad operand #\(number) of '\(call.name)'"
      }
    return LuaError(code: LuaError.Code.badArgument, message: "\(what) (\(mismatch))")
  }
}
