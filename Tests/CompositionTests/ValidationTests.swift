import Geometry
import Testing
import Timing

@testable import Composition

@Suite struct ValidationTests {
  private let source = NamedSource("a.mp4")
  private let composition: Composition
  private let picture: SourceTrack
  private let layer: LayerInstruction

  /// Ten seconds of sound, six of picture.
  init() throws {
    picture = video("a.mp4", Time(6), source: source)
    var composition = Composition()
    try composition.insert(
      .all, of: [picture, audio("a.mp4", Time(10), source: source)], at: .zero)
    self.composition = composition
    layer = LayerInstruction(try #require(composition.reference(to: 1)))
  }

  private func made(_ ranges: TimeRange...) -> VideoComposition {
    VideoComposition(
      frameDuration: Time(1, 25), renderSize: Size(width: 640, height: 360),
      instructions: ranges.map { Instruction(timeRange: $0, layers: [layer]) })
  }

  /// Each problem as its kind and range.
  private func found(_ made: VideoComposition, in part: TimeRange = .all) -> [String] {
    made.problems(for: composition, in: part).map { "\($0.kind.rawValue) \($0.range)" }
  }

  @Test func instructionsMustReachToTheEndOfTheLongestTrack() throws {
    #expect(found(made(range(0, 10))).isEmpty && found(made(range(0, 20))).isEmpty)
    #expect(found(made(range(0, 6))) == ["empty_time_range 0:06–0:10"])
    #expect(found(made()) == ["empty_time_range 0:00–0:10"])
    let problem = try #require(made(range(0, 6)).problems(for: composition).first)
    #expect(
      problem.message
        == "no instruction covers 0:06–0:10, up to the end of the longest track")
  }

  @Test func everyHoleAndOverlapIsReported() {
    #expect(
      found(made(range(1, 3), range(4, 6), range(5, 8))) == [
        "empty_time_range 0:00–0:01", "empty_time_range 0:03–0:04",
        "invalid_time_range 0:05–0:06", "empty_time_range 0:08–0:10",
      ])
    #expect(
      found(made(range(0, 4), range(8, 10), range(4, 8))) == [
        "empty_time_range 0:04–0:08", "invalid_time_range 0:04–0:08",
      ])
  }

  @Test func contiguityIsExact() {
    let nearly = TimeRange(from: Time(1000, 3001), to: Time(10))
    let problems = found(made(TimeRange(from: .zero, to: Time(1, 3)), nearly))
    #expect(problems == ["invalid_time_range 0:00.333 (1000/3001)–0:00.333 (1/3)"])
  }

  @Test func unusableRangesAreReportedAndSkipped() {
    #expect(
      found(made(.invalid, range(0, 10), range(3, 3))) == [
        "invalid_time_range an invalid range", "invalid_time_range 0:03–0:03",
      ])
  }

  @Test func onlyInstructionsThatTouchTheRangeAreExamined() {
    let holed = made(range(0, 2), range(3, 5), range(5, 6))
    #expect(found(holed, in: range(3, 6)).isEmpty)
    #expect(found(holed, in: range(4, 6)).isEmpty)
    #expect(found(holed, in: range(1, 4)) == ["empty_time_range 0:02–0:03"])
    #expect(found(holed, in: range(4, 7)) == ["empty_time_range 0:06–0:07"])
  }

  @Test func withoutACompositionLengthAndTracksAreNotChecked() {
    var short = made(range(0, 6))
    short.instructions[0].layers = [LayerInstruction(TrackReference(picture))]
    #expect(short.problems(for: nil).isEmpty)
    #expect(made(range(0, 1), range(2, 3)).problems(for: nil).map(\.range) == [range(1, 2)])
  }

  @Test func valuesMustBeSet() {
    var empty = VideoComposition(instructions: [Instruction(timeRange: range(0, 10))])
    empty.renderScale = 0
    let problems = empty.problems(for: composition)
    #expect(problems.map(\.kind) == [.invalidValue, .invalidValue, .invalidValue])
    #expect(problems[0].message == "the frame duration is 0")
    #expect(problems[1].message == "the render size is 0×0")
  }

  @Test func aSourcesTrackNamesTheCompositionsTrackThatWasMeant() throws {
    var wrong = made(range(0, 10))
    wrong.instructions[0].layers = [LayerInstruction(TrackReference(picture))]
    let problem = try #require(wrong.problems(for: composition).first)
    #expect(problem.kind == .invalidTrack && problem.range == range(0, 10))
    #expect(
      problem.message == "layer 1 of instruction 1 names 'a.mp4' track 1 (video) instead of a "
        + "track of the composition")
    #expect(problem.hint == "name the composition's track 1 (video), which shows it")
    do {
      try wrong.check(for: composition)
      Issue.record("accepted")
    } catch {
      #expect(error.number == -11841 && error.code == "invalid_video_composition")
      #expect(error.hint == problem.hint && error.message.contains(problem.message))
    }
    #expect(wrong.problems(for: Composition(wrapping: [picture])).isEmpty)
  }

  @Test func otherWrongTracksAreReported() throws {
    var other = Composition()
    other.addTrack(.video)
    var removed = composition
    let gone = removed.addTrack(.video)
    let references = [
      try #require(other.reference(to: 1)), try #require(composition.reference(to: 2)),
      try #require(removed.reference(to: gone)),
    ]
    var wrong = made(range(0, 10))
    wrong.instructions[0].layers = references.map { LayerInstruction($0) }
    wrong.frameTimingTrack = references[0]
    let messages = wrong.problems(for: composition).map(\.message)
    #expect(
      messages == [
        "the frame timing names a track of another composition instead of a track of the "
          + "composition",
        "layer 1 of instruction 1 names a track of another composition instead of a track of "
          + "the composition",
        "layer 2 of instruction 1 names track 2 (audio), but takes video",
        "layer 3 of instruction 1 names the composition's track 3 (video), which the "
          + "composition does not have (any more)",
      ])
  }

  @Test func requiredTracksAreNamedOnceFromTheTop() throws {
    let two = Composition(wrapping: [video("x", Time(1))])
    let top = LayerInstruction(try #require(two.reference(to: 1)))
    let instruction = Instruction(timeRange: range(0, 1), layers: [top, layer, top])
    #expect(instruction.requiredTracks == [top.track, layer.track])
  }

  @Test func onlyAPlainLayerIsPassedThrough() throws {
    var instruction = Instruction(timeRange: range(0, 4), layers: [layer])
    #expect(instruction.passthroughTrack == layer.track)
    try instruction.layers[0].opacity.setRamp(1, 0, range(4, 6))
    #expect(instruction.passthroughTrack == layer.track)
    instruction.timeRange = range(0, 5)
    #expect(instruction.passthroughTrack == nil)
    instruction.layers = [layer]
    try instruction.layers[0].cropRectangle.set(Rect(x: 0, y: 0, width: 9, height: 9), at: Time(4))
    #expect(instruction.passthroughTrack == nil)
    instruction.layers = [layer]
    try instruction.layers[0].transform.set(Transform(scaleX: 2, y: 2), at: .zero)
    #expect(instruction.passthroughTrack == nil)
  }
}

