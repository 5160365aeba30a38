@preconcurrency import Glibc
import TestSupport
import Testing

/// The words after `vscript`, and what comes back on both outputs and as exit status.
@Suite struct CommandLineTests {
  private func run(_ words: String..., input: String = "") -> VscriptRun {
    let folder = TemporaryFolder()
    return runVscript(words, folder: folder.path, input: input)
  }

  @Test func helpGoesToStandardOutput() {
    let result = run("--help")
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix("usage: vscript [options] SCRIPT.lua [arguments]     runs a script"))
    #expect(result.output.hasSuffix("3 a media or file failure, 130 interrupted\n"))
    #expect(result.errors == "")
  }

  @Test func versionIsOneLine() {
    let result = run("--version")
    #expect(result.output == "vscript 0.1.0\n")
    #expect(result.status == 0)
  }

  @Test func aLineOfCodeGetsItsArguments() {
    let result = run("-e", "print(arg[1], #arg, ...)", "x", "--help")
    #expect(result.output == "x\t2\tx\t--help\n")
    #expect(result.status == 0)
  }

  @Test func standardInputIsAScript() {
    let result = run("-", "word", input: "print(arg[0], arg[1])\n")
    #expect(result.output == "-\tword\n")
  }

  @Test(arguments: [
    (["-i", "merge"], "-i needs a script, and 'merge' is the name of a tool"),
    (["-i", "-"], "-i cannot be used with -"),
    (["--progres", "bar"], "unknown option --progres\n  hint: did you mean --progress?"),
    (["--progress"], "--progress needs a value"),
    (["--progress=fast", "x.lua"], "--progress cannot be 'fast'"),
    (["--log", "loud", "x.lua"], "--log cannot be 'loud'"),
    (["--threads", "0", "x.lua"], "--threads is a number of 1 to 256, not '0'"),
    (["--memory", "lots", "x.lua"], "--memory cannot be 'lots'\n  hint: it is a size such as"),
    (["-e"], "-e needs a value"),
    (["mrege"], "no tool named 'mrege'\n  hint: did you mean 'merge'?"),
  ])
  func wrongUsageExitsTwo(words: [String], message: String) {
    let folder = TemporaryFolder()
    let result = runVscript(words, folder: folder.path)
    #expect(result.errors.hasPrefix("vscript: " + message))
    #expect(result.output == "")
    #expect(result.status == 2)
  }

  @Test func aProfileSaysWhereTheTimeOfAnExportWent() {
    let code = """
      local clip = vs.generator("test", { size = { 64, 48 }, rate = 10, duration = 2 })
      local report = vs.export(clip, { output = "film.mp4", codec_options = { preset = "ultrafast" } })
      print(report.profile.spans[1].frames, report.profile.stages.encode > 0)
      """
    let result = run("--profile", "--threads", "1", "--memory=2G", "-e", code)
    #expect(result.output == "20\ttrue\n")
    #expect(result.errors.contains("\nspans, rendering\n"))
    #expect(result.errors.contains("0:00 to 0:02, 20 frames\n"), "\(result.errors)")
    #expect(result.errors.contains(" %  encode\n"))
    #expect(run("-e", code).errors.contains("attempt to index a nil value (field 'profile')"))
  }

  @Test(arguments: [
    ("'x'", "'x' is no amount of memory"), ("1000", "of memory at least, and 0 are allowed"),
    ("'30M'", "of memory at least, and 30 are allowed"), ("-1", "memory"),
  ])
  func memoryIsAnAmountThatIsEnough(memory: String, message: String) {
    let code =
      "vs.export(vs.generator('solid'), { file_type = 'null', memory = \(memory) })"
    let result = run("-e", code)
    #expect(result.status == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  /// 190 frames that nothing refers to any more are 560 MiB; Lua sees a few bytes of each.
  @Test func framesThatAScriptLetGoOfAreNotKept() {
    let code = """
      local function peak()
        for line in io.lines("/proc/self/status") do
          local amount = line:match("^VmHWM:%s+(%d+)")
          if amount then return tonumber(amount) / 1024 end
        end
      end
      local options = { size = { 1920, 1080 }, rate = 25, duration = 8 }
      local images = vs.image_generator(vs.generator("solid", options))
      local before
      for number = 0, 199 do
        images:image(vs.frames(number, 25))
        if number == 9 then before = peak() end
      end
      local growth = peak() - before
      print(growth < 100 and "flat" or growth)
      """
    #expect(run("-e", code).output == "flat\n")
  }

  @Test func aMissingScriptExitsThree() {
    let result = run("missing.lua")
    #expect(
      result.errors.hasPrefix("vscript: cannot read missing.lua: No such file or directory\n"))
    #expect(result.status == 3)
  }

  @Test func aScriptWrittenWithoutItsEndingIsNamed() {
    let folder = TemporaryFolder()
    writeFile(folder("film.lua"), "print(1)".utf8)
    let result = runVscript(["film"], folder: folder.path)
    #expect(
      result.errors
        == "vscript: no tool named 'film'\n  hint: to run the script in this folder, write film.lua\n"
        + "Try 'vscript --help'.\n"
    )
    #expect(result.status == 2)
  }

  @Test func anErrorInALineNamesTheLine() {
    let result = run("-e", "local x = nil\nx.y = 1")
    #expect(result.errors.hasPrefix("vscript: -e:2: attempt to index a nil value (local 'x')\n"))
    #expect(result.status == 1)
  }

  @Test func aSyntaxErrorExitsOne() {
    let result = run("-e", "local = 3")
    #expect(result.errors.hasPrefix("vscript: -e:1: "))
    #expect(result.status == 1)
  }

  @Test func aTableRaisedByAScriptIsPrinted() {
    let result = run("-e", "error(setmetatable({}, {__tostring = function() return 'own' end}))")
    #expect(result.errors.hasPrefix("vscript: own\n"))
    #expect(result.status == 1)
  }

  @Test func osExitGivesItsStatus() {
    #expect(run("-e", "io.write('x') os.exit(7)").status == 7)
    #expect(run("-e", "os.exit(true)").status == 0)
  }

  @Test func aClosedPipeEndsTheScriptQuietly() throws {
    let program = try #require(Vscript.binary)
    let shell = "\"$0\" -e 'for i = 1, 1e5 do print(i) end'; echo status $? >&2"
    let child = ChildProcess("sh", ["-c", "(\(shell)) | head -1", program])
    child.wait()
    #expect(child.outputText == "1\n")
    #expect(child.errorText == "status 0\n")
  }

  @Test func interruptEndsALoopWith130() {
    var sent = false
    let result = runVscript(["-e", "while true do end"], limit: 20) { process, seconds in
      guard seconds > 0.5, !sent else { return }
      sent = true
      process.send(SIGINT)
    }
    #expect(result.status == 130)
    #expect(result.errors == "vscript: interrupted\n")
  }

  @Test func interruptStopsAnExportAndLeavesNothing() {
    let folder = TemporaryFolder()
    let script = """
      local source = vs.generator("test", { size = { 320, 240 }, duration = 36000 })
      pcall(vs.export, source, { output = "long.mp4" })
      print("not reached")
      """
    var sent = false
    let result = runVscript(["-e", script], folder: folder.path, limit: 30) { process, seconds in
      guard seconds > 1, !sent else { return }
      sent = true
      process.send(SIGINT)
    }
    #expect(result.status == 130)
    #expect(result.output == "")
    #expect(result.errors == "vscript: interrupted\n")
    #expect(folder.names.isEmpty)
  }

  @Test func whatAScriptLeavesRunningIsFinished() {
    let folder = TemporaryFolder()
    let script = """
      local source = vs.generator("test", { size = { 32, 32 }, duration = 1 })
      local session = vs.export_session(source, { output = "late.mp4" })
      session.on_complete = function(session) print(session.status) end
      session:start()
      print("end of script")
      """
    let result = runVscript(["-e", script], folder: folder.path)
    #expect(result.output == "end of script\ncompleted\n", "\(result)")
    #expect(folder.names == ["late.mp4"])
  }

  @Test func anErrorInACallbackStopsTheExport() {
    let folder = TemporaryFolder()
    let script = """
      local source = vs.generator("test", { size = { 32, 32 }, duration = 60 })
      vs.export(source, { output = "x.mp4", on_progress = function() error("enough") end })
      """
    let result = runVscript(["-e", script], folder: folder.path)
    #expect(result.errors.hasPrefix("vscript: -e:2: enough\n"), "\(result)")
    #expect(result.status == 1)
    #expect(folder.names.isEmpty)
  }

  @Test func requireLooksBesideTheScriptFirst() {
    let folder = TemporaryFolder()
    for (place, text) in [("own", "beside"), ("other", "path")] {
      mkdir(folder(place), 0o755)
      writeFile(folder(place + "/part.lua"), "return '\(text)'".utf8)
    }
    writeFile(folder("other/rest.lua"), "return 'only'".utf8)
    writeFile(folder("own/main.lua"), "print(require('part'), (require('rest')))".utf8)
    let result = runVscript(
      ["own/main.lua"], environment: ["VSCRIPT_PATH": folder("other")], folder: folder.path)
    #expect(result.output == "beside\tonly\n", "\(result)")
  }

  @Test func theToolkitIsAGlobalAndAModule() {
    #expect(run("-e", "print(vs == require('vscript'))").output == "true\n")
  }

  @Test func theHostDoesNotGoThroughGlobalsOfTheScript() {
    let result = run(
      "-e", "tostring = nil; print = nil; debug.traceback = nil; error(vs.time(1, 2))")
    #expect(result.errors.hasPrefix("vscript: 1/2\n"))
    #expect(result.status == 1)
  }

  @Test func aSandboxedScriptReachesNoPrograms() {
    let result = run(
      "--sandbox", "-e", "print(os.execute, io, os.remove, package.loadlib, debug.getinfo, dofile)")
    #expect(result.output == "nil\tnil\tnil\tnil\tnil\tnil\n")
    #expect(result.status == 0)
  }

  @Test func aScriptThatTakesTooMuchMemoryIsStopped() {
    let result = run(
      "--memory-limit", "50M", "-e", "local t = {} while true do t[#t + 1] = ('x'):rep(1e5) end")
    #expect(
      result.errors.hasPrefix("vscript: -e:1: the script uses more memory than it may\n"))
    #expect(result.errors.contains("--memory-limit allows more"))
    #expect(result.status == 1)
    #expect(result.peakMemory < 200 << 20)
  }

  @Test func aSmallMemoryLimitLeavesRoomForOrdinaryScripts() {
    #expect(run("--memory-limit=8M", "-e", "print(#vs.reference() > 10)").output == "true\n")
    #expect(run("--memory-limit", "lots", "-e", "").status == 2)
    #expect(run("--memory-limit", "99999999999T", "-e", "").status == 2)
  }

  @Test func runawayRecursionIsAnErrorWithAHint() {
    let result = run("-e", "local function f() return f() .. 'x' end f()")
    #expect(result.errors.contains("stack overflow"))
    #expect(result.errors.contains("hint: a function calls itself without an end"))
    #expect(result.status == 1)
  }

  @Test func whatIsNoScriptIsSaid() {
    let folder = TemporaryFolder()
    writeFile(folder("a.lua"), [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x00])
    writeFile(folder("b.lua"), [0x1B] + Array("Lua".utf8) + [0x54, 0x00])
    writeFile(folder("c.lua"), (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 11) })
    writeFile(folder("d.lua"), Array("x = '".utf8) + [0xFF, 0xFE] + Array("' x.y.z = 1".utf8))
    let elf = runVscript(["a.lua"], folder: folder.path)
    #expect(elf.errors.contains("a.lua:1: ") && elf.errors.contains("hint: this is no text"))
    let garbage = runVscript(["c.lua"], folder: folder.path)
    #expect(garbage.errors.contains("hint: this is no text"), "\(garbage)")
    let compiled = runVscript(["b.lua"], folder: folder.path)
    #expect(compiled.errors.contains("hint: only the text of a script is run"), "\(compiled)")
    for name in ["a.lua", "b.lua", "c.lua", "d.lua"] {
      let result = runVscript([name], folder: folder.path)
      #expect(result.status == 1 && result.errors.hasPrefix("vscript: "), "\(name) \(result)")
      #expect(result.errors.contains("  hint: "), "\(name) \(result)")
    }
  }

  @Test func aScriptIsToldHowFarAFileIsRead() {
    let clip = CodedClip(
      634, container: "ts", picture: { ($0.count, $0.width, $0.height) = (600, 64, 48) }
    ).make()
    let folder = TemporaryFolder()
    let code = """
      local told = {}
      local asset = vs.asset({ path = arg[1], on_progress = function(share) told[#told + 1] = share end })
      print(asset.video.frame_count, #told, told[1] > 0 and told[1] < told[2] and told[2] < 1, told[3])
      """
    let cache = ["XDG_CACHE_HOME": folder.path]
    let run = runVscript(["-e", code, clip], environment: cache, folder: folder.path)
    #expect(run.output == "600\t3\ttrue\t1.0\n", "\(run)")
    let stop = "vs.asset({ path = arg[1], on_progress = function() error('enough') end })"
    let stopped = runVscript(
      ["-e", stop, clip], environment: ["XDG_CACHE_HOME": folder("other")], folder: folder.path)
    #expect(stopped.errors.hasPrefix("vscript: -e:1: enough\n"), "\(stopped)")
  }

  @Test func helpIsThereForNamesObjectsAndFunctions() {
    #expect(
      run("-e", "print(vs.help('Time.timecode'))").output
        == run("-e", "print(vs.help(vs.time.zero.timecode))").output)
    #expect(run("-e", "print(vs.help(vs.time.zero))").output.hasPrefix("Time: An exact instant"))
    #expect(run("-e", "vs.help(print)").status == 1)
    #expect(run("help", "asset.DURATION").output.hasPrefix("Asset.duration: Time\n"))
    #expect(run("help", "merge").output == run("merge", "--help").output)
    #expect(run("help", "times").output.contains("01:00:00;12@29.97"))
    #expect(run("help", "vscript.merge").output.hasPrefix("require(\"vscript.merge\")\n  Joining"))
    #expect(run("help", "timecode").output.contains("Time:timecode("))
    #expect(run("help", "durration").errors.contains("did you mean 'duration'?"))
    #expect(run("help").output.contains("topics: editor, errors"))
  }
}
