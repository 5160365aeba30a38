/// Watches a file being read through, for whoever waits for it.
package final class ReadingMonitor {
  /// Takes the path, the bytes read and those of the whole file; false gives the reading up.
  private let note: (_ path: String, _ done: Int64, _ total: Int64) -> Bool
  /// Told when the reading is over, however it ended.
  private let finish: () -> Void

  package init(
    note: @escaping (_ path: String, _ done: Int64, _ total: Int64) -> Bool,
    finish: @escaping () -> Void
  ) {
    (self.note, self.finish) = (note, finish)
  }

  /// One that also tells `listener` the share that was read, which gives the reading up by false.
  package func told(to listener: @escaping (Double) -> Bool) -> ReadingMonitor {
    ReadingMonitor(
      note: { [note] path, done, total in
        note(path, done, total) && listener(total > 0 ? Double(done) / Double(total) : 0)
      },
      finish: finish)
  }

  /// What the reading of one file asks now and then: false once it is to be given up.
  struct Watch {
    let monitor: ReadingMonitor
    let path: String
    let size: Int64

    func goesOn(at position: Int64) -> Bool { monitor.note(path, min(position, size), size) }
    func finish() { monitor.finish() }
  }
}
