internal import CLuaBridge

/// Keeps one Lua value alive for Swift.
///
/// It may be released on any thread, and may outlive its state.
package final class LuaReference {
  let host: LuaHost
  let number: Int32

  init(host: LuaHost, number: Int32) {
    self.host = host
    self.number = number
  }

  deinit { host.release(number) }

  /// The stack to work on, while the state is open.
  func stack() throws(LuaError) -> LuaStack {
    guard let state = host.state else {
      throw LuaError(
        code: LuaError.Code.stateClosed, message: "the Lua state of this value is closed",
        hint: "it ended with its script")
    }
    return state.stack
  }
}

extension LuaReference: LuaEncodable {
  package static var luaType: String { "any" }

  /// Pushes the value itself; nil when it belongs to another state.
  package func push(on stack: LuaStack) {
    if stack.state.host === host {
      vslua_push_ref(stack.pointer, number)
    } else {
      vslua_push_nil(stack.pointer)
    }
  }
}
