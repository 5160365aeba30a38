@preconcurrency import Glibc
import Synchronization

extension TerminalPicture.Terminal {
  /// What standard output is; `VSCRIPT_PICTURES` (kitty, sixel, blocks or none) overrides it.
  ///
  /// A terminal that does not say what it is gets asked once, which takes up to a fifth of a second.
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
    } else if isatty(1) == 1 {
      terminal.way = way()
    }
    return terminal
  }

  /// What the terminal said when it was asked; it stays the same while the program runs.
  private static let answered = Mutex<TerminalPicture.Way?>(nil)

  private static func way() -> TerminalPicture.Way {
    let kind = TerminalKind(StandardError.environment)
    let blocks = StandardError.wantsColor ? TerminalPicture.Way.blocks : .none
    switch kind {
    case .dumb: return .none
    case .kitty: return .kitty
    case .multiplexer, .unknown:
      return answered.withLock { known in
        if known == nil { known = ask(kind.question).map { $0 ?? blocks } }
        return known ?? blocks
      }
    }
  }

  /// Asks the terminal; nil where that cannot be done now, `.some(nil)` where it shows no pictures.
  ///
  /// What somebody has typed ahead is left alone: it is not asked then.
  private static func ask(_ question: String) -> TerminalPicture.Way?? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~UInt32(ICANON | ECHO)
    tcsetattr(terminal, TCSANOW, &raw)
    defer { tcsetattr(terminal, TCSANOW, &before) }
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) == 0, write(terminal, question, question.utf8.count) > 0 else {
      return nil
    }
    var answer = TerminalAnswer()
    while !answer.isComplete, poll(&waiting, 1, 200) == 1 {
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1, answer.append(byte) else { break }
    }
    return .some(answer.way)
  }
}

/// What a terminal is, as its variables tell.
enum TerminalKind: Equatable {
  /// It takes no escapes.
  case dumb
  /// It says that it speaks kitty's protocol.
  case kitty
  /// What tmux and screen make; the terminal around it is out of reach, whatever its variables say.
  case multiplexer
  case unknown

  /// `variable` looks one up.
  init(_ variable: (String) -> String?) {
    func value(_ name: String) -> String { variable(name) ?? "" }
    let kind = value("TERM")
    if kind == "dumb" || kind.isEmpty {
      self = .dumb
    } else if !value("TMUX").isEmpty || !value("STY").isEmpty || kind.hasPrefix("tmux")
      || kind.hasPrefix("screen")
    {
      self = .multiplexer
    } else if kind == "xterm-kitty" || kind == "xterm-ghostty"
      || !value("KITTY_WINDOW_ID").isEmpty
      || ["WezTerm", "ghostty"].contains(value("TERM_PROGRAM"))
    {
      self = .kitty
    } else {
      self = .unknown
    }
  }

  /// What it is asked: whether it knows kitty's protocol, by a picture that it must not show, then its
  /// attributes, which every terminal answers.
  ///
  /// Within tmux and screen the first would become the window's title.
  var question: String {
    let attributes = "\u{1b}[c"
    return self == .multiplexer
      ? attributes : "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\" + attributes
  }
}

/// What a terminal answers to the question of its kind.
struct TerminalAnswer {
  private var bytes: [UInt8] = []

  /// Takes one more byte; false once there are more than an answer has.
  mutating func append(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    return bytes.count < 300
  }

  /// The numbers with which it says what it can; nil until it has.
  private var attributes: [Int]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "\u{1b}[?")?.upperBound,
      let end = text[start...].firstIndex(of: "c")
    else { return nil }
    return text[start..<end].split(separator: ";").compactMap { Int($0) }
  }

  /// Whether it has said everything.
  var isComplete: Bool { attributes != nil }

  /// How it shows pictures; nil where it does not.
  var way: TerminalPicture.Way? {
    if String(decoding: bytes, as: UTF8.self).contains("\u{1b}_Gi=31;OK") { return .kitty }
    // 4 is sixel.
    return attributes?.contains(4) == true ? .sixel : nil
  }
}
