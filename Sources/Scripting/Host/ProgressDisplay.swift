@preconcurrency import Glibc
import Timing

/// Shows the progress of one job on standard error; used on the Lua thread only.
final class ProgressDisplay {
  private let mode: ProgressMode
  private let name: String
  private let path: String?
  /// Of what a job is the progress; nil for an export.
  private let job: String?
  private let unit: ProgressState.Unit
  /// Seconds before anything is shown: what is over at once needs no bar.
  private let patience: Double
  private let startedAt = ProgressDisplay.now()
  private var shownAt = -1.0
  private var hasBar = false

  /// Seconds between two redrawn bars, and between two JSON lines.
  private static let interval = 0.1

  /// `path` is that of the output, nil when there is none.
  init(mode: ProgressMode, path: String?) {
    self.mode = mode
    self.path = path
    (job, unit, patience) = (nil, .frames, 0)
    name = path.map { String($0.split(separator: "/").last ?? "") } ?? "measuring"
  }

  /// The progress of other work than an export; `path` is the file that it is about, if any.
  init(
    mode: ProgressMode, job: String, path: String? = nil, unit: ProgressState.Unit = .items,
    patience: Double = 0
  ) {
    (self.mode, self.job, self.path, self.unit) = (mode, job, path, unit)
    self.patience = patience
    name = path.map { "\(job) \($0.split(separator: "/").last ?? "")" } ?? job
  }

  /// What is shown when neither the command line nor the script says: a bar where it can be drawn.
  static func mode(options: HostOptions, script: ProgressMode?) -> ProgressMode {
    options.progress ?? script ?? (StandardError.isTerminal ? .bar : .none)
  }

  func update(framesDone: Int64, framesTotal: Int64, fraction: Double) {
    guard mode != .none, mode != .line || StandardError.isTerminal else { return }
    let elapsed = Self.now() - startedAt
    guard elapsed - shownAt >= Self.interval, elapsed >= patience else { return }
    shownAt = elapsed
    var state = ProgressState(
      framesDone: framesDone, framesTotal: framesTotal, fraction: fraction, elapsed: elapsed)
    state.unit = unit
    if mode == .json {
      let text =
        job.map { ProgressText.json(state, job: $0, path: path) }
        ?? ProgressText.json(state, path: path)
      StandardError.write(text + "\n")
    } else if StandardError.isTerminal {
      let line = ProgressText.bar(state, name: name, width: StandardError.width)
      StandardError.write("\r\u{1B}[K" + line)
      hasBar = true
    } else {
      // A bar that was asked for where nothing can be redrawn: one line each time.
      StandardError.write(ProgressText.bar(state, name: name, width: 80) + "\n")
    }
  }

  func finish(_ result: ProgressResult) {
    clear()
    switch mode {
    case .none: break
    case .json: StandardError.write(ProgressText.json(result) + "\n")
    case .bar, .line: StandardError.write(ProgressText.summary(result) + "\n")
    }
  }

  /// Ends a job: its bar goes, for what came of it is told by whoever did it.
  func finish(done: Int64, total: Int64) {
    clear()
    guard mode == .json, let job, shownAt >= 0 || patience == 0 else { return }
    var state = ProgressState(
      framesDone: done, framesTotal: total, fraction: 1, elapsed: Self.now() - startedAt)
    state.unit = unit
    StandardError.write(ProgressText.json(state, job: job, path: path, event: "finished") + "\n")
  }

  /// Takes the bar away, for what comes after a failure.
  func clear() {
    if hasBar { StandardError.write("\r\u{1B}[K") }
    hasBar = false
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
