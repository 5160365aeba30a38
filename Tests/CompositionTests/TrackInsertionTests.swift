import Geometry
import Testing
import Timing

@testable import Composition

/// What the checks refuse, and that nothing has changed then.
@Suite struct TrackInsertionTests {
  private let a = video("A", Time(10))

  /// Runs an edit that must fail and returns its error; the track must be as before.
  private func refusal(
    _ track: inout CompositionTrack,
    _ edit: (inout CompositionTrack) throws(CompositionError) -> Void
  ) -> CompositionError? {
    let before = track.segments
    do throws(CompositionError) {
      try edit(&track)
      return nil
    } catch {
      #expect(track.segments == before)
      return error
    }
  }

  private func filled() throws -> CompositionTrack {
    var track = CompositionTrack()
    try track.insert(range(0, 4), of: a, at: .zero)
    return track
  }

  @Test func rangesLongerThanTheSourceAreCut() throws {
    var track = CompositionTrack()
    try track.insert(range(8, 20), of: a, at: .zero)
    try track.insert(.all, of: a, at: .invalid)
    #expect(track.timeline == ["[0,2)←A[8,10)", "[2,12)←A[0,10)"])
  }

  @Test func rangesThatDoNotExistAreRefused() throws {
    var track = try filled()
    let error = refusal(&track) { track throws(CompositionError) in
      try track.insert(range(12, 14), of: a, at: .zero)
    }
    #expect(error?.code == "range_outside_source" && error?.number == -11800)
    #expect(error?.path == "A" && error?.time == Time(12))
    #expect(
      error?.message
        == "nothing of 0:12–0:14 exists in 'A' track 1 (video), which has 0:00–0:10")
  }

  @Test func emptyAndInvalidRangesAreRefused() throws {
    var track = try filled()
    for bad in [range(1, 1), .invalid, TimeRange(start: .zero, duration: Time(-1))] {
      let error = refusal(&track) { track throws(CompositionError) in
        try track.insert(bad, of: a, at: .zero)
      }
      #expect(error?.code == "invalid_time_range")
    }
  }

  @Test func theOtherKindOfMediaIsRefused() throws {
    var track = try filled()
    let sound = audio("S", Time(2))
    let error = refusal(&track) { track throws(CompositionError) in
      try track.insert(range(0, 1), of: sound, at: .zero)
    }
    #expect(error?.code == "media_type_mismatch")
    #expect(
      error?.message
        == "cannot put 'S' track 2 (audio) on track 1 (video), which takes video")
  }

  @Test func timesBeforeZeroAreRefused() throws {
    var track = try filled()
    let error = refusal(&track) { track throws(CompositionError) in
      try track.insert(range(0, 1), of: a, at: Time(-1))
    }
    #expect(error?.code == "invalid_time" && error?.time == Time(-1))
  }

  @Test func scalingNeedsALengthAboveZero() throws {
    var track = try filled()
    for length in [Time.zero, Time(-1), .positiveInfinity, .invalid] {
      let error = refusal(&track) { track throws(CompositionError) in
        try track.scale(range(0, 2), to: length)
      }
      #expect(error?.code == "invalid_duration")
    }
    let error = refusal(&track) { track throws(CompositionError) in
      try track.scale(range(2, 2), to: Time(1))
    }
    #expect(error?.code == "invalid_time_range")
  }

  @Test func scalingBeyondTheEndScalesThePartInsideByTheSameFactor() throws {
    var track = try filled()
    try track.scale(range(2, 6), to: Time(8))
    #expect(track.timeline == ["[0,2)←A[0,2)", "[2,6)←A[2,4)"])
  }

  @Test func removingClampsAndLeavesNoGapAtTheEnd() throws {
    var track = try filled()
    try track.insert(range(0, 1), of: a, at: Time(6))
    try track.remove(TimeRange(from: Time(6), to: Time(100)))
    #expect(track.timeline == ["[0,4)←A[0,4)"])
    try track.remove(.all)
    #expect(track.segments.isEmpty && track.duration == .zero && track.formats.isEmpty)
  }

  @Test func severalRangesAreInsertedAsOne() throws {
    var track = try filled()
    let b = video("B", Time(4))
    try track.insertTimeRanges(
      [
        (range(0, 1), .source(b)), (TimeRange(start: .invalid, duration: Time(2)), nil),
        (range(3, 4), .source(b)),
      ], at: Time(1))
    #expect(
      track.timeline == [
        "[0,1)←A[0,1)", "[1,2)←B[0,1)", "[2,4)", "[4,5)←B[3,4)", "[5,8)←A[1,4)",
      ])
  }

  @Test func severalRangesAreInsertedAllOrNone() throws {
    var track = try filled()
    let error = refusal(&track) { track throws(CompositionError) in
      try track.insertTimeRanges(
        [(range(0, 1), .source(a)), (range(20, 21), .source(a))], at: Time(1))
    }
    #expect(error?.code == "range_outside_source")
  }

  @Test func severalRangesMayComeFromACompositionsTrack() throws {
    var other = CompositionTrack()
    try other.insert(range(0, 4), of: video("B", Time(4)), at: .zero)
    try other.scale(range(0, 4), to: Time(2))
    var track = try filled()
    try track.insertTimeRanges(
      [(range(1, 2), .track(other)), (range(0, 1), .source(a))], at: Time(1))
    #expect(
      track.timeline == [
        "[0,1)←A[0,1)", "[1,2)←B[2,4)", "[2,3)←A[0,1)", "[3,6)←A[1,4)",
      ])
    let before = track.timeline
    let error = refusal(&track) { track throws(CompositionError) in
      try track.insertTimeRanges(
        [(range(0, 1), .track(other)), (range(5, 6), .track(other))], at: Time(1))
    }
    #expect(error?.code == "range_outside_source" && track.timeline == before)
  }

  @Test func insertionTakesOverNeitherTransformNorVolume() throws {
    let turned = SourceTrack(
      video: NamedSource("T"), trackID: 1, timeRange: range(0, 2), naturalTimeScale: 600,
      naturalSize: Size(width: 1920, height: 1080),
      signature: .video(codec: "h264", width: 1920, height: 1080),
      preferredTransform: Transform(rotation: .pi / 2))
    var source = CompositionTrack(id: 7, mediaType: .video)
    (source.preferredTransform, source.preferredVolume) = (Transform(scaleX: 2, y: 2), 0.5)
    try source.insert(range(0, 2), of: turned, at: .zero)
    var track = CompositionTrack()
    try track.insert(range(0, 1), of: turned, at: .zero)
    try track.insert(range(0, 1), of: source, at: .zero)
    #expect(track.preferredTransform == .identity && track.preferredVolume == 1)
  }

  @Test func insertingATrackFlattensItsGapsAndSpeeds() throws {
    var inner = CompositionTrack()
    try inner.insert(range(0, 2), of: a, at: Time(1))
    try inner.scale(range(1, 3), to: Time(4))
    try inner.insert(range(5, 6), of: a, at: Time(6))
    #expect(inner.timeline == ["[0,1)", "[1,5)←A[0,2)", "[5,6)", "[6,7)←A[5,6)"])
    var track = try filled()
    try track.insert(TimeRange(from: Time(1, 2), to: Time(13, 2)), of: inner, at: Time(1))
    #expect(
      track.timeline == [
        "[0,1)←A[0,1)", "[1,3/2)", "[3/2,11/2)←A[0,2)", "[11/2,13/2)", "[13/2,7)←A[5,11/2)",
        "[7,10)←A[1,4)",
      ])
  }

  @Test func propertiesFollowTheFirstMedia() throws {
    var track = CompositionTrack()
    #expect(track.naturalTimeScale == 600 && track.naturalSize.isEmpty)
    #expect(track.isEnabled && track.preferredVolume == 1 && track.preferredTransform.isIdentity)
    try track.insert(range(0, 1), of: a, at: Time(1))
    #expect(track.naturalTimeScale == 12800 && track.naturalSize == a.naturalSize)
    track.naturalTimeScale = 90000
    #expect(track.naturalTimeScale == 90000)
    track.naturalTimeScale = 0
    #expect(track.naturalTimeScale == 12800)
  }
}

