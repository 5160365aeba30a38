internal import CLuaBridge

/// Where Lua enters Swift.
extension LuaState {
  /// Runs a body for the bridge's trampoline.
  ///
  /// Returns the number of results, or -1 for an error value on top, which C raises when this frame
  /// is gone.
  static func dispatch(
    _ context: UnsafeMutableRawPointer, _ pointer: OpaquePointer, _ body: UnsafeRawPointer
  ) -> Int32 {
    let state = Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue()
    let body = Unmanaged<LuaBody>.fromOpaque(body).takeUnretainedValue()
    let caller = state.current
    state.current = pointer
    let stack = LuaStack(state: state, pointer: pointer)
    let count: Int32
    do {
      var cursor = LuaCursor(LuaCall(stack: stack, body: body))
      count = try body.run(&cursor)
    } catch let mismatch as LuaMismatch {
      let message = "bad argument to '\(body.name)' (\(mismatch))"
      let error = LuaError(
        code: LuaError.Code.badArgument, message: message, hint: state.usage(of: body))
      stack.push(error: error, level: 1)
      count = -1
    } catch {
      // What was cut short by an interrupt failed for no other reason.
      let error = state.isInterrupted ? .interruption : LuaError.crossing(error)
      if error.hint == nil, error.code == LuaError.Code.badArgument {
        error.hint = state.usage(of: body)
      }
      stack.push(error: error, level: 1)
      count = -1
    }
    state.current = caller
    state.host.drain()
    return count
  }

  /// Pushes the error that ends an interrupted script.
  static func pushInterruption(
    _ context: UnsafeMutableRawPointer, _ pointer: OpaquePointer
  ) {
    let state = Unmanaged<LuaState>.fromOpaque(context).takeUnretainedValue()
    LuaStack(state: state, pointer: pointer).push(error: LuaError.interruption, level: 0)
    state.host.drain()
  }
}

extension LuaStack {
  /// Pushes what a script is to catch: the script's own value if it began as one, else an error object.
  ///
  /// `level` is where the search for the script's line begins: 1 for the caller of a function.
  func push(error: any Error, level: Int32) {
    let error = LuaError.crossing(error)
    if let value = error.value {
      value.push(on: self)
      return
    }
    if error.position == nil { error.position = position(level: level) }
    push(error)
  }
}
