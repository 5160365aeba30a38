import Composition
import Glibc
import Media
import TestSupport
import Testing
import Timing

@testable import Rendering

/// What a cancelled export leaves: nothing, and that soon.
@Suite(.serialized) struct CancellingTests {
  private func session(
    _ edit: Composition, to path: String?, _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> ExportSession {
    var request = ExportRequest()
    request.output = path
    if path == nil { request.fileType = "null" }
    request.reencode = .always
    change(&request)
    return try ExportSession(edit, request)
  }

  private func edit(_ clips: [CodedClip]) throws -> Composition {
    var edit = Composition()
    let video = edit.addTrack(.video)
    for path in CodedClip.make(clips) {
      let file = FileSource(try MediaAsset.open(path))
      let picture = try #require(file.tracks.first { $0.mediaType == .video })
      let at = edit.duration
      try edit.edit(video) { track throws(CompositionError) in
        try track.insert(picture.timeRange, of: picture, at: at)
      }
    }
    return edit
  }

  private func cancel(_ session: ExportSession, after milliseconds: Int) throws {
    try session.start()
    _ = session.wait(milliseconds: milliseconds)
    session.cancel()
    while !session.wait(milliseconds: 50) {}
    #expect(session.progress.status == .cancelled)
    #expect(throws: Cancelled.self) { try session.result?.get() }
  }

  @Test func nothingAddsUpOverManyCancelledExports() throws {
    let folder = TemporaryFolder("cancelling")
    let edit = try edit([CodedClip(9, picture: { $0.count = 240 })])
    func round(_ index: Int) throws {
      let film = try session(edit, to: folder("film.mp4")) {
        // Slow enough to be in the middle of a frame.
        $0.codecOptions = [("preset", "veryslow")]
        guard index % 3 == 0 else { return }
        ($0.passes, $0.bitRate, $0.temporaryFolder) = (2, 100_000, folder.path)
      }
      try cancel(film, after: index % 7 * 5)
    }
    for index in 0..<4 { try round(index) }
    Aftermath.wait()
    let descriptors = listing(of: "/proc/self/fd").count
    for index in 0..<40 { try round(index) }
    Aftermath.wait()
    // Other tests run beside this one; one descriptor for each cancelled export would show.
    #expect(listing(of: "/proc/self/fd").count < descriptors + 30)
    #expect(folder.names == [])
  }

  @Test func theFileIsGoneWhenTheSessionIsOver() throws {
    let folder = TemporaryFolder("cancelling")
    let path = folder("film.mp4")
    writeFile(path, "mine".utf8)
    let edit = try edit([CodedClip(9, picture: { $0.count = 240 })])
    for index in 0..<10 {
      let film = try session(edit, to: path) {
        $0.overwrite = true
        $0.codecOptions = [("preset", "veryslow")]
      }
      try cancel(film, after: index * 3)
      // Its threads may still run; the folder and what stood there are as they were.
      #expect(folder.names == ["film.mp4"])
      #expect(readText(path) == "mine")
    }
  }

  @Test func aNewSessionWaitsForWhatCancelledOnesHold() throws {
    let folder = TemporaryFolder("cancelling")
    let edit = try edit([CodedClip(9, picture: { $0.count = 240 })])
    let left = Flag()
    Aftermath.leave(
      Worker {
        usleep(100_000)
        left.raise()
      })
    _ = try session(edit, to: folder("film.mp4"))
    #expect(left.isRaised)
  }

  private final class Flag: @unchecked Sendable {
    private let monitor = Monitor()
    private var value = false

    func raise() { monitor.locked { value = true } }
    var isRaised: Bool { monitor.locked { value } }
  }
}
