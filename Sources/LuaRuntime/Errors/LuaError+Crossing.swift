internal import CLuaBridge

extension LuaError {
  /// The error that a script sees for any error of Swift: an error object stays the same one.
  package static func crossing(_ error: any Error) -> LuaError {
    switch error {
    case let error as LuaError: error
    case let mismatch as LuaMismatch:
      LuaError(code: Code.badArgument, message: mismatch.description)
    default: LuaError(wrapping: error)
    }
  }

  /// The error for the value on top of the stack, which a protected operation raised.
  ///
  /// Leaves the value where it is.
  static func caught(on stack: LuaStack, status: Int32) -> LuaError {
    let slot = LuaSlot(stack: stack, index: stack.top)
    vslua_take_traceback(stack.pointer)
    let traceback = stack.text(at: -1)
    stack.pop()
    let error = (slot.object as? LuaError) ?? foreign(slot, status: status)
    if error.traceback == nil { error.traceback = traceback }
    return error
  }

  /// An error for a value that is no error object.
  private static func foreign(_ slot: LuaSlot, status: Int32) -> LuaError {
    let value = slot.stack.value(at: slot.index)
    guard let text = value.text else {
      return LuaError(
        code: status == VSLUA_ERROR_MEMORY ? Code.memory : Code.script,
        message: describe(slot), value: value)
    }
    let (position, message) =
      LuaPosition.split(text).map { ($0.position, $0.message) } ?? (nil, text)
    switch status {
    case VSLUA_ERROR_SYNTAX:
      return LuaError(
        code: Code.syntax, message: message, hint: LuaAdvice.syntax(message), position: position,
        isIncomplete: text.hasSuffix("<eof>"))
    case VSLUA_ERROR_MEMORY:
      return LuaError(
        code: Code.memory, message: "the script uses more memory than it may",
        hint: "a table or a text grows without an end, or is kept for nothing", value: value,
        position: slot.stack.state.refusedPosition)
    default:
      let hint = LuaAdvice.runtime(message, globals: slot.stack.state.globalNames)
      return LuaError(
        code: Code.script, message: message, hint: hint, value: value, position: position)
    }
  }

  /// The text of an error value that is no string.
  private static func describe(_ slot: LuaSlot) -> String {
    let stack = slot.stack
    if slot.kind == .number || vslua_has_metafield(stack.pointer, slot.index, "__tostring") {
      let status = vslua_text(stack.pointer, slot.index)
      defer { stack.pop() }
      if status == VSLUA_OK, let text = stack.text(at: -1) { return text }
    }
    return slot.isAbsent ? "nil" : "(error object is a \(slot.typeName) value)"
  }
}

extension LuaError: LuaObject {
  package static var luaName: String { "Error" }
  package var luaText: String { text }

  /// The members that scripts see.
  static var luaClass: LuaClass {
    .object(LuaError.self, "What failed, where, and what to do about it.") { type in
      type.property("code", "A stable word, such as \"file_not_found\".") { $0.code }
      type.property("number", "The reference's number for it, where it has one.") { $0.number }
      type.property("message", "What failed, without the position.") { $0.message }
      type.property("path", "The file concerned.") { $0.path }
      type.property("time", "The time concerned.") { LuaErased($0.time) }
      type.property("hint", "What to do about it.") { $0.hint }
      type.property("source", "The script that was running.") { $0.position?.source }
      type.property("line", "The line of the script.") { $0.position?.line }
      type.property("where", "The position as \"script.lua:12\".") { $0.position?.description }
      type.property("traceback", "The calls that led there, once it has left the script.") {
        $0.traceback
      }
    }
  }
}

/// A result of a type that is known only at run time.
package struct LuaErased: LuaEncodable {
  private let value: (any LuaEncodable)?

  package init(_ value: (any LuaEncodable)?) { self.value = value }

  package static var luaType: String { "any" }
  package func push(on stack: LuaStack) {
    if let value { value.push(on: stack) } else { LuaNil().push(on: stack) }
  }
}
