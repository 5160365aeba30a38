import Geometry
import LuaRuntime

extension LuaSlot {
  /// The numbers of a list; nil unless the value is a list of one of these lengths.
  func numbers(_ counts: Int...) throws -> [Double]? {
    guard kind == .table else { return nil }
    guard counts.contains(count), try entries().count == count else {
      let expected = counts.map { "\($0)" }.joined(separator: " or ")
      throw refusal("a list of \(expected) numbers expected")
    }
    return try (1...count).map { try element($0) }
  }
}

extension Size: LuaValueType {
  package static var luaName: String { "Size" }
  package static var luaConversions: String? { "number[]" }
  package static func convert(_ slot: LuaSlot) throws -> Size? {
    try slot.numbers(2).map { Size(width: $0[0], height: $0[1]) }
  }
}

func makeSizeClass() -> LuaClass {
  LuaClass.value(Size.self, "A width and a height.") { type in
    type.property("width", "Pixels across.") { NumberResult($0.width) }
    type.property("height", "Pixels down.") { NumberResult($0.height) }
  }
}

extension Rect: LuaValueType {
  package static var luaName: String { "Rect" }
  package static var luaConversions: String? { "number[]" }
  package static func convert(_ slot: LuaSlot) throws -> Rect? {
    try slot.numbers(4).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
  }
}

func makeRectClass() -> LuaClass {
  LuaClass.value(Rect.self, "An upright rectangle; y grows downward.") { type in
    type.property("x", "Its left edge.") { NumberResult($0.x) }
    type.property("y", "Its top edge.") { NumberResult($0.y) }
    type.property("width", "Its extent to the right.") { NumberResult($0.width) }
    type.property("height", "Its extent downward.") { NumberResult($0.height) }
  }
}

extension Transform: LuaValueType {
  package static var luaName: String { "Transform" }
  package static var luaConversions: String? { "number[]" }
  package static func convert(_ slot: LuaSlot) throws -> Transform? {
    try slot.numbers(6).map {
      Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    }
  }
}

func makeTransformClass() -> LuaClass {
  LuaClass.value(
    Transform.self, "An affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty; y grows downward."
  ) { type in
    type.property("a", "How much x goes into x'.") { NumberResult($0.a) }
    type.property("b", "How much x goes into y'.") { NumberResult($0.b) }
    type.property("c", "How much y goes into x'.") { NumberResult($0.c) }
    type.property("d", "How much y goes into y'.") { NumberResult($0.d) }
    type.property("tx", "The move to the right.") { NumberResult($0.tx) }
    type.property("ty", "The move downward.") { NumberResult($0.ty) }
    type.method("translated(x, y)", "A move by x and y first, then this.") {
      (transform: Transform, x: Double, y: Double) in transform.translated(x, y)
    }
    type.method("scaled(x, y)", "A scaling first (both ways by x without y), then this.") {
      (transform: Transform, x: Double, y: Double?) in transform.scaled(x, y ?? x)
    }
    type.method("rotated(radians)", "A turn first (clockwise on the screen), then this.") {
      (transform: Transform, radians: Double) in transform.rotated(radians)
    }
    type.method("concat(next)", "This first, then the next.") {
      (transform: Transform, next: Transform) in transform.concat(next)
    }
    type.method("inverted()", "The map that undoes this one; nil where there is none.") {
      (transform: Transform) in transform.inverted
    }
    type.method("apply(x, y) -> x, y", "Where a point goes.") {
      (transform: Transform, x: Double, y: Double) in
      let point = transform.apply(Point(x: x, y: y))
      return LuaMultiple(NumberResult(point.x), NumberResult(point.y))
    }
  }
}

extension Color: LuaValueType {
  package static var luaName: String { "Color" }
  package static var luaConversions: String? { "string|number[]" }

