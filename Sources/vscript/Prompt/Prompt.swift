@preconcurrency import Glibc
import Scripting

/// The prompt: reads lines until they end, and lets a session do what they say.
final class Prompt {
  private let host: ScriptHost
  private let session: PromptSession
  private let reader: any LineReader
  private let history: HistoryFile?

  /// Without a terminal there is no prompt, no history and nothing but what the lines print.
  init(host: ScriptHost) {
    self.host = host
    let wakeFile = Interruption.beginConversation()
    let isInput = Terminal.isInput
    history = isInput ? HistoryFile() : nil
    let edited =
      Terminal.isEditable
      ? EditedReader(output: Terminal.output!, history: history!, wakeFile: wakeFile) : nil
    reader = edited ?? PlainReader(prompts: isInput ? Terminal.output : nil, wakeFile: wakeFile)
    session = PromptSession(
      host: host, sourceName: isInput ? "prompt" : "stdin",
      write: { text in
        fputs(text, stdout)
        fflush(stdout)
      },
      complain: { StandardError.write($0) })
    session.echoesInterrupt = isInput
    session.isColoured = StandardError.isColoured
    session.width = { Terminal.width }
    session.remember = { [history, reader] entry in
      history?.append(entry)
      for line in entry.split(separator: "\n") { reader.remember(String(line)) }
    }
    edited?.complete = { [session] line, cursor in session.completion(of: line, at: cursor) }
    edited?.attend = { [host, session, weak edited] in
      if session.attend() { edited?.refresh() }
      return host.isBusy
    }
  }

  /// Runs a script first; a failure of it leads to the prompt all the same.
  func run(script code: [UInt8], name: String, words: [String], scriptIndex: Int) -> ExitStatus {
    let reply = session.run(script: code, name: name, words: words, scriptIndex: scriptIndex)
    guard case .failed(let status) = reply else { return .done }
    return status
  }

  /// Reads lines to the end; `status` is that of what ran before.
  ///
  /// Without a terminal the status is that of the first line that failed: then it can be trusted.
  func converse(after status: ExitStatus) -> ExitStatus {
    var status = status
    if Terminal.isInput, let output = Terminal.output {
      fputs("vscript \(vscriptVersion) - :help explains, Tab completes, Ctrl-D ends\n", output)
      if let problem = history?.problem { fputs("note: \(problem)\n", output) }
    }
    loop: while !Interruption.isEndRequested {
      switch reader.next(prompt: session.isWaiting ? ">> " : "> ") {
      case .line(let line):
        let reply = session.enter(line)
        _ = Interruption.take()
        if case .failed(let failure) = reply, status == .done { status = failure }
        if reply == .over { break loop }
        if reply == .failed(.interrupted), !Terminal.isInput { return .interrupted }
      case .interrupted:
        guard Terminal.isInput else { return .interrupted }
        _ = Interruption.take()
        session.abandon()
      case .end: break loop
      }
    }
    for reply in [session.finish(), session.finishExports()] {
      if case .failed(let failure) = reply, status == .done { status = failure }
    }
    return Terminal.isInput ? .done : status
  }
}
