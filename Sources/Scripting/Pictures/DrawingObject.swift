import Geometry
import Imaging
import LuaRuntime
import Media
import Rendering
import Timing

/// A sheet with shapes on it, as scripts draw charts and contact sheets.
final class DrawingObject: LuaObject {
  static var luaName: String { "Drawing" }

  var value: Drawing

  init(_ value: Drawing) { self.value = value }

  /// Writes it as SVG, PNG or JPEG, by the name's ending.
  func save(_ path: String, overwrite: Bool) throws {
    guard path.lowercased().hasSuffix(".svg") else {
      try ImageFile.write(try value.rasterized(), to: path, overwrite: overwrite)
      return
    }
    let text = try value.svg()
    let file = try OutputFile(path: path, overwrite: overwrite)
    defer { file.discard() }
    try file.write(Array(text.utf8))
    try file.commit()
  }

  var luaText: String { "Drawing (\(value.width)×\(value.height))" }
}

private struct TextStyle: LuaOptions {
  var size = 16.0
  var color = Color.white
  var alignment = Drawing.Alignment.left

  static var luaName: String { "DrawingTextOptions" }
  static var options: [LuaOption<Self>] {
    [
      .optional("size", "The height of a line in pixels; by default 16.") {
        (it: inout Self, size: Double) in
        guard size > 0, size <= 1000 else {
          throw LuaMismatch(path: "size", reason: "a number above 0 expected, got \(size)")
        }
        it.size = size
      },
      .optional("color", "By default white.") { $0.color = $1 },
      .optional("align", "left, center or right of the place; by default left.") {
        (it: inout Self, name: String) in
        guard let alignment = Drawing.Alignment(rawValue: name) else {
          throw LuaMismatch(
            path: "align", reason: "left, center or right expected, got '\(name)'")
        }
        it.alignment = alignment
      },
    ]
  }
}

private struct DrawingSaveOptions: LuaOptions {
  var overwrite = false

  static var options: [LuaOption<Self>] {
    [.optional("overwrite", "Replace the file if it exists.") { $0.overwrite = $1 }]
  }
}

private struct DrawingOptions: LuaOptions {
  var background = Color.black

  static var options: [LuaOption<Self>] {
    [.optional("background", "The sheet's colour; by default black.") { $0.background = $1 }]
  }
}

func makeDrawingClass() -> LuaClass {
  LuaClass.object(DrawingObject.self, "A sheet for charts: rectangles, lines, text, pictures.") {
    type in
    type.property("size", "Its width and height in pixels.") {
      Size(width: Double($0.value.width), height: Double($0.value.height))
    }
    type.method("rect(rect, color)", "Fills a rectangle.") {
      (it: DrawingObject, rect: Rect, color: Color) in
      it.value.addRect(try finite(rect), color)
    }
    type.method("line(points, color, width)", "Draws a line through points; by default 1 wide.") {
      (it: DrawingObject, points: [[Double]], color: Color, width: Double?) in
      let width = width ?? 1
      guard width > 0, width <= farthest else {
        throw refusal("a line is above 0 and up to \(Int(farthest)) pixels wide, not \(width)")
      }
      it.value.addLine(try points.map(point), width: width, color)
    }
    type.method("text(text, x, y, options)", "Writes a line whose top is at y.") {
      (it: DrawingObject, text: String, x: Double, y: Double, style: TextStyle) in
      it.value.addText(
        text, at: try point([x, y]), size: style.size, style.color, style.alignment)
    }
    type.method("picture(frame, rect)", "Puts a picture in, scaled to fill a rectangle.") {
      (it: DrawingObject, frame: FrameObject, rect: Rect) in
      it.value.addPicture(frame.frame, in: try finite(rect))
    }
    type.method("frame()", "What is drawn so far, as a picture.") { (it: DrawingObject) in
      FrameObject(try it.value.rasterized(), time: .zero)
    }
    type.method("svg()", "What is drawn so far, as the text of an SVG file.") {
      (it: DrawingObject) in try it.value.svg()
    }
    type.method("save(path, options)", "Writes SVG, PNG or JPEG, by the path's ending.") {
      (it: DrawingObject, path: PathArgument, options: DrawingSaveOptions) in
      try it.save(path.path, overwrite: options.overwrite)
    }
  }
}

/// The furthest that a shape may be from the sheet's corner; beyond it there is nothing to see.
private let farthest = 1_000_000.0

private func finite(_ rect: Rect) throws -> Rect {
  for value in [rect.x, rect.y, rect.width, rect.height] where !(abs(value) <= farthest) {
    throw refusal("a shape lies within \(Int(farthest)) pixels, not at \(rect)")
  }
  return rect
}

private func point(_ numbers: [Double]) throws -> Point {
  guard numbers.count == 2, numbers.allSatisfy({ abs($0) <= farthest }) else {
    throw refusal("a point is { x, y }, each within \(Int(farthest)) pixels")
  }
  return Point(x: numbers[0], y: numbers[1])
}

/// `vs.drawing` and `vs.show`.
func addDrawingFunctions(to module: LuaModuleBuilder) {
  module.function("drawing(size, options)", "An empty sheet of a size in pixels.") {
    (size: Size, options: DrawingOptions) throws -> DrawingObject in
    let sides = 1...Double(Drawing.largestSide)
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw refusal("a sheet has sides of 1 to \(Drawing.largestSide) pixels, not \(size)")
    }
    return DrawingObject(
      Drawing(
        width: Int(size.width.rounded()), height: Int(size.height.rounded()),
        background: options.background))
  }
  module.function(
    "show(picture)", "Shows a Frame or Drawing inside the terminal; false where it cannot."
  ) { (picture: Showable) throws -> Bool in
    let terminal = TerminalPicture.Terminal.ofStandardOutput()
    guard terminal.way != .none,
      let text = try TerminalPicture.text(of: try picture.frame(), on: terminal)
    else { return false }
    print(text, terminator: "")
    return true
  }
}

/// What can be seen in a terminal.
private enum Showable: LuaDecodable {
  case frame(FrameObject)
  case drawing(DrawingObject)

  static var luaType: String { "Frame|Drawing" }

  static func decode(_ slot: LuaSlot) throws -> Showable {
    if let frame = slot.value(as: FrameObject.self) { return .frame(frame) }
    if let drawing = slot.value(as: DrawingObject.self) { return .drawing(drawing) }
    throw slot.mismatch(luaType)
  }

  func frame() throws -> VideoFrame {
    switch self {
    case .frame(let frame): return frame.frame
    case .drawing(let drawing): return try drawing.value.rasterized()
    }
  }
}
