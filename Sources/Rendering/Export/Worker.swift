import Glibc

/// One operating-system thread that runs a closure to its end.
///
/// The stages of an export each own one. A worker that is let go without `join` runs on alone.
package final class Worker: @unchecked Sendable {
  // Written once by `init`, read by `join`, both on the thread that owns the worker.
  private var thread = pthread_t()
  private var isJoined = false

  /// Starts `body` on a thread of its own.
  package init(_ body: @escaping @Sendable () -> Void) {
    let job = Job(body: body)
    let code = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Job>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(job).toOpaque())
    precondition(code == 0, "the system refuses a thread (error \(code))")
  }

  /// Waits until the closure has returned.
  package func join() {
    precondition(!isJoined, "a thread is joined once")
    isJoined = true
    pthread_join(thread, nil)
  }

  deinit {
    if !isJoined { pthread_detach(thread) }
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// A mutex with a condition variable: what queues and waiting callers need and `Mutex` lacks.
package final class Monitor: @unchecked Sendable {
  // Both are created in `init` and never moved, as pthreads requires.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Timed waits must not jump with the wall clock.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held.
  package func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock up until somebody signals; only with the lock held.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Gives the lock up until somebody signals or the time is over; only with the lock held.
  ///
  /// Returns false when the time ran out.
  package func wait(milliseconds: Int) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += milliseconds / 1000
    deadline.tv_nsec += (milliseconds % 1000) * 1_000_000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_sec += 1
      deadline.tv_nsec -= 1_000_000_000
    }
    return pthread_cond_timedwait(condition, mutex, &deadline) == 0
  }

  /// Wakes everybody who waits.
  package func signal() { pthread_cond_broadcast(condition) }
}
