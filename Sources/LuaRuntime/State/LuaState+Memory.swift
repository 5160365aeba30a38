internal import CLuaBridge

/// Memory, and stopping a script.
extension LuaState {
  /// The bytes that Lua holds itself.
  package var memoryInUse: Int { vslua_memory(host.pointer) }

  /// What Lua may hold while script code runs, in bytes; nil for no limit.
  package var memoryLimit: Int? {
    get {
      let limit = vslua_memory_limit(host.pointer)
      return limit == 0 ? nil : limit
    }
    set { vslua_set_memory_limit(host.pointer, newValue ?? 0) }
  }

  /// The line that last asked for more than the limit.
  var refusedPosition: LuaPosition? {
    let line = vslua_refused_line(host.pointer)
    guard line > 0 else { return nil }
    return LuaPosition(
      source: String(cString: vslua_refused_source(host.pointer)), line: Int(line))
  }

  /// Collects everything that scripts cannot reach, and releases the objects that were theirs.
  package func collectGarbage() {
    precondition(vslua_on_owner_thread(host.pointer), "a Lua state belongs to one thread")
    host.drain()
    vslua_collect(host.pointer)
    vslua_collect(host.pointer)  // what finalizers let go
    host.drain()
  }

  /// Tells the collector of memory that objects hold outside of Lua.
  ///
  /// Lua sees a few bytes where a frame holds megabytes; now and then this makes it take a step.
  package func noteExternalBytes(_ count: Int) {
    precondition(vslua_on_owner_thread(host.pointer), "a Lua state belongs to one thread")
    vslua_note_external(host.pointer, count)
  }

  /// What stops this state's scripts from another thread or a signal handler.
  package var interrupter: LuaInterrupter { LuaInterrupter(host) }

  /// Whether an interrupt waits for script code to run: long work in Swift asks this and gives up.
  package var isInterrupted: Bool { vslua_is_interrupted(host.pointer) }

  /// Forgets an interrupt that came while nothing ran.
  package func clearInterrupt() { vslua_clear_interrupt(host.pointer) }
}
