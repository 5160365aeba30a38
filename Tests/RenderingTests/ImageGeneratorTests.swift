import Composition
import Geometry
import Imaging
import Media
import Synchronization
import TestSupport
import Testing
import Timing

@testable import Rendering

@Suite struct ImageGeneratorTests {
  /// A clip of ten frames a second whose frames are told apart by their number, at [1, 2).
  private func edit() throws -> (Composition, GeneratorSource) {
    var options = GeneratorSource.Options()
    (options.width, options.height) = (64, 36)
    (options.rate, options.duration) = (FrameRate(10), Time(1))
    let clip = try GeneratorSource(kind: "test", options)
    var edit = Composition()
    let id = edit.addTrack(.video)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: clip.videoTrack, at: .zero)
      try track.insertEmpty(TimeRange(start: .zero, duration: Time(1)))
    }
    return (edit, clip)
  }

  private func same(_ left: VideoFrame, _ right: VideoFrame) -> Bool {
    (0..<36).allSatisfy { y in (0..<64).allSatisfy { left.luma($0, y) == right.luma($0, y) } }
  }

  @Test func everyTimeGivesTheFrameThatIsShownThenAndItsOwnTime() throws {
    let (edit, clip) = try edit()
    let generator = try ImageGenerator(edit)
    defer { generator.close() }
    // In no order: a frame may not depend on what was asked for before.
    for index in [7, 0, 9, 3, 4] {
      let start = Time(1) + Time(Int64(index), 10)
      for time in [start, start + Time(1, 20), start + Time(99_999, 1_000_000)] {
        let image = try generator.image(at: time)
        #expect(same(image.frame, clip.frame(index)))
        #expect(image.time == start)
      }
    }
    // A gap is black, from its start on.
    let gap = try generator.image(at: Time(1, 2))
    #expect(gap.frame.luma(3, 3) == 16)
    #expect(gap.time == .zero)
  }

  @Test func aLongWayToAPictureIsGivenUpAndTheNextRequestIsExact() throws {
    // One group of pictures: the last frame is behind all others.
    let clip = CodedClip(
      613, picture: { ($0.count, $0.keyInterval, $0.width, $0.height) = (60, 60, 96, 54) })
    let source = FileSource(try MediaAsset.open(clip.make()))
    let looks = Atomic(0)
    let patience = Atomic(10)
    let generator = try ImageGenerator(Composition(wrapping: source.tracks)) {
      looks.add(1, ordering: .relaxed).newValue > patience.load(ordering: .relaxed)
    }
    defer { generator.close() }
    let late = Time(59, 24)
    #expect(throws: MediaError.self) { try generator.image(at: late) }
    #expect(looks.load(ordering: .relaxed) == 11)
    patience.store(.max, ordering: .relaxed)
    let image = try generator.image(at: late)
    #expect(image.time == late)
    #expect(code(image.frame) == CodedPicture.Code(clip: 613, frame: 59))
  }

  private func code(_ frame: VideoFrame) -> CodedPicture.Code? {
    var bytes: [UInt8] = []
    for plane in frame.planes {
      for y in 0..<plane.height {
        bytes += UnsafeRawBufferPointer(start: UnsafeRawPointer(plane.row(y)), count: plane.width)
      }
    }
    let picture = DecodedPicture(width: frame.width, height: frame.height, bytes: bytes)
    return picture.code(at: picture.whole)
  }

  @Test func theEndShowsNothingUnlessAnEarlierPictureWillDo() throws {
    let (edit, clip) = try edit()
    let generator = try ImageGenerator(edit)
    for time in [Time(2), Time(3), Time(-1, 10), .invalid, .positiveInfinity] {
      let error = #expect(throws: RenderError.self) { try generator.image(at: time) }
      #expect(error?.number == -11832)
    }
    generator.options.toleranceBefore = Time(1, 10)
    #expect(try generator.image(at: Time(2)).time == Time(19, 10))
    #expect(same(try generator.image(at: Time(2)).frame, clip.frame(9)))
    #expect(throws: RenderError.self) { try generator.image(at: Time(21, 10)) }
    generator.options.toleranceBefore = .positiveInfinity
    #expect(try generator.image(at: Time(100)).time == Time(19, 10))
    generator.options.toleranceAfter = Time(1)
    #expect(try generator.image(at: Time(-1)).time == .zero)
  }

  @Test func withinTheTolerancesAKeyFrameIsTakenAndNothingElse() throws {
    // Key frames at 0, 1/2 and 1 s; 24 frames a second.
    let path = CodedClip(
      7,
      picture: {
        $0.count = 36
        $0.keyInterval = 12
        $0.bFrames = 2
      }
    ).make()
    let file = FileSource(try MediaAsset.open(path))
    var edit = Composition()
    let id = edit.addTrack(.video)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(3, 2)), of: file.tracks[0], at: .zero)
    }
    let generator = try ImageGenerator(edit)
    defer { generator.close() }
    let asked = Time(14, 24)
    #expect(try generator.image(at: asked).time == asked)
    generator.options.toleranceBefore = Time(1, 24)
    #expect(try generator.image(at: asked).time == asked)
    generator.options.toleranceBefore = Time(2, 24)
    #expect(try generator.image(at: asked).time == Time(1, 2))
    generator.options.toleranceBefore = .zero
    generator.options.toleranceAfter = Time(10, 24)
    #expect(try generator.image(at: asked).time == Time(1))
    generator.options.toleranceAfter = Time(9, 24)
    #expect(try generator.image(at: asked).time == asked)
    generator.options.toleranceBefore = .positiveInfinity
    #expect(try generator.image(at: Time(35, 24)).time == Time(1))
  }

  @Test func picturesFitIntoTheBoxAndAreNeverEnlarged() {
    let size = Size(width: 64, height: 36)
    for (box, fitted) in [
      ((0, 0), (64, 36)), ((32, 0), (32, 18)), ((0, 9), (16, 9)), ((32, 9), (16, 9)),
      ((640, 360), (64, 36)), ((1, 1), (1, 1)),
    ] {
      let box = Size(width: Double(box.0), height: Double(box.1))
      #expect(ImageGenerator.fitted(size, box) == fitted)
    }
  }

  @Test func aTrackIsTurnedUprightInQuarterTurnsOnly() throws {
    var (edit, _) = try edit()
    let id = edit.tracks[0].id
    try edit.edit(id) { track throws(CompositionError) in
      track.preferredTransform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 36, ty: 0)
    }
    let generator = try ImageGenerator(edit)
    let upright = try generator.image(at: Time(1)).frame
    generator.options.appliesPreferredTrackTransform = true
    let turned = try generator.image(at: Time(1)).frame
    #expect((turned.width, turned.height) == (36, 64))
    #expect(turned.luma(35 - 7, 20) == upright.luma(20, 7))
    generator.options.maximumSize = Size(width: 18, height: 64)
    let small = try generator.image(at: Time(1)).frame
    #expect((small.width, small.height) == (18, 32))
    #expect(Orientation(linearPartOf: Transform(rotation: 0.3)) == .upright)
  }

  @Test func withAVideoCompositionItIsWhatAnExportWouldShow() throws {
    let (edit, clip) = try edit()
    var options = VideoComposition.AutomaticOptions()
    options.frameDuration = Time(1, 5)
    let generator = try ImageGenerator(edit, videoComposition: .of(edit, options))
    // Every second frame: at 1.3 s the film still shows what began at 1.2 s.
    let image = try generator.image(at: Time(13, 10))
    #expect(image.time == Time(6, 5))
    #expect(same(image.frame, clip.frame(2)))
    generator.options.maximumSize = Size(width: 32, height: 32)
    #expect(try generator.image(at: Time(1)).frame.width == 32)
  }

  @Test func withoutPicturesThereIsNoGenerator() {
    let error = #expect(throws: RenderError.self) { try ImageGenerator(Composition()) }
    #expect(error?.number == -11832)
  }

  @Test func aStillIsDecodedOnceAndIsTheSameAtAnyTime() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/red.png"
    var options = GeneratorSource.Options()
    (options.width, options.height, options.color) = (16, 8, Color(red: 1, green: 0, blue: 0))
    let red = try GeneratorSource(kind: "solid", options)
    try ImageFile.write(red.frame(0), to: path)
    let still = try ImageSource(path: path, duration: Time(3))
    #expect(try still.frame(0) === still.frame(2))
    let probe = PictureProbe(try still.frame(0))
    let color = try #require(try probe.color(x: 15, y: 7))
    #expect(color.red > 0.99 && color.green < 0.01 && color.blue < 0.01)
    #expect(try probe.color(x: 16, y: 0) == nil)
    #expect(still.tracks[0].timeRange.duration == Time(3))
  }

  @Test func pulledFramesAndSamplesAreThoseOfAnExport() throws {
    let (edit, clip) = try edit()
    var request = ExportRequest()
    request.timeRange = TimeRange(start: Time(1), duration: Time(1, 2))
    let puller = try MediaPuller(edit, request)
    #expect(puller.frameCount == 5)
    #expect(puller.sampleCount == 0)
    for index in 0..<5 {
      let (frame, time) = try #require(try puller.nextFrame())
      #expect(time == Time(1) + Time(Int64(index), 10))
      #expect(same(frame, clip.frame(index)))
    }
    #expect(try puller.nextFrame() == nil)
    puller.rewind()
    #expect(try puller.nextFrame()?.time == Time(1))
    #expect(try puller.nextSamples(10) == nil)
  }
}
