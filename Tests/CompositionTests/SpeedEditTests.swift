import Testing
import Timing

@testable import Composition

@Suite struct SpeedEditTests {
  private func track(_ length: Int64 = 10) throws -> CompositionTrack {
    var track = CompositionTrack(.video)
    try track.insert(range(0, length), of: video("A", Time(length)), at: .zero)
    return track
  }

  @Test func aFrozenFrameIsHeldAndWhatFollowsMoves() throws {
    var track = try track()
    try track.freeze(at: Time(4), for: Time(3))
    #expect(track.timeline == ["[0,4)←A[0,4)", "[4,7)←A[4,4)", "[7,13)←A[4,10)"])
    let held = track.segments[1]
    #expect(held.isFrozen && !held.isReversed && held.rate == Ratio(0))
    for time in [Time(4), Time(11, 2), Time(699, 100)] {
      #expect(track.sourceTime(forTrackTime: time) == Time(4))
    }
    // What was made by an edit can be assigned again.
    try track.setSegments(track.segments)
    // Cut and stretched it stays the same still.
    try track.remove(range(5, 6))
    try track.scale(range(4, 6), to: Time(8))
    #expect(track.segments[1].isFrozen && track.segments[1].mapping.source.start == Time(4))
    #expect(track.duration == Time(18))
  }

  @Test func theEndFreezesTheLastFrame() throws {
    var track = try track()
    try track.freeze(at: Time(10), for: Time(1))
    // The frame before ten seconds, not the one after.
    #expect(track.segments[1].isFrozen && track.segments[1].isReversed)
    #expect(track.sourceTime(forTrackTime: Time(21, 2)) == Time(10))
    try track.freeze(at: track.duration, for: Time(1))
    #expect(track.segments[2].isReversed && track.duration == Time(12))
  }

  @Test func aTrackOfSoundIsSilentWhereThePictureIsHeld() throws {
    var track = CompositionTrack(id: 1, mediaType: .audio)
    try track.insert(range(0, 4), of: audio("A", Time(4)), at: .zero)
    try track.freeze(at: Time(1), for: Time(2))
    #expect(track.timeline == ["[0,1)←A[0,1)", "[1,3)", "[3,6)←A[1,4)"])
  }

  @Test func freezingOutsideOrForNoTimeIsRefused() throws {
    let refused: [(Time, Time, String)] = [
      (Time(-1), Time(1), "invalid_time"), (Time(11), Time(1), "invalid_time"),
      (.invalid, Time(1), "invalid_time"), (Time(1), .zero, "invalid_duration"),
      (Time(1), .positiveInfinity, "invalid_duration"),
    ]
    for (at, length, code) in refused {
      var track = try track()
      do throws(CompositionError) {
        try track.freeze(at: at, for: length)
        Issue.record("\(at) was taken")
      } catch {
        #expect(error.code == code)
      }
    }
  }

