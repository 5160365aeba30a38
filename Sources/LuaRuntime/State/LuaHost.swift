internal import CLuaBridge
import Synchronization

/// What remains of a state for those who may outlive it: references, interrupters.
///
/// References are released on any thread, so they leave their number here, and the owner thread
/// returns them to Lua when it gets to it.
final class LuaHost: @unchecked Sendable {
  /// The bridge's record; set once by `open`, freed with the last reference to the host.
  private(set) var pointer: OpaquePointer!

  /// The state while it is open; read on the owner thread only.
  private(set) unowned(unsafe) var state: LuaState?

  private let released = Mutex<[Int32]>([])

  deinit {
    if let pointer { vslua_free(pointer) }
  }

  func open(_ callbacks: vslua_Callbacks, state: LuaState) {
    pointer = vslua_open(callbacks)
    self.state = state
  }

  var main: OpaquePointer { vslua_main(pointer) }
  var isClosed: Bool { state == nil }

  func close() {
    guard state != nil else { return }
    state = nil
    vslua_close(pointer)
    exhume()
  }

  /// Gives back a registry slot, from any thread.
  func release(_ reference: Int32) { released.withLock { $0.append(reference) } }

  /// Returns released references to Lua and drops the objects that it has collected.
  ///
  /// Only where Swift has nothing in hand: releasing runs any `deinit`.
  func drain() {
    let references = released.withLock { pending in
      let taken = pending
      if !taken.isEmpty { pending.removeAll(keepingCapacity: true) }
      return taken
    }
    if state != nil {
      for reference in references { vslua_unref(main, reference) }
    }
    exhume()
  }

  private func exhume() {
    while let object = vslua_exhume(pointer) {
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }
}

/// Stops the running script from anywhere, a signal handler included.
package struct LuaInterrupter: @unchecked Sendable {
  private let host: LuaHost
  private let pointer: OpaquePointer

  init(_ host: LuaHost) {
    self.host = host
    pointer = host.pointer
  }

  /// Makes the script raise `interrupted` at its next instruction, and again until it has ended.
  package func interrupt() { vslua_interrupt(pointer) }

  /// Whether an interrupt waits for script code to run; work on other threads asks this.
  package var isInterrupted: Bool { vslua_is_interrupted(pointer) }
}
