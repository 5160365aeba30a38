@preconcurrency import Glibc

/// Text for people, apart from what a script prints.
///
/// Written with `write(2)`, so that nothing of it stays in a buffer when the process ends; standard
/// output is flushed first, so that both keep their order on a terminal.
package enum StandardError {
  /// Whether it is a terminal that a line can be redrawn on.
  static let isTerminal = isatty(2) == 1 && environment("TERM") != "dumb"
  /// Whether escape sequences for colour are wanted there.
  package static let isColoured = isTerminal && wantsColor
  /// Whether colours may be used at all.
  static var wantsColor: Bool { (environment("NO_COLOR") ?? "").isEmpty }

  /// Columns of the terminal; 80 where it does not say.
  static var width: Int {
    var size = winsize()
    guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  package static func write(_ text: String) {
    fflush(stdout)
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(2, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
