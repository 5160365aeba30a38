@preconcurrency import Glibc

/// Keeps threads of this process out of the real-time schedule.
///
/// SVT-AV1 puts the thread that opens it, and all its own, at the highest real-time priority where
/// the user may do that, as root may. Whatever that thread starts afterwards inherits it: a library
/// whose threads wait for each other in a loop then never ends, and other programs stand still.
enum ThreadSchedules {
  /// Runs `body`, after which no thread is a real-time one that was not one before.
  ///
  /// Costs a look into /proc; for the opening of an encoder that is known to need it.
  static func keepingOrdinary<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = realTimeThreads
    defer {
      var ordinary = sched_param()
      ordinary.sched_priority = 0
      for thread in realTimeThreads.subtracting(before) {
        sched_setscheduler(thread, SCHED_OTHER, &ordinary)
      }
    }
    return try body()
  }

  /// The threads of this process whose schedule is a real-time one.
  static var realTimeThreads: Set<pid_t> {
    Set(
      fileNames(in: "/proc/self/task").compactMap { pid_t($0) }.filter {
        let policy = sched_getscheduler($0)
        return policy == SCHED_FIFO || policy == SCHED_RR
      })
  }
}
