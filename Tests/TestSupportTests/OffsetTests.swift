import TestSupport
import Testing

/// Clips whose picture and sound do not start together have the times that were asked for.
@Suite struct OffsetTests {
  @Test func soundMayStartLate() {
    let clip = CodedClip(
      10, container: "mov", sound: { ($0.codec, $0.offset) = ("pcm_s16le", Ratio(3, 25)) })
    let film = Film(clip.make())
    #expect(film.picture?.start == .zero && film.sound?.start == Ratio(3, 25))
    #expect(clip.soundLead == Ratio(3, 25))
  }

  @Test func thePictureMayStartLate() {
    let clip = CodedClip(
      11, container: "mov", picture: { $0.offset = Ratio(1, 2) },
      sound: { $0.codec = "pcm_s16le" })
    let film = Film(clip.make())
    #expect(film.times == (0..<24).map { Ratio(1, 2) + Ratio($0, 24) })
    #expect(film.sound?.start == .zero && clip.soundLead == Ratio(-1, 2))
  }
}
