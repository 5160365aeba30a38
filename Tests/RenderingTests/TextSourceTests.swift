import Composition
import Geometry
import Imaging
import Media
import TestSupport
import Testing
import Timing

@testable import Rendering

@Suite struct TextSourceTests {
  /// The block letter fills its place, so that a pixel of it is all letter.
  private let block = "\u{2588}"

  private func picture(
    _ text: String, width: Int = 120, height: Int = 120, _ set: (inout TextStyle) -> Void = { _ in }
  ) throws -> VideoFrame {
    var style = TextStyle(pictureHeight: height)
    (style.fontSize, style.outline, style.margin) = (24, 0, 8)
    set(&style)
    return try TextSource(text, style, width: width, height: height).frame(0)
  }

  /// The box around everything that is not clear.
  private func ink(of frame: VideoFrame) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var (columns, rows): (Set<Int>, Set<Int>) = ([], [])
    for y in 0..<frame.height {
      for x in 0..<frame.width where frame.part(3, x, y) > 0 {
        columns.insert(x)
        rows.insert(y)
      }
    }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return nil }
    return (left...right, top...bottom)
  }

  @Test func lettersHaveTheirColourAndTheRestIsClear() throws {
    let frame = try picture(block) {
      $0.place = .center
      $0.color = Color(red: 1, green: 0.4, blue: 0)
    }
    #expect((0..<4).map { frame.part($0, 60, 60) } == [102, 0, 255, 255])
    #expect((0..<4).map { frame.part($0, 2, 2) } == [0, 0, 0, 0])
  }

  @Test func whatIsHalfTransparentKeepsItsColour() throws {
    let frame = try picture(block) {
      $0.place = .center
      $0.color = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    }
    #expect((126...129).contains(frame.part(3, 60, 60)))
    #expect(frame.part(2, 60, 60) >= 253)
    #expect(frame.part(0, 60, 60) <= 2)
  }

  @Test(arguments: TextStyle.Place.allCases)
  func wordsStandAtTheirPlace(_ place: TextStyle.Place) throws {
    let box = try #require(ink(of: picture(block) { $0.place = place }))
    let column = (box.x.lowerBound + box.x.upperBound) / 2 / 40
    let row = (box.y.lowerBound + box.y.upperBound) / 2 / 40
    // The nine places are thirds of the picture, from the bottom left on.
    let index = try #require(TextStyle.Place.allCases.firstIndex(of: place))
    #expect(column == index % 3)
    #expect(row == 2 - index / 3)
  }

  @Test func anOutlineGoesAroundTheLetters() throws {
    let plain = try #require(ink(of: picture(block) { $0.place = .center }))
    let outlined = try picture(block) {
      $0.place = .center
      ($0.outline, $0.outlineColor) = (3, Color(red: 0, green: 0, blue: 1))
    }
    let box = try #require(ink(of: outlined))
    #expect((2...4).contains(plain.x.lowerBound - box.x.lowerBound))
    // Blue beside the letter, white on it.
    let beside = plain.x.lowerBound - 2
    #expect((0..<4).map { outlined.part($0, beside, 60) } == [0, 255, 0, 255])
    #expect((0..<4).map { outlined.part($0, 60, 60) } == [255, 255, 255, 255])
  }

  @Test func aBackgroundLiesBehindTheLines() throws {
    let frame = try picture(block) {
      $0.place = .center
      $0.background = Color(red: 0, green: 1, blue: 0)
    }
    let letter = try #require(ink(of: picture(block) { $0.place = .center }))
    #expect((0..<4).map { frame.part($0, letter.x.lowerBound - 3, 60) } == [255, 0, 0, 255])
  }

  @Test func longLinesAreBrokenWithinTheMargins() throws {
    let words = "one two three four five six"
    let box = try #require(ink(of: picture(words)))
    #expect(box.x.lowerBound >= 7 && box.x.upperBound <= 112)
    #expect(box.y.count > 48)
    #expect(box.y.upperBound <= 112)
  }

  @Test(arguments: ["a\\Nb", "a\\nb", "{\\fs90}a", "a{b}", "\\", "{", "}"])
  func libassFindsNoOrdersInTheWords(_ text: String) throws {
    let box = try #require(ink(of: picture(text, width: 240)))
    // One line of 24 pixels, with all its letters.
    #expect(box.y.count <= 30)
    let width = box.x.count
    #expect(width >= 4 * text.count, "\(text) is \(width) wide")
  }

  @Test func aLineBreakBeginsALine() throws {
    let one = try #require(ink(of: picture(block)))
    let two = try #require(ink(of: picture(block + "\n" + block)))
    #expect(two.y.count >= one.y.count + 20)
  }

  @Test func theLastPicturesAreKeptAndNoOthers() throws {
    let texts = try (0..<6).map {
      try TextSource("\($0)", TextStyle(pictureHeight: 40), width: 40, height: 40)
    }
    let first = try texts[0].frame(0)
    #expect(try texts[0].frame(0) === first)
    for text in texts { _ = try text.frame(0) }
    #expect(try texts[0].frame(0) !== first)
  }

  @Test func aTextLiesOverWhatIsBelowIt() throws {
    var style = TextStyle(pictureHeight: 36)
    (style.fontSize, style.outline, style.place) = (24, 0, .center)
    let text = try TextSource(block, style, width: 64, height: 36, duration: Time(1))
    var edit = Composition()
    let (below, above) = (edit.addTrack(.video), edit.addTrack(.video))
    let grey = try solid(0.25).videoTrack
    try edit.edit(below) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: grey, at: .zero)
    }
    try edit.edit(above) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(1)), of: text.tracks[0], at: .zero)
    }
    let plan = try RenderPlan(
      edit,
      video: VideoComposition(
        frameDuration: Time(1, 25), renderSize: Size(width: 64, height: 36),
        instructions: [
          Instruction(
            timeRange: TimeRange(start: .zero, duration: Time(2)),
            layers: [above, below].map { LayerInstruction(edit.reference(to: $0)!) })
        ]), mix: nil, canvas: smallCanvas)
    let renderer = FrameRenderer(plan, threads: 1)
    let level = try renderer.frame(at: Time(3, 2)).luma(32, 18)
    #expect(try renderer.frame(at: .zero).luma(2, 2) == level)
    #expect((233...237).contains(try renderer.frame(at: Time(1, 2)).luma(32, 18)))
    #expect((70...72).contains(level))
  }

  @Test func aTextIsSavedWithItsStyle() throws {
    var style = TextStyle(pictureHeight: 90)
    (style.font, style.fontSize, style.isBold, style.isItalic) = ("Serif", 12.5, true, true)
    (style.color, style.outline) = (Color(red: 1, green: 0, blue: 0, alpha: 0.2), 1.5)
    (style.outlineColor, style.background) = (.white, .black)
    (style.place, style.margin) = (.topRight, 7)
    let text = try TextSource(
      "two\nlines \u{1F3AC}", style, width: 160, height: 90, duration: Time(7, 3),
      rate: FrameRate(24))
    var edit = Composition()
    let id = edit.addTrack(.video)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(1)), of: text.tracks[0], at: .zero)
    }
    let folder = TemporaryFolder()
    try Project(edit).save(to: folder.path + "/edit.json")
    let loaded = try Project(path: folder.path + "/edit.json").composition
    let source = try #require(loaded.tracks[0].segments[0].source?.source as? TextSource)
    #expect(source.text == text.text)
    #expect(source.style == style)
    #expect((source.width, source.height) == (160, 90))
    #expect((source.duration, source.rate) == (text.duration, text.rate))
  }
}

extension VideoFrame {
  /// An eight-bit sample of a plane.
  fileprivate func part(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    Int(planes[plane].row(y).load(fromByteOffset: x, as: UInt8.self))
  }
}
