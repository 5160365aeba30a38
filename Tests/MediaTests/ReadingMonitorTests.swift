import TestSupport
import Testing

@testable import Media

/// A file without an index is read through while somebody watches.
@Suite struct ReadingMonitorTests {
  private let clip = CodedClip(
    730, container: "ts", picture: { ($0.count, $0.width, $0.height) = (600, 64, 48) }
  ).make()

  @Test func theWatcherIsToldHowFarItIs() throws {
    var notes: [(path: String, done: Int64, total: Int64)] = []
    var ends = 0
    let asset = try MediaAsset.open(
      clip,
      monitor: ReadingMonitor(
        note: { path, done, total in
          notes.append((path, done, total))
          return true
        }, finish: { ends += 1 }))
    #expect(asset.video?.video?.frames.count == 600)
    #expect(notes.count == 2 && ends == 1)
    #expect(notes.allSatisfy { $0.path == clip && $0.total == Int64(fileSize(clip)!) })
    #expect(notes[0].done > 0 && notes[0].done < notes[1].done)
    #expect(notes[1].done < notes[1].total)
  }

  @Test func whatIsGivenUpIsNotKept() throws {
    let file = TemporaryFolder("monitor")
    writeFile(file("a.ts"), readFile(clip)!)
    let stop = ReadingMonitor(note: { _, _, _ in false }, finish: {})
    #expect {
      try MediaAsset.open(file("a.ts"), monitor: stop)
    } throws: { error in
      (error as? MediaError)?.kind == .interrupted
    }
    #expect(try MediaAsset.open(file("a.ts")).video?.video?.frames.count == 600)
  }
}
