import LuaRuntime

@testable import Scripting

/// A prompt without a terminal: lines go in, everything that would be seen is kept.
final class Conversation {
  let session: PromptSession
  private(set) var output = ""
  private(set) var errors = ""
  private(set) var remembered: [String] = []

  init(width: Int = 80, isSandboxed: Bool = false) throws {
    var options = HostOptions()
    options.logLevel = .error
    options.isSandboxed = isSandboxed
    var write: (String) -> Void = { _ in }
    var complain: (String) -> Void = { _ in }
    session = PromptSession(
      host: try ScriptHost(options: options, folder: nil), sourceName: "prompt",
      write: { write($0) }, complain: { complain($0) })
    session.width = { width }
    write = { [unowned self] in output += $0 }
    complain = { [unowned self] in errors += $0 }
    session.remember = { [unowned self] in remembered.append($0) }
  }

  @discardableResult
  func enter(_ lines: String...) -> PromptSession.Reply {
    var reply = PromptSession.Reply.done
    for line in lines { reply = session.enter(Array(line.utf8)) }
    return reply
  }

  /// What one line shows.
  func shown(_ line: String) -> String {
    output = ""
    enter(line)
    return output
  }

  /// What one line complains of.
  func complaint(_ lines: String...) -> String {
    errors = ""
    for line in lines { enter(line) }
    return errors
  }

  /// The words that may stand at the end of a line.
  func words(_ line: String) -> [String] {
    session.completion(of: Array(line.utf8), at: line.utf8.count).candidates.map(\.text)
  }

  /// The line after the Tab key.
  func completed(_ line: String) -> String {
    let found = session.completion(of: Array(line.utf8), at: line.utf8.count)
    guard !found.candidates.isEmpty else { return line }
    return String(decoding: Array(line.utf8)[..<found.start], as: UTF8.self) + found.insertion
  }
}
