import Composition
import Geometry
import LuaRuntime

/// A named curve, a curve with its numbers, or a function that is sampled here and now.
struct EasingArgument: LuaDecodable {
  let easing: Easing

  static var luaType: String { "string|table|function" }

  static func decode(_ slot: LuaSlot) throws -> EasingArgument {
    switch slot.kind {
    case .string: EasingArgument(easing: try named(slot))
    case .table: EasingArgument(easing: try curve(slot))
    case .function: EasingArgument(easing: try sampled(slot))
    default: throw slot.mismatch(luaType)
    }
  }

  private static func named(_ slot: LuaSlot) throws -> Easing {
    let name = slot.string ?? ""
    if let easing = Easing.named[name] { return easing }
    let known = Easing.named.keys.sorted()
    let near = nearestName(to: name, among: known)
    throw slot.refusal(
      "no easing '\(name)'; "
        + (near.map { "did you mean '\($0)'?" } ?? "it is one of \(known.joined(separator: ", "))"))
  }

  private static func curve(_ slot: LuaSlot) throws -> Easing {
    if let handles = try? slot.numbers(4) { return try bezier(handles, slot) }
    switch try? slot.element(1, as: String.self) {
    case "spring": return try Spring.decode(slot).easing(slot)
    case "steps": return try steps(slot)
    case "sampled": return try points(slot)
    case "cubic_bezier":
      return try bezier(try (2...5).map { try slot.element($0, as: Double.self) }, slot)
    default:
      throw slot.refusal(
        "an easing in a table is { x1, y1, x2, y2 }, { \"spring\" }, { \"steps\", count } or "
          + "{ \"sampled\", x1, y1, … }")
    }
  }

  private static func bezier(_ handles: [Double], _ slot: LuaSlot) throws -> Easing {
    guard (0...1).contains(handles[0]), (0...1).contains(handles[2]),
      handles.allSatisfy(\.isFinite)
    else {
      throw slot.refusal(
        "the handles of a curve { x1, y1, x2, y2 } have an x of 0 to 1, not "
          + "\(handles[0]) and \(handles[2])")
    }
    return .cubicBezier(
      Point(x: handles[0], y: handles[1]), Point(x: handles[2], y: handles[3]))
  }

  private static func steps(_ slot: LuaSlot) throws -> Easing {
    let count = try slot.element(2, as: Int.self)
    let word = try slot.element(3, as: String?.self) ?? "end"
    guard let jump = Easing.Jump(rawValue: word) else {
      throw slot.refusal("steps jump at the start, the end, both or none, not '\(word)'")
    }
    let least = jump == .none ? 2 : 1
    guard (least...1_000_000).contains(count) else {
      throw slot.refusal("the number of steps is \(least) or more, not \(count)")
    }
    return .steps(count, jump)
  }

  /// `{ "sampled", x1, y1, x2, y2, … }`, as `ramps` tells of a function.
  private static func points(_ slot: LuaSlot) throws -> Easing {
    let numbers = try (2...max(slot.count, 2)).map { try slot.element($0, as: Double.self) }
    let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
      Point(x: numbers[$0], y: numbers[$0 + 1])
    }
    guard numbers.count % 2 == 0, numbers.allSatisfy(\.isFinite),
      zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x })
    else { throw slot.refusal("a sampled easing is pairs of x and y, each x above the one before") }
    return .sampled(points)
  }

  private static func sampled(_ slot: LuaSlot) throws -> Easing {
    let function = try LuaFunction.decode(slot)
    let hint = "it gets the progress, 0 to 1, and returns the fraction between the two values"
    return try .sampling { progress in
      let value: Double
      do {
        value = try function.call(progress, returning: Double.self, role: "easing")
      } catch let error as LuaError where error.code == LuaError.Code.badResult {
        throw LuaError(
          code: error.code, message: "\(error.message) at \(progress)", hint: hint,
          position: error.position)
      }
      guard value.isFinite else {
        throw refusal("the easing gave \(value) at \(progress)", hint: hint)
      }
      return value
    }
  }
}

/// An easing as scripts read it, in a form that can be set again: a name where it has one.
struct EasingResult: LuaEncodable {
  private let easing: Easing

  init(_ easing: Easing) { self.easing = easing }

  static var luaType: String { "string|table" }

  fileprivate static let names: [Easing: String] = Dictionary(
    Easing.named.map { ($0.value, $0.key) }, uniquingKeysWith: min)

  func push(on stack: LuaStack) {
    if let name = Self.names[easing] { return name.push(on: stack) }
    switch easing {
    case .cubicBezier(let first, let second):
      [first.x, first.y, second.x, second.y].map(NumberResult.init).push(on: stack)
    case .steps(let count, let jump):
      LuaList(["steps", count, jump.rawValue]).push(on: stack)
    case .spring(let spring):
      LuaList(
        ["spring"],
        fields: [
          "mass": NumberResult(spring.mass), "stiffness": NumberResult(spring.stiffness),
          "damping": NumberResult(spring.damping), "velocity": NumberResult(spring.velocity),
        ]
      ).push(on: stack)
    case .sampled(let points):
      LuaList(["sampled"] + points.flatMap { [NumberResult($0.x), NumberResult($0.y)] })
        .push(on: stack)
    case .linear, .curve, .smoothStep, .smootherStep:
      preconditionFailure("every one of these has a name")
    }
  }
}

extension Easing {
  /// Its name, or what a script writes for it; of a function only that it is one.
  var luaText: String {
    if let name = EasingResult.names[self] { return name }
    switch self {
    case .cubicBezier(let first, let second):
      let numbers = [first.x, first.y, second.x, second.y]
      return "{ \(numbers.map(plain).joined(separator: ", ")) }"
    case .steps(let count, let jump): return "{ \"steps\", \(count), \"\(jump.rawValue)\" }"
    case .spring(let spring):
      return "{ \"spring\", mass = \(plain(spring.mass)), stiffness = \(plain(spring.stiffness)), "
        + "damping = \(plain(spring.damping)), velocity = \(plain(spring.velocity)) }"
    case .sampled(let points): return "a function sampled at \(points.count) points"
    case .linear, .curve, .smoothStep, .smootherStep:
      preconditionFailure("every one of these has a name")
    }
  }
}

/// `{ "spring", mass =, stiffness =, damping =, velocity = }`.
private struct Spring {
  private static let names = ["damping", "mass", "stiffness", "velocity"]
  private let numbers: [String: Double]

  static func decode(_ slot: LuaSlot) throws -> Spring {
    for (key, _) in try slot.entries() {
      guard let name = key.text else { continue }
      guard !names.contains(name) else { continue }
      let near = nearestName(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw slot.refusal("a spring has no '\(name)'\(near)")
    }
    var numbers: [String: Double] = [:]
    for name in names { numbers[name] = try slot.field(name, as: Double?.self) }
    return Spring(numbers: numbers)
  }

  func easing(_ slot: LuaSlot) throws -> Easing {
    guard
      let spring = EasingSpring(
        mass: numbers["mass"] ?? 1, stiffness: numbers["stiffness"] ?? 100,
        damping: numbers["damping"] ?? 10, velocity: numbers["velocity"] ?? 0)
    else {
      throw slot.refusal("a spring comes to rest only with a mass, stiffness and damping above 0")
    }
    return .spring(spring)
  }
}
