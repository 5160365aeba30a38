import Testing

@testable import Playback

@Suite struct OverlayTextTests {
  @Test func eachLetterStandsInItsOwnCell() {
    #expect(OverlayText.width(of: "0:1") == 11)
    let picture = (0..<OverlayText.height).map { y in
      String(
        (0..<11).map { x in
          OverlayText.pixels(of: "7 1").contains { $0.x == x && $0.y == y } ? "#" : "."
        } as [Character])
    }
    #expect(
      picture == [
        "###......#.", "..#.....##.", "..#......#.", ".#.......#.", ".#......###",
      ])
  }
}
