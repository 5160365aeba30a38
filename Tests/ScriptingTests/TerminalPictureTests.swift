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

  @Test(arguments: [
    (["TERM": "xterm-kitty"], TerminalKind.kitty), (["TERM": "xterm"], .unknown),
    (["TERM": "xterm", "KITTY_WINDOW_ID": "1"], .kitty),
    (["TERM": "xterm", "TERM_PROGRAM": "WezTerm"], .kitty),
    (["TERM": "dumb"], .dumb), ([:], .dumb),
    // tmux keeps the variables of the terminal around it, but not its pictures.
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .multiplexer),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], .multiplexer),
    (["TERM": "screen.xterm", "KITTY_WINDOW_ID": "1"], .multiplexer),
  ])
  func variablesTellWhatATerminalIs(variables: [String: String], kind: TerminalKind) {
    #expect(TerminalKind { variables[$0] } == kind)
  }

  @Test func onlyATerminalOfItsOwnIsAskedForKittysProtocol() {
    #expect(TerminalKind.unknown.question.hasSuffix("\u{1b}\\\u{1b}[c"))
    #expect(TerminalKind.multiplexer.question == "\u{1b}[c")
  }

  @Test(arguments: [
    ("\u{1b}[?62;4;22c", TerminalPicture.Way.sixel), ("\u{1b}[?62;22c", nil),
    ("\u{1b}[?64;14c", nil), ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;4c", .kitty),
    ("\u{1b}_Gi=31;ENOTSUPPORTED:c\u{1b}\\\u{1b}[?62;4c", .sixel), ("c4\u{1b}[?62;22c", nil),
  ])
  func anAnswerSaysHowPicturesAreShown(text: String, way: TerminalPicture.Way?) {
    var answer = TerminalAnswer()
    for byte in text.utf8 {
      #expect(!answer.isComplete)
      let hasRoom = answer.append(byte)
      #expect(hasRoom)
    }
    #expect(answer.isComplete)
    #expect(answer.way == way)
  }

  @Test func aPictureIsMadeSmallerToFitAndNeverLarger() {
    #expect(TerminalPicture.fitted(picture, 80, 48) == (2, 2))
    let wide = Painting(width: 400, height: 100, background: .black, pool: FramePool()).frame
    #expect(TerminalPicture.fitted(wide, 80, 48) == (80, 20))
  }
}
