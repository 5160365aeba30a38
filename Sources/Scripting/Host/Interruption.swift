@preconcurrency import Glibc
import LuaRuntime
import Synchronization

/// What Ctrl-C does: the first stops the script in order, the second ends the process.
///
/// In a conversation the first stops what runs and the prompt comes back; only the third in a row ends
/// the process, for work that does not hear the first.
package enum Interruption {
  private static let count = Atomic<Int>(0)
  private static let limit = Atomic<Int>(1)
  private static let hasToEnd = Atomic<Bool>(false)
  // Written once, before the handlers are set; read in the handlers.
  nonisolated(unsafe) private static var interrupter: LuaInterrupter?
  nonisolated(unsafe) private static var wakePipe: (reading: Int32, writing: Int32) = (-1, -1)

  /// Lets SIGINT and SIGTERM stop the script of a host, and a closed pipe be an error of `write`.
  package static func install(for host: ScriptHost) {
    interrupter = host.interrupter
    _ = count.load(ordering: .relaxed)  // a global is made on first use, which no handler may be
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if number == SIGTERM { Interruption.hasToEnd.store(true, ordering: .relaxed) }
        let limit = Interruption.limit.load(ordering: .relaxed)
        if Interruption.count.add(1, ordering: .relaxed).newValue > limit { _exit(130) }
        Interruption.interrupter?.interrupt()
        Interruption.wake()
      }
    }
  }

  /// Lets Ctrl-C lead back to a prompt; returns a file that can be read once one was pressed.
  package static func beginConversation() -> Int32 {
    _ = hasToEnd.load(ordering: .relaxed)
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    wakePipe = (ends[0], ends[1])
    limit.store(2, ordering: .relaxed)
    return wakePipe.reading
  }

  /// Makes a wait for the file end; from a signal handler too.
  package static func wake() {
    guard wakePipe.writing >= 0 else { return }
    let saved = errno
    var one: UInt8 = 1
    _ = write(wakePipe.writing, &one, 1)
    errno = saved
  }

  /// Whether Ctrl-C was pressed since the last call.
  package static func take() -> Bool {
    var block: (UInt64, UInt64) = (0, 0)
    if wakePipe.reading >= 0 { while read(wakePipe.reading, &block, 16) > 0 {} }
    return count.exchange(0, ordering: .relaxed) > 0
  }

  /// Whether the program was asked to end.
  package static var isEndRequested: Bool { hasToEnd.load(ordering: .relaxed) }
}
