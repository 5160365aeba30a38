/// A name and a type in a signature.
package struct LuaParameter: Equatable, Sendable {
  package let name: String
  /// In the notation of editor annotations: "integer", "Time|string", "Segment[]".
  package let type: String
  package let isOptional: Bool
  /// The fields of a table of options; nil for any other type.
  package var fields: [LuaField]?

  /// The sign after the name of an argument that may be absent.
  var mark: String { isOptional && name != "..." ? "?" : "" }
}

/// A named option of a table.
package struct LuaField: Equatable, Sendable {
  package let name: String
  package let type: String
  package let help: String
  package let isRequired: Bool
}

/// What a member takes and gives.
package struct LuaSignature: Equatable, Sendable {
  package let parameters: [LuaParameter]
  package let results: [LuaParameter]

  /// "insert(range: TimeRange, at?: Time): boolean" without the name.
  package var text: String {
    let parameters = parameters.map { "\($0.name)\($0.mark): \($0.type)" }
    let list = "(" + parameters.joined(separator: ", ") + ")"
    return results.isEmpty ? list : list + ": " + resultText
  }

  package var resultText: String {
    results.map { $0.name.isEmpty ? $0.type : "\($0.name): \($0.type)" }.joined(separator: ", ")
  }
}

/// The operators that a class may define.
package enum LuaOperator: String, Sendable {
  case add = "__add"
  case subtract = "__sub"
  case multiply = "__mul"
  case divide = "__div"
  case floorDivide = "__idiv"
  case modulo = "__mod"
  case power = "__pow"
  case negate = "__unm"
  case less = "__lt"
  case lessOrEqual = "__le"
  case concatenate = "__concat"
  case length = "__len"

  /// How a script writes it.
  package var symbol: String {
    switch self {
    case .add: "+"
    case .subtract, .negate: "-"
    case .multiply: "*"
    case .divide: "/"
    case .floorDivide: "//"
    case .modulo: "%"
    case .power: "^"
    case .less: "<"
    case .lessOrEqual: "<="
    case .concatenate: ".."
    case .length: "#"
    }
  }
}

/// One entry of the registration table.
package struct LuaMember {
  package enum Kind: Equatable, Sendable {
    case property
    /// Called with a colon on an object.
    case method
    /// Called with a dot on a module.
    case function
    /// A module called like a function.
    case call
    case `operator`(LuaOperator)
    /// A module within a module.
    case module
  }

  package let name: String
  package let kind: Kind
  /// For a property its type is the one result.
  package let signature: LuaSignature
  /// One line.
  package let help: String
  /// Reads a property, or runs the rest.
  let body: LuaBody
  /// Writes a property; nil when it is read-only.
  let setter: LuaBody?

  package var isReadOnly: Bool { setter == nil }
}

/// What runs when a script calls a member.
final class LuaBody {
  enum Role { case function, method, getter, setter, operation }

  let name: String
  let role: Role
  let run: (inout LuaCursor) throws -> Int32

  init(name: String, role: Role, run: @escaping (inout LuaCursor) throws -> Int32) {
    self.name = name
    self.role = role
    self.run = run
  }
}
