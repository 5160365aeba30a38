@preconcurrency import Glibc
import LuaRuntime
import Scripting

/// The command: reads its words, runs what they name, and ends with a status.
@main enum Main {
  static func main() {
    let invocation: Invocation
    do {
      invocation = try Invocation(words: CommandLine.arguments)
    } catch {
      exit(refuse(error))
    }
    exit(run(invocation).rawValue)
  }

  private static func run(_ invocation: Invocation) -> ExitStatus {
    switch invocation.program {
    case .help:
      print(ProgramDescription.helpText, terminator: "")
      return .done
    case .version:
      print("vscript \(vscriptVersion)")
      return .done
    case .prompt: return converse(invocation, script: nil)
    case .code(let code):
      return start(invocation, Array(code.utf8), name: "=-e", folder: ".")
    case .standardInput:
      switch readAll(0) {
      case .success(let code): return start(invocation, code, name: "=stdin", folder: ".")
      case .failure(let failure): return cannotRead("standard input", failure)
      }
    case .file(let path):
      switch readFile(path) {
      case .success(let code):
        return start(invocation, code, name: "@" + path, folder: folder(of: path))
      case .failure(let failure): return cannotRead(path, failure)
      }
    case .tool(let name): return runTool(name, invocation)
    }
  }

  private static func runTool(_ name: String, _ invocation: Invocation) -> ExitStatus {
    if StandardLibrary.tool(named: name) != nil {
      // A tool is a table that describes it; the words are read by that table.
      let code = "require('vscript.arguments').run('\(name)', arg)"
      return start(invocation, Array(code.utf8), name: StandardLibrary.toolChunkName, folder: nil)
    }
    var hint = nearestName(to: name, among: StandardLibrary.toolNames).map {
      "did you mean '\($0)'?"
    }
    for file in [name + ".lua", "./" + name] where isFile(file) {
      hint = "to run the script in this folder, write \(file)"
    }
    if hint == nil, StandardLibrary.path == nil {
      hint = "the folder Stdlib was not found; set VSCRIPT_STDLIB to where it is"
    }
    let error = UsageError(message: "no tool named '\(name)'", hint: hint)
    return ExitStatus(rawValue: refuse(error)) ?? .wrongUsage
  }

  /// Runs the script, if any, and then the prompt.
  private static func converse(
    _ invocation: Invocation, script: (code: [UInt8], name: String, folder: String?)?
  ) -> ExitStatus {
    do {
      let host = try ScriptHost(options: invocation.options, folder: script?.folder ?? ".")
      Interruption.install(for: host)
      let prompt = Prompt(host: host)
      guard let script else {
        try host.setArguments(invocation.words, scriptIndex: 0)
        return prompt.converse(after: .done)
      }
      let status = prompt.run(
        script: script.code, name: script.name, words: invocation.words,
        scriptIndex: invocation.scriptIndex)
      return prompt.converse(after: status)
    } catch {
      say("vscript: \(error)\n")
      return .scriptFailed
    }
  }

  private static func start(
    _ invocation: Invocation, _ code: [UInt8], name: String, folder: String?
  ) -> ExitStatus {
    if invocation.isInteractive { return converse(invocation, script: (code, name, folder)) }
    do {
      let host = try ScriptHost(options: invocation.options, folder: folder)
      Interruption.install(for: host)
      return host.run(
        code, name: name, words: invocation.words, scriptIndex: invocation.scriptIndex)
    } catch {
      say("vscript: \(error)\n")
      return .scriptFailed
    }
  }

  private static func refuse(_ error: UsageError) -> Int32 {
    var text = "vscript: \(error.message)\n"
    if let hint = error.hint { text += "  hint: \(hint)\n" }
    say(text + "Try 'vscript --help'.\n")
    return ExitStatus.wrongUsage.rawValue
  }

  private static func cannotRead(_ path: String, _ failure: ReadFailure) -> ExitStatus {
    say("vscript: cannot read \(path): \(failure.reason)\n")
    say("  hint: check the spelling; relative names start at the current directory\n")
    return .mediaFailed
  }

  private static func say(_ text: String) { fputs(text, stderr) }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