@Suite struct SegmentTests {
  private let a = video("A", Time(10))

  @Test func segmentsAreFoundByTimeElseTheNearest() throws {
    var track = CompositionTrack()
    #expect(track.segment(forTrackTime: .zero) == nil)
    try track.insert(range(0, 2), of: a, at: .zero)
    try track.insert(range(5, 7), of: a, at: Time(3))
    #expect(track.segmentIndex(at: Time(2)) == 1 && track.segmentIndex(at: Time(5)) == nil)
    #expect(track.segment(forTrackTime: Time(9)) == track.segments[2])
    #expect(track.segment(forTrackTime: Time(-9)) == track.segments[0])
    #expect(track.sourceTime(forTrackTime: Time(7, 2)) == Time(11, 2))
    #expect(track.sourceTime(forTrackTime: Time(2)) == .invalid)
    #expect(track.sourceTime(forTrackTime: Time(5)) == .invalid)
  }

  @Test func tenThousandAppendsStayFindable() throws {
    var track = CompositionTrack()
    let step = Time(1001, 30000)
    for index in 0..<10_000 {
      let start = Time(Int64(index % 9))
      try track.insert(TimeRange(start: start, duration: step), of: a, at: .invalid)
    }
    #expect(track.duration == step.multiplied(by: 10_000))
    for index in stride(from: 0, to: 10_000, by: 97) {
      let time = step.multiplied(by: Int64(index))
      #expect(track.segmentIndex(at: time) == index)
      #expect(track.sourceTime(forTrackTime: time) == Time(Int64(index % 9)))
    }
  }

