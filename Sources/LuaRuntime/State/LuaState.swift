internal import CLuaBridge

/// A Lua world: globals, loaded libraries, the classes that scripts see.
///
/// # Using this module
///
/// Swift types reach scripts through one registration table. A type says what it is:
///
///     extension Time: LuaValueType {       // equality by value, immutable
///       static var luaName: String { "Time" }
///     }
///     extension Session: LuaObject {       // identity: the same object is the same userdata
///       static var luaName: String { "Session" }
///     }
///
/// and a `LuaClass` describes its members. The text names the parameters, the closure has their
/// types; from both come argument checks, help, completion and editor annotations:
///
///     let time = LuaClass.value(Time.self, "An exact instant or duration.") { type in
///       type.property("seconds", "The value in seconds.") { $0.seconds }
///       type.method("convert_scale(scale, method)", "Returns the same time on another scale.") {
///         (time: Time, scale: Int64, method: String?) in try time.convert(scale, method)
///       }
///       type.operator(.add, "Adds exactly.") { (a: Time, b: Time) in a + b }
///     }
///     let vs = LuaClass.module("vs", "The toolkit.") { module in
///       module.function("seconds(x)", "A time from seconds.") { (x: Double) in Time(simplest: x) }
///       module.module("time", "Times.") { $0.call("(value, scale)", "…") { … } }
///     }
///     let state = LuaState()
///     state.install(LuaRegistry([time, vs]))
///     try state.globals.set("vs", vs)
///     try state.load("print(vs.seconds(1.5))", name: "@script.lua").call()
///
/// - A closure may take anything `LuaDecodable`, and return nothing, anything `LuaEncodable`, or
///   `LuaMultiple(a, b)`. `T?` is an optional argument or a nil result. `LuaCall` as a parameter
///   takes no argument and gives access to the call; `LuaArguments` takes the rest of them.
/// - Tables of named options are structs that conform to `LuaOptions`.
/// - What accepts more than its own class (a time given as text) overrides `convert(_:)`.
/// - Any Swift error may be thrown. `LuaErrorConvertible` decides what a script sees of it.
/// - A type that holds a file conforms to `LuaClosable`.
///
/// # Threads and life
///
/// A state belongs to the thread that made it, and asserts it. References (`LuaTable`,
/// `LuaFunction`) may be released anywhere; they do not keep the state alive, and using one of a
/// closed state is an error. What Lua holds is released when Lua has collected it and no function
/// of ours runs, or when the state closes.
package final class LuaState {
  /// The host, shared with everything that may outlive the state.
  let host: LuaHost

  /// The stack that operations use now: that of the coroutine which called Swift.
  var current: OpaquePointer

  /// What scripts can see, by the identity of the Swift type.
  var classes: [ObjectIdentifier: LuaClass] = [:]

  /// Everything installed, in order; it keeps the bodies of the members alive.
  package private(set) var registries: [LuaRegistry] = []

  /// Which of the standard libraries a state has.
  package enum Libraries {
    case all
    /// No files, no processes, no native modules, no `debug` but tracebacks.
    case sandboxed
  }

  /// Opens a state that belongs to the calling thread.
  ///
  /// `memoryLimit` is in bytes and holds while script code runs; nil means none.
  package init(libraries: Libraries = .all, memoryLimit: Int? = nil) {
    host = LuaHost()
    current = OpaquePointer(bitPattern: 1)!
    let callbacks = vslua_Callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      call: { context, stack, body in LuaState.dispatch(context!, stack!, body!) },
      interrupted: { context, stack in LuaState.pushInterruption(context!, stack!) })
    host.open(callbacks, state: self)
    current = host.main
    let status = vslua_open_libraries(current, libraries == .sandboxed)
    precondition(status == VSLUA_OK, "Lua's standard libraries do not open")
    install(LuaRegistry([LuaError.luaClass]))
    self.memoryLimit = memoryLimit
  }

  deinit { shut() }

  /// Closes the state now: runs the finalizers and releases everything that Lua held.
  ///
  /// Not while a script runs. References into the state give errors from here on.
  package func close() { shut() }

  private func shut() {
    precondition(vslua_on_owner_thread(host.pointer), "a Lua state is closed by its own thread")
    precondition(vslua_is_idle(host.pointer), "a Lua state cannot be closed by its own script")
    host.close()
  }

  package var isClosed: Bool { host.isClosed }

  /// The stack for operations that Swift begins.
  ///
  /// Traps on another thread and after `close()`.
  var stack: LuaStack {
    precondition(vslua_on_owner_thread(host.pointer), "a Lua state belongs to one thread")
    precondition(!host.isClosed, "the Lua state is closed")
    return LuaStack(state: self, pointer: current)
  }

  // MARK: Registration

  /// Makes classes and modules known, so that their objects can be pushed.
  package func install(_ registry: LuaRegistry) {
    registries.append(registry)
    for type in registry.allClasses {
      if let identity = type.swiftType { classes[identity] = type }
      type.create(on: stack)
    }
  }

  /// The class of a Swift type.
  ///
  /// A type that was not installed is a mistake of the program, not of the script.
  func luaClass(of type: Any.Type) -> LuaClass {
    guard let known = classes[ObjectIdentifier(type)] else {
      preconditionFailure("\(type) has no installed LuaClass")
    }
    return known
  }
}
