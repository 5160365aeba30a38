@preconcurrency import Glibc

extension TerminalPicture.Terminal {
  /// What standard output is; `VSCRIPT_PICTURES` (kitty, sixel, blocks or none) overrides it.
  ///
  /// A terminal that does not say what it is gets asked, which takes up to a fifth of a second.
  static func ofStandardOutput() -> Self {
    var size = winsize()
    let hasSize = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    var terminal = Self(
      way: .none, columns: hasSize ? Int(size.ws_col) : 80, rows: hasSize ? Int(size.ws_row) : 24,
      letterWidth: 8, letterHeight: 16)
    if hasSize, size.ws_xpixel > 0, size.ws_ypixel > 0 {
      terminal.letterWidth = max(Int(size.ws_xpixel / size.ws_col), 1)
      terminal.letterHeight = max(Int(size.ws_ypixel / size.ws_row), 1)
    }
    if let named = StandardError.environment("VSCRIPT_PICTURES"),
      let way = TerminalPicture.Way(rawValue: named)
    {
      terminal.way = way
      return terminal
    }
    guard isatty(1) == 1 else { return terminal }
    terminal.way = way()
    return terminal
  }

  private static func way() -> TerminalPicture.Way {
    func variable(_ name: String) -> String { StandardError.environment(name) ?? "" }
    let kind = variable("TERM")
    guard kind != "dumb", !kind.isEmpty else { return .none }
    let program = variable("TERM_PROGRAM")
    if kind == "xterm-kitty" || kind == "xterm-ghostty" || !variable("KITTY_WINDOW_ID").isEmpty
      || ["WezTerm", "ghostty"].contains(program)
    {
      return .kitty
    }
    if attributes().contains(4) { return .sixel }
    return StandardError.environment("NO_COLOR") == nil ? .blocks : .none
  }

  /// The numbers with which a terminal says what it can; 4 is sixel.
  private static func attributes() -> [Int] {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return [] }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return [] }
    var raw = before
    raw.c_lflag &= ~UInt32(ICANON | ECHO)
    tcsetattr(terminal, TCSANOW, &raw)
    defer { tcsetattr(terminal, TCSANOW, &before) }
    guard write(terminal, "\u{1b}[c", 3) == 3 else { return [] }
    var answer: [UInt8] = []
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while answer.last != UInt8(ascii: "c"), answer.count < 100, poll(&waiting, 1, 200) == 1 {
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1 else { break }
      answer.append(byte)
    }
    return String(decoding: answer, as: UTF8.self)
      .split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
  }
}
