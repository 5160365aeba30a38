import Glibc
import TestSupport
import Testing

/// `vscript watch` as a user runs it.
@Suite struct WatchToolTests {
  @Test func aSavedScriptIsRunAgainAndItsPictureIsWrittenAnew() throws {
    let folder = TemporaryFolder()
    func save(_ color: String) {
      let script = """
        local clip = vs.generator("solid", { color = "\(color)", size = { 16, 16 }, duration = 1 })
        vs.export(clip, { output = "never.mp4" })
        """
      // As editors do: another file takes the name.
      writeFile(folder.path + "/edit.lua.new", Array(script.utf8))
      rename(folder.path + "/edit.lua.new", folder.path + "/edit.lua")
    }
    func color() -> String {
      runVscript(
        ["-e", "print(vs.image_generator(vs.image('p.png')):image(0):pixel(8, 8).red > 0.5)"],
        folder: folder.path
      ).output
    }
    save("black")
    var before = ""
    let run = runVscript(
      ["watch", "edit.lua", "--at", "0.5", "-o", "p.png", "--times", "2"], folder: folder.path,
      limit: 120,
      whileRunning: { _, _ in
        guard before.isEmpty, fileSize(folder.path + "/p.png") != nil else { return }
        before = color()
        save("white")
      })
    #expect(run.status == 0, "\(run.errors)")
    #expect(before == "false\n")
    #expect(color() == "true\n")
    #expect(listing(of: folder.path).sorted() == ["edit.lua", "p.png"])
  }

  /// The first Ctrl-C ends a run that hangs, and the watch goes on; the second one ends the watch.
  @Test func interruptsEndARunThenTheWatch() {
    let folder = TemporaryFolder()
    writeFile(folder.path + "/edit.lua", Array("while true do end".utf8))
    let film = """
      vs.export(vs.generator("solid", { size = { 16, 16 }, duration = 1 }), { output = "never.mp4" })
      """
    var (state, since) = (0, 0.0)
    let run = runVscript(
      ["watch", "edit.lua", "-o", "p.png"], folder: folder.path, limit: 60,
      whileRunning: { process, seconds in
        switch state {
        case 0 where seconds > 1:
          pressControlC(process.identifier)
          (state, since) = (1, seconds)
        case 1 where seconds > since + 1:
          writeFile(folder.path + "/edit.lua", Array(film.utf8))
          state = 2
        case 2 where fileSize(folder.path + "/p.png") != nil:
          (state, since) = (3, seconds)
        case 3 where seconds > since + 0.5:
          pressControlC(process.identifier)
          state = 4
        default: break
        }
      })
    #expect(state == 4, "\(run.errors)")
    #expect(run.status == 130 || run.status == 0, "\(run.errors)")
    #expect(listing(of: folder.path).sorted() == ["edit.lua", "p.png"])
  }

  @Test func whatIsNoScriptIsRefused() {
    let folder = TemporaryFolder()
    #expect(runVscript(["watch"], folder: folder.path).status == 2)
    #expect(runVscript(["watch", "a.mp4"], folder: folder.path).status == 2)
    #expect(runVscript(["watch", "none.lua"], folder: folder.path).status == 2)
  }
}

/// Interrupts a process and all that it started, as a terminal does.
private func pressControlC(_ process: pid_t) {
  let children = readText("/proc/\(process)/task/\(process)/children") ?? ""
  for child in children.split(separator: " ").compactMap({ pid_t($0) }) { pressControlC(child) }
  kill(process, SIGINT)
}
