@preconcurrency import Glibc
import LuaRuntime
import Synchronization

/// What Ctrl-C does: the first stops the script in order, the second ends the process.
package enum Interruption {
  private static let count = Atomic<Int>(0)
  // Written once, before the handler is set; read in the handler.
  nonisolated(unsafe) private static var interrupter: LuaInterrupter?

  /// Lets SIGINT and SIGTERM stop the script of a host, and a closed pipe be an error of `write`.
  package static func install(for host: ScriptHost) {
    interrupter = host.interrupter
    _ = count.load(ordering: .relaxed)  // a global is made on first use, which no handler may be
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        if Interruption.count.add(1, ordering: .relaxed).newValue > 1 { _exit(130) }
        Interruption.interrupter?.interrupt()
      }
    }
  }
}
