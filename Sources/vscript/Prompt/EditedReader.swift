@preconcurrency import CEditline
@preconcurrency import Glibc
import Scripting
import Synchronization

/// Lines that are edited on a terminal by libedit, with history and completion.
///
/// Keys are read here and not by libedit: so Ctrl-C ends a line at any moment, what goes on in the
/// background gets its turn, and bytes that are no text do no harm.
final class EditedReader: LineReader {
  /// Completes the word before a byte of a line.
  var complete: (([UInt8], Int) -> Completion)?
  /// Does what is due in the background; false where nothing goes on there.
  var attend: (() -> Bool)?

  private let editor: OpaquePointer
  private let lines: OpaquePointer?
  private let output: UnsafeMutablePointer<FILE>
  private let wakeFile: Int32
  private var prompt = strdup("> ")
  private var keys: [UInt8] = []
  private var nextKey = 0
  private var wasInterrupted = false

  /// Nil where libedit cannot work with this terminal.
  init?(output: UnsafeMutablePointer<FILE>, history: HistoryFile, wakeFile: Int32) {
    Self.useText()
    guard let editor = el_init("vscript", stdin, output, stderr) else { return nil }
    self.editor = editor
    self.output = output
    self.wakeFile = wakeFile
    lines = vsedit_history(editor, Int32(HistoryFile.limit))
    vsedit_set_context(editor, Unmanaged.passUnretained(self).toOpaque())
    vsedit_set_prompt(editor) { EditedReader.of($0).prompt }
    vsedit_set_keys(editor) { editor, character in
      EditedReader.of(editor).nextCharacter(&character!.pointee)
    }
    vsedit_bind(editor, "^I", "vs-complete") { editor, _ in
      EditedReader.of(editor).completeWord()
    }
    vsedit_bind_known(editor, "^R", "em-inc-search-prev")
    el_source(editor, nil)
    for entry in history.entries { remember(entry) }
    for number in [SIGWINCH, SIGCONT] {
      signal(number) { number in
        if number == SIGWINCH {
          terminalResized.store(true, ordering: .relaxed)
        } else {
          terminalReturned.store(true, ordering: .relaxed)
        }
        Interruption.wake()
      }
    }
  }

  deinit {
    el_end(editor)
    if let lines { history_end(lines) }
    free(prompt)
  }

  /// Makes text of more than ASCII readable also where no locale is set.
  private static func useText() {
    setlocale(LC_CTYPE, "")
    let name = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if name != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  private static func of(_ editor: OpaquePointer?) -> EditedReader {
    Unmanaged.fromOpaque(vsedit_context(editor)!).takeUnretainedValue()
  }

  func next(prompt text: String) -> LineInput {
    free(prompt)
    prompt = strdup(text)
    wasInterrupted = false
    var count: Int32 = 0
    // Before the prompt is seen: what is typed at it must meet the editor, not the terminal's own mode.
    vsedit_prepare_terminal(editor)
    guard let line = el_gets(editor, &count), count > 0 else {
      fputs(wasInterrupted ? "^C\n" : "\n", output)
      fflush(output)
      return wasInterrupted ? .interrupted : .end
    }
    let bytes = UnsafeRawBufferPointer(start: line, count: Int(count))
    return .line(Array(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]))
  }

  func remember(_ line: String) {
    if let lines { vsedit_remember(lines, line) }
  }

  // MARK: Keys

  /// The next character that was typed: 1, 0 at the end, −1 to give the line up.
  private func nextCharacter(_ character: inout wchar_t) -> Int32 {
    guard var scalar = nextByte().map(UInt32.init) else { return wasInterrupted ? -1 : 0 }
    let more = scalar >= 0xF0 ? 3 : scalar >= 0xE0 ? 2 : scalar >= 0xC0 ? 1 : 0
    if scalar >= 0x80 {
      var bytes = [UInt8(scalar)]
      for _ in 0..<more {
        guard let byte = peekByte(), byte & 0xC0 == 0x80 else { break }
        bytes.append(byte)
        nextKey += 1
      }
      let text = String(validating: bytes, as: UTF8.self)
      scalar = text?.unicodeScalars.first?.value ?? 0xFFFD
    }
    character = wchar_t(scalar)
    return 1
  }

  private func nextByte() -> UInt8? {
    guard let byte = peekByte() else { return nil }
    nextKey += 1
    return byte
  }

  private func peekByte() -> UInt8? {
    while nextKey >= keys.count {
      guard waitForKeys() else { return nil }
    }
    return keys[nextKey]
  }

  /// Waits until something was typed; false at the end and after Ctrl-C.
  private func waitForKeys() -> Bool {
    while true {
      let isBusy = attend?() ?? false
      var files = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeFile, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&files, 2, isBusy ? 50 : -1)
      if files[1].revents != 0 || Interruption.isEndRequested {
        wasInterrupted = Interruption.take()
        if wasInterrupted || Interruption.isEndRequested {
          wasInterrupted = !Interruption.isEndRequested
          return false
        }
        followTerminal()
      }
      guard files[0].revents != 0 else { continue }
      var block = [UInt8](repeating: 0, count: 4096)
      let count = read(0, &block, block.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      keys = Array(block[..<count])
      nextKey = 0
      return true
    }
  }

  /// Takes notice of another size, and of having been stopped and continued.
  private func followTerminal() {
    if terminalResized.exchange(false, ordering: .relaxed) { el_resize(editor) }
    if terminalReturned.exchange(false, ordering: .relaxed) {
      vsedit_prepare_terminal(editor)
      vsedit_refresh(editor)
    }
  }

  /// Shows the line again, after something else was written.
  func refresh() {
    fflush(output)
    vsedit_refresh(editor)
  }

  // MARK: Completion

  private func completeWord() -> UInt8 {
    guard let info = el_line(editor)?.pointee, let complete else { return UInt8(CC_ERROR) }
    let line = Array(
      UnsafeRawBufferPointer(start: info.buffer, count: info.lastchar - info.buffer))
    let cursor = info.cursor - info.buffer
    guard line[..<cursor].contains(where: { $0 != 32 && $0 != 9 }) else {
      el_insertstr(editor, "  ")
      return UInt8(CC_REFRESH)
    }
    let found = complete(line, cursor)
    guard !found.candidates.isEmpty else { return UInt8(CC_ERROR) }
    let word = String(decoding: line[found.start..<cursor], as: UTF8.self)
    let insertion = found.insertion
    if insertion != word, !insertion.isEmpty {
      el_deletestr(editor, Int32(word.unicodeScalars.count))
      el_insertstr(editor, insertion)
      return UInt8(CC_REFRESH)
    }
    if found.candidates.count == 1 { return UInt8(CC_NORM) }
    fputs("\n" + found.listing(width: Terminal.width) + "\n", output)
    return UInt8(CC_REDISPLAY)
  }
}

// For signal handlers: what happened to the terminal.
private let terminalResized = Atomic<Bool>(false)
private let terminalReturned = Atomic<Bool>(false)
