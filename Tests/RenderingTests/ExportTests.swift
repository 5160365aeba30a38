import Composition
import Media
import TestSupport
import Testing
import Timing

import struct TestSupport.Ratio

@testable import Rendering

@Suite struct ExportTests {
  /// Joins files as a merge does: both tracks advance by the length of the clip's picture.
  private func join(_ paths: [String]) throws -> Composition {
    var edit = Composition()
    let (video, audio) = (edit.addTrack(.video), edit.addTrack(.audio))
    for path in paths {
      let file = FileSource(try MediaAsset.open(path))
      let picture = try #require(file.tracks.first { $0.mediaType == .video })
      let at = edit.duration
      try edit.edit(video) { track throws(CompositionError) in
        try track.insert(picture.timeRange, of: picture, at: at)
      }
      if let sound = file.tracks.first(where: { $0.mediaType == .audio }) {
        try edit.edit(audio) { track throws(CompositionError) in
          try track.insert(picture.timeRange, of: sound, at: at)
        }
      }
    }
    return edit
  }

  private func export(
    _ edit: Composition, to path: String, _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> ExportReport {
    var request = ExportRequest()
    request.output = path
    request.codecOptions = [("preset", "ultrafast")]
    change(&request)
    let session = try ExportSession(edit, request)
    try session.start()
    while !session.wait(milliseconds: 50) {}
    return try #require(session.result).get()
  }

  private func check(
    _ path: String, _ clips: [CodedClip], sound: FilmReport.SoundLimits
  ) -> FilmReport {
    let film = Film(path)
    var report = FilmReport()
    let expected = ExpectedFilm(clips.map { .clip($0) }, frameRate: Ratio(24))
    report.checkPicture(film, expected)
    report.checkSound(film, expected, limits: sound)
    return report
  }

  @Test func alikeClipsAreJoinedFrameByFrameAndSampleBySample() throws {
    let clips = (1...3).map {
      CodedClip($0, picture: { $0.bFrames = 2 }, sound: { $0.codec = "aac" })
    }
    let folder = TemporaryFolder("export")
    let edit = try join(CodedClip.make(clips))
    let done = try export(edit, to: folder("film.mov")) { $0.audioCodec = "pcm_s16le" }
    #expect(done.frames == 72 && done.issues.isEmpty)
    var limits = FilmReport.SoundLimits.aac
    limits.click = 1
    limits.length = 0
    #expect(check(folder("film.mov"), clips, sound: limits).problems == [])
    #expect(folder.names == ["film.mov"])
  }

  @Test func aFilmInMP4StartsAtZeroAndEndsTogether() throws {
    let clips = (4...6).map { CodedClip($0, container: "mov", sound: { $0.codec = "pcm_s16le" }) }
    let folder = TemporaryFolder("export")
    _ = try export(try join(CodedClip.make(clips)), to: folder("film.mp4"))
    #expect(check(folder("film.mp4"), clips, sound: .aac).problems == [])
  }

  @Test func aCancelledExportLeavesNothing() throws {
    let clips = [CodedClip(7, picture: { $0.count = 240 })]
    let folder = TemporaryFolder("export")
    var request = ExportRequest()
    request.output = folder("film.mp4")
    let session = try ExportSession(try join(CodedClip.make(clips)), request)
    try session.start()
    session.cancel()
    while !session.wait(milliseconds: 50) {}
    #expect(session.progress.status == .cancelled)
    #expect(throws: Cancelled.self) { try session.result?.get() }
    #expect(folder.names.isEmpty)
  }

  @Test func aSessionRunsOnce() throws {
    let folder = TemporaryFolder("export")
    var request = ExportRequest()
    request.output = folder("film.mp4")
    let session = try ExportSession(try join([CodedClip(8).make()]), request)
    try session.start()
    #expect(throws: RenderError.self) { try session.start() }
    while !session.wait(milliseconds: 50) {}
    #expect(session.progress.status == .completed && session.progress.fraction == 1)
    #expect(throws: RenderError.self) { try session.start() }
  }
}
