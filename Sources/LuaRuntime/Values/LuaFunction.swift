internal import CLuaBridge

/// A function, kept by reference: a loaded chunk or a script's callback.
package struct LuaFunction {
  let reference: LuaReference

  init(_ reference: LuaReference) { self.reference = reference }

  /// Calls with any arguments and returns all results.
  ///
  /// On the owner thread only. What the function raises is thrown, as the same `LuaError` if it was
  /// one. It cannot yield.
  @discardableResult
  package func call<each A: LuaEncodable>(_ arguments: repeat each A) throws(LuaError) -> [LuaValue]
  {
    let (stack, top) = try begin(repeat each arguments, results: VSLUA_ALL_RESULTS)
    defer { vslua_set_top(stack.pointer, top) }
    return stack.values(above: top)
  }

  /// Calls and decodes the first result; a wrong type is an error that names the function `role`.
  package func call<each A: LuaEncodable, R: LuaDecodable>(
    _ arguments: repeat each A, returning type: R.Type, role: String = "function"
  ) throws -> R {
    let (stack, top) = try begin(repeat each arguments, results: 1)
    defer { vslua_set_top(stack.pointer, top) }
    do {
      return try R.decode(LuaSlot(stack: stack, index: top + 1))
    } catch let mismatch as LuaMismatch {
      throw LuaError(
        code: LuaError.Code.badResult, message: "bad result of the \(role) (\(mismatch))",
        hint: "look at what it returns")
    }
  }

  /// Calls with a list of arguments.
  @discardableResult
  package func call(list arguments: [LuaValue]) throws(LuaError) -> [LuaValue] {
    let stack = try reference.stack()
    let top = stack.top
    guard stack.reserve(arguments.count + 8) else { throw LuaError.stackOverflow }
    stack.push(reference)
    for argument in arguments { stack.push(argument) }
    defer { stack.state.host.drain() }
    try stack.check(vslua_call(stack.pointer, Int32(arguments.count), VSLUA_ALL_RESULTS))
    defer { vslua_set_top(stack.pointer, top) }
    return stack.values(above: top)
  }

  /// Calls; leaves the results above `top`.
  private func begin<each A: LuaEncodable>(
    _ arguments: repeat each A, results: Int32
  ) throws(LuaError) -> (LuaStack, top: Int32) {
    let stack = try reference.stack()
    let top = stack.top
    guard stack.reserve(48) else { throw LuaError.stackOverflow }
    stack.push(reference)
    repeat stack.push(each arguments)
    defer { stack.state.host.drain() }
    try stack.check(vslua_call(stack.pointer, stack.top - top - 1, results))
    return (stack, top)
  }
}

extension LuaFunction: LuaDecodable, LuaEncodable {
  package static var luaType: String { "function" }

  package static func decode(_ slot: LuaSlot) throws -> LuaFunction {
    guard slot.kind == .function else { throw slot.mismatch("function") }
    return LuaFunction(slot.reference())
  }

  package func push(on stack: LuaStack) { reference.push(on: stack) }
}
