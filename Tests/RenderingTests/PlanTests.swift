import Composition
import Geometry
import Imaging
import Testing
import Timing

@testable import Rendering

@Suite struct PlanTests {
  /// A video track with two clips of 1 s (luma 60 and 200) around a gap of 1 s.
  private func edit() throws -> (Composition, Int32, [GeneratorSource]) {
    let clips = [try solid(0.2), try solid(0.8)]
    var edit = Composition()
    let id = edit.addTrack(.video)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: clips[0].videoTrack, at: .zero)
      try track.insert(
        TimeRange(start: .zero, duration: Time(1)), of: clips[1].videoTrack, at: Time(2))
    }
    return (edit, id, clips)
  }

  private func plan(
    _ edit: Composition, _ id: Int32, _ change: (inout LayerInstruction) throws -> Void = { _ in }
  ) throws -> RenderPlan {
    var layer = LayerInstruction(edit.reference(to: id)!)
    try change(&layer)
    let instruction = Instruction(
      timeRange: TimeRange(start: .zero, duration: edit.duration), layers: [layer])
    return try RenderPlan(
      edit,
      video: VideoComposition(
        frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36),
        instructions: [instruction]),
      mix: nil, canvas: smallCanvas)
  }

  @Test func spansAreCutWhereSegmentsMeet() throws {
    let (edit, id, _) = try edit()
    let plan = try plan(edit, id)
    #expect(
      plan.spans.map(\.range) == [
        TimeRange(from: .zero, to: Time(1)), TimeRange(from: Time(1), to: Time(2)),
        TimeRange(from: Time(2), to: Time(3)),
      ])
    #expect(plan.spans.map(\.layers.count) == [1, 0, 1])
    #expect(plan.spanIndex(at: Time(1)) == 1)
    #expect(plan.spanIndex(at: Time(999_999, 1_000_000)) == 0)
    #expect(plan.spanIndex(at: Time(3)) == nil)
  }

  @Test func gapsShowTheBackgroundAndClipsThemselves() throws {
    let (edit, id, clips) = try edit()
    let renderer = FrameRenderer(try plan(edit, id), threads: 1)
    let (dark, light) = (clips[0].frame(0).luma(5, 5), clips[1].frame(0).luma(5, 5))
    #expect(dark != light)
    for (time, luma) in [
      (Time(0), dark), (Time(24, 25), dark), (Time(1), 16), (Time(49, 25), 16), (Time(2), light),
    ] {
      #expect(try renderer.frame(at: time).luma(5, 5) == luma, "at \(time)")
    }
  }

  @Test func oneOpaqueLayerAtIdentityIsHandedThroughWithoutACopy() throws {
    let (edit, id, _) = try edit()
    let plan = try plan(edit, id)
    let compositor = Compositor(canvas: plan.canvas)
    var given: VideoFrame?
    let shown = try compositor.render(plan.spans[0], at: .zero) { index, source in
      guard case .generator(let generator) = source.kind else { throw CancellationError() }
      given = generator.frame(index)
      return given!
    }
    #expect(shown === given)
  }

  @Test func opacityBlendsWithTheBackground() throws {
    let (edit, id, clips) = try edit()
    let plan = try plan(edit, id) { try $0.opacity.set(0.25, at: .zero) }
    let luma = Double(clips[1].frame(0).luma(9, 9))
    let shown = try FrameRenderer(plan, threads: 1).frame(at: Time(2)).luma(9, 9)
    #expect((Double(shown) - (16 + (luma - 16) * 0.25)).magnitude <= 1)
  }

  @Test func aLayerUnderAnOpaqueOneIsNotDecoded() throws {
    let clips = [try solid(0.2), try solid(0.8)]
    var edit = Composition()
    let ids = [edit.addTrack(.video), edit.addTrack(.video)]
    for (id, clip) in zip(ids, clips) {
      try edit.edit(id) { track throws(CompositionError) in
        try track.insert(TimeRange(start: .zero, duration: Time(1)), of: clip.videoTrack, at: .zero)
      }
    }
    let layers = ids.map { LayerInstruction(edit.reference(to: $0)!) }
    let plan = try RenderPlan(
      edit,
      video: VideoComposition(
        frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36),
        instructions: [
          Instruction(timeRange: TimeRange(start: .zero, duration: Time(1)), layers: layers)
        ]),
      mix: nil, canvas: smallCanvas)
    var fetched: [PictureSource.Key] = []
    let shown = try Compositor(canvas: smallCanvas).render(plan.spans[0], at: .zero) {
      index, source in
      fetched.append(source.key)
      guard case .generator(let generator) = source.kind else { throw CancellationError() }
      return generator.frame(index)
    }
    // The first layer of an instruction is the topmost one.
    #expect(fetched == [PictureSource.Key(clips[0].videoTrack)])
    #expect(shown.luma(3, 3) == clips[0].frame(0).luma(3, 3))
  }

  @Test func aMovedLayerCoversExactlyItsPixels() throws {
    let (edit, id, clips) = try edit()
    let plan = try plan(edit, id) {
      try $0.transform.set(Transform(translationX: 10, y: 6), at: .zero)
    }
    let frame = try FrameRenderer(plan, threads: 1).frame(at: Time(2))
    let light = clips[1].frame(0).luma(0, 0)
    #expect(frame.luma(9, 6) == 16 && frame.luma(10, 5) == 16)
    #expect(frame.luma(10, 6) == light && frame.luma(63, 35) == light)
  }

  @Test func aCropCutsInSourceSpaceAndMovesNothing() throws {
    let (edit, id, clips) = try edit()
    let plan = try plan(edit, id) {
      try $0.cropRectangle.set(Rect(x: 20, y: 10, width: 12, height: 8), at: .zero)
    }
    let frame = try FrameRenderer(plan, threads: 1).frame(at: Time(2))
    let light = clips[1].frame(0).luma(0, 0)
    #expect(frame.luma(20, 10) == light && frame.luma(31, 17) == light)
    #expect(frame.luma(19, 10) == 16 && frame.luma(32, 17) == 16 && frame.luma(20, 18) == 16)
  }
}

