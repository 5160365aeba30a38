import Composition
import Geometry
import TestSupport
import Testing
import Timing

@testable import Rendering

@Suite struct ProjectTests {
  private func roundTrip(_ project: Project) throws -> Project {
    let folder = TemporaryFolder()
    let path = folder.path + "/edit.json"
    try project.save(to: path)
    return try Project(path: path)
  }

  /// An edit of one solid with every kind of segment, and odd values wherever there is one.
  private func project() throws -> Project {
    let clip = try solid(
      0.4, rate: FrameRate(30_000, 1001),
      duration: Time(9_007_199_254_740_993, 3_000_000_000_000_000))
    var edit = Composition()
    let (video, audio) = (edit.addTrack(.video, preferredID: 2_147_483_647), edit.addTrack(.audio))
    let sound = try tone(123.456, duration: Time(3))
    try edit.edit(video) { track throws(CompositionError) in
      try track.setSegments([
        Segment(emptyFor: TimeRange(start: .zero, duration: Time(1, 3))),
        Segment(
          clip.videoTrack, TimeRange(start: Time(1, 7), duration: Time(1001, 30_000)),
          target: TimeRange(start: Time(1, 3), duration: Time(2, 3)), isReversed: true),
        Segment(
          frozen: clip.videoTrack, at: Time(11, 13),
          target: TimeRange(start: Time(1), duration: Time(1))),
      ])
      track.preferredTransform = Transform(rotation: 0.3)
      track.naturalTimeScale = 12_345
      track.language = "de"
    }
    try edit.edit(audio) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: sound.audioTrack, at: .zero)
      track.isEnabled = false
      track.preferredVolume = 0.1 + 0.2
    }
    edit.metadata = [("z", "last"), ("a", "first \u{1F3AC}")]
    return Project(edit)
  }

  @Test func tracksAndSegmentsComeBackExactly() throws {
    let project = try project()
    let loaded = try roundTrip(project).composition
    #expect(loaded.metadata.map(\.key) == ["z", "a"])
    #expect(loaded.metadata.map(\.value) == project.composition.metadata.map(\.value))
    #expect(loaded.tracks.count == 2)
    for (track, original) in zip(loaded.tracks, project.composition.tracks) {
      #expect(track.id == original.id)
      #expect(track.mediaType == original.mediaType)
      #expect(track.isEnabled == original.isEnabled)
      #expect(track.language == original.language)
      #expect(track.preferredVolume == original.preferredVolume)
      #expect(track.preferredTransform == original.preferredTransform)
      #expect(track.naturalTimeScale == original.naturalTimeScale)
      #expect(track.segments.map(\.mapping) == original.segments.map(\.mapping))
      #expect(track.segments.map(\.isReversed) == original.segments.map(\.isReversed))
      #expect(track.segments.map(\.isFrozen) == original.segments.map(\.isFrozen))
      for (segment, other) in zip(track.segments, original.segments) {
        #expect(segment.source?.trackID == other.source?.trackID)
        #expect(segment.source?.timeRange == other.source?.timeRange)
        #expect(segment.source?.frameRate == other.source?.frameRate)
      }
    }
    // One source in several segments is one source again.
    let sources = loaded.tracks[0].segments.compactMap(\.source)
    #expect(sources.count == 2 && sources[0] == sources[1])
  }

  @Test func everyEasingAndEveryValueComesBackExactly() throws {
    var project = try project()
    let edit = project.composition
    var easings = Array(Easing.named.values)
    easings += [
      .cubicBezier(Point(x: 0.1, y: -1), Point(x: 1, y: 2.5)), .steps(7, .both),
      .spring(EasingSpring(mass: 2, stiffness: 33.3, damping: 4, velocity: -1)!),
      .sampling { $0 * $0 * $0 },
    ]
    var layer = LayerInstruction(edit.reference(to: edit.tracks[0].id)!)
    for (index, easing) in easings.enumerated() {
      try layer.opacity.setRamp(
        1.0 / 3, 0.1, TimeRange(start: Time(Int64(index)), duration: Time(1)), easing: easing)
      try layer.transform.set(Transform(rotation: Double(index)), at: Time(Int64(index), 7))
    }
    try layer.cropRectangle.setRamp(
      .infinite, Rect(x: 0.1, y: 2, width: 0, height: 1e-9),
      TimeRange(start: Time(-1), duration: Time(1, 3)))
    layer.blendMode = .softLight
    layer.filters = [
      try Filter(FilterCall("gblur", [.init("sigma", "0.5"), .init("steps", "2")])),
      try Filter(
        FilterCall("vflip"), during: TimeRange(start: Time(1, 3), duration: Time(1, 7))),
    ]
    var video = VideoComposition(
      frameDuration: Time(1001, 24_000), renderSize: Size(width: 63, height: 35),
      instructions: [
        Instruction(
          timeRange: TimeRange(start: .zero, duration: .positiveInfinity), layers: [layer],
          backgroundColor: Color(red: 0.1, green: 0.2, blue: 1.0 / 3, alpha: 0.5))
      ])
    video.frameTimingTrack = layer.track
    (video.colorMatrix, video.renderScale) = ("bt709", 0.5)
    video.instructions[0].enablesPostProcessing = false
    project.videoComposition = video
    var parameters = try MixParameters(edit.reference(to: edit.tracks[1].id)!)
    try parameters.volume.set(2, at: Time(1, 48_000))
    try parameters.pan.setRamp(-1, 0.3, TimeRange(start: .zero, duration: Time(1, 3)))
    parameters.timePitchAlgorithm = .timeDomain
    parameters.filters = [try Filter(FilterCall("highpass", [.init("f", "120")]))]
    project.audioMix = try AudioMix([parameters])
    project.audioMix?.limitsPeaks = false

    let loaded = try roundTrip(project)
    let result = try #require(loaded.videoComposition)
    #expect(result.renderSize == video.renderSize && result.frameDuration == video.frameDuration)
    #expect(result.frameTimingTrack?.id == video.frameTimingTrack?.id)
    #expect(result.colorMatrix == "bt709" && result.renderScale == 0.5)
    #expect(result.instructions[0].timeRange == video.instructions[0].timeRange)
    #expect(result.instructions[0].backgroundColor == video.instructions[0].backgroundColor)
    #expect(!result.instructions[0].enablesPostProcessing)
    #expect(result.instructions[0].layers[0].opacity == layer.opacity)
    #expect(result.instructions[0].layers[0].blendMode == .softLight)
    #expect(result.instructions[0].layers[0].transform == layer.transform)
    #expect(result.instructions[0].layers[0].cropRectangle == layer.cropRectangle)
    #expect(loaded.audioMix?.inputs[0].volume == parameters.volume)
    #expect(loaded.audioMix?.inputs[0].timePitchAlgorithm == .timeDomain)
    #expect(loaded.audioMix?.inputs[0].pan == parameters.pan)
    #expect(result.instructions[0].layers[0].filters == layer.filters)
    #expect(loaded.audioMix?.inputs[0].filters == parameters.filters)
    #expect(loaded.audioMix?.limitsPeaks == false)
    // The layer means the loaded edit's own track.
    #expect(loaded.composition.owns(result.instructions[0].layers[0].track))
  }

  @Test func aSavedFilterIsCheckedLikeAScripts() throws {
    var project = try project()
    var layer = LayerInstruction(
      project.composition.reference(to: project.composition.tracks[0].id)!)
    layer.filters = [try Filter(FilterCall("movie", [.init("filename", "/etc/passwd")]))]
    project.videoComposition = VideoComposition(
      frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36),
      instructions: [
        Instruction(timeRange: TimeRange(start: .zero, duration: Time(1)), layers: [layer])
      ])
    let error = #expect(throws: RenderError.self) { _ = try roundTrip(project) }
    #expect(error?.message.contains("cannot use the filter 'movie': it opens files") == true)
  }

  @Test func nestedEditsAreSavedInsideAndSharedSourcesOnce() throws {
    let inner = LiveComposition(try project().composition)
    let nested = try NestedSource(inner)
    var edit = Composition()
    let id = edit.addTrack(.video)
    for start in [Time(0), Time(1)] {
      try edit.edit(id) { track throws(CompositionError) in
        try track.insert(
          TimeRange(start: .zero, duration: Time(1)), of: nested.tracks[0], at: start)
      }
    }
    let loaded = try roundTrip(Project(edit)).composition
    let sources = loaded.tracks[0].segments.compactMap { $0.source?.source as? NestedSource }
    #expect(sources.count == 2 && sources[0] === sources[1])
    #expect(sources[0].live.value.tracks[0].segments.count == 3)
    #expect(sources[0].duration == nested.duration)
  }

  @Test func pathsCountFromTheProjectsFolder() throws {
    let folder = try ProjectPath.folder(of: "/usr/share/edit.json")
    #expect(try folder.relative("/usr/share/a.mp4") == "a.mp4")
    #expect(try folder.relative("/usr/bin/a.mp4") == "../bin/a.mp4")
    #expect(folder.absolute("../bin/a.mp4") == "/usr/share/../bin/a.mp4")
    #expect(folder.absolute("/b.mp4") == "/b.mp4")
    #expect(throws: RenderError.self) { try ProjectPath.folder(of: "/no/such/folder/a.json") }
  }
}
