import Geometry
import Testing
import Timing

@testable import Composition

@Suite struct CompositionEditTests {
  /// A clip with picture and sound of their own lengths.
  private func clip(
    _ name: String, picture: Time, sound: Time, size: Size = Size(width: 640, height: 360)
  ) -> [SourceTrack] {
    let source = NamedSource(name)
    return [
      video(name, picture, size: size, source: source), audio(name, sound, source: source),
    ]
  }

  @Test func insertingAClipMakesTracksAndTakesOverItsTransform() throws {
    let source = NamedSource("P")
    let turned = Transform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0)
    var composition = Composition()
    try composition.insert(
      .all, of: [video("P", Time(2), transform: turned, source: source)], at: .zero)
    #expect(composition.tracks.map(\.id) == [1] && composition.duration == Time(2))
    #expect(composition.tracks[0].preferredTransform == turned)
    #expect(composition.naturalSize == Size(width: 640, height: 360))
    composition.naturalSize = Size(width: 100, height: 50)
    #expect(composition.naturalSize == Size(width: 100, height: 50))
    composition.naturalSize = .zero
    #expect(composition.naturalSize == Size(width: 640, height: 360))
  }

  @Test func aSecondClipOfTheSameFormatContinuesTheTracks() throws {
    var composition = Composition()
    try composition.insert(.all, of: clip("A", picture: Time(2), sound: Time(1)), at: .zero)
    try composition.insert(.all, of: clip("B", picture: Time(2), sound: Time(3)), at: .invalid)
    #expect(composition.tracks.count == 2)
    #expect(composition.tracks[0].timeline == ["[0,2)←A[0,2)", "[2,4)←B[0,2)"])
    #expect(composition.tracks[1].timeline == ["[0,1)←A[0,1)", "[1,2)", "[2,5)←B[0,3)"])
  }

  @Test func anotherFormatGetsANewTrack() throws {
    var composition = Composition()
    let large = clip("B", picture: Time(2), sound: Time(2), size: Size(width: 1280, height: 720))
    try composition.insert(.all, of: clip("A", picture: Time(2), sound: Time(2)), at: .zero)
    #expect(composition.compatibleTrack(for: large[0]) == nil)
    #expect(composition.compatibleTrack(for: large[1])?.id == 2)
    try composition.insert(.all, of: large, at: Time(2))
    #expect(composition.tracks.map(\.id) == [1, 2, 3])
    #expect(composition.tracks[2].timeline == ["[0,2)", "[2,4)←B[0,2)"])
  }

  @Test func eachTrackReceivesOnceInACall() throws {
    var composition = Composition()
    let source = NamedSource("M")
    let sounds = [
      audio("M", Time(2), source: source),
      SourceTrack(
        audio: source, trackID: 3, timeRange: range(0, 2), sampleRate: 48000, channels: 2,
        signature: .audio(codec: "aac", sampleRate: 48000, channels: 2)),
    ]
    try composition.insert(.all, of: sounds, at: .zero)
    #expect(composition.tracks.count == 2)
  }

  @Test func tracksThatReceiveNothingArePushedAlike() throws {
    var composition = Composition()
    try composition.insert(.all, of: clip("A", picture: Time(4), sound: Time(4)), at: .zero)
    try composition.insert(.all, of: [video("B", Time(3))], at: Time(1))
    #expect(composition.tracks[0].timeline == ["[0,1)←A[0,1)", "[1,4)←B[0,3)", "[4,7)←A[1,4)"])
    #expect(composition.tracks[1].timeline == ["[0,1)←A[0,1)", "[1,4)", "[4,7)←A[1,4)"])
  }

  @Test func shortSoundIsFilledSoThatAllMoveByTheSameLength() throws {
    var composition = Composition()
    try composition.insert(.all, of: clip("A", picture: Time(4), sound: Time(4)), at: .zero)
    try composition.insert(.all, of: clip("B", picture: Time(3), sound: Time(1)), at: Time(1))
    #expect(
      composition.tracks[1].timeline
        == ["[0,1)←A[0,1)", "[1,2)←B[0,1)", "[2,4)", "[4,7)←A[1,4)"])
  }

  @Test func editsOfAllTracksKeepThemInStep() throws {
    var composition = Composition()
    try composition.insert(.all, of: clip("A", picture: Time(6), sound: Time(4)), at: .zero)
    try composition.insertEmpty(range(1, 2))
    try composition.remove(range(0, 1))
    try composition.scale(range(1, 3), to: Time(1))
    #expect(
      composition.tracks[0].timeline == ["[0,1)", "[1,2)←A[1,3)", "[2,5)←A[3,6)"])
    #expect(
      composition.tracks[1].timeline == ["[0,1)", "[1,2)←A[1,3)", "[2,3)←A[3,4)"])
    try composition.remove(.all)
    #expect(composition.tracks.count == 2 && composition.duration == .zero)
  }

  @Test func failuresChangeNothing() throws {
    var composition = Composition()
    try composition.insert(.all, of: clip("A", picture: Time(6), sound: Time(4)), at: .zero)
    let before = composition.tracks.map(\.timeline)
    #expect(throws: CompositionError.self) {
      try composition.insert(
        range(9, 10), of: clip("B", picture: Time(2), sound: Time(2)), at: .zero)
    }
    #expect(throws: CompositionError.self) { try composition.insert(.all, of: [], at: .zero) }
    #expect(throws: CompositionError.self) { try composition.scale(range(0, 1), to: .zero) }
    #expect(throws: CompositionError.self) { try composition.insertEmpty(.all) }
    #expect(throws: CompositionError.self) { try composition.remove(.invalid) }
    #expect(composition.tracks.map(\.timeline) == before)
  }

  @Test func insertingACompositionFlattensIt() throws {
    var inner = Composition()
    try inner.insert(.all, of: clip("A", picture: Time(4), sound: Time(2)), at: Time(1))
    var composition = Composition()
    try composition.insert(range(0, 4), of: inner, at: .zero)
    #expect(composition.tracks[0].timeline == ["[0,1)", "[1,4)←A[0,3)"])
    #expect(composition.tracks[1].timeline == ["[0,1)", "[1,3)←A[0,2)"])
  }

  @Test func idsAreNeverGivenTwice() throws {
    var composition = Composition()
    #expect(composition.addTrack(.video) == 1)
    #expect(composition.addTrack(.audio, preferredID: 7) == 7)
    #expect(composition.addTrack(.audio, preferredID: 7) == 3)
    try composition.removeTrack(1)
    try composition.removeTrack(3)
    #expect(composition.addTrack(.video, preferredID: 1) == 4)
    #expect(composition.addTrack(.video) == 5 && composition.addTrack(.video) == 6)
    #expect(composition.addTrack(.video) == 8)
    do {
      try composition.removeTrack(1)
      Issue.record("removed twice")
    } catch {
      #expect(error.code == "no_such_track")
      #expect(error.message == "the composition has no track 1; it has 7, 4, 5, 6, 8")
    }
  }

  @Test func copiesAreIndependentButUnderstandTheSameReferences() throws {
    var original = Composition()
    let id = original.addTrack(.video)
    let reference = try #require(original.reference(to: id))
    var copy = original.copy()
    try copy.edit(id) { track throws(CompositionError) in
      try track.insert(range(0, 1), of: video("A", Time(2)), at: .zero)
    }
    #expect(original.duration == .zero && copy.duration == Time(1) && original.id != copy.id)
    #expect(copy.track(for: reference)?.id == id)
    let fresh = try #require(copy.reference(to: id))
    #expect(original.track(for: fresh) == nil)
  }

  @Test func aWrappedSourceKeepsItsIdsTimesAndReferences() throws {
    let source = NamedSource("A")
    let picture = video("A", Time(2), start: Time(1), source: source)
    let sound = audio("A", Time(3), source: source)
    let composition = Composition(wrapping: [picture, sound])
    #expect(composition.tracks.map(\.id) == [1, 2])
    #expect(composition.tracks[0].timeline == ["[0,1)", "[1,3)←A[1,3)"])
    #expect(composition.track(for: TrackReference(sound))?.id == 2)
    #expect(Composition().track(for: TrackReference(sound)) == nil)
  }
}