@Suite struct AudioMixTests {
  private let source = NamedSource("a.mp4")

  @Test func parametersAreFoundByTheCompositionsTrack() throws {
    let sound = audio("a.mp4", Time(2), source: source)
    var composition = Composition()
    try composition.insert(.all, of: [sound], at: .zero)
    var parameters = try MixParameters(try #require(composition.reference(to: 1)))
    try parameters.volume.setRamp(1, 0, range(0, 2))
    let mix = try AudioMix([parameters])
    #expect(mix.problems(for: composition).isEmpty)
    let found = mix.parameters(for: composition.tracks[0], of: composition)
    #expect(found?.volume.value(at: Time(1)) == 0.5 && found?.timePitchAlgorithm == nil)
    #expect(mix.problems(for: Composition()).map(\.kind) == [.invalidTrack])
  }

  @Test func picturesHaveNoVolume() {
    #expect {
      try MixParameters(TrackReference(video("a.mp4", Time(1), source: source)))
    } throws: { error in
      let error = error as? CompositionError
      return error?.code == "not_an_audio_track"
        && error?.message
          == "'a.mp4' track 1 (video) has no volume: mix parameters are for sound"
    }
  }

  @Test func aTrackIsMixedOnce() throws {
    let reference = TrackReference(audio("a.mp4", Time(1), source: source))
    let parameters = try MixParameters(reference)
    #expect {
      try AudioMix([parameters, parameters])
    } throws: { error in
      (error as? CompositionError)?.code == "duplicate_mix_parameters"
    }
  }

  @Test func aSourcesTrackIsRefusedAndTheRightOneNamed() throws {
    let sound = audio("a.mp4", Time(2), source: source)
    var composition = Composition()
    composition.addTrack(.video)
    try composition.insert(.all, of: [sound], at: .zero)
    let mix = try AudioMix([MixParameters(TrackReference(sound))])
    #expect {
      try mix.check(for: composition)
    } throws: { error in
      guard case .invalidAudioMix(let problems)? = error as? CompositionError else { return false }
      return problems.map(\.hint) == ["name the composition's track 2 (audio), which shows it"]
    }
    #expect(mix.problems(for: Composition(wrapping: [sound])).isEmpty)
  }
}
