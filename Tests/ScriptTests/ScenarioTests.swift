@preconcurrency import Glibc
import TestSupport
import Testing

/// A Lua file in `Scenarios`, run through the binary and compared word for word.
///
/// Beside `name.lua` stands `name.txt`: what it prints, then, after a line `--- errors`, what it
/// says on standard error. The script's leading comments may say `-- status: 3` (default 0) and
/// `-- arguments: a b`. `$CLIPS` in arguments is a folder with clips made by `setup.lua`, which is
/// also in the environment. In what comes out, that folder reads `CLIPS` and the scripts' `HERE`.
struct Scenario: CustomTestStringConvertible, Sendable {
  let name: String
  var testDescription: String { name }

  static let folder = Vscript.packageFolder + "/Tests/ScriptTests/Scenarios"

  static let all: [Scenario] = listing(of: folder)
    .filter { $0.hasSuffix(".lua") && $0 != "setup.lua" }
    .map { Scenario(name: String($0.dropLast(4))) }

  /// The folder with the clips, made once for all scenarios.
  static let clips: TemporaryFolder = {
    let clips = TemporaryFolder("scenario-clips")
    let made = runVscript([folder + "/setup.lua"], folder: clips.path)
    guard made.status == 0 else { fatalError("no clips for the scenarios: \(made.errors)") }
    return clips
  }()
}

@Suite struct ScenarioTests {
  @Test(arguments: Scenario.all)
  func printsWhatStandsBesideIt(_ scenario: Scenario) throws {
    let clips = Scenario.clips.path
    let script = "\(Scenario.folder)/\(scenario.name).lua"
    let source = try #require(readText(script))
    var (status, arguments): (Int32, [String]) = (0, [])
    for line in source.split(separator: "\n").prefix(while: { $0.hasPrefix("--") }) {
      if let value = line.suffix(after: "-- status: ") { status = Int32(value) ?? -1 }
      if let value = line.suffix(after: "-- arguments: ") {
        arguments = value.replacing("$CLIPS", with: clips).split(separator: " ").map(String.init)
      }
    }
    let folder = TemporaryFolder()
    let run = runVscript(
      [script] + arguments, environment: ["CLIPS": clips], folder: folder.path)
    var text = run.output
    if !run.errors.isEmpty { text += "--- errors\n" + run.errors }
    text = text.replacing(clips, with: "CLIPS").replacing(Scenario.folder, with: "HERE")
    #expect(text == readText("\(Scenario.folder)/\(scenario.name).txt"))
    #expect(run.status == status)
  }

  @Test func everyScenarioIsFound() {
    #expect(Scenario.all.count >= 12)
  }
}

extension Substring {
  /// What follows `prefix`, or nil where the text does not begin with it.
  fileprivate func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
