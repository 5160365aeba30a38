import Composition
import Geometry
import LuaRuntime
import Media
import Timing

/// The options of one filter as scripts write them, and beside them `range`: when it acts.
struct FilterOptions: LuaDecodable {
  var options: [FilterCall.Option] = []
  var range: TimeRange?

  static var luaType: String { "table" }
  static var acceptsAbsent: Bool { true }

  static func decode(_ slot: LuaSlot) throws -> FilterOptions {
    var result = FilterOptions()
    guard !slot.isAbsent else { return result }
    for name in try slot.fieldNames() {
      if name == "range" {
        result.range = try slot.field(name)
      } else {
        result.options.append(.init(name, try slot.field(name, as: FilterValue.self).text))
      }
    }
    return result
  }
}

/// The value of a filter's option: a number, a text or a truth value, as libavfilter reads it.
private struct FilterValue: LuaDecodable {
  let text: String

  static var luaType: String { "number|string|boolean" }

  static func decode(_ slot: LuaSlot) throws -> FilterValue {
    switch slot.kind {
    case .boolean: return FilterValue(text: slot.boolean == true ? "1" : "0")
    case .number:
      if let whole = slot.integer { return FilterValue(text: "\(whole)") }
      let number = slot.number ?? .nan
      guard number.isFinite else { throw slot.refusal("a finite number expected, got \(number)") }
      return FilterValue(text: "\(number)")
    case .string:
      let text = slot.string ?? ""
      guard !text.utf8.contains(0) else { throw slot.refusal("the text contains a zero byte") }
      return FilterValue(text: text)
    default: throw slot.mismatch(luaType)
    }
  }
}

/// A filter in a list: libavfilter's text, or a table as `filters` gives it.
struct FilterArgument: LuaDecodable {
  private let text: String
  private let options: FilterOptions

  static var luaType: String { "string|table" }

  static func decode(_ slot: LuaSlot) throws -> FilterArgument {
    if let text = slot.string, slot.kind == .string {
      return FilterArgument(text: text, options: FilterOptions())
    }
    guard slot.kind == .table else { throw slot.mismatch(luaType) }
    let fields = try Fields.decode(slot)
    var options = fields.options
    options.range = options.range ?? fields.range
    return FilterArgument(text: fields.name, options: options)
  }

  /// What it stands for, checked.
  func filters(_ medium: FilterMedium) throws -> [Filter] {
    try checkedFilters(text, options, medium)
  }

  private struct Fields: LuaOptions {
    var name = ""
    var options = FilterOptions()
    var range: TimeRange?

    static var luaName: String { "Filter" }
    static var options: [LuaOption<Self>] {
      [
        .required("name", "The filter's name.") { $0.name = $1 },
        .optional("options", "Its options by their names.") { $0.options = $1 },
        .optional("range", "When it acts, in the edit's time; by default always.") {
          $0.range = $1
        },
      ]
    }
  }
}

/// A name with options, or a chain in libavfilter's own writing, as filters that can be used.
private func checkedFilters(
  _ text: String, _ arguments: FilterOptions, _ medium: FilterMedium
) throws -> [Filter] {
  var calls = try FilterCall.chain(text)
  if !arguments.options.isEmpty {
    guard calls.count == 1, calls[0].options.isEmpty else {
      throw refusal(
        "the options of '\(text)' are given twice, in its text and in a table",
        hint: "write add_filter(\"gblur\", { sigma = 5 }) or add_filter(\"gblur=sigma=5\")")
    }
    calls = [FilterCall(calls[0].name, arguments.options)]
  }
  return try calls.map { try Filter($0.checked(as: medium), during: arguments.range) }
}

/// A filter as scripts read it.
private func filterRecord(_ filter: Filter) -> LuaRecord {
  [
    "name": filter.call.name,
    "options": LuaRecord(filter.call.options.map { ($0.name, $0.value) }),
    "range": filter.range,
  ]
}

extension LuaClassBuilder {
  /// Adds `add_filter` and `filters`.
  func filters(
    _ path: ReferenceWritableKeyPath<Object, [Filter]>, _ medium: FilterMedium, help: String
  ) {
    method("add_filter(filter, options)", help) {
      (object: Object, filter: String, options: FilterOptions) in
      object[keyPath: path] += try checkedFilters(filter, options, medium)
    }
    property(
      "filters",
      "The filters in their order: name, options and range each; assign {} to drop them.",
      get: { $0[keyPath: path].map(filterRecord) },
      set: { (object: Object, list: [FilterArgument]) in
        object[keyPath: path] = try list.flatMap { try $0.filters(medium) }
      })
  }
}

extension [Filter] {
  /// What an object's text says of them.
  var luaText: String {
    isEmpty ? "" : ", filtered by " + map { "\($0.call)" }.joined(separator: ",")
  }
}

extension FilterMedium: LuaChoice {}
