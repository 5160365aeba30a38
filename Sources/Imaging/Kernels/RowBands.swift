@preconcurrency import Glibc

/// The threads that share the rows of one heavy kernel.
///
/// The calling thread works along, and `run` returns when all rows are done. Rows do not depend on
/// each other, so the result is the same for any number of threads. Threads start with the first
/// work and end with this object. One `run` at a time.
package final class RowBands: @unchecked Sendable {
  /// Everything on the calling thread.
  package static let single = RowBands(threads: 1)

  package let threads: Int
  private let crew: Crew
  private var members: [pthread_t] = []

  /// - Parameter threads: how many work, the caller included.
  package init(threads: Int) {
    self.threads = max(1, threads)
    crew = Crew()
  }

  deinit {
    crew.dismiss()
    for member in members { pthread_join(member, nil) }
  }

  /// Calls `body` for parts of `rows` that cover them; parts begin at multiples of `alignment`.
  ///
  /// Fewer than `least` rows are not worth a thread.
  package func run(
    _ rows: Range<Int>, alignment: Int = 1, least: Int, _ body: (Range<Int>) -> Void
  ) {
    // Rows cost different amounts: whoever is done early takes over what others would get to late.
    let count = min(8 * threads, rows.count / max(1, least))
    guard threads > 1, count > 1 else { return body(rows) }
    if members.isEmpty { start() }
    let cuts = (0...count).map { part -> Int in
      if part == 0 { return rows.lowerBound }
      if part == count { return rows.upperBound }
      return (rows.lowerBound + rows.count * part / count) / alignment * alignment
    }
    withoutActuallyEscaping(body) { body in
      crew.work(parts: count) { part in
        let low = max(cuts[part], rows.lowerBound)
        if low < cuts[part + 1] { body(low..<cuts[part + 1]) }
      }
    }
  }

  private func start() {
    for _ in 1..<threads {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(crew)
      let code = pthread_create(
        &thread, nil,
        { context in
          Unmanaged<Crew>.fromOpaque(context!).takeRetainedValue().serve()
          return nil
        }, context.toOpaque())
      // With fewer threads than asked for the work is only slower.
      guard code == 0 else {
        context.release()
        break
      }
      members.append(thread)
    }
  }
}

/// What the threads share: the work at hand and how far it is.
private final class Crew: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // All of these are only touched with the lock held.
  private var job: ((Int) -> Void)?
  private var next = 0
  private var parts = 0
  private var pending = 0
  private var isDismissed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Has all parts done and does some of them itself.
  func work(parts count: Int, _ body: @escaping (Int) -> Void) {
    pthread_mutex_lock(mutex)
    (job, next, parts, pending) = (body, 0, count, count)
    pthread_cond_broadcast(condition)
    takeParts()
    while pending > 0 { pthread_cond_wait(condition, mutex) }
    job = nil
    pthread_mutex_unlock(mutex)
  }

  /// Waits for work and does it until dismissed.
  func serve() {
    pthread_mutex_lock(mutex)
    while !isDismissed {
      takeParts()
      if !isDismissed { pthread_cond_wait(condition, mutex) }
    }
    pthread_mutex_unlock(mutex)
  }

  func dismiss() {
    pthread_mutex_lock(mutex)
    isDismissed = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Does parts while there are any; called with the lock, which is given up during each.
  private func takeParts() {
    while next < parts, let body = job {
      let part = next
      next += 1
      pthread_mutex_unlock(mutex)
      body(part)
      pthread_mutex_lock(mutex)
      pending -= 1
      if pending == 0 { pthread_cond_broadcast(condition) }
    }
  }
}
