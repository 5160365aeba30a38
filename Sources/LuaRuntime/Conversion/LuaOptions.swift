/// A table of named options.
///
///     struct ExportOptions: LuaOptions {
///       var output = ""
///       var overwrite = false
///       static var options: [LuaOption<Self>] {
///         [
///           .required("output", "The file to write.") { $0.output = $1 },
///           .optional("overwrite", "Replaces an existing file.") { $0.overwrite = $1 },
///         ]
///       }
///     }
///
/// As a parameter it is optional when none of its options is required. A key that it does not know is
/// an error that names the nearest one it does.
package protocol LuaOptions: LuaDecodable {
  init()
  static var options: [LuaOption<Self>] { get }
  /// The name of the table's type in annotations.
  static var luaName: String { get }
}

/// One named option of a table.
package struct LuaOption<Owner> {
  package let name: String
  package let type: String
  package let help: String
  package let isRequired: Bool
  let decode: (inout Owner, LuaSlot) throws -> Void

  /// An option that keeps its default when absent.
  package static func optional<Value: LuaDecodable>(
    _ name: String, _ help: String, _ set: @escaping (inout Owner, Value) throws -> Void
  ) -> LuaOption {
    LuaOption(name: name, type: Value.luaArgumentType, help: help, isRequired: false) {
      guard let value = try $1.field(name, as: Value?.self) else { return }
      try set(&$0, value)
    }
  }

  /// An option without which the call makes no sense.
  package static func required<Value: LuaDecodable>(
    _ name: String, _ help: String, _ set: @escaping (inout Owner, Value) throws -> Void
  ) -> LuaOption {
    LuaOption(name: name, type: Value.luaArgumentType, help: help, isRequired: true) {
      guard let value = try $1.field(name, as: Value?.self) else {
        throw $1.refusal("option '\(name)' is missing")
      }
      try set(&$0, value)
    }
  }
}

extension LuaOptions {
  /// The options without their setters.
  static var fields: [LuaField] {
    options.map {
      LuaField(name: $0.name, type: $0.type, help: $0.help, isRequired: $0.isRequired)
    }
  }

  package static var luaName: String { String(describing: Self.self) }
  package static var luaType: String { luaName }
  package static var acceptsAbsent: Bool { !options.contains { $0.isRequired } }

  package static func decode(_ slot: LuaSlot) throws -> Self {
    var result = Self()
    let options = Self.options
    if slot.isAbsent, acceptsAbsent { return result }
    guard slot.kind == .table else {
      throw slot.mismatch("table of options")
    }
    for name in try slot.fieldNames() where !options.contains(where: { $0.name == name }) {
      let near = nearestName(to: name, among: options.map(\.name))
      throw slot.refusal("no option '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    for option in options { try option.decode(&result, slot) }
    return result
  }
}
