@preconcurrency import Glibc
import TestSupport
import Testing

/// What every tool has in common, and the tools that tell of the others.
@Suite struct ToolTests {
  private func run(_ words: String...) -> VscriptRun {
    let folder = TemporaryFolder("tools")
    return runVscript(words, folder: folder.path)
  }

  private static let tools: [String] =
    runVscript(["-e", "print(table.concat(vs.tools(), ' '))"]).output
    .split(whereSeparator: \.isWhitespace).map(String.init)

  @Test(arguments: tools)
  func everyToolDescribesItself(name: String) {
    let check = """
      local tool = require("commands." .. arg[1])
      assert(type(tool) == "table", "a tool is a table that describes it")
      assert(tool.summary:match("^%u.*%.$") or tool.summary:match("man %-l %-$"), "summary")
      assert(type(tool.usage) == "string" and type(tool.run) == "function", "usage and run")
      for _, option in ipairs(tool.options or {}) do
        assert(option.name:match("^[%l%d_]+$") and option.kind and #option.help > 0, option.name)
      end
      if tool.prompt then assert(tool.prompt.usage and tool.prompt.help and tool.prompt.run) end
      """
    let described = run("-e", check, name)
    #expect(described.status == 0, "\(name): \(described.errors)")
    let help = run(name, "--help")
    #expect(help.status == 0 && help.output.hasPrefix("usage: vscript \(name) "), "\(help)")
    #expect(run(name, "--no-such-option").status == 2)
  }

  @Test func theDoctorNamesEveryLibraryAndWhatIsMissing() {
    let doctor = run("doctor")
    #expect(doctor.status == 0, "\(doctor.errors)")
    for word in [
      "ok  libavformat", "ok  Lua", "ok  libx264", "ok  h264", "processors", "display", "sound",
      "fonts", "folders", "state",
    ] {
      #expect(doctor.output.contains(word), "\(word)")
    }
    // Everything that is missing has a way to get it below it.
    let lines = doctor.output.split(separator: "\n")
    for (number, line) in lines.enumerated() where line.hasPrefix("  -- ") {
      #expect(lines[number + 1].contains("to have it: "), "\(line)")
    }
  }

  @Test func theDoctorTellsOfAFolderThatCannotBeWritten() {
    let folder = TemporaryFolder("tools")
    writeFile(folder("file"), "".utf8)
    let doctor = runVscript(
      ["doctor"], environment: ["XDG_STATE_HOME": folder("file"), "DISPLAY": ":7"],
      folder: folder.path)
    #expect(doctor.output.contains("--  state              \(folder("file"))/vscript: Not a dir"))
    #expect(doctor.output.contains("to have it: make it writable, or set XDG_STATE_HOME"))
    #expect(doctor.output.contains("ok  display            :7: the player has a window"))
    let homeless = runVscript(["doctor"], environment: ["XDG_STATE_HOME": "", "HOME": ""])
    #expect(homeless.output.contains("neither XDG_STATE_HOME nor HOME says where"))
  }

  @Test func bashCompletesToolsOptionsAndTheirWords() {
    let script = """
      source <("$0" completion bash)
      try() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _vscript
        echo "${COMPREPLY[*]}"
      }
      try vscript mer
      try vscript --prog
      try vscript --progress js
      try vscript merge --fi
      try vscript --log info merge --fit cov
      try vscript completion ''
      try vscript help Asset
      """
    let folder = TemporaryFolder("tools")
    let bash = ChildProcess("bash", ["-c", script, Vscript.binary!], folder: folder.path)
    #expect(bash.wait() == 0, "\(bash.errorText)")
    #expect(
      bash.outputText
        == "merge\n--progress\njson\n--fit --file-type --file-length-limit\ncover\n"
        + "-h --help bash fish zsh\nAsset AssetTrack\n", "\(bash.outputText)")
  }

  @Test(arguments: ["zsh", "fish"])
  func otherShellsReadTheirCompletion(shell: String) {
    guard ChildProcess("sh", ["-c", "command -v \(shell)"]).wait() == 0 else {
      return print("\(shell) is not installed: its completion is not read (1)")
    }
    let folder = TemporaryFolder("tools")
    writeFile(folder("words"), run("completion", shell).output.utf8)
    let check = ChildProcess(shell, ["-n", folder("words")])
    #expect(check.wait() == 0, "\(check.errorText)")
    guard shell == "fish" else { return }
    let fish = ChildProcess(
      "fish", ["-c", "source \(folder("words")); complete -C 'vscript merge --fit c'"])
    #expect(fish.wait() == 0)
    #expect(fish.outputText.hasPrefix("contain\t"), "\(fish.outputText)")
  }

  @Test func theEditorsSettingsNameTheAnnotations() {
    let luarc = run("luarc").output
    #expect(luarc.contains("\"workspace.library\": [\"\(Vscript.packageFolder)/Stdlib/meta\"]"))
    #expect(luarc.contains("\"diagnostics.globals\": [\"vs\", \"arg\"]"))
  }

  @Test func theManualPageIsThatOfTheTables() {
    let page = run("man").output
    #expect(page == readText(Vscript.packageFolder + "/Stdlib/doc/vscript.1"))
    for word in [".SH TOOLS", ".B \\-\\-memory\\-limit SIZE", ".SH EXIT STATUS", ".B :save FILE"] {
      #expect(page.contains(word), "\(word)")
    }
  }

  @Test func longWorkOfAScriptIsTold() {
    let script = """
      local bar <close> = vs.progress("looking", 4)
      for number = 1, 4 do bar:update(number) end
      """
    #expect(run("-e", script).errors == "")
    let lines = run("--progress=json", "-e", script).errors.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix(
        #"{"event":"progress","job":"looking","done":1,"total":4,"fraction":0.25"#) == true)
    #expect(lines.last?.hasPrefix(#"{"event":"finished","job":"looking","done":4"#) == true)
  }
}
