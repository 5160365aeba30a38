import LuaRuntime
import Timing

extension Time: LuaValueType {
  package static var luaName: String { "Time" }
  package static var luaConversions: String? { "number|string" }

  /// An integer is seconds, a float the simplest fraction that reads back as the same double, a text
  /// any of the forms that `Time(text:)` knows.
  package static func convert(_ slot: LuaSlot) throws -> Time? {
    if slot.kind == .number {
      if let seconds = slot.integer { return Time(seconds) }
      return slot.number.map(Time.init(simplest:))
    }
    guard let text = slot.string else { return nil }
    do {
      return try Time(text: text)
    } catch {
      throw slot.refusal("\(error.message); \(error.hint)")
    }
  }
}

/// What a time can be multiplied and divided by.
private enum Operand: LuaDecodable {
  case time(Time)
  case factor(Ratio)

  static var luaType: String { "Time|number|string" }

  static func decode(_ slot: LuaSlot) throws -> Operand {
    let time = try Time.decode(slot)
    guard slot.kind != .userdata else { return .time(time) }
    guard time.isNumeric else { throw slot.refusal("\(time) is no factor") }
    return .factor(Ratio(time.value, time.timescale))
  }
}

/// How `convert_scale` settles what falls between two units.
private enum RoundingName: String, LuaChoice {
  case halfAwayFromZero = "half_away_from_zero"
  case towardZero = "toward_zero"
  case awayFromZero = "away_from_zero"
  case quickTime = "quick_time"
  case towardPositiveInfinity = "toward_positive_infinity"
  case towardNegativeInfinity = "toward_negative_infinity"

  var rounding: Rounding {
    switch self {
    case .halfAwayFromZero: .halfAwayFromZero
    case .towardZero: .towardZero
    case .awayFromZero: .awayFromZero
    case .quickTime: .quickTime
    case .towardPositiveInfinity: .towardPositiveInfinity
    case .towardNegativeInfinity: .towardNegativeInfinity
    }
  }
}

/// A frame rate as an argument: 25, 29.97 (which means 30000/1001), or "30000/1001".
struct RateArgument: LuaDecodable {
  let rate: FrameRate

  static var luaType: String { "number|string" }

  static func decode(_ slot: LuaSlot) throws -> RateArgument {
    // 24000/1001 as a float, which a track's own rate is, and not its digits.
    if slot.string == nil, slot.integer == nil, let number = slot.number {
      let simplest = Time(simplest: number)
      if simplest.timescale == 1001, simplest.value > 0,
        let rate = FrameRate(frameDuration: Time(1001, simplest.value))
      {
        return RateArgument(rate: rate)
      }
    }
    let text = slot.string ?? slot.integer.map { "\($0)" } ?? slot.number.map { "\($0)" }
    guard let text else { throw slot.mismatch(luaType) }
    guard let rate = FrameRate(text: text) else {
      throw slot.refusal("'\(text)' is no frame rate; write 25, 29.97 or \"30000/1001\"")
    }
    return RateArgument(rate: rate)
  }
}

/// The number of times that one time fits into another: an integer where it is one.
enum QuotientResult: LuaEncodable {
  case integer(Int64)
  case number(Double)
  case time(Time)

  static var luaType: String { "Time|number" }

  func push(on stack: LuaStack) {
    switch self {
    case .integer(let value): stack.push(value)
    case .number(let value): stack.push(value)
    case .time(let value): stack.push(value)
    }
  }
}

