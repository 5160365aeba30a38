import Synchronization

/// What is left of cancelled exports: threads that an encoder or a decoder has not let go of yet.
///
/// A frame that is being compressed cannot be taken back, and an encoder closes only once its own
/// threads have come to the end of theirs, which takes half a second at 4K. Nobody needs to wait for
/// that; but memory is divided and the program ends only when it is over.
package enum Aftermath {
  private static let threads = Mutex<[Worker]>([])

  /// Lets a thread come to its end alone.
  static func leave(_ thread: Worker) { threads.withLock { $0.append(thread) } }

  /// Waits until nothing of what was cancelled goes on; from any thread.
  package static func wait() {
    while let thread = threads.withLock({ $0.popLast() }) { thread.join() }
  }
}