  @Test func aReversedRangeEndsWithItsFirstMoment() throws {
    var track = CompositionTrack(.video)
    try track.insert(range(0, 4), of: video("A", Time(4)), at: .zero)
    try track.insert(range(1, 3), of: video("B", Time(4)), at: Time(4))
    let before = track.segments
    try track.reverse(range(3, 5))
    #expect(
      track.timeline == ["[0,3)←A[0,3)", "[3,4)←B[1,2)", "[4,5)←A[3,4)", "[5,6)←B[2,3)"])
    #expect(track.segments.map(\.isReversed) == [false, true, true, false])
    #expect(track.sourceTime(forTrackTime: Time(3)) == Time(2))
    #expect(track.sourceTime(forTrackTime: Time(7, 2)) == Time(3, 2))
    try track.reverse(range(3, 5))
    #expect(track.segments.allSatisfy { !$0.isReversed })
    #expect(track.duration == before[1].target.end)
    #expect(track.sourceTime(forTrackTime: Time(7, 2)) == Time(7, 2))
  }

  @Test func aRangeBeyondTheEndBeginsWithAGapSoThatTracksStayInStep() throws {
    var track = try track(4)
    try track.reverse(range(2, 9))
    #expect(track.timeline == ["[0,2)←A[0,2)", "[2,7)", "[7,9)←A[2,4)"])
    #expect(track.segments[2].isReversed)
    var whole = try self.track(4)
    try whole.reverse(TimeRange(start: Time(2), duration: .positiveInfinity))
    #expect(whole.timeline == ["[0,2)←A[0,2)", "[2,4)←A[2,4)"])
    let before = whole.segments
    try whole.reverse(range(4, 9))
    #expect(whole.segments == before)
    #expect(throws: CompositionError.self) { try whole.reverse(range(1, 1)) }
    #expect(throws: CompositionError.self) { try whole.reverse(.invalid) }
  }

  @Test func aSteadyCurveIsOneExactSegment() throws {
    var track = try track()
    try track.remap(range(2, 5), along: SpeedCurve([.init(progress: 0, speed: 1.5)]))
    #expect(track.timeline == ["[0,2)←A[0,2)", "[2,4)←A[2,5)", "[4,9)←A[5,10)"])
    // 0.3 is 3/10, not the nearest double.
    var slow = try self.track()
    try slow.remap(range(0, 3), along: SpeedCurve([.init(progress: 0, speed: 0.3)]))
    #expect(slow.segments[0].target.duration == Time(10))
  }

  @Test func aRampOfSpeedLastsTheMeanOfItsPaces() throws {
    var track = try track()
    // From full speed to a quarter over 4 s of content: each moment lasts 1…4 times as long.
    try track.remap(
      range(0, 4),
      along: SpeedCurve([.init(progress: 0, speed: 1), .init(progress: 1, speed: 0.25)]))
    #expect(track.duration == Time(16))
    #expect(track.segments.count > 20 && track.segments.count < 80)
    try CompositionTrack.validate(track.segments)
    // Half of the content has passed after 2 · (1 + 2.5)/2 s; everywhere it is within the tolerance.
    for step in 0...100 {
      let content = Double(step) / 100 * 4
      let exact = content * (1 + (1 + content / 4 * 3)) / 2
      let shown = track.sourceTime(forTrackTime: Time(seconds: exact, preferredTimescale: 1 << 40))
      if step < 100 { #expect((shown.seconds - content).magnitude < 0.001, "at \(exact)") }
    }
    // Each piece is slower than the one before and begins where that ended.
    let inside = track.segments.dropLast()
    for (left, right) in zip(inside, inside.dropFirst()) {
      #expect(left.mapping.source.end == right.mapping.source.start)
      #expect((right.rate ?? .one) < (left.rate ?? .one))
    }
  }

  @Test func anEasingKeepsTheLengthAndStopsWhereItIsFlat() throws {
    var track = try track()
    try track.remap(range(2, 6), along: SpeedCurve(Easing.curve(.init(.cubic, .easeInOut))))
    #expect(track.duration == Time(10))
    #expect(track.sourceTime(forTrackTime: Time(4)) == Time(4))
    let quarter = track.sourceTime(forTrackTime: Time(3)).seconds
    #expect((quarter - (2 + 4 * 4 * 0.015625)).magnitude < 0.001)
    var stairs = try self.track()
    try stairs.remap(range(0, 4), along: SpeedCurve(.steps(2, .end)))
    #expect(stairs.segments[0].isFrozen && stairs.sourceTime(forTrackTime: Time(1)) == .zero)
    #expect((stairs.sourceTime(forTrackTime: Time(3)).seconds - 2).magnitude < 0.001)
    #expect(stairs.duration == Time(10))
  }

  @Test func aCurveGoesOverCutsGapsAndWhatRunsBackward() throws {
    var track = CompositionTrack(.video)
    try track.insert(range(0, 2), of: video("A", Time(2)), at: .zero)
    try track.insert(range(0, 2), of: video("B", Time(2)), at: Time(3))
    try track.reverse(range(3, 5))
    try track.remap(range(0, 5), along: SpeedCurve([.init(progress: 0, speed: 2)]))
    #expect(track.timeline == ["[0,1)←A[0,2)", "[1,3/2)", "[3/2,5/2)←B[0,2)"])
    #expect(track.segments[2].isReversed)
    #expect(track.sourceTime(forTrackTime: Time(2)) == Time(1))
  }

  @Test func aMomentHeldAtTheEndOfACurveIsTheLastOfItsRange() throws {
    var track = try track()
    try track.remap(range(0, 4), along: SpeedCurve(Easing.sampling { min(1, $0 * 2) }))
    let held = track.segments.filter(\.isFrozen)
    #expect(held.first?.target.start == Time(2) && held.last?.target.end == Time(4))
    // The frame before four seconds: what begins there is shown only after the range.
    #expect(held.allSatisfy { $0.isReversed && $0.mapping.source.start == Time(4) })
  }

  // MARK: All tracks at once

  /// A picture of 8 s, a sound of 6 s, and a second picture of 3 s.
  private func composition() throws -> Composition {
    var edit = Composition()
    for (type, length) in [(MediaType.video, Int64(8)), (.audio, 6), (.video, 3)] {
      let source =
        type == .video ? video("A\(length)", Time(length)) : audio("A\(length)", Time(length))
      try edit.edit(edit.addTrack(type)) { track throws(CompositionError) in
        try track.insert(range(0, length), of: source, at: .zero)
      }
    }
    return edit
  }

  @Test func aWholeEditRunsBackwardInStep() throws {
    var edit = try composition()
    try edit.reverse(TimeRange(start: Time(2), duration: .positiveInfinity))
    #expect(
      edit.tracks.map(\.timeline) == [
        ["[0,2)←A8[0,2)", "[2,8)←A8[2,8)"], ["[0,2)←A6[0,2)", "[2,4)", "[4,8)←A6[2,6)"],
        ["[0,2)←A3[0,2)", "[2,7)", "[7,8)←A3[2,3)"],
      ])
    #expect(edit.tracks.allSatisfy { $0.segments.last?.isReversed == true })
  }

  @Test func aWholeEditIsHeldInSilence() throws {
    var edit = try composition()
    try edit.freeze(at: Time(5), for: Time(1))
    #expect(
      edit.tracks.map(\.timeline) == [
        ["[0,5)←A8[0,5)", "[5,6)←A8[5,5)", "[6,9)←A8[5,8)"],
        ["[0,5)←A6[0,5)", "[5,6)", "[6,7)←A6[5,6)"], ["[0,3)←A3[0,3)"],
      ])
    try edit.freeze(at: Time(9), for: Time(2))
    #expect(edit.tracks.map(\.duration) == [Time(11), Time(7), Time(3)])
    #expect(edit.tracks[0].segments.last?.isFrozen == true)
  }

  @Test func aWholeEditFollowsOneCurve() throws {
    var edit = try composition()
    try edit.remap(range(2, 20), along: SpeedCurve([.init(progress: 0, speed: 2)]))
    #expect(
      edit.tracks.map(\.timeline) == [
        ["[0,2)←A8[0,2)", "[2,5)←A8[2,8)"], ["[0,2)←A6[0,2)", "[2,4)←A6[2,6)"],
        ["[0,2)←A3[0,2)", "[2,5/2)←A3[2,3)"],
      ])
    // The curve is that of the whole range, also where a track ends within it.
    var eased = try composition()
    try eased.remap(range(0, 8), along: SpeedCurve(Easing.curve(.init(.cubic, .easeInOut))))
    for step in 0..<12 {
      let time = Time(Int64(step), 4)
      #expect(
        eased.tracks[2].sourceTime(forTrackTime: time)
          == eased.tracks[0].sourceTime(forTrackTime: time))
    }
  }

  @Test func editsOfTheWholeThatCannotBeChangeNothing() throws {
    let edit = try composition()
    func code(_ change: (inout Composition) throws(CompositionError) -> Void) -> String? {
      var changed = edit
      do throws(CompositionError) {
        try change(&changed)
        return nil
      } catch {
        #expect(changed.tracks.map(\.segments) == edit.tracks.map(\.segments))
        return error.code
      }
    }
    let steady = try SpeedCurve([.init(progress: 0, speed: 2)])
    #expect(
      code { c throws(CompositionError) in try c.reverse(range(8, 9)) } == "invalid_time_range")
    #expect(
      code { c throws(CompositionError) in try c.reverse(range(1, 1)) } == "invalid_time_range")
    #expect(
      code { c throws(CompositionError) in try c.remap(range(9, 10), along: steady) }
        == "invalid_time_range")
    #expect(
      code { c throws(CompositionError) in try c.freeze(at: Time(9), for: Time(1)) }
        == "invalid_time")
    #expect(
      code { c throws(CompositionError) in try c.freeze(at: Time(1), for: .zero) }
        == "invalid_duration")
  }

  @Test func curvesThatCannotBeFollowedSayWhy() throws {
    func fault(_ make: () throws(CompositionError) -> SpeedCurve) -> String? {
      do throws(CompositionError) {
        _ = try make()
        return nil
      } catch {
        return error.code == "invalid_curve" ? error.message : error.code
      }
    }
    let prefix = "the speed cannot follow this curve: "
    #expect(
      fault { () throws(CompositionError) in try SpeedCurve([]) } == prefix + "it has no points")
    #expect(
      fault { () throws(CompositionError) in
        try SpeedCurve([.init(progress: 0.5, speed: 1), .init(progress: 0.5, speed: 2)])
      } == prefix + "its places must rise within 0 to 1, and 0.5 does not")
    #expect(
      fault { () throws(CompositionError) in try SpeedCurve([.init(progress: 0, speed: 0)]) }
        == prefix + "its speeds must lie within 0.01 to 100, not 0.0")
    #expect(
      fault { () throws(CompositionError) in
        try SpeedCurve(.curve(.init(.back, .easeIn)))
      }?.contains("runs backward") == true)
    #expect(
      fault { () throws(CompositionError) in try SpeedCurve(Easing.sampling { $0 / 2 }) }
        == prefix + "it must begin at 0 and end at 1, not 0.0 and 0.5")
    #expect(
      fault { () throws(CompositionError) in
        try SpeedCurve([.init(progress: .nan, speed: 1)])
      } != nil)
  }
}
