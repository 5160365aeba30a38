/// What is said on standard error besides errors, as far as the user wants to hear it.
struct Log {
  let level: LogLevel

  func write(_ level: LogLevel, _ message: String) {
    guard self.level.shows(level) else { return }
    let prefix =
      switch level {
      case .error: ""
      case .warning: "warning: "
      case .info: "note: "
      case .debug: "debug: "
      }
    StandardError.write("vscript: \(prefix)\(message)\n")
  }
}
