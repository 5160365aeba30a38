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

  @Test func whatIsNoScriptIsRefused() {
    let folder = TemporaryFolder()
    #expect(runVscript(["watch"], folder: folder.path).status == 2)
    #expect(runVscript(["watch", "a.mp4"], folder: folder.path).status == 2)
    #expect(runVscript(["watch", "none.lua"], folder: folder.path).status == 2)
  }
}
