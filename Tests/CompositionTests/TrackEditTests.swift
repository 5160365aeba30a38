import Testing
import Timing

@testable import Composition

/// The reference's worked examples.
@Suite struct TrackEditTests {
  private let a = video("A", Time(10))
  private let b = video("B", Time(4))
  private let c = video("C", Time(2))

  private func slowed() throws -> CompositionTrack {
    var track = CompositionTrack()
    try track.insert(range(0, 10), of: a, at: .zero)
    try track.scale(range(2, 4), to: Time(4))
    return track
  }

  @Test func insertingSplitsAndPushes() throws {
    var track = CompositionTrack()
    try track.insert(range(0, 10), of: a, at: .zero)
    try track.insert(range(1, 3), of: b, at: Time(4))
    #expect(track.timeline == ["[0,4)←A[0,4)", "[4,6)←B[1,3)", "[6,12)←A[4,10)"])
    try track.remove(range(5, 7))
    #expect(track.timeline == ["[0,4)←A[0,4)", "[4,5)←B[1,2)", "[5,10)←A[5,10)"])
  }

  @Test func insertingBehindTheEndLeavesAGap() throws {
    var track = CompositionTrack()
    try track.insert(range(0, 2), of: c, at: Time(3))
    #expect(track.timeline == ["[0,3)", "[3,5)←C[0,2)"])
    #expect(track.timeRange == range(3, 5) && track.duration == Time(5))
  }

  @Test func scalingChangesTargetsOnly() throws {
    let track = try slowed()
    #expect(track.timeline == ["[0,2)←A[0,2)", "[2,6)←A[2,4)", "[6,12)←A[4,10)"])
    #expect(track.segments.map(\.rate) == [Ratio(1), Ratio(1, 2), Ratio(1)])
  }

  @Test func speedsMultiply() throws {
    var track = try slowed()
    try track.scale(range(0, 12), to: Time(6))
    #expect(track.timeline == ["[0,1)←A[0,2)", "[1,3)←A[2,4)", "[3,6)←A[4,10)"])
    #expect(track.segments.map(\.rate) == [Ratio(2), Ratio(1), Ratio(2)])
  }

  @Test func aGapAtTheEndHasNoEffect() throws {
    var track = CompositionTrack()
    try track.insert(range(0, 2), of: a, at: .zero)
    try track.insertEmpty(range(2, 5))
    #expect(track.timeline == ["[0,2)←A[0,2)"] && track.duration == Time(2))
  }

  @Test func gapsWithinAndBehindTheTrack() throws {
    var track = CompositionTrack()
    try track.insert(range(0, 2), of: a, at: .zero)
    try track.insertEmpty(range(1, 2))
    try track.insert(range(0, 1), of: b, at: Time(5))
    #expect(
      track.timeline == [
        "[0,1)←A[0,1)", "[1,2)", "[2,3)←A[1,2)", "[3,5)", "[5,6)←B[0,1)",
      ])
  }

  @Test func aMissingLeadBecomesAGap() throws {
    let late = video("L", Time(2), start: Time(1))
    var track = CompositionTrack()
    try track.insert(range(0, 10), of: a, at: .zero)
    try track.insert(range(0, 3), of: late, at: Time(10))
    #expect(track.timeline == ["[0,10)←A[0,10)", "[10,11)", "[11,13)←L[1,3)"])
  }

  @Test func anInvalidTimeAppends() throws {
    var track = CompositionTrack()
    try track.insert(range(0, 1), of: a, at: .invalid)
    try track.insert(range(0, 1), of: b, at: .invalid)
    #expect(track.timeline == ["[0,1)←A[0,1)", "[1,2)←B[0,1)"])
  }
}
