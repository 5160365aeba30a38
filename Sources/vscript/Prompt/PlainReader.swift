// An optimised build finds `stdin` by this module too, where another file imports it.
@preconcurrency import CEditline
@preconcurrency import Glibc
import Scripting

/// Lines as they come from standard input: of a pipe, or of a terminal that cannot be edited on.
///
/// It reads through the C library, whose buffer it shares with the scripts' `io.read`.
final class PlainReader: LineReader {
  /// Where prompts are written; nil where nobody reads them.
  private let prompts: UnsafeMutablePointer<FILE>?
  /// Can be read once Ctrl-C was pressed.
  private let wakeFile: Int32
  private var buffer: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(prompts: UnsafeMutablePointer<FILE>?, wakeFile: Int32) {
    self.prompts = prompts
    self.wakeFile = wakeFile
  }

  deinit { free(buffer) }

  func next(prompt: String) -> LineInput {
    // Before the prompt is seen: a Ctrl-C that answers it must not find the old setting.
    setReadsEndAtInterrupt(true)
    defer { setReadsEndAtInterrupt(false) }
    if let prompts {
      fputs(prompt, prompts)
      fflush(prompts)
      if !waitForLine() { return .interrupted }
    }
    errno = 0
    let count = getline(&buffer, &capacity, stdin)
    guard count > 0, let buffer else {
      guard ferror(stdin) != 0, errno == EINTR else { return .end }
      clearerr(stdin)
      return .interrupted
    }
    let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
    return .line(Array(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]))
  }

  func remember(_ line: String) {}

  /// Waits for a line of a terminal, of which the C library holds none at a prompt; false after Ctrl-C.
  private func waitForLine() -> Bool {
    while true {
      var files = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeFile, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&files, 2, -1)
      if files[1].revents != 0 { return false }
      if files[0].revents != 0 { return true }
    }
  }

  /// Whether Ctrl-C ends a read; everywhere else system calls go on after it.
  private func setReadsEndAtInterrupt(_ ends: Bool) {
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    action.sa_flags = ends ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART
    sigaction(SIGINT, &action, nil)
  }
}
