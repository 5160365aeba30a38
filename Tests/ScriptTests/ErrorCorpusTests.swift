import TestSupport
import Testing

/// Every mistake of `Errors/corpus.lua`, made at a prompt: each error names the place and what to do.
@Suite struct ErrorCorpusTests {
  private struct Case {
    let code: String
    let words: [String]
    var isCommand: Bool { code.hasPrefix(":") }
  }

  private static let file = Vscript.packageFolder + "/Tests/ScriptTests/Errors/corpus.lua"

  /// The lines before the first heading, and the cases behind it.
  private static func read() throws -> (before: [String], cases: [Case]) {
    let lines = try #require(readText(file)).split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("---") })
    let cases = lines[first...].filter { !$0.hasPrefix("--") }.map { line in
      let split = line.firstRange(of: " --> ")
      return Case(
        code: String(line[..<(split?.lowerBound ?? line.endIndex)]),
        words: split.map { line[$0.upperBound...].split(separator: " | ").map(String.init) } ?? [])
    }
    return (Array(lines[..<first]), cases)
  }

  /// What each case says on standard error, all of them in one conversation.
  private static func complaints(_ before: [String], _ cases: [Case]) -> [String] {
    let folder = TemporaryFolder("errors")
    var lines = before
    for entry in cases { lines += ["io.stderr:write('\\0')", entry.code] }
    let run = runVscript(
      [], environment: ["CLIPS": Scenario.clips.path, "XDG_STATE_HOME": folder.path],
      folder: folder.path, input: lines.joined(separator: "\n") + "\n")
    return run.errors.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func everyErrorNamesItsPlaceItsSubjectAndWhatToDo() throws {
    let (before, cases) = try Self.read()
    #expect(cases.count >= 160)
    #expect(Set(cases.map(\.code)).count == cases.count)
    let complaints = Self.complaints(before, cases)
    #expect(complaints.first == "", "the lines before the cases run")
    try #require(complaints.count == cases.count + 1)
    for (number, (entry, text)) in zip(cases, complaints.dropFirst()).enumerated() {
      #expect(!entry.words.isEmpty, "\(entry.code) says nothing that is checked")
      for word in entry.words { #expect(text.contains(word), "\(entry.code)\n\(text)") }
      let line = before.count + 2 * number + 2
      if !entry.isCommand {
        #expect(text.hasPrefix("vscript: stdin:\(line): "), "\(entry.code)\n\(text)")
        #expect(text.contains("\n  \(line) | "), "\(entry.code)\n\(text)")
        #expect(text.contains("\n  hint: "), "\(entry.code)\n\(text)")
      } else {
        #expect(text.split(separator: "\n").count >= 2, "\(entry.code)\n\(text)")
      }
    }
  }

  /// The runner and the tools, whose words come from a command line: what was wrong, and what to try.
  @Test(arguments: [
    ("missing.lua", ["cannot read missing.lua", "hint: "]),
    ("mrege", ["no tool named 'mrege'", "did you mean 'merge'?"]),
    ("--progres bar", ["unknown option --progres", "did you mean --progress?"]),
    ("--progress fast x.lua", ["--progress cannot be 'fast'", "it is one of bar"]),
    ("--memory-limit x y.lua", ["--memory-limit cannot be 'x'", "500M"]),
    ("-i merge", ["-i needs a script", "ends in .lua"]),
    ("-e", ["-e needs a value", "Try 'vscript --help'"]),
    ("merge", ["vscript merge: no clips given", "Try 'vscript merge --help'"]),
    ("merge a.mp4", ["no output given; add -o OUTPUT", "Try 'vscript merge --help'"]),
    ("merge a.mp4 --fti cover", ["unknown option --fti; did you mean --fit?", "Try"]),
    ("merge gone.mp4 -o x.mp4", ["cannot open 'gone.mp4': no such file", "hint: "]),
    ("frame gone.mp4 soon -o x.png", ["'soon' is no time", "Try 'vscript frame --help'"]),
    ("frame gone.mp4 1 -o x.png", ["cannot open 'gone.mp4': no such file", "hint: "]),
    ("play", ["a film or a script is needed", "Try 'vscript play --help'"]),
    ("play gone.mp4", ["cannot open 'gone.mp4': no such file", "hint: "]),
    ("completion bsh", ["the name of a shell", "did you mean bash?", "Try"]),
    ("help qqqqqqqq", ["there is no help for 'qqqqqqqq'", "hint: "]),
    ("doctor now", ["no words are expected", "Try 'vscript doctor --help'"]),
    ("man now", ["vscript man | man -l -", "Try 'vscript man --help'"]),
    ("luarc now", ["vscript luarc >.luarc.json", "Try 'vscript luarc --help'"]),
  ])
  func everyRefusalOfACommandLineSaysWhatToTry(line: String, words: [String]) {
    let folder = TemporaryFolder("errors")
    let run = runVscript(line.split(separator: " ").map(String.init), folder: folder.path)
    #expect(run.status == 2 || run.status == 3 || run.status == 1)
    for word in words { #expect(run.errors.contains(word), "\(line)\n\(run.errors)") }
  }
}
