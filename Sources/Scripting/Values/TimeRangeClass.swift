import LuaRuntime
import Timing

extension TimeRange: LuaValueType {
  package static var luaName: String { "TimeRange" }
  package static var luaConversions: String? { "table" }

  /// `{ start, duration }`, `{ start =, duration = }` or `{ from =, to = }`.
  package static func convert(_ slot: LuaSlot) throws -> TimeRange? {
    guard slot.kind == .table else { return nil }
    if slot.count > 0 {
      guard slot.count == 2, try slot.entries().count == 2 else {
        throw slot.refusal("a range is a start and a duration, or { from = …, to = … }")
      }
      return try checked(start: slot.element(1), duration: slot.element(2), slot)
    }
    let names = Set(try slot.fieldNames())
    if names == ["from", "to"] {
      let (from, to): (Time, Time) = (try slot.field("from"), try slot.field("to"))
      guard from.isValid, to.isValid else {
        throw slot.refusal("a range needs numbers, and this one goes from \(from) to \(to)")
      }
      guard from <= to else {
        throw slot.refusal("the range ends at \(to), before its start \(from)")
      }
      return TimeRange(from: from, to: to)
    }
    if names == ["start", "duration"] {
      return try checked(start: slot.field("start"), duration: slot.field("duration"), slot)
    }
    throw slot.refusal("a range is { start, duration } or { from = …, to = … }")
  }

  private static func checked(
    start: Time, duration: Time, _ slot: LuaSlot
  ) throws -> TimeRange {
    guard start.isValid, duration.isValid else {
      throw slot.refusal("a range needs numbers, and this one is { \(start), \(duration) }")
    }
    guard duration >= .zero else { throw slot.refusal("the range has a duration of \(duration)") }
    return TimeRange(start: start, duration: duration)
  }
}

/// A time, or a whole range.
private enum TimeOrRange: LuaDecodable {
  case time(Time)
  case range(TimeRange)

  static var luaType: String { "Time|TimeRange" }
  static var luaArgumentType: String { "Time|number|string|TimeRange|table" }

  static func decode(_ slot: LuaSlot) throws -> TimeOrRange {
    if slot.kind == .table { return .range(try TimeRange.decode(slot)) }
    if slot.kind == .userdata, let range = try? TimeRange.decode(slot) { return .range(range) }
    return .time(try Time.decode(slot))
  }
}

func makeTimeRangeClass() -> LuaClass {
  LuaClass.value(
    TimeRange.self, "A half-open stretch of time: with its start, without its end."
  ) { type in
    type.property("start", "Where it begins.") { $0.start }
    type.property("duration", "How long it is.") { $0.duration }
    type.property("end_time", "Where it ends; the end is not part of it.") { $0.end }
    type.property("is_empty", "Whether its duration is 0.") { $0.isEmpty }
    type.method("contains(time_or_range)", "Whether a time or all of a range lies in it.") {
      (range: TimeRange, other: TimeOrRange) -> Bool in
      switch other {
      case .time(let time): range.contains(time)
      case .range(let inner): range.contains(inner)
      }
    }
    type.method("union(other)", "The least range that covers both.") {
      (range: TimeRange, other: TimeRange) in range.union(other)
    }
    type.method("intersection(other)", "What both cover; empty where they are apart.") {
      (range: TimeRange, other: TimeRange) in range.intersection(other)
    }
    type.method("clamp(time)", "The time, moved to the nearer end if it lies outside.") {
      (range: TimeRange, time: Time) in range.clamp(time)
    }
    type.method("map(time, other)", "Where a time of this range lies in another, in proportion.") {
      (range: TimeRange, time: Time, other: TimeRange) in range.map(time, to: other)
    }
    type.method("fold(time)", "The time brought into the range as if the range were repeated.") {
      (range: TimeRange, time: Time) in range.fold(time)
    }
    type.method("shifted(offset)", "The same range, later by an offset.") {
      (range: TimeRange, offset: Time) in range.shifted(by: offset)
    }
  }
}

extension TimeMapping: LuaValueType {
  package static var luaName: String { "TimeMapping" }
  package var luaText: String { isEmptyEdit ? "\(target)" : "\(source) to \(target)" }
}

func makeTimeMappingClass() -> LuaClass {
  LuaClass.value(
    TimeMapping.self, "A range of a source and the range of a track that shows it."
  ) { type in
    type.property("source", "The range of the source, in its own time; nil in an empty segment.") {
      $0.isEmptyEdit ? nil : Optional($0.source)
    }
    type.property("target", "The range of the track.") { $0.target }
  }
}

/// `vs.range`.
func addRangeFunctions(to module: LuaModuleBuilder) {
  module.module("range", "Ranges of time; called, it makes one of a start and a duration.") {
    range in
    range.call("(start, duration)", "The range of a duration from a start.") {
      (start: Time, duration: Time) throws -> TimeRange in
      guard duration >= .zero else {
        throw refusal("a range cannot last \(duration)")
      }
      return TimeRange(start: start, duration: duration)
    }
    range.function("between(from, to)", "The range from one time up to another.") {
      (from: Time, to: Time) throws -> TimeRange in
      guard from.isValid, to.isValid else {
        throw refusal("a range needs numbers, and this one would go from \(from) to \(to)")
      }
      guard from <= to else {
        throw refusal("the range would end at \(to), before its start \(from)")
      }
      return TimeRange(from: from, to: to)
    }
  }
}
