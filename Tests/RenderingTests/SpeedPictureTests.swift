import Composition
import Geometry
import Imaging
import Media
import Testing
import Timing

@testable import Rendering

/// Which source frame is shown in each frame of an output, for edits that change how time runs.
@Suite struct SpeedPictureTests {
  /// The numbers of the source frames that a track of one clip of 20 frames at 10 a second shows.
  private func shown(
    rate: FrameRate = FrameRate(10),
    _ change: (inout CompositionTrack) throws(CompositionError) -> Void
  ) throws -> [Int?] {
    let clip = try solid(0.5, rate: FrameRate(10))
    var edit = Composition()
    let id = edit.addTrack(.video)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: clip.videoTrack, at: .zero)
      try change(&track)
    }
    let layer = LayerInstruction(edit.reference(to: id)!)
    let whole = TimeRange(start: .zero, duration: edit.duration)
    let plan = try RenderPlan(
      edit,
      video: VideoComposition(
        frameDuration: rate.frameDuration, renderSize: Size(width: 64, height: 36),
        instructions: [Instruction(timeRange: whole, layers: [layer])]),
      mix: nil, canvas: smallCanvas)
    let schedule = FrameSchedule(range: whole, step: rate.frameDuration)
    return (0..<schedule.count).map { index in
      let time = schedule.time(of: index)
      guard let span = plan.spanIndex(at: time) else { return nil }
      return plan.spans[span].layers.first?.frameIndex(at: time)
    }
  }

  @Test func reversedEveryFrameIsShownOnceFromTheLastToTheFirst() throws {
    #expect(
      try shown { track throws(CompositionError) in
        try track.reverse(TimeRange(start: .zero, duration: Time(2)))
      } == Array((0..<20).reversed()))
    #expect(
      try shown { track throws(CompositionError) in
        try track.reverse(TimeRange(start: Time(5, 10), duration: Time(5, 10)))
      } == Array(0..<5) + [9, 8, 7, 6, 5] + Array(10..<20))
  }

  @Test func reversedAndSlowedEachFrameIsShownTwice() throws {
    let frames = try shown { track throws(CompositionError) in
      try track.scale(TimeRange(start: .zero, duration: Time(2)), to: Time(4))
      try track.reverse(TimeRange(start: .zero, duration: Time(4)))
    }
    #expect(frames == (0..<40).map { 19 - $0 / 2 })
  }

  @Test func twiceReversedIsAsBefore() throws {
    let frames = try shown { track throws(CompositionError) in
      try track.reverse(TimeRange(start: .zero, duration: Time(2)))
      try track.reverse(TimeRange(start: .zero, duration: Time(2)))
    }
    #expect(frames == Array(0..<20))
  }

  @Test func aFrozenFrameIsTheOneShownThere() throws {
    let frames = try shown { track throws(CompositionError) in
      try track.freeze(at: Time(55, 100), for: Time(4, 10))
    }
    // Frame 5 until 0.55, then held, then again from its middle on.
    #expect(frames == Array(0..<6) + [5, 5, 5, 5] + Array(6..<20))
    let end = try shown { track throws(CompositionError) in
      try track.freeze(at: Time(2), for: Time(3, 10))
    }
    #expect(end == Array(0..<20) + [19, 19, 19])
    let backward = try shown { track throws(CompositionError) in
      try track.reverse(TimeRange(start: .zero, duration: Time(2)))
      try track.freeze(at: Time(5, 10), for: Time(2, 10))
      try track.freeze(at: track.duration, for: Time(2, 10))
    }
    #expect(backward == [19, 18, 17, 16, 15, 14, 14] + Array((0..<15).reversed()) + [0, 0])
  }

  @Test func scaledFramesAreThoseAtTheMappedTime() throws {
    let fast = try shown { track throws(CompositionError) in
      try track.scale(TimeRange(start: .zero, duration: Time(2)), to: Time(1))
    }
    #expect(fast == (0..<10).map { $0 * 2 })
    let third = try shown { track throws(CompositionError) in
      try track.scale(TimeRange(start: .zero, duration: Time(1)), to: Time(3))
    }
    #expect(third == (0..<30).map { $0 / 3 } + Array(10..<20))
  }

  @Test func alongACurveEachFrameIsTheOneAtItsExactPlace() throws {
    // From full speed to a quarter over 2 s: content p lasts p + 0.75 p² seconds, 5 s in all.
    let frames = try shown(rate: FrameRate(24)) { track throws(CompositionError) in
      try track.remap(
        TimeRange(start: .zero, duration: Time(2)),
        along: SpeedCurve([.init(progress: 0, speed: 1), .init(progress: 1, speed: 0.25)]))
    }
    #expect(frames.count == 120)
    for (index, frame) in frames.enumerated() {
      let time = Double(index) / 24
      let content = (-1 + (1 + 3 * time).squareRoot()) / 1.5
      let place = content * 10
      // Nearer than half a millisecond to a boundary either side of it is right.
      guard (place - place.rounded()).magnitude > 0.005 else { continue }
      #expect(frame == Int(place), "frame \(index)")
    }
  }

  @Test func sourceTimesOfAReversedSegmentAreThoseAtWhichItsFramesBegin() throws {
    let clip = try solid(0.5, rate: FrameRate(10))
    var track = CompositionTrack(id: 1, mediaType: .video)
    try track.insert(
      TimeRange(start: Time(1, 4), duration: Time(1, 2)), of: clip.videoTrack, at: .zero)
    try track.reverse(TimeRange(start: .zero, duration: Time(1, 2)))
    try track.freeze(at: Time(1, 2), for: Time(1))
    let schedule = FrameSchedule(
      range: TimeRange(start: .zero, duration: Time(3, 2)), track: track
    ) { _ in clip.frames }
    // Backward from 0.75: frame 7 for 0.05, then 6, 5, 4, 3 and 2 from 0.45 on, then held.
    #expect(
      (0..<schedule.count).map(schedule.time) == [
        Time(0), Time(1, 20), Time(3, 20), Time(5, 20), Time(7, 20), Time(9, 20), Time(1, 2),
      ])
  }
}
