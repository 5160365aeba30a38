import Testing
import Timing

@testable import Composition

/// Edits whose end could not be counted in exact times any more.
@Suite struct EditLengthTests {
  private let a = video("A", Time(10))
  private let huge = Time(.max)

  private func refuses(
    _ track: CompositionTrack, _ change: (inout CompositionTrack) throws -> Void,
    _ place: SourceLocation = #_sourceLocation
  ) {
    var changed = track
    let error = #expect(throws: CompositionError.self, sourceLocation: place) {
      try change(&changed)
    }
    #expect(error?.code == "edit_too_long" && error?.hint != nil, sourceLocation: place)
    #expect(changed.timeline == track.timeline, sourceLocation: place)
  }

  private func refuses(
    _ edit: Composition, _ change: (inout Composition) throws -> Void,
    _ place: SourceLocation = #_sourceLocation
  ) {
    var changed = edit
    let error = #expect(throws: CompositionError.self, sourceLocation: place) {
      try change(&changed)
    }
    #expect(error?.code == "edit_too_long", sourceLocation: place)
    #expect(changed.tracks.map(\.timeline) == edit.tracks.map(\.timeline), sourceLocation: place)
  }

  @Test func aTrackIsNeverLongerThanTimesCount() throws {
    var track = CompositionTrack()
    try track.insert(range(0, 10), of: a, at: .zero)
    let gap = TimeRange(start: Time(1), duration: huge)
    refuses(track) { try $0.insert(range(0, 1), of: a, at: huge) }
    refuses(track) { try $0.insertEmpty(gap) }
    refuses(track) { try $0.scale(range(0, 1), to: huge) }
    refuses(track) { try $0.freeze(at: Time(1), for: huge) }
    refuses(track) { try $0.insertTimeRanges([(gap, nil), (range(0, 1), .source(a))], at: .zero) }
    refuses(track) {
      try $0.setSegments([Segment(a, range(0, 1), target: TimeRange(from: .zero, to: huge))])
    }
    try track.scale(range(0, 10), to: Time(1 << 39))
    #expect(track.duration == Time(1 << 39))
    let slow = try SpeedCurve([SpeedCurve.Point(progress: 0, speed: 0.01)])
    refuses(track) { try $0.remap(range(0, 1 << 39), along: slow) }
  }

  @Test func norIsACompositionAndNoneOfItsTracksIsChanged() throws {
    var edit = Composition()
    try edit.insert(.all, of: [video("A", Time(4)), audio("A", Time(2))], at: .zero)
    refuses(edit) { try $0.insert(range(0, 1), of: [a], at: huge) }
    refuses(edit) { try $0.insertEmpty(TimeRange(start: .zero, duration: huge)) }
    refuses(edit) { try $0.scale(range(0, 1), to: huge) }
    refuses(edit) { try $0.freeze(at: Time(1), for: huge) }
  }
}
