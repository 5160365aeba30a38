import Composition
import Geometry
import Imaging
import Media
import Testing
import Timing

@testable import Rendering

@Suite struct OutputSpecTests {
  /// An edit of generators one after the other, pictures on one track and sounds on another.
  private func edit(_ sources: [GeneratorSource]) throws -> Composition {
    var edit = Composition()
    for source in sources {
      for track in source.tracks {
        let known = edit.tracks.first { $0.mediaType == track.mediaType }?.id
        let id = known ?? edit.addTrack(track.mediaType)
        try edit.edit(id) { target throws(CompositionError) in
          try target.insert(track.timeRange, of: track, at: .invalid)
        }
      }
    }
    return edit
  }

  private func picture(_ width: Int, _ height: Int, rate: FrameRate = FrameRate(30)) throws
    -> GeneratorSource
  {
    var options = GeneratorSource.Options()
    (options.width, options.height, options.rate) = (width, height, rate)
    options.duration = Time(1)
    return try GeneratorSource(kind: "solid", options)
  }

  private func spec(
    _ composition: Composition, _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> OutputSpec {
    var request = ExportRequest()
    request.output = "film.mp4"
    change(&request)
    return try OutputSpec(composition, request)
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as RenderError { return error.code } catch {
      return "\(type(of: error))"
    }
    return nil
  }

  @Test func oddSizesAreCutToEvenOnesWithANote() throws {
    let spec = try spec(edit([picture(641, 361)]))
    #expect(spec.plan.canvas.width == 640 && spec.plan.canvas.height == 360)
    #expect(spec.plan.canvas.scale == Size(width: 1, height: 1))
    #expect(spec.notes.contains { $0.contains("641×361 to 640×360") })
  }

  @Test(arguments: [
    (1920, 1080, "1280x720", 1280, 720), (1080, 1920, "1280x720", 720, 1280),
    (640, 360, "1280x720", 640, 360), (1000, 1000, "960x540", 540, 540),
    (1920, 1080, "highest", 1920, 1080),
  ])
  func presetsBoundTheDisplayedPictureAndNeverEnlargeIt(
    width: Int, height: Int, preset: String, boundWidth: Int, boundHeight: Int
  ) throws {
    let canvas = try spec(edit([picture(width, height)])) { $0.preset = preset }.plan.canvas
    #expect((canvas.width, canvas.height) == (boundWidth, boundHeight))
  }

  @Test(arguments: [
    ("film.mp4", "libx264", "aac"), ("film.webm", "libvpx-vp9", "libopus"),
    ("film.mkv", "libx264", "flac"),
  ])
  func presetsTakeTheFileTypesOwnCodecsWhereTheirsDoNotFit(
    output: String, picture: String, sound: String
  ) throws {
    let spec = try spec(edit([self.picture(64, 64), tone(440)])) {
      $0.preset = "medium"
      $0.output = output
    }
    #expect(spec.video?.settings.codec == picture && spec.audio?.settings.codec == sound)
    #expect(spec.video?.settings.quality == (picture == "libx264" ? 23 : nil))
  }

  @Test func clipsThatDifferAreFittedIntoTheFirstOnesCanvasAtTheHighestRate() throws {
    let spec = try spec(edit([picture(640, 360), picture(320, 320, rate: FrameRate(50))]))
    #expect((spec.plan.canvas.width, spec.plan.canvas.height) == (640, 360))
    #expect(spec.video?.schedule.step == Time(1, 50))
    #expect(spec.video?.schedule.count == 100)
  }

  @Test func theSoundIsThatOfTheWidestAndFastestSource() throws {
    let sources = [
      try tone(440, sampleRate: 22_050, channels: 1),
      try tone(440, sampleRate: 44_100, channels: 2),
    ]
    let settings = try #require(try spec(edit(sources)).audio).settings
    #expect(settings.sampleRate == 44_100 && settings.layout == .stereo)
    let other = try #require(try spec(edit([tone(440, sampleRate: 96_000)])).audio).settings
    #expect(other.sampleRate == 48_000 && other.layout == .mono)
  }

  @Test func anExportRangeCountsItsOwnFramesAndSamples() throws {
    let both = try edit([picture(64, 64, rate: FrameRate(30_000, 1001)), tone(440)])
    let spec = try spec(both) {
      $0.timeRange = TimeRange(start: Time(10 * 1001, 30_000), duration: Time(1, 2))
    }
    // Frames at 0, 1001/30000, … below 1/2: fifteen.
    #expect(spec.video?.schedule.count == 15)
    #expect(spec.audio?.sampleCount == 24_000)
  }

  @Test func alikeClipsKeepTheirOwnTimesWhereARangeCutsAFrame() throws {
    let spec = try spec(edit([picture(64, 64, rate: FrameRate(10))])) {
      $0.timeRange = TimeRange(start: Time(1, 4), duration: Time(1, 4))
    }
    let schedule = try #require(spec.video?.schedule)
    #expect((0..<schedule.count).map(schedule.outputTime) == [.zero, Time(1, 20), Time(3, 20)])
  }

  @Test func requestsThatCannotBeMetAreRefusedBeforeAFileIsOpened() throws {
    let edit = try edit([picture(64, 64)])
    #expect(code { _ = try spec(Composition()) } == "nothing_to_export")
    #expect(code { _ = try spec(edit) { $0.output = "film.wav" } } == "nothing_to_export")
    #expect(code { _ = try spec(edit) { $0.preset = "huge" } } == "unknown_preset")
    #expect(code { _ = try spec(edit) { $0.preset = "passthrough" } } == "cannot_copy")
    #expect(code { _ = try spec(edit) { $0.reencode = .never } } == "cannot_copy")
    #expect(code { _ = try spec(edit) { $0.output = "film.xyz" } } == "unknown_file_type")
    #expect(code { _ = try spec(edit) { $0.output = nil } } == "missing_output")
    var absurd = VideoComposition.of(edit)
    absurd.frameDuration = Time(1, 1 << 53)
    #expect(
      code { _ = try spec(edit) { $0.videoComposition = absurd } } == "invalid_frame_duration")
    let sound = try self.edit([tone(440)])
    #expect(code { _ = try spec(sound) { $0.sampleRate = -1 } } == "invalid_sample_rate")
    #expect(
      code {
        _ = try spec(edit) {
          $0.output = "film.webm"
          $0.codec = "prores"
        }
      } == "codec_does_not_fit")
    #expect(code { _ = try spec(edit) { $0.codec = "h265x" } } == "MediaError")
    #expect(code { _ = try spec(edit) { $0.pixelFormat = "rgb99" } } == "unsupported_pixel_format")
    #expect(
      code {
        _ = try spec(edit) { $0.timeRange = TimeRange(start: Time(9), duration: Time(1)) }
      } == "empty_time_range")
  }
}
