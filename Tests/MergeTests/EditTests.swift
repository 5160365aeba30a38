import TestSupport
import Testing

/// Cuts at any time, gaps, and many pieces of one clip, written in Lua as a user would.
@Suite struct EditTests {
  private let first = pcmClip(120) {
    ($0.rate, $0.count, $0.bFrames, $0.keyInterval) = (Ratio(30), 60, 2, 12)
  }
  private let second = pcmClip(121) { ($0.rate, $0.count) = (Ratio(24), 48) }

  @Test func trimsAtArbitraryTimesShowTheFrameOfThatTime() {
    let made = scenario(
      "trims", [first, second],
      makes: [
        .part(first, from: Ratio(1, 10), to: Ratio(77, 100)),
        .part(second, from: Ratio(1, 3), to: Ratio(4, 3)),
        .part(first, from: Ratio(1, 1000), to: Ratio(1999, 1000)),
        .part(second, from: Ratio(5, 24), to: Ratio(6, 24)),
      ], rate: Ratio(30))
    #expect(made.report().problems == [])
  }

  @Test func gapsShowTheBackgroundAndAreSilent() {
    let made = scenario(
      "gaps", [first, second],
      makes: [
        .gap(Ratio(1, 2)), .clip(first), .gap(Ratio(2, 3)),
        .part(second, from: .zero, to: Ratio(1)), .gap(Ratio(1, 10)),
        .part(first, from: Ratio(1), to: Ratio(2)),
      ], rate: Ratio(30), canvas: (192, 108))
    #expect(made.report().problems == [])
  }

  @Test func insertionsAndRemovalsMoveWhatFollows() {
    let made = scenario(
      "ripple", [first, second],
      makes: [
        .part(first, from: .zero, to: Ratio(1, 2)),
        .part(second, from: Ratio(1, 2), to: Ratio(1)),
        .part(first, from: Ratio(3, 4), to: Ratio(2)),
      ], rate: Ratio(30))
    #expect(made.report().problems == [])
  }

  @Test func oneClipInManyPiecesBackToFront() {
    let pieces = (0..<20).map { index in
      ExpectedFilm.Piece.part(first, from: Ratio(19 - index, 10), to: Ratio(20 - index, 10))
    }
    let made = scenario("shuffle", [first], makes: pieces, rate: Ratio(30))
    #expect(made.report().problems == [])
  }

  @Test func theFirstFrameOfEachClipMayBeLeftOut() {
    let folder = TemporaryFolder("trim")
    let path = folder("film.mov")
    let run = runVscript(
      ["merge", "--trim-first-frame", "-o", path] + CodedClip.make([first, second]) + fastCoding
        + exactSound)
    let made = MadeFilm(
      folder: folder, path: path, run: run,
      expected: ExpectedFilm(
        [
          .part(first, from: Ratio(1, 30), to: Ratio(2)),
          .part(second, from: Ratio(1, 24), to: Ratio(2)),
        ], frameRate: Ratio(30)))
    #expect(made.report().problems == [])
  }
}
