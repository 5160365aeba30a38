@preconcurrency import Glibc
import TestSupport
import Testing

/// Stopped at any moment, an export leaves what was there before and nothing else.
@Suite struct InterruptionTests {
  private let folder = TemporaryFolder("stop")
  private let words: [String]

  init() {
    // Slow on purpose: 20 clips of 150 frames, coded with much effort.
    let clip = CodedClip(
      150, picture: { ($0.width, $0.height, $0.count) = (640, 360, 150) },
      sound: { $0.codec = "aac" })
    words =
      ["merge"] + Array(repeating: clip.make(), count: 20)
      + ["-o", "film.mp4", "--codec-options", "preset=slow"]
  }

  private func stop(_ signal: Int32, after delay: Double, _ more: [String] = []) -> VscriptRun {
    var sent = false
    return runVscript(words + more, folder: folder.path, limit: 60) { process, elapsed in
      if elapsed >= delay, !sent {
        process.send(signal)
        sent = true
      }
    }
  }

  @Test(arguments: [0.02, 0.1, 0.3, 0.7, 1.5])
  func aKillLeavesTheFolderAsItWas(delay: Double) {
    #expect(stop(SIGKILL, after: delay).status == 137)
    #expect(folder.names == [])
  }

  @Test func ctrlCEndsSoonWithStatus130AndNoFile() {
    let run = stop(SIGINT, after: 0.8)
    #expect(run.status == 130, "\(run.errors)")
    #expect(run.seconds < 4)
    #expect(folder.names == [])
  }

  @Test func anOldFilmSurvivesAStoppedOverwrite() {
    writeFile(folder("film.mp4"), Array("the old film".utf8))
    #expect(stop(SIGINT, after: 0.8, ["--overwrite"]).status == 130)
    #expect(stop(SIGKILL, after: 0.8, ["--overwrite"]).status == 137)
    #expect(folder.names == ["film.mp4"] && readText(folder("film.mp4")) == "the old film")
  }
}
