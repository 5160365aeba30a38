import Composition
import Geometry
import Imaging
import Media
import Testing
import Timing

@testable import Rendering

@Suite struct NestingTests {
  /// Two solids of 1 s and a tone, whose second half is half as loud.
  private func inner() throws -> (edit: Composition, mix: AudioMix) {
    let clips = [try solid(0.2), try solid(0.8)]
    let sound = try tone(330, channels: 2)
    var edit = Composition()
    let (video, audio) = (edit.addTrack(.video), edit.addTrack(.audio))
    try edit.edit(video) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: clips[0].videoTrack, at: .zero)
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: clips[1].videoTrack, at: Time(1))
    }
    try edit.edit(audio) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(2)), of: sound.audioTrack, at: .zero)
    }
    var parameters = try MixParameters(edit.reference(to: audio)!)
    try parameters.volume.set(0.5, at: Time(1))
    return (edit, try AudioMix([parameters]))
  }

  /// An edit that shows [1/2, 3/2) of a source from 1/4 s on.
  private func outer(_ source: NestedSource) throws -> Composition {
    var edit = Composition()
    for track in source.tracks {
      let id = edit.addTrack(track.mediaType)
      try edit.edit(id) { value throws(CompositionError) in
        try value.insertEmpty(TimeRange(start: .zero, duration: Time(1, 4)))
        try value.insert(
          TimeRange(start: Time(1, 2), duration: Time(1)), of: track, at: Time(1, 4))
      }
    }
    return edit
  }

  @Test func nestedFramesAreThoseOfTheEditAtMappedTimes() throws {
    let (edit, _) = try inner()
    let nested = try NestedSource(LiveComposition(edit))
    let direct = try ImageGenerator(edit)
    let through = try ImageGenerator(try outer(nested))
    for (time, source) in [(Time(1, 4), Time(1, 2)), (Time(74, 100), Time(99, 100))] {
      #expect(
        try through.image(at: time).frame.luma(9, 9) == direct.image(at: source).frame.luma(9, 9))
    }
    #expect(
      try through.image(at: Time(3, 4)).frame.luma(9, 9)
        == direct.image(at: Time(1)).frame.luma(9, 9))
    // The frame keeps the time at which it begins in the outer edit.
    #expect(try through.image(at: Time(77, 100)).time == Time(3, 4))
  }

  @Test func nestedSamplesAreThoseOfTheNestedMix() throws {
    let (edit, mix) = try inner()
    let nested = try NestedSource(LiveComposition(edit), audioMix: mix)
    for rate in [48_000, 44_100] {
      let direct = AudioMixer(
        try RenderPlan(edit, video: .silent, mix: mix, canvas: smallCanvas), rate: rate,
        layout: .stereo, origin: .zero)
      let through = AudioMixer(
        try RenderPlan(outer(nested), video: .silent, mix: nil, canvas: smallCanvas), rate: rate,
        layout: .stereo, origin: .zero)
      let quarter = rate / 4
      let expected = try direct.mix(from: Int64(rate / 2), count: rate)
      #expect(try through.mix(from: Int64(quarter), count: rate).samples() == expected.samples())
      #expect(try through.mix(from: 0, count: quarter).samples().allSatisfy { $0 == 0 })
      direct.close()
      through.close()
    }
  }

  @Test func whatIsNestedIsReadWhenAConsumerStarts() throws {
    let live = LiveComposition(try inner().edit)
    let nested = try NestedSource(live)
    let before = try ImageGenerator(try outer(nested)).image(at: Time(3, 4)).frame.luma(9, 9)
    try live.value.remove(TimeRange(start: Time(2, 5), duration: Time(3, 5)))
    // What was at 1 s has moved to 2/5 s.
    let after = try ImageGenerator(try outer(nested)).image(at: Time(1, 4)).frame.luma(9, 9)
    #expect(before == after)
    #expect(nested.duration == Time(7, 5))
  }

  @Test func aNestedEditThatGrewIsLongerForWhoeverAsks() throws {
    let live = LiveComposition(try inner().edit)
    let nested = try NestedSource(live)
    #expect(nested.tracks.map(\.timeRange.duration) == [Time(2), Time(2)])
    let more = try solid(0.5)
    try live.value.edit(1) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: more.videoTrack, at: .invalid)
    }
    let track = nested.tracks[0]
    #expect(track.timeRange.duration == Time(3))
    var edit = Composition()
    try edit.edit(edit.addTrack(.video)) { value throws(CompositionError) in
      try value.insert(TimeRange(start: Time(2), duration: Time(1)), of: track, at: .zero)
    }
    let expected = try ImageGenerator(live.value).image(at: Time(5, 2)).frame.luma(9, 9)
    let shown = try ImageGenerator(edit).image(at: Time(1, 2)).frame.luma(9, 9)
    #expect(shown == expected && expected != 16)
  }

  @Test func behindTheEndOfANestedEditThatShrankIsItsBackground() throws {
    let (edit, mix) = try inner()
    let live = LiveComposition(edit)
    let nested = try NestedSource(live, audioMix: mix)
    let outside = try outer(nested)
    try live.value.remove(TimeRange(start: Time(1), duration: Time(1)))
    let images = try ImageGenerator(outside)
    let last = try ImageGenerator(live.value).image(at: Time(24, 25)).frame.luma(9, 9)
    #expect(try images.image(at: Time(73, 100)).frame.luma(9, 9) == last)
    for time in [Time(3, 4), Time(6, 5)] {
      #expect(try images.image(at: time).frame.luma(9, 9) == 16)
    }
    let mixer = AudioMixer(
      try RenderPlan(outside, video: .silent, mix: nil, canvas: smallCanvas), rate: 48_000,
      layout: .stereo, origin: .zero)
    defer { mixer.close() }
    let sound = try mixer.mix(from: 0, count: 60_000).samples()
    #expect(sound[12_000..<36_000].contains { $0 != 0 })
    #expect(sound[36_000...].allSatisfy { $0 == 0 })
  }

  @Test func anEditThatContainsItselfIsRefused() throws {
    let live = LiveComposition(try inner().edit)
    let first = try NestedSource(live)
    let second = try NestedSource(LiveComposition(try outer(first)))
    #expect(second.leads(to: live))
    #expect(!first.leads(to: second.live))
    // Whoever edits past the check is stopped when the plan is made.
    let id = live.value.addTrack(.video)
    try live.value.edit(id) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: second.tracks[0], at: .zero)
    }
    let error = #expect(throws: RenderError.self) { try ImageGenerator(live.value) }
    #expect(error?.code == "cyclic_nesting")
    #expect(throws: RenderError.self) { try OutputSpec(live.value, .discarded) }
    #expect(throws: RenderError.self) { try NestedSource(LiveComposition(outer(first))) }
  }

  /// An edit nested in another, and that in the next; half a second of each is shown twice.
  private func tower(_ height: Int) throws -> Composition {
    var edit = try inner().edit
    for _ in 0..<height {
      let source = try NestedSource(LiveComposition(edit))
      edit = Composition()
      for track in source.tracks {
        try edit.edit(edit.addTrack(track.mediaType)) { value throws(CompositionError) in
          for _ in 0..<2 {
            try value.insert(
              TimeRange(start: .zero, duration: Time(1, 2)), of: track, at: .invalid)
          }
        }
      }
    }
    return edit
  }

  @Test func deepNestingIsCompiledOnceForEachLevel() throws {
    // Asked anew by each level, fifteen of them would never end.
    let deep = try tower(15)
    let spec = try OutputSpec(deep, .discarded)
    let images = try ImageGenerator(deep)
    defer { images.close() }
    #expect(spec.range.duration == deep.duration)
    #expect(try images.image(at: .zero).frame.luma(9, 9) > 16)
  }

  @Test func tooDeepNestingIsRefused() throws {
    let error = #expect(throws: RenderError.self) { try tower(20) }
    #expect(error?.code == "nested_too_deep")
  }

  @Test func whatWasCompiledIsForgottenWhenAnyLevelChanges() throws {
    let live = LiveComposition(try inner().edit)
    let middle = try NestedSource(live)
    let edit = try outer(NestedSource(LiveComposition(try outer(middle))))
    func luma() throws -> Int {
      let images = try ImageGenerator(edit)
      defer { images.close() }
      return Int(try images.image(at: Time(3, 10)).frame.luma(9, 9))
    }
    let before = try luma()
    // Its first second goes: the lighter clip comes to where the darker one was.
    try live.value.remove(TimeRange(start: .zero, duration: Time(1)))
    #expect(try luma() > before)
  }

  @Test func anEmptyEditCannotBeNested() {
    let error = #expect(throws: RenderError.self) {
      try NestedSource(LiveComposition(Composition()))
    }
    #expect(error?.code == "nothing_to_nest")
  }

  @Test func aVideoCompositionThatDoesNotFitIsRefusedAtOnce() throws {
    let (edit, _) = try inner()
    let video = VideoComposition(
      frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36), instructions: [])
    #expect(throws: CompositionError.self) {
      try NestedSource(LiveComposition(edit), videoComposition: video)
    }
  }

  @Test func theFilesOfNestedEditsAreAmongTheSources() throws {
    let nested = try NestedSource(LiveComposition(try inner().edit))
    #expect(try outer(nested).nestedSources.count == 2)
    #expect(try outer(nested).sourceAssets.isEmpty)
  }
}

extension ExportRequest {
  /// Renders and keeps nothing.
  static var discarded: ExportRequest {
    var request = ExportRequest()
    request.fileType = "null"
    return request
  }
}
