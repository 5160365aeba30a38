import Composition
import Media
import TestSupport
import Testing
import Timing

@testable import Rendering

@Suite struct CarriedOverTests {
  /// Three chapters of a second each, in a film made by the muxer itself.
  private func film(in folder: TemporaryFolder) throws -> FileSource {
    let clip = try solid(0.5, duration: Time(3))
    var request = ExportRequest()
    request.output = folder.path + "/film.mkv"
    request.codecOptions = [("preset", "ultrafast")]
    var edit = Composition()
    let id = edit.addTrack(.video)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(3)), of: clip.videoTrack, at: .zero)
    }
    let spec = try OutputSpec(edit, request)
    var container = spec.container
    container.chapters = (0..<3).map {
      Chapter(range: TimeRange(start: Time(Int64($0)), duration: Time(1)), title: "\($0)")
    }
    let file = try OutputFile(path: request.output!)
    let muxer = try Muxer(container: container, output: file)
    let encoder = try VideoEncoder(spec.video!.settings)
    try muxer.addVideo(encoder)
    try muxer.start()
    for index in 0..<75 {
      let pts = Time(Int64(index), 25).units(per: spec.video!.settings.timeBase.timescale)
      for packet in try encoder.encode(clip.frame(0), pts: pts) { try muxer.write(packet) }
    }
    for packet in try encoder.finish(end: Time(3)) { try muxer.write(packet) }
    try muxer.finish()
    try file.commit()
    return FileSource(try MediaAsset.open(request.output!))
  }

  private func show(_ chapters: [Chapter]) -> [String] {
    chapters.map { "\($0.title) \($0.range)" }
  }

  @Test func chaptersMoveWithTheirMedia() throws {
    let folder = TemporaryFolder()
    let source = try film(in: folder)
    #expect(
      show(source.asset.chapters) == ["0 0:00–0:01", "1 0:01–0:02", "2 0:02–0:03"])
    let all = TimeRange(start: .zero, duration: .positiveInfinity)
    #expect(
      show(Composition(wrapping: source.tracks).chapters(in: all)) == [
        "0 0:00–0:01", "1 0:01–0:02", "2 0:02–0:03",
      ])

    var edit = Composition()
    let id = edit.addTrack(.video)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insertEmpty(TimeRange(start: .zero, duration: Time(1)))
      // [1/2, 5/2) at half speed from 1 s on.
      try track.insert(
        TimeRange(start: Time(1, 2), duration: Time(2)), of: source.tracks[0], at: Time(1))
      try track.scale(TimeRange(start: Time(1), duration: Time(2)), to: Time(4))
    }
    #expect(
      show(edit.chapters(in: all)) == ["0 0:01–0:02", "1 0:02–0:04", "2 0:04–0:05"])
    // The output begins with the range.
    #expect(
      show(edit.chapters(in: TimeRange(from: Time(3), to: Time(9, 2)))) == [
        "1 0:00–0:01", "2 0:01–0:01.5",
      ])
    // Backward, the last comes first.
    try edit.edit(id) { track throws(CompositionError) in
      try track.reverse(TimeRange(from: Time(1), to: Time(5)))
    }
    #expect(
      show(edit.chapters(in: all)) == ["2 0:01–0:02", "1 0:02–0:04", "0 0:04–0:05"])
  }

  @Test func aChapterWithAPartCutOutGoesOnAfterTheCut() throws {
    let folder = TemporaryFolder()
    let source = try film(in: folder)
    var edit = Composition(wrapping: source.tracks)
    try edit.edit(source.tracks[0].trackID) { track throws(CompositionError) in
      try track.remove(TimeRange(from: Time(5, 4), to: Time(3, 2)))
    }
    let all = TimeRange(start: .zero, duration: .positiveInfinity)
    #expect(
      show(edit.chapters(in: all)) == ["0 0:00–0:01", "1 0:01–0:01.75", "2 0:01.75–0:02.75"])
  }

  @Test func whatAContainerSaysOfItselfIsNotTakenOver() {
    var edit = Composition()
    edit.metadata = [("title", "a"), ("major_brand", "isom"), ("ENCODER", "Lavf"), ("genre", "b")]
    #expect(edit.carriedMetadata.map(\.key) == ["title", "genre"])
  }

  @Test func theGaugeCountsWhatIsStillToCome() {
    #expect(!SizeGauge(limit: 0).isFull(written: .max / 2, reached: (Time(9), 1000)))
    var gauge = SizeGauge(limit: 10_000)
    #expect(!gauge.isFull(written: 5000, reached: (.zero, 0)))
    #expect(gauge.isFull(written: 8000, reached: (.zero, 0)))
    // Two frames of 100 and 300 bytes at ten a second, and sound of 1000 bytes for these 0.2 s.
    gauge.add(bytes: 100, isPicture: true, end: Time(1, 10))
    gauge.add(bytes: 300, isPicture: true, end: Time(2, 10))
    gauge.add(bytes: 1000, isPicture: false, end: Time(2, 10))
    // Ten frames wait: 2000 bytes and a key frame, 5000 of sound, 13 places in the index.
    let whole = 10 * 200 + 300 + 5000 + 13 * 16 + 2048
    #expect(gauge.isFull(written: Int64(10_000 - whole), reached: (Time(12, 10), 12)))
    #expect(!gauge.isFull(written: Int64(10_000 - whole - 1), reached: (Time(12, 10), 12)))
  }

  @Test func aLimitIsKeptAtALowRateAndWithoutPictures() throws {
    let folder = TemporaryFolder()
    func export(_ name: String, _ limit: Int64, pictures: Bool = true) throws -> ExportReport {
      var options = GeneratorSource.Options()
      (options.width, options.height, options.duration) = (64, 48, Time(30))
      options.rate = FrameRate(10)
      let source = try GeneratorSource(kind: "test", options)
      var request = ExportRequest()
      request.output = folder.path + "/" + name
      // It holds back forty frames, which are four seconds.
      request.codecOptions = [("preset", "medium")]
      if !pictures { request.codecOptions = [] }
      request.audioBitRate = 128_000
      request.fileLengthLimit = limit
      let session = try ExportSession(
        Composition(wrapping: source.tracks.filter { pictures || $0.mediaType == .audio }), request)
      try session.start()
      while !session.wait(milliseconds: 1000) {}
      return try #require(session.result).get()
    }
    let film = try export("slow.mp4", 60_000)
    #expect(film.reachedLimit && (40_000...60_000).contains(film.size), "\(film.size)")
    let read = try MediaAsset.open(folder.path + "/slow.mp4")
    #expect(read.video?.video?.frames.count == film.frames)
    #expect(film.duration == Time(Int64(film.frames), 10))
    let sound = try export("sound.m4a", 60_000, pictures: false)
    #expect(sound.reachedLimit && (45_000...60_000).contains(sound.size), "\(sound.size)")
    let error = #expect(throws: RenderError.self) { _ = try export("none.mp4", 900) }
    #expect(error?.code == "file_length_limit")
  }

  @Test func aFilmEndsEarlyWhereItsFileHasReachedTheLimit() throws {
    let folder = TemporaryFolder()
    var options = GeneratorSource.Options()
    (options.width, options.height, options.duration) = (64, 48, Time(60))
    let source = try GeneratorSource(kind: "test", options)
    var request = ExportRequest()
    request.output = folder.path + "/small.mp4"
    request.codecOptions = [("preset", "ultrafast")]
    request.audioBitRate = 32_000
    request.fileLengthLimit = 100_000
    let session = try ExportSession(Composition(wrapping: source.tracks), request)
    try session.start()
    while !session.wait(milliseconds: 1000) {}
    let report = try #require(session.result).get()
    #expect(report.reachedLimit && report.frames < 1700)
    #expect((70_000...100_000).contains(report.size))
    #expect(session.estimatedSize == report.size)
    let film = try MediaAsset.open(request.output!)
    let (picture, sound) = (try #require(film.video), try #require(film.audio))
    #expect(picture.video?.frames.count == report.frames)
    #expect(picture.timeRange.duration == report.duration)
    // Sound ends with the picture, to a packet.
    let difference = sound.timeRange.duration - report.duration
    #expect(difference.magnitude < Time(2048, 48_000))
  }
}
