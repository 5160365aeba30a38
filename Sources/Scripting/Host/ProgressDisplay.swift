@preconcurrency import Glibc
import Timing

/// Shows one export's progress on standard error; used on the Lua thread only.
final class ProgressDisplay {
  private let mode: ProgressMode
  private let name: String
  private let path: String?
  private let startedAt = ProgressDisplay.now()
  private var shownAt = -1.0
  private var hasBar = false

  /// Seconds between two redrawn bars, and between two JSON lines.
  private static let interval = 0.1

  /// `path` is that of the output, nil when there is none.
  init(mode: ProgressMode, path: String?) {
    self.mode = mode
    self.path = path
    name = path.map { String($0.split(separator: "/").last ?? "") } ?? "measuring"
  }

  /// What is shown when neither the command line nor the script says: a bar where it can be drawn.
  static func mode(options: HostOptions, script: ProgressMode?) -> ProgressMode {
    options.progress ?? script ?? (StandardError.isTerminal ? .bar : .none)
  }

  func update(framesDone: Int64, framesTotal: Int64, fraction: Double) {
    guard mode != .none, mode != .line || StandardError.isTerminal else { return }
    let elapsed = Self.now() - startedAt
    guard elapsed - shownAt >= Self.interval else { return }
    shownAt = elapsed
    let state = ProgressState(
      framesDone: framesDone, framesTotal: framesTotal, fraction: fraction, elapsed: elapsed)
    if mode == .json {
      StandardError.write(ProgressText.json(state, path: path) + "\n")
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
