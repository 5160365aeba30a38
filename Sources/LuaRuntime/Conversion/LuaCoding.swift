/// What has a name in messages, help and annotations: "integer", "Time", "string[]".
package protocol LuaTyped {
  static var luaType: String { get }
}

/// What a closure that scripts call may take as a parameter.
package protocol LuaDecodable: LuaTyped {
  /// What an argument may be, where that is more than `luaType`: "Time|number|string".
  static var luaArgumentType: String { get }
  /// Whether nil, or nothing at all, will do.
  static var acceptsAbsent: Bool { get }
  /// How many names the parameter has in a signature: 1, or 0 for what takes no argument.
  static var parameterCount: Int { get }

  /// Reads the value; throws a `LuaMismatch` when it is of another type.
  static func decode(_ slot: LuaSlot) throws -> Self

  /// Takes the next argument of a call. Only for types that take none, or more than one.
  static func take(from cursor: inout LuaCursor) throws -> Self
}

extension LuaDecodable {
  package static var luaArgumentType: String { luaType }
  package static var acceptsAbsent: Bool { false }
  package static var parameterCount: Int { 1 }
  package static func take(from cursor: inout LuaCursor) throws -> Self {
    try cursor.next(Self.self)
  }
}

/// What such a closure may return.
package protocol LuaReturn {
  static var luaResultTypes: [String] { get }

  /// Pushes the results and returns their number.
  func pushResults(on stack: LuaStack) -> Int32
}

/// What has one Lua value.
package protocol LuaEncodable: LuaTyped, LuaReturn {
  /// Pushes exactly one value. Must not call into Lua.
  func push(on stack: LuaStack)
}

extension LuaEncodable {
  package static var luaResultTypes: [String] { [luaType] }
  package func pushResults(on stack: LuaStack) -> Int32 {
    push(on: stack)
    return 1
  }
}

/// Several results.
package struct LuaMultiple<each Value: LuaEncodable>: LuaReturn {
  private let values: (repeat each Value)

  package init(_ values: repeat each Value) { self.values = (repeat each values) }

  package static var luaResultTypes: [String] {
    var types: [String] = []
    repeat types.append((each Value).luaType)
    return types
  }

  package func pushResults(on stack: LuaStack) -> Int32 {
    var count: Int32 = 0
    for value in repeat each values {
      value.push(on: stack)
      count += 1
    }
    return count
  }
}

/// As many results as there are elements: the count is known only when the function runs.
package struct LuaResults: LuaReturn {
  private let values: [any LuaEncodable]

  package init(_ values: [any LuaEncodable]) { self.values = values }

  package static var luaResultTypes: [String] { ["any"] }

  package func pushResults(on stack: LuaStack) -> Int32 {
    precondition(stack.reserve(values.count), "too many results for Lua's stack")
    for value in values { value.push(on: stack) }
    return Int32(values.count)
  }
}

/// All arguments from here on; valid while the call lasts.
package struct LuaArguments: LuaDecodable {
  private let start: LuaCursor
  package let count: Int

  package static var luaType: String { "any" }
  package static var acceptsAbsent: Bool { true }

  package static func decode(_ slot: LuaSlot) throws -> LuaArguments {
    throw slot.refusal("a list of arguments is no value")
  }

  package static func take(from cursor: inout LuaCursor) throws -> LuaArguments {
    cursor.rest()
  }

  init(start: LuaCursor, count: Int) {
    self.start = start
    self.count = count
  }

  /// The argument at an index from 0.
  package subscript(index: Int) -> LuaSlot {
    precondition(index >= 0 && index < count, "no such argument")
    return start.advanced(by: index).slot
  }

  /// Reads the argument at an index from 0, with the errors of a named parameter.
  package func decode<T: LuaDecodable>(_ index: Int, as type: T.Type = T.self) throws -> T {
    var cursor = start.advanced(by: index)
    return try cursor.next(type)
  }

  /// All of them, of one type.
  package func all<T: LuaDecodable>(as type: T.Type = T.self) throws -> [T] {
    try (0..<count).map { try decode($0, as: type) }
  }
}

extension Optional: LuaTyped where Wrapped: LuaTyped {
  package static var luaType: String { Wrapped.luaType + "?" }
}

extension Optional: LuaDecodable where Wrapped: LuaDecodable {
  package static var luaArgumentType: String { Wrapped.luaArgumentType }
  package static var acceptsAbsent: Bool { true }
  package static func decode(_ slot: LuaSlot) throws -> Wrapped? {
    slot.isAbsent ? nil : try Wrapped.decode(slot)
  }
}

extension Optional: LuaReturn where Wrapped: LuaEncodable {}

extension Optional: LuaEncodable where Wrapped: LuaEncodable {
  package func push(on stack: LuaStack) {
    if let self { self.push(on: stack) } else { LuaNil().push(on: stack) }
  }
}