  @Test func aReversedSegmentRunsFromTheEndOfItsSource() {
    let segment = Segment(a, range(2, 4), target: range(10, 14), isReversed: true)
    #expect(segment.sourceTime(at: Time(10)) == Time(4))
    #expect(segment.sourceTime(at: Time(13)) == Time(5, 2))
    let part = segment.clipped(to: range(10, 11))
    #expect(part.mapping.source == TimeRange(start: Time(7, 2), duration: Time(1, 2)))
  }

  @Test func aProperListReplacesAllSegments() throws {
    var track = CompositionTrack()
    let list = [
      Segment(emptyFor: range(0, 1)), Segment(a, range(2, 4), target: range(1, 2)),
      Segment(emptyFor: range(2, 3)),
    ]
    try track.setSegments(list)
    #expect(track.segments == list && track.duration == Time(3))
    #expect(track.formats == [a.signature])
    try track.setSegments([])
    #expect(track.segments.isEmpty)
  }

  @Test func improperListsAreRefusedWithTheReferencesNumbers() throws {
    let infinite = TimeRange(start: .zero, duration: .positiveInfinity)
    let unplaced = TimeRange(start: .invalid, duration: Time(1))
    let cases: [([Segment], Int, String)] = [
      ([Segment(a, range(0, 1), target: range(1, 2))], -11824, "segment 1 starts at 0:01"),
      (
        [
          Segment(a, range(0, 1), target: range(0, 1)),
          Segment(a, range(0, 1), target: range(2, 3)),
        ], -11824, "segment 2 starts at 0:02, but the one before ends at 0:01"
      ),
      ([Segment(a, range(0, 1), target: range(0, 0))], -11825, "segment 1 lasts 0:00"),
      ([Segment(emptyFor: infinite)], -11825, "segment 1 lasts +infinity"),
      ([Segment(a, unplaced, target: range(0, 1))], -11826, "segment 1 starts at invalid"),
      ([Segment(a, infinite, target: range(0, 1))], -11827, "segment 1 takes +infinity"),
      ([Segment(a, range(1, 1), target: range(0, 1))], -11827, "segment 1 takes 0:00"),
    ]
    for (list, number, text) in cases {
      var track = CompositionTrack()
      do {
        try track.setSegments(list)
        Issue.record("accepted: \(text)")
      } catch {
        #expect(error.number == number && error.code == "invalid_segments")
        #expect(error.message.hasPrefix(text), "\(error.message)")
        #expect(track.segments.isEmpty)
      }
    }
    var sound = CompositionTrack(.audio)
    #expect(throws: CompositionError.self) {
      try sound.setSegments([Segment(a, range(0, 1), target: range(0, 1))])
    }
  }
}