func makeTimeClass() -> LuaClass {
  LuaClass.value(Time.self, "An exact instant or duration.") { type in
    type.property("value", "The numerator of the seconds.") { $0.value }
    type.property("timescale", "The denominator of the seconds.") { $0.timescale }
    type.property("seconds", "The seconds as a float, for showing.") { $0.seconds }
    type.property("is_numeric", "Whether it is a number, and none of the special times.") {
      $0.isNumeric
    }
    type.property("is_rounded", "Whether a step that led here had to round.") { $0.isRounded }
    addTimeOperators(to: type)
    type.method(
      "equals(other)", "Whether it is the same time; unlike ==, other may also be a number or text."
    ) { (time: Time, other: Time) in time == other }
    type.method(
      "convert_scale(scale, method)",
      "The same time in units of 1/scale seconds, rounded by a method."
    ) { (time: Time, scale: Int64, method: RoundingName?) throws -> Time in
      guard scale > 0 else { throw refusal("the scale must be above 0, not \(scale)") }
      return time.convertScale(scale, method?.rounding ?? .halfAwayFromZero)
    }
    type.method("frames(rate)", "The index of the frame that it falls in, at a rate.") {
      (time: Time, rate: RateArgument) throws -> Int64 in
      guard time.isNumeric else { throw refusal("\(time) has no frame") }
      return time.frames(at: rate.rate)
    }
    type.method("clock()", "As people read it, to the millisecond: 0:04 or 1:02:03.5.") {
      (time: Time) in time.clock
    }
    type.method("timecode(rate, drop)", "Its timecode at a rate, with dropped numbers if asked.") {
      (time: Time, rate: RateArgument, drop: Bool?) throws -> String in
      guard let text = time.timecode(rate.rate, drop: drop ?? false) else {
        throw refusal(
          drop == true && !rate.rate.allowsDropFrame
            ? "there is no drop-frame timecode at \(rate.rate) frames per second"
            : "\(time) has no timecode at \(rate.rate) frames per second")
      }
      return text
    }
  }
}

private func addTimeOperators(to type: LuaClassBuilder<Time>) {
  type.operator(.add, "Adds exactly.") { (left: Time, right: Time) in left + right }
  type.operator(.subtract, "Subtracts exactly.") { (left: Time, right: Time) in left - right }
  type.operator(.multiply, "Multiplies by a number or a ratio such as \"2/3\".") {
    (left: Operand, right: Operand) throws -> Time in
    switch (left, right) {
    case (.time(let time), .factor(let factor)), (.factor(let factor), .time(let time)):
      return time.multiplied(by: factor.numerator, over: factor.denominator)
    default:
      throw refusal("a time can be multiplied by a number, not by another time")
    }
  }
  type.operator(.divide, "Divides by a number or a ratio; by a time it gives a number.") {
    (left: Operand, right: Operand) throws -> QuotientResult in
    switch (left, right) {
    case (.time(let time), .factor(let factor)):
      return .time(time.multiplied(by: factor.denominator, over: factor.numerator))
    case (.time(let left), .time(let right)):
      guard let ratio = Ratio(left, over: right) else { return .number(.nan) }
      return ratio.denominator == 1
        ? .integer(ratio.numerator) : .number(Double(ratio.numerator) / Double(ratio.denominator))
    default:
      throw refusal("a number cannot be divided by a time")
    }
  }
  type.operator(.negate, "The opposite.") { (time: Time) in -time }
  type.operator(.less, "Compares exactly.") { (left: Time, right: Time) in left < right }
  type.operator(.lessOrEqual, "Compares exactly.") { (left: Time, right: Time) in left <= right }
}

/// `vs.time`, `vs.seconds` and `vs.frames`.
func addTimeFunctions(to module: LuaModuleBuilder) {
  module.module("time", "Exact times; called, it makes one of value/timescale seconds.") { time in
    time.call("(value, timescale)", "value/timescale seconds; value alone, as a time.") {
      (value: LuaSlotArgument<Time>, timescale: Int64?) throws -> Time in
      guard let timescale else { return value.value }
      guard let numerator = value.integer else {
        throw refusal("with a timescale the value must be an integer")
      }
      guard timescale > 0 else {
        throw refusal("the timescale must be above 0, not \(timescale)")
      }
      return Time(numerator, timescale)
    }
    time.value("zero", "The time 0.") { Time.zero }
    time.value("invalid", "No time at all.") { Time.invalid }
    time.value("indefinite", "A time that is not known.") { Time.indefinite }
    time.value("positive_infinity", "Later than every other.") { Time.positiveInfinity }
    time.value("negative_infinity", "Earlier than every other.") { Time.negativeInfinity }
  }
  module.function("seconds(x)", "A time of x seconds, a number or text.") { (time: Time) in time }
  module.function("frames(count, rate)", "How long count frames last at a rate.") {
    (count: Int64, rate: RateArgument) in rate.rate.frameDuration.multiplied(by: count)
  }
}

/// An argument read as one type, with what is needed to know how it was written.
struct LuaSlotArgument<Value: LuaDecodable>: LuaDecodable {
  let value: Value
  /// The integer it was written as, if it was.
  let integer: Int64?

  static var luaType: String { Value.luaType }
  static var luaArgumentType: String { Value.luaArgumentType }

  static func decode(_ slot: LuaSlot) throws -> LuaSlotArgument {
    LuaSlotArgument(value: try Value.decode(slot), integer: slot.integer)
  }
}