@Suite struct FrameScheduleTests {
  @Test func aGridHasAFrameForEveryStepThatBeginsInTheRange() {
    let schedule = FrameSchedule(
      range: TimeRange(start: .zero, duration: Time(1)), step: Time(1001, 30_000))
    #expect(schedule.count == 30)
    #expect(schedule.time(of: 29) == Time(29 * 1001, 30_000))
    #expect(
      FrameSchedule(range: TimeRange(start: .zero, duration: Time(1)), step: Time(1, 30)).count
        == 30)
  }

  @Test func anExportRangeStartsTheOutputAtZero() {
    let schedule = FrameSchedule(
      range: TimeRange(start: Time(5), duration: Time(1)), step: Time(1, 25))
    #expect(schedule.time(of: 3) == Time(5) + Time(3, 25))
    #expect(schedule.outputTime(of: 3) == Time(3, 25))
  }

  @Test func sourceTimesAreThoseOfTheFramesShown() throws {
    let clip = try solid(0.5, rate: FrameRate(10))
    var track = CompositionTrack(id: 1, mediaType: .video)
    // From 0.25 on: frame 2 is shown at once, frame 3 follows 0.05 later.
    try track.insert(
      TimeRange(start: Time(1, 4), duration: Time(1, 2)), of: clip.videoTrack, at: .zero)
    let schedule = FrameSchedule(range: TimeRange(start: .zero, duration: Time(1)), track: track) {
      _ in clip.frames
    }
    let times = (0..<schedule.count).map(schedule.time)
    #expect(
      times == [
        Time(0), Time(1, 20), Time(3, 20), Time(5, 20), Time(7, 20), Time(9, 20), Time(1, 2),
      ])
    #expect(schedule.step == nil)
  }

  /// Two frames, a gap of a second, and half a second that only another track has.
  private func gapped() throws -> (edit: Composition, video: VideoComposition, range: TimeRange) {
    let (clip, moving) = (try solid(0.5, rate: FrameRate(10)), try solid(0.8, rate: FrameRate(25)))
    var edit = Composition()
    let (timing, other) = (edit.addTrack(.video), edit.addTrack(.video))
    try edit.edit(timing) { track throws(CompositionError) in
      let piece = TimeRange(start: .zero, duration: Time(1, 5))
      try track.insert(piece, of: clip.videoTrack, at: .zero)
      try track.insert(piece, of: clip.videoTrack, at: Time(6, 5))
    }
    try edit.edit(other) { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(19, 10)), of: moving.videoTrack, at: .zero)
    }
    var video = VideoComposition.of(edit)
    video.frameTimingTrack = edit.reference(to: timing)
    video.frameDuration = Time(1, 4)
    return (edit, video, TimeRange(start: .zero, duration: edit.duration))
  }

  @Test func whereTheTimingTrackHasNoFramesTheFrameDurationCounts() throws {
    var (edit, video, range) = try gapped()
    let schedule = try FrameSchedule(range: range, video: video, of: edit)
    let times = (0..<schedule.count).map(schedule.time)
    #expect(
      times.map { $0.reduced } == [
        Time(0), Time(1, 10), Time(1, 5), Time(9, 20), Time(7, 10), Time(19, 20), Time(6, 5),
        Time(13, 10), Time(7, 5), Time(33, 20),
      ])
    for (index, time) in times.enumerated() { #expect(schedule.index(at: time) == index) }
    #expect(schedule.index(at: Time(1)) == 5 && schedule.timescale() % 20 == 0)

    // Nothing moves there if nothing else is drawn: one frame for the gap, one for the end.
    let only = edit.tracks[0].id
    for index in video.instructions.indices {
      video.instructions[index].layers.removeAll { edit.track(for: $0.track)?.id != only }
    }
    let plain = try FrameSchedule(range: range, video: video, of: edit)
    #expect(
      (0..<plain.count).map { plain.time(of: $0).reduced } == [
        Time(0), Time(1, 10), Time(1, 5), Time(6, 5), Time(13, 10), Time(7, 5),
      ])
    range = TimeRange(from: Time(1, 2), to: Time(13, 10))
    let part = try FrameSchedule(range: range, video: gapped().video, of: edit)
    #expect(part.time(of: 0) == Time(1, 2))
  }

  /// Cut at times that were rounded to microseconds, as they are printed and typed again.
  @Test func whatIsLeftOfAFrameByARoundedCutIsNotShown() throws {
    let clip = try solid(0.5, rate: FrameRate(30_000, 1001))
    func times(_ pieces: [TimeRange], reversed: Bool = false) throws -> [Time] {
      var track = CompositionTrack(id: 1, mediaType: .video)
      for piece in pieces { try track.insert(piece, of: clip.videoTrack, at: .invalid) }
      if reversed { try track.reverse(TimeRange(start: .zero, duration: track.duration)) }
      let whole = TimeRange(start: .zero, duration: track.duration)
      let schedule = FrameSchedule(range: whole, track: track) { _ in clip.frames }
      let times = (0..<schedule.count).map(schedule.outputTime)
      let (scale, least) = (schedule.timescale(), Time(1, 1000))
      for (time, next) in zip(times, times.dropFirst()) {
        #expect(next - time >= least && next.units(per: scale) > time.units(per: scale))
      }
      for index in times.indices { #expect(schedule.index(at: schedule.time(of: index)) == index) }
      return times
    }
    // Frame 3 begins at 0.1001, frame 4 at 0.133466…
    let (late, early) = (Time(100_101, 1_000_000), Time(100_099, 1_000_000))
    let end = Time(133_467, 1_000_000)
    #expect(
      try times([TimeRange(from: .zero, to: late), TimeRange(from: late, to: end)]).count == 5)
    #expect(try times([TimeRange(from: early, to: end)]).first == .zero)
    #expect(try times([TimeRange(from: early, to: end)]).count == 2)
    #expect(
      try times([TimeRange(from: early, to: late), TimeRange(from: .zero, to: end)]).count == 5)
    #expect(
      try times([TimeRange(from: early, to: end), TimeRange(from: .zero, to: late)]).count > 3)
    _ = try times(
      [TimeRange(from: early, to: end), TimeRange(from: .zero, to: late)], reversed: true)
  }

  @Test func fasterThanAThousandFramesASecondTheyAreThinnedOut() throws {
    let clip = try solid(0.5, rate: FrameRate(25))
    for length in [Time(1, 1_000_000_000), Time(1, 2000), Time(1, 100), Time(1, 20)] {
      var track = CompositionTrack(id: 1, mediaType: .video)
      let second = TimeRange(start: .zero, duration: Time(1))
      try track.insert(second, of: clip.videoTrack, at: .zero)
      try track.insert(second, of: clip.videoTrack, at: Time(1))
      try track.scale(TimeRange(start: Time(1, 2), duration: Time(1)), to: length)
      let whole = TimeRange(start: .zero, duration: track.duration)
      let schedule = FrameSchedule(range: whole, track: track) { _ in clip.frames }
      let times = (0..<schedule.count).map(schedule.outputTime)
      for (time, next) in zip(times, times.dropFirst()) { #expect(next - time >= Time(1, 1000)) }
      #expect(schedule.count <= 4 * 13 && schedule.count >= 24)
    }
  }

  @Test func wholeClipsOfOneRateAreAGrid() throws {
    let clip = try solid(0.5, rate: FrameRate(25))
    var track = CompositionTrack(id: 1, mediaType: .video)
    for index in 0..<3 {
      try track.insert(
        TimeRange(start: Time(2, 25), duration: Time(10, 25)), of: clip.videoTrack,
        at: Time(Int64(index * 10), 25))
    }
    let schedule = FrameSchedule(
      range: TimeRange(start: .zero, duration: Time(30, 25)), track: track
    ) { _ in clip.frames }
    #expect(schedule.step == Time(1, 25) && schedule.count == 30)
  }
}
