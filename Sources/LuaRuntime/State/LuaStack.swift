internal import CLuaBridge

/// Something to point at when there are no bytes: one zero, never written.
nonisolated(unsafe) let emptyChars: UnsafePointer<CChar> = {
  let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  byte.pointee = 0
  return UnsafePointer(byte)
}()

/// The stack of the main state or of a coroutine, on which values are pushed.
package struct LuaStack {
  package let state: LuaState
  let pointer: OpaquePointer

  /// Pushes one value.
  ///
  /// Cannot fail: this is what allows Swift to hand errors and results to Lua.
  package func push(_ value: some LuaEncodable) { value.push(on: self) }

  var top: Int32 { vslua_top(pointer) }

  func pop(_ count: Int32 = 1) { vslua_pop(pointer, count) }

  /// Makes room for values; false when the stack is at its limit.
  func reserve(_ count: Int) -> Bool {
    vslua_reserve(pointer, Int32(clamping: count))
  }

  /// Takes the top value off the stack into a reference.
  func popReference() -> LuaReference {
    LuaReference(host: state.host, number: vslua_ref(pointer))
  }

  /// The value at an index as an enum; tables, functions and others become references.
  func value(at index: Int32) -> LuaValue {
    switch vslua_type(pointer, index) {
    case VSLUA_NIL, VSLUA_NONE: return .nil
    case VSLUA_BOOLEAN: return .boolean(vslua_to_boolean(pointer, index))
    case VSLUA_NUMBER:
      var integer: Int64 = 0
      if vslua_is_integer(pointer, index), vslua_to_integer(pointer, index, &integer) {
        return .integer(integer)
      }
      var number = 0.0
      _ = vslua_to_number(pointer, index, &number)
      return .number(number)
    case VSLUA_STRING: return .string(bytes(at: index) ?? LuaBytes([]))
    default:
      vslua_push_copy(pointer, index)
      let reference = popReference()
      switch vslua_type(pointer, index) {
      case VSLUA_TABLE: return .table(LuaTable(reference))
      case VSLUA_FUNCTION: return .function(LuaFunction(reference))
      case VSLUA_USERDATA: return .object(LuaUserdata(reference))
      default: return .other(reference)
      }
    }
  }

  /// All values above a height, from the lowest.
  func values(above height: Int32) -> [LuaValue] {
    guard top > height, reserve(4) else { return [] }
    return (height + 1...top).map { value(at: $0) }
  }

  /// The bytes of a string; nil for anything else, numbers included.
  func bytes(at index: Int32) -> LuaBytes? {
    var length = 0
    guard let chars = vslua_to_string(pointer, index, &length) else { return nil }
    return LuaBytes(UnsafeRawBufferPointer(start: chars, count: length))
  }

  func text(at index: Int32) -> String? {
    var length = 0
    guard let chars = vslua_to_string(pointer, index, &length) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: chars, count: length), as: UTF8.self)
  }

  func push(bytes: UnsafeRawBufferPointer) {
    let chars = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? emptyChars
    vslua_push_string(pointer, chars, bytes.count)
  }

  /// The line of the nearest script function at or above a level of the call stack.
  func position(level: Int32) -> LuaPosition? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(VSLUA_SOURCE_SIZE)) {
      var line: Int32 = 0
      guard vslua_where(pointer, level, $0.baseAddress!, &line) else { return nil }
      return LuaPosition(source: String(cString: $0.baseAddress!), line: Int(line))
    }
  }

  // MARK: Failures of protected operations

  /// Takes the error value that a protected operation left.
  func popError(_ status: Int32) -> LuaError {
    let error = LuaError.caught(on: self, status: status)
    pop()
    return error
  }

  /// Throws what a protected operation left when it failed.
  func check(_ status: Int32) throws(LuaError) {
    if status != VSLUA_OK { throw popError(status) }
  }
}