  /// `"#rrggbb"`, a name, or `{ r, g, b[, a] }` of 0…1.
  package static func convert(_ slot: LuaSlot) throws -> Color? {
    if let text = slot.string {
      if let color = Color(text: text) { return color }
      let near = Color.nearestName(to: text)
      throw slot.refusal(
        "no colour '\(text)'; "
          + (near.map { "did you mean '\($0)'?" } ?? "write \"#rrggbb\", \"#rrggbbaa\" or a name"))
    }
    guard let parts = try slot.numbers(3, 4) else { return nil }
    guard parts.allSatisfy({ (0...1).contains($0) }) else {
      throw slot.refusal("the parts of a colour lie between 0 and 1")
    }
    return Color(
      red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
  }
}

func makeColorClass() -> LuaClass {
  LuaClass.value(Color.self, "A colour; its parts lie between 0 and 1.") { type in
    type.property("red", "Its red part.") { NumberResult($0.red) }
    type.property("green", "Its green part.") { NumberResult($0.green) }
    type.property("blue", "Its blue part.") { NumberResult($0.blue) }
    type.property("alpha", "How opaque it is.") { NumberResult($0.alpha) }
  }
}

/// A number for a script: an integer where it is whole, so that 1920 prints as 1920.
struct NumberResult: LuaEncodable {
  let value: Double

  init(_ value: Double) { self.value = value }

  static var luaType: String { "number" }

  func push(on stack: LuaStack) {
    // Beyond 2⁵³ a double no longer tells neighbouring integers apart.
    if value.magnitude <= 9_007_199_254_740_992, let integer = Int64(exactly: value) {
      stack.push(integer)
    } else {
      stack.push(value)
    }
  }
}

/// `vs.size`, `vs.rect`, `vs.transform` and `vs.color`.
func addGeometryFunctions(to module: LuaModuleBuilder) {
  module.function("size(width, height)", "A size.") { (width: Double, height: Double) in
    Size(width: width, height: height)
  }
  module.module("rect", "Rectangles; called, it makes one.") { rect in
    rect.call("(x, y, width, height)", "A rectangle from its top-left corner.") {
      (x: Double, y: Double, width: Double, height: Double) in
      Rect(x: x, y: y, width: width, height: height)
    }
    rect.value("infinite", "The rectangle that covers everything: as a crop, no crop.") {
      Rect.infinite
    }
  }
  module.function(
    "transform(a, b, c, d, tx, ty)",
    "The map of six numbers; without any, the one that moves nothing."
  ) {
    (a: Double?, b: Double?, c: Double?, d: Double?, tx: Double?, ty: Double?) throws -> Transform
    in
    if [a, b, c, d, tx, ty].allSatisfy({ $0 == nil }) { return .identity }
    guard let a, let b, let c, let d, let tx, let ty else {
      throw refusal("a transform has six numbers, or none for the identity")
    }
    return Transform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }
  module.function(
    "color(color_or_red, green, blue, alpha)", "A colour from its text, or from parts of 0 to 1."
  ) { (first: ColorStart, green: Double?, blue: Double?, alpha: Double?) throws -> Color in
    switch first {
    case .color(let color):
      guard green == nil, blue == nil, alpha == nil else {
        throw refusal(
          "a whole colour takes no further parts",
          hint: "write it as text with its opacity, such as \"#ff000080\"")
      }
      return color
    case .red(let red):
      guard let green, let blue else {
        throw refusal("a colour has at least red, green and blue")
      }
      let parts = [red, green, blue, alpha ?? 1]
      guard parts.allSatisfy({ (0...1).contains($0) }) else {
        throw refusal("the parts of a colour lie between 0 and 1")
      }
      return Color(red: red, green: green, blue: blue, alpha: alpha ?? 1)
    }
  }
}

/// The first argument of `vs.color`: the whole colour, or its red part.
private enum ColorStart: LuaDecodable {
  case color(Color)
  case red(Double)

  static var luaType: String { "Color|number" }
  static var luaArgumentType: String { "Color|string|number[]|number" }

  static func decode(_ slot: LuaSlot) throws -> ColorStart {
    if let red = slot.number { return .red(red) }
    return .color(try Color.decode(slot))
  }
}
