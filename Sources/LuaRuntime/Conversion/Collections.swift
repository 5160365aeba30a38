internal import CLuaBridge

extension Array: LuaTyped where Element: LuaTyped {
  package static var luaType: String { Element.luaType.asListElement + "[]" }
}

extension Array: LuaDecodable where Element: LuaDecodable {
  package static var luaArgumentType: String { Element.luaArgumentType.asListElement + "[]" }

  package static func decode(_ slot: LuaSlot) throws -> [Element] {
    guard slot.kind == .table else { throw slot.mismatch(luaArgumentType) }
    let count = slot.count
    if let stray = try slot.strayKey(besides: count) {
      throw slot.refusal(
        "a list expected, got a table with \(stray); a list is { first, second, … } without holes")
    }
    guard count > 0 else { return [] }
    return try (1...count).map { try slot.element($0) }
  }
}

extension Array: LuaReturn where Element: LuaEncodable {}

extension Array: LuaEncodable where Element: LuaEncodable {
  package func push(on stack: LuaStack) {
    precondition(stack.reserve(8), "lists nested too deep for Lua's stack")
    vslua_new_table(stack.pointer, Int32(clamping: count), 0)
    for (index, element) in enumerated() {
      element.push(on: stack)
      vslua_raw_set_element(stack.pointer, -2, Int64(index + 1))
    }
  }
}

extension Dictionary: LuaTyped where Key == String, Value: LuaTyped {
  package static var luaType: String { "table<string, \(Value.luaType)>" }
}

extension Dictionary: LuaDecodable where Key == String, Value: LuaDecodable {
  package static func decode(_ slot: LuaSlot) throws -> [String: Value] {
    var result: [String: Value] = [:]
    for key in try slot.fieldNames() { result[key] = try slot.field(key) }
    return result
  }
}

extension Dictionary: LuaReturn where Key == String, Value: LuaEncodable {}

extension Dictionary: LuaEncodable where Key == String, Value: LuaEncodable {
  package func push(on stack: LuaStack) {
    stack.pushTable(of: count) { table in
      for (key, value) in self { table.set(key, value) }
    }
  }
}

extension LuaSlot {
  /// The keys of a table that has only named fields.
  package func fieldNames() throws -> [String] {
    var names: [String] = []
    try forEachEntry { key, _ in
      guard let name = stack.text(at: key.index) else {
        let shown = key.integer.map { "[\($0)]" } ?? "a key of type \(key.typeName)"
        throw refusal("named fields expected, got \(shown)")
      }
      names.append(name)
    }
    return names
  }
}

/// A table with named fields of mixed types, as a result.
///
///     ["frames": count, "duration": time] as LuaRecord
package struct LuaRecord: LuaEncodable, ExpressibleByDictionaryLiteral {
  private let fields: [(String, any LuaEncodable)]

  package init(dictionaryLiteral elements: (String, any LuaEncodable)...) { fields = elements }
  package init(_ fields: [(String, any LuaEncodable)]) { self.fields = fields }

  package static var luaType: String { "table" }

  package func push(on stack: LuaStack) {
    stack.pushTable(of: fields.count) { table in
      for (name, value) in fields { table.set(name, value) }
    }
  }
}

/// A table with a list of mixed types, and named fields beside it where there are any.
package struct LuaList: LuaEncodable {
  private let elements: [any LuaEncodable]
  private let fields: LuaRecord

  package init(_ elements: [any LuaEncodable], fields: LuaRecord = [:]) {
    (self.elements, self.fields) = (elements, fields)
  }

  package static var luaType: String { "table" }

  package func push(on stack: LuaStack) {
    fields.push(on: stack)
    for (index, element) in elements.enumerated() {
      element.push(on: stack)
      vslua_raw_set_element(stack.pointer, -2, Int64(index + 1))
    }
  }
}

extension LuaStack {
  /// A table under construction on top of the stack.
  struct NewTable {
    let stack: LuaStack

    func set(_ name: String, _ value: some LuaEncodable) {
      value.push(on: stack)
      var name = name
      name.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          vslua_raw_set_field(stack.pointer, -2, $0.baseAddress ?? emptyChars, $0.count)
        }
      }
    }
  }

  func pushTable(of fields: Int, _ fill: (NewTable) -> Void) {
    precondition(reserve(8), "tables nested too deep for Lua's stack")
    vslua_new_table(pointer, 0, Int32(clamping: fields))
    fill(NewTable(stack: self))
  }
}

extension String {
  /// The type's text as it stands before "[]".
  var asListElement: String { contains("|") || hasSuffix("?") ? "(\(self))" : self }
}
