@preconcurrency import Glibc
import TestSupport
import Testing

/// What cannot work says which file, why and what to do, ends with its status, and leaves the
/// folder as it was.
@Suite struct FailureTests {
  private let folder = TemporaryFolder("failure")
  private let good = CodedClip(130, picture: { $0.count = 12 }, sound: { $0.codec = "aac" }).make()

  /// Merges the good clip and `bad`; returns the run after checking that nothing was left behind.
  private func refuses(
    _ words: [String], status: Int32 = 3, says: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = folder.names
    let run = runVscript(["merge"] + words, folder: folder.path)
    #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
    for word in says {
      #expect(
        run.errors.lowercased().contains(word.lowercased()), "\(word) is not in: \(run.errors)",
        sourceLocation: sourceLocation)
    }
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(folder.names == before, sourceLocation: sourceLocation)
  }

  @Test func aMissingFile() {
    refuses([good, "gone.mp4", "-o", "out.mp4"], says: ["gone.mp4", "no such file"])
  }

  @Test func aDirectory() {
    mkdir(folder("album.mp4"), 0o755)
    refuses([good, "album.mp4", "-o", "out.mp4"], says: ["album.mp4", "directory"])
  }

  @Test func anEmptyFile() {
    writeFile(folder("empty.mp4"), [])
    refuses([good, "empty.mp4", "-o", "out.mp4"], says: ["empty.mp4", "empty"])
  }

  @Test func aTextNamedLikeAFilm() {
    writeFile(folder("notes.mp4"), Array("Buy milk.\nCall Ann.\n".utf8))
    refuses(
      [good, "notes.mp4", "-o", "out.mp4"], says: ["notes.mp4", "no known audio or video format"])
  }

  @Test func aFileCutBeforeItsIndex() {
    let whole = readFile(
      CodedClip(131, picture: { $0.count = 60 }, sound: { $0.codec = "aac" }).make())!
    writeFile(folder("cut.mp4"), whole[..<(whole.count / 2)])
    refuses([good, "cut.mp4", "-o", "out.mp4"], says: ["cut.mp4", "index"])
  }

  @Test func onlyClipsWithoutPicture() {
    let sound = CodedClip(132, container: "m4a", picture: nil, sound: { $0.seconds = Ratio(1) })
    refuses([sound.make(), "-o", "out.mp4"], status: 1, says: ["picture"])
  }

  @Test func anUnknownCodec() {
    refuses([good, "-o", "out.mp4", "--codec", "libx246"], says: ["libx246", "libx264"])
    refuses([good, "-o", "out.mp4", "--audio-codec", "acc"], says: ["acc", "aac"])
  }

  @Test func anUnknownOption() {
    refuses(
      [good, "-o", "out.mp4", "--overwritte"], status: 2, says: ["overwritte", "--overwrite"])
    refuses(
      [good, "-o", "out.mp4", "--codec-options", "prest=fast"],
      says: ["prest", "libx264", "preset"])
  }

  @Test func anUnknownKeyInAScript() {
    let run = runVscript(
      ["-e", "vs.export(vs.asset(arg[1]), { output = 'out.mp4', overwrit = true })", good],
      folder: folder.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("overwrit") && run.errors.contains("'overwrite'"), "\(run.errors)")
    #expect(folder.names == [])
  }

  @Test func noClipsOrNoOutput() {
    refuses(["-o", "out.mp4"], status: 2, says: ["no clips"])
    refuses([good], status: 2, says: ["-o"])
  }

  @Test func aMissingOutputFolder() {
    refuses([good, "-o", "nowhere/out.mp4"], says: ["nowhere", "no directory"])
  }

  @Test func aReadOnlyOutputFolder() {
    mkdir(folder("fixed"), 0o555)
    let frozen = geteuid() != 0 || ChildProcess("chattr", ["+i", folder("fixed")]).wait() == 0
    defer { _ = ChildProcess("chattr", ["-i", folder("fixed")]).wait() }
    guard frozen else { return print("no read-only folder can be made here: skipped (1)") }
    refuses([good, "-o", "fixed/out.mp4"], says: ["fixed", "read-only"])
    #expect(listing(of: folder("fixed")) == [])
  }

  @Test func anOutputThatIsAFolder() {
    mkdir(folder("out.mp4"), 0o755)
    refuses([good, "-o", "out.mp4", "--overwrite"], says: ["out.mp4", "directory"])
  }

  @Test func anOutputThatIsAnInput() {
    let bytes = readFile(good)!
    writeFile(folder("clip.mp4"), bytes)
    link(folder("clip.mp4"), folder("same.mp4"))
    for output in ["clip.mp4", "./clip.mp4", "same.mp4"] {
      refuses(["clip.mp4", "-o", output, "--overwrite"], says: [output, "input"])
    }
    #expect(readFile(folder("clip.mp4")) == bytes)
  }

  @Test func anExistingOutput() {
    writeFile(folder("out.mp4"), Array("precious".utf8))
    refuses([good, "-o", "out.mp4"], says: ["out.mp4", "exists", "overwrite"])
    #expect(readText(folder("out.mp4")) == "precious")
    let run = runVscript(["merge", good, "-o", "out.mp4", "--overwrite"], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.names == ["out.mp4"] && Film(folder("out.mp4")).times.count == 12)
  }

  @Test func anUnknownCommandOrScript() {
    let tool = runVscript(["mrege", "a.mp4"], folder: folder.path)
    #expect(tool.status == 2 && tool.errors.contains("merge"), "\(tool.errors)")
    let script = runVscript(["./gone.lua"], folder: folder.path)
    #expect(script.status == 3 && script.errors.contains("gone.lua"), "\(script.errors)")
  }

  @Test func aScriptThatRaisesNamesItsLine() {
    writeFile(folder("bad.lua"), Array("local a = 1\nerror('sour')\n".utf8))
    let run = runVscript(["bad.lua"], folder: folder.path)
    #expect(run.status == 1 && run.errors.contains("bad.lua:2"), "\(run.errors)")
  }

  @Test func aMediaFailureNamesTheScriptsLine() {
    writeFile(folder("cut.lua"), Array("\n\nlocal a = vs.asset('gone.mp4')\n".utf8))
    let run = runVscript(["cut.lua"], folder: folder.path)
    #expect(run.status == 3, "\(run.errors)")
    #expect(run.errors.contains("cut.lua:3") && run.errors.contains("gone.mp4"), "\(run.errors)")
  }
}
