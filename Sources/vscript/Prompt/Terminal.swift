@preconcurrency import Glibc

/// What standard input and output are connected to.
enum Terminal {
  /// Whether lines come from a person.
  static let isInput = isatty(0) == 1

  /// Where the prompt is shown: standard output, or standard error where that alone is a terminal.
  nonisolated(unsafe) static let output: UnsafeMutablePointer<FILE>? =
    isatty(1) == 1 ? stdout : isatty(2) == 1 ? stderr : nil

  /// Whether a line can be edited in place.
  static let isEditable: Bool = {
    let kind = getenv("TERM").map { String(cString: $0) } ?? ""
    return isInput && output != nil && kind != "dumb" && !kind.isEmpty
  }()

  /// Columns; 80 where it does not say.
  static var width: Int {
    var size = winsize()
    for file: Int32 in [1, 2, 0] where ioctl(file, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    {
      return Int(size.ws_col)
    }
    return 80
  }
}
