import Composition
import Geometry
import LuaRuntime
import Media
import Rendering
import Timing

extension TextStyle.Place: LuaChoice {}

/// The named options of `vs.text`.
struct TextOptions: LuaOptions {
  private var size = Size(
    width: Double(TextSource.defaultSize.width), height: Double(TextSource.defaultSize.height))
  private var duration = Time(5)
  private var rate: FrameRate?
  /// What is set of the style, whose defaults depend on the size.
  private var changes: [(inout TextStyle) -> Void] = []

  static var options: [LuaOption<Self>] {
    [
      .optional("size", "Width and height of the whole picture; by default 1280×720.") {
        (it: inout Self, size: Size) in
        guard Int(exactly: size.width) != nil, Int(exactly: size.height) != nil else {
          throw LuaMismatch(path: "size", reason: "whole pixels expected, got \(size)")
        }
        it.size = size
      },
      .optional("duration", "How long it is shown at most; by default 5 s.") { $0.duration = $1 },
      .optional("rate", "Frames per second; by default it takes any.") {
        (it: inout Self, rate: RateArgument) in it.rate = rate.rate
      },
      style("font", "A family that vs.fonts() lists, or Sans, Serif, Monospace; Sans.") {
        $0.font = $1
      },
      style("font_size", "The height of a line in pixels; by default a 15th of the picture's.") {
        $0.fontSize = $1
      },
      style("bold", "Whether the letters are bold.") { $0.isBold = $1 },
      style("italic", "Whether the letters slope.") { $0.isItalic = $1 },
      style("color", "Of the letters; by default white.") { $0.color = $1 },
      style("outline", "How wide the line around each letter is; 0 is none.") { $0.outline = $1 },
      style("outline_color", "By default black.") { $0.outlineColor = $1 },
      style("background", "Behind the lines, such as \"#00000080\"; by default nothing.") {
        $0.background = $1
      },
      style("place", "Where on the picture; by default bottom.") { $0.place = $1 },
      style("margin", "The least distance to the edges; longer lines are broken.") {
        $0.margin = $1
      },
    ]
  }

  private static func style<Value: LuaDecodable>(
    _ name: String, _ help: String, _ set: @escaping (inout TextStyle, Value) -> Void
  ) -> LuaOption<Self> {
    .optional(name, help) { (it: inout Self, value: Value) in
      it.changes.append { set(&$0, value) }
    }
  }

  /// The source of a text; a font that is missing is an error here, not when it is drawn.
  func source(of text: String) throws -> TextSource {
    var style = TextStyle(pictureHeight: Int(size.height))
    for change in changes { change(&style) }
    try FontLibrary.check(style.font)
    return try TextSource(
      text, style, width: Int(size.width), height: Int(size.height), duration: duration, rate: rate)
  }
}
