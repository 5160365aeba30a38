import Composition
import LuaRuntime

/// A list of places and speeds, or an easing from the time's progress to the content's.
struct SpeedCurveArgument: LuaDecodable {
  let curve: SpeedCurve

  static var luaType: String { "table|string|function" }

  static func decode(_ slot: LuaSlot) throws -> SpeedCurveArgument {
    guard slot.kind == .table, (try? slot.element(1, as: LuaTable.self)) != nil else {
      return SpeedCurveArgument(curve: try SpeedCurve(EasingArgument.decode(slot).easing))
    }
    let points = try (1...slot.count).map { try slot.element($0, as: Place.self).point }
    return SpeedCurveArgument(curve: try SpeedCurve(points))
  }

  /// `{ place, speed }`.
  private struct Place: LuaDecodable {
    let point: SpeedCurve.Point

    static var luaType: String { "number[]" }

    static func decode(_ slot: LuaSlot) throws -> Place {
      guard let numbers = try slot.numbers(2) else { throw slot.mismatch(luaType) }
      return Place(point: SpeedCurve.Point(progress: numbers[0], speed: numbers[1]))
    }
  }
}
