import LuaRuntime

/// A conversation with a script host, line by line; it knows no terminal.
///
/// A line is tried as an expression first, whose values are shown, then as a statement. One that is not
/// finished waits for more. Local variables are kept as globals, so that lines copied from a script
/// work one by one. Belongs to the thread of its host.
package final class PromptSession {
  /// What came of a line.
  package enum Reply: Equatable {
    case done
    /// More lines are needed.
    case unfinished
    /// It was told what failed; the status is what a program would end with.
    case failed(ExitStatus)
    /// The conversation is over.
    case over
  }

  let host: ScriptHost
  /// How positions name what was typed.
  let sourceName: String
  /// Takes the values of expressions, each text with its line feed.
  private let write: (String) -> Void
  /// Takes what went wrong.
  private let complain: (String) -> Void
  /// Called with every finished piece before it runs, so that no crash can lose it.
  package var remember: ((String) -> Void)?
  /// Columns for what is shown.
  package var width: () -> Int = { 80 }
  package var isColoured = false
  /// Whether the terminal has written "^C" where the cursor is.
  package var echoesInterrupt = false

  /// Every line that was entered; positions count them from 1.
  private var lines: [[UInt8]] = []
  /// How many of the last lines wait for more.
  private var waiting = 0
  var accepted = AcceptedLines()
  private var subject = PromptSubject()

  package init(
    host: ScriptHost, sourceName: String, write: @escaping (String) -> Void,
    complain: @escaping (String) -> Void
  ) {
    self.host = host
    self.sourceName = sourceName
    self.write = write
    self.complain = complain
  }

  var state: LuaState { host.state }

  /// Whether lines wait for more.
  package var isWaiting: Bool { waiting > 0 }
  /// What waits for more, as one text.
  var pending: [UInt8] { Self.joined(lines.suffix(waiting)) }

  /// Takes one line, without its line feed, and does what it says.
  package func enter(_ line: [UInt8]) -> Reply {
    let line = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    state.clearInterrupt()
    lines.append(line)
    if !isWaiting {
      if line.allSatisfy(LuaWords.isSpace) { return .done }
      if line.first == UInt8(ascii: ":"), !line.starts(with: "::".utf8) { return command(line) }
    }
    waiting += 1
    let source = pending
    switch compile(source) {
    case .unfinished: return .unfinished
    case .failed(let error):
      waiting = 0
      remember?(Self.entry(of: source))
      return fail(error)
    case .program(let program, let isExpression):
      waiting = 0
      remember?(Self.entry(of: source))
      return run(program, source, isExpression: isExpression)
    }
  }

  /// Says that no more lines come: what waits is an error now.
  package func finish() -> Reply {
    guard isWaiting else { return .done }
    defer { waiting = 0 }
    do throws(LuaError) {
      _ = try load(pending)
      return .done
    } catch {
      return fail(error)
    }
  }

  /// Waits for exports in the background and tells what failed of them.
  package func finishExports() -> Reply {
    do {
      try host.finishExports()
      return .done
    } catch {
      return fail(LuaError.crossing(error))
    }
  }

  /// Runs the callbacks of work in the background that are due; true where something ended meanwhile.
  package func attend() -> Bool {
    state.clearInterrupt()  // it was meant for the line that is typed
    do {
      return try host.attend()
    } catch {
      _ = fail(LuaError.crossing(error))
      return true
    }
  }

  /// Forgets the lines that wait, but lets them be remembered one by one.
  package func abandon() {
    for line in lines.suffix(waiting) { remember?(String(decoding: line, as: UTF8.self)) }
    waiting = 0
  }

  /// Runs a script before the first line, its local variables kept; its text is saved with the lines.
  package func run(
    script code: [UInt8], name: String, words: [String], scriptIndex: Int
  ) -> Reply {
    do {
      try host.setArguments(words, scriptIndex: scriptIndex)
      let source = LuaState.withoutMark(code)
      accepted.append(source, as: .statement)
      let arguments = words.dropFirst(scriptIndex + 1).map { LuaValue.string(LuaBytes($0.utf8)) }
      let program = try keepingLocals(try state.load(source, name: name), source, name: name)
      _ = try call(program, arguments)
      subject.update(after: [], in: state)
      return .done
    } catch {
      subject.update(after: [], in: state)
      return fail(LuaError.crossing(error))
    }
  }

  // MARK: Lines

  private enum Compiled {
    case program(LuaFunction, isExpression: Bool)
    case unfinished
    case failed(LuaError)
  }

  private func compile(_ source: [UInt8]) -> Compiled {
    var canGoOn = false
    do throws(LuaError) {
      _ = try load(Array("return ".utf8) + source)
      // Not returned at once: a call in that place would leave no line for an error to name. A line
      // feed before the end is only for a comment's sake: what is there counts as its line.
      let passed = Array("return \(Self.keeper)(".utf8) + source
      if let program = try? load(passed + Array(")".utf8)) {
        return .program(program, isExpression: true)
      }
      return .program(try load(passed + Array("\n)".utf8)), isExpression: true)
    } catch {
      canGoOn = Self.canGoOn(source, error)
    }
    do throws(LuaError) {
      let program = try load(source)
      return .program(
        try keepingLocals(program, placed(source), name: "=" + sourceName), isExpression: false)
    } catch {
      return canGoOn || Self.canGoOn(source, error) ? .unfinished : .failed(error)
    }
  }

  /// Whether more lines could mend it; a quoted string ends with its line, but for a backslash.
  private static func canGoOn(_ source: [UInt8], _ error: LuaError) -> Bool {
    guard error.message.hasPrefix("unfinished string") else { return error.isIncomplete }
    return error.isIncomplete && source.last == UInt8(ascii: "\\")
  }

  private func load(_ source: [UInt8]) throws(LuaError) -> LuaFunction {
    try state.load(placed(source), name: "=" + sourceName)
  }

  /// The lines at their place among all lines, so that positions name it.
  private func placed(_ source: [UInt8]) -> [UInt8] {
    let before = lines.count - max(1, waiting)
    return Array(repeating: UInt8(ascii: "\n"), count: before) + source
  }

  /// The name under which a chunk finds what makes its local variables global.
  private static let keeper = "__keep_locals"

  /// The same chunk with its local variables kept; as it is where nothing can follow its end.
  private func keepingLocals(
    _ program: LuaFunction, _ source: [UInt8], name: String
  ) throws(LuaError) -> LuaFunction {
    let end = "\n;\(Self.keeper)()"
    return (try? state.load(source + Array(end.utf8), name: name)) ?? program
  }

  private func call(_ program: LuaFunction, _ arguments: [LuaValue]) throws -> [LuaValue] {
    try state.globals.set(Self.keeper, state.makeLocalsKeeper())
    defer { try? state.globals.set(Self.keeper, LuaNil()) }
    return try program.call(list: arguments)
  }

  private func run(_ program: LuaFunction, _ source: [UInt8], isExpression: Bool) -> Reply {
    do {
      let values = try call(program, [])
      if let first = values.first {
        try state.globals.set("_", first)
        write(try PromptText(state: state, width: width()).text(of: values) + "\n")
      }
      let isStatement = (try? load(source)) != nil
      let isValue = isExpression && !(values.isEmpty && isStatement)
      accepted.append(source, as: isValue ? isStatement ? .both : .expression : .statement)
      subject.update(after: values, in: state)
      return .done
    } catch {
      subject.update(after: [], in: state)
      return fail(LuaError.crossing(error))
    }
  }

  private func fail(_ error: LuaError) -> Reply {
    let status = ExitStatus(of: error)
    if status == .interrupted {
      complain((echoesInterrupt ? "\n" : "") + "vscript: interrupted\n")
      return .failed(status)
    }
    let excerpt = SourceExcerpt(width: width(), isColoured: isColoured).text(of: error) {
      position in
      guard position.source == sourceName else {
        return SourceLines.line(position.line, of: position.source)
      }
      return lines.indices.contains(position.line - 1) ? lines[position.line - 1] : nil
    }
    complain(ErrorText.describe(error, isColoured: isColoured, excerpt: excerpt))
    return .failed(status)
  }

  private static func joined(_ lines: some Sequence<[UInt8]>) -> [UInt8] {
    Array(lines.joined(separator: CollectionOfOne(UInt8(ascii: "\n"))))
  }

  /// What is kept of a piece for the arrow keys: on one line where that means the same.
  private static func entry(of source: [UInt8]) -> String {
    let text = String(decoding: source, as: UTF8.self)
    let isPlain = ["--", "[[", "[=", "\\"].allSatisfy { !text.contains($0) }
    return isPlain ? text.replacing("\n", with: " ") : text
  }

  // MARK: Commands

  /// Runs ":name words": the commands of `Stdlib/vscript/prompt.lua` and of the tools.
  private func command(_ line: [UInt8]) -> Reply {
    let text = String(decoding: line.dropFirst(), as: UTF8.self)
    remember?(":" + text)
    do {
      let answer = try host.promptModule().get("run", as: LuaFunction.self)
        .call(list: [.string(LuaBytes(text.utf8)), .table(try table())])
      if answer.first?.text == "over" { return .over }
      return .done
    } catch {
      return fail(LuaError.crossing(error))
    }
  }

  /// What a command gets to know of the conversation.
  private func table() throws -> LuaTable {
    let table = state.makeTable()
    try table.set("subject", subject.edit)
    try table.set("name", subject.name)
    try table.set("video_composition", subject.videoComposition)
    try table.set("audio_mix", subject.audioMix)
    try table.set("width", width())
    try table.set("is_coloured", isColoured)
    try table.set("script", accepted.script)
    return table
  }
}
