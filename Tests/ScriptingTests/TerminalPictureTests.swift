import Geometry
import Imaging
import Testing

@testable import Scripting

@Suite struct TerminalPictureTests {
  /// Four pixels: red and green above blue and white.
  private let picture: VideoFrame = {
    let painting = Painting(width: 2, height: 2, background: .black, pool: FramePool())
    let colors = ["red", "lime", "blue", "white"].map { Color(text: $0)! }
    for (place, color) in colors.enumerated() {
      painting.blend(color, x: place % 2, y: place / 2)
    }
    return painting.frame
  }()

  @Test func blocksCarryTwoPixelsInEachLetter() {
    #expect(
      TerminalPicture.blocks(picture)
        == "\u{1b}[38;2;255;0;0;48;2;0;0;255m▀\u{1b}[38;2;0;255;0;48;2;255;255;255m▀\u{1b}[0m\n")
  }

  @Test func sixelDrawsEachColorsPixelsOfABand() {
    let text = Sixel.text(of: picture)
    #expect(text.hasPrefix("\u{1b}Pq\"1;1;2;2#0;2;0;0;0"))
    // Blue is the lower pixel of the first column, lime the upper one of the second, and so on.
    #expect(text.hasSuffix("#5A?$#30?@$#180@?$#215?A$-\u{1b}\\\n"))
  }

  @Test func kittyGetsAPictureInPartsOf4096Letters() {
    let text = TerminalPicture.kitty([UInt8](repeating: 7, count: 4000))
    let parts = text.split(separator: "\u{1b}\\").dropLast()
    #expect(parts.count == 2)
    #expect(parts[0].hasPrefix("\u{1b}_Ga=T,f=100,q=2,m=1;BwcH"))
    #expect(parts[0].utf8.count == "\u{1b}_Ga=T,f=100,q=2,m=1;".utf8.count + 4096)
    #expect(parts[1].hasPrefix("\u{1b}_Gm=0;"))
  }

  @Test func aPictureIsMadeSmallerToFitAndNeverLarger() {
    #expect(TerminalPicture.fitted(picture, 80, 48) == (2, 2))
    let wide = Painting(width: 400, height: 100, background: .black, pool: FramePool()).frame
    #expect(TerminalPicture.fitted(wide, 80, 48) == (80, 20))
  }
}
