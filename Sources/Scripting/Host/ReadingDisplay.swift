import LuaRuntime
import Media

extension ReadingMonitor {
  /// Shows on standard error how far the reading of a file is, when it takes longer than a moment.
  convenience init(options: HostOptions, isInterrupted: @escaping () -> Bool) {
    let mode = ProgressDisplay.mode(options: options, script: nil)
    var display: ProgressDisplay?
    var progress: (done: Int64, total: Int64) = (0, 0)
    var isGivenUp = false
    self.init(
      note: { path, done, total in
        let shown =
          display
          ?? ProgressDisplay(mode: mode, job: "reading", path: path, unit: .bytes, patience: 0.5)
        display = shown
        progress = (max(progress.done, done), total)
        shown.update(
          framesDone: progress.done, framesTotal: total,
          fraction: total > 0 ? Double(progress.done) / Double(total) : 0)
        isGivenUp = isInterrupted()
        return !isGivenUp
      },
      finish: {
        if isGivenUp {
          display?.clear()
        } else {
          display?.finish(done: progress.total, total: progress.total)
        }
        (display, progress, isGivenUp) = (nil, (0, 0), false)
      })
  }
}
