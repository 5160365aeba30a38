@preconcurrency import Glibc
import TestSupport
import Testing

/// The start command, and what the program says of itself.
@Suite struct StartTests {
  private let script = Vscript.packageFolder + "/Scripts/vscript"

  @Test func versionAndHelpGoToStandardOutput() {
    let version = runVscript(["--version"])
    #expect(version.status == 0 && version.output.hasPrefix("vscript ") && version.errors == "")
    let help = runVscript(["--help"])
    #expect(help.status == 0 && help.output.contains("usage: vscript"))
    for word in ["-e", "--progress", "exit status", "merge"] { #expect(help.output.contains(word)) }
  }

  @Test func scriptsComeFromFilesWordsAndStandardInput() {
    #expect(runVscript(["-e", "print(1)"]).output == "1\n")
    #expect(runVscript(["-", "a"], input: "print(arg[1])").output == "a\n")
    let folder = TemporaryFolder("start")
    writeFile(folder("words.lua"), Array("print(#arg, arg[0], arg[1], arg[2])".utf8))
    let run = runVscript(["words.lua", "-x", "b c"], folder: folder.path)
    #expect(run.output == "2\twords.lua\t-x\tb c\n")
  }

  @Test func exitStatusesAreAsPromised() {
    #expect(runVscript(["-e", "error('x')"]).status == 1)
    #expect(runVscript(["--nonsense"]).status == 2)
    #expect(runVscript(["-e", "vs.asset('/gone.mp4')"]).status == 3)
    #expect(runVscript(["-e", "os.exit(7)"]).status == 7)
    let wait = runVscript(["-e", "while true do end"], limit: 20) { process, elapsed in
      if elapsed > 0.3 { process.send(SIGINT) }
    }
    #expect(wait.status == 130 && wait.seconds < 5)
  }

  @Test func nothingButTheScriptsOwnWordsGoesToStandardOutput() {
    let clip = CodedClip(180, sound: { $0.codec = "aac" }).make()
    let folder = TemporaryFolder("start")
    let run = runVscript(["merge", clip, "-o", folder("film.mp4")])
    #expect(run.status == 0 && run.output == "")
    #expect(run.errors.contains("film.mp4") && run.errors.contains("24 frames"), "\(run.errors)")
  }

  /// Only where the start command has built already: a test does not start a build.
  @Test func theStartCommandWorksFromAnywhereAndThroughALink() throws {
    guard fileSize(Vscript.packageFolder + "/.build/vscript-built") != nil else {
      return print("Scripts/vscript has not built yet: skipped (1)")
    }
    let folder = TemporaryFolder("start")
    _ = runTool("ln", ["-s", script, folder("vs")])
    let run = ChildProcess("./vs", ["-e", "print(6 * 7)"], folder: folder.path)
    #expect(run.wait() == 0 && run.outputText == "42\n")
  }

  /// With stand-ins for the package tools: it asks, installs only what is missing, says it otherwise.
  @Test func missingPackagesAreInstalledOrNamed() throws {
    let folder = TemporaryFolder("start")
    let tools = folder("bin")
    mkdir(tools, 0o755)
    func tool(_ name: String, _ text: String) {
      writeFile("\(tools)/\(name)", Array("#!/bin/bash\n\(text)\n".utf8))
      chmod("\(tools)/\(name)", 0o755)
    }
    tool("dpkg-query", "[[ $4 == libzimg-dev ]] || printf installed")
    tool("apt-get", "echo \"$@\" >>\(folder("log"))")
    let words = """
      root=\(folder.path); source '\(Vscript.packageFolder)/Scripts/dev/setup.sh'
      need_packages "${build_packages[@]}"
      """
    let path = tools + ":" + String(cString: getenv("PATH"))
    let run = ChildProcess("bash", ["-c", words], environment: ["PATH": path])
    #expect(run.wait() == 0, "\(run.errorText)")
    #expect(readText(folder("log")) == "install -y --no-install-recommends libzimg-dev\n")
    #expect(run.outputText == "" && run.errorText.contains("installing libzimg-dev"))

    tool("apt-get", "exit 100")
    let failed = ChildProcess("bash", ["-c", words], environment: ["PATH": path])
    #expect(failed.wait() == 1)
    #expect(failed.errorText.contains("apt-get install libzimg-dev"))
  }
}
