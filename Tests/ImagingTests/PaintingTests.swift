import Geometry
import Testing

@testable import Imaging

@Suite struct PaintingTests {
  private let painting = Painting(width: 12, height: 8, background: .black, pool: FramePool())

  private func red(_ x: Int, _ y: Int) -> UInt8 {
    painting.frame.planes[2].row(y).load(fromByteOffset: x, as: UInt8.self)
  }

  @Test func edgesBetweenPixelsCoverThemInPart() {
    painting.fillRect(Rect(x: 2.5, y: 1, width: 3, height: 2), .white)
    #expect((0..<8).map { red($0, 1) } == [0, 0, 128, 255, 255, 128, 0, 0])
    #expect((0..<8).map { red($0, 2) } == [0, 0, 128, 255, 255, 128, 0, 0])
    #expect(red(3, 0) == 0 && red(3, 3) == 0)
  }

  @Test func whatIsOutsideIsLeftOut() {
    painting.fillRect(Rect(x: -5, y: -5, width: 100, height: 6), .white)
    #expect(red(0, 0) == 255 && red(11, 0) == 255 && red(0, 1) == 0)
    painting.write("W", x: -3, y: 5, scale: 2, .white)
    painting.strokeLine([Point(x: -50, y: 4), Point(x: 60, y: 4)], width: 1, .white)
    #expect(red(6, 4) > 0)
  }

  @Test func aJointOfALineIsNotDrawnTwice() {
    let half = Color(red: 1, green: 1, blue: 1, alpha: 0.5)
    painting.strokeLine(
      [Point(x: 1, y: 4), Point(x: 6, y: 4), Point(x: 11, y: 4)], width: 3, half)
    #expect((3..<9).map { red($0, 4) } == [128, 128, 128, 128, 128, 128])
  }

  @Test func lettersAreFiveBySevenPixelsEach() {
    var rows = [[Character]](repeating: [Character](repeating: ".", count: 11), count: 7)
    BitmapFont.forEachPixel(of: "T1") { x, y in rows[y][x] = "#" }
    #expect(
      rows.map { String($0) } == [
        "#####...#..", "..#....##..", "..#.....#..", "..#.....#..", "..#.....#..", "..#.....#..",
        "..#....###.",
      ])
    #expect(BitmapFont.width(of: "T1") == 11)
  }
}
