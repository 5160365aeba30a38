internal import CLuaBridge

/// A value on the stack that Swift is about to read; valid while the call lasts.
package struct LuaSlot {
  package let stack: LuaStack
  let index: Int32

  /// The types of Lua's values.
  package enum Kind: Int32 {
    case none = -1
    case `nil`, boolean, lightUserdata, number, string, table, function, userdata, thread
  }

  package var kind: Kind { Kind(rawValue: vslua_type(stack.pointer, index)) ?? .none }
  package var isAbsent: Bool { vslua_type(stack.pointer, index) <= VSLUA_NIL }
  /// The type's name as messages say it: "string", "no value", or a class's name.
  package var typeName: String { String(cString: vslua_type_name(stack.pointer, index)) }

  // MARK: Reading without an error: nil when the value is of another type

  package var boolean: Bool? {
    kind == .boolean ? vslua_to_boolean(stack.pointer, index) : nil
  }
  /// A number that is exactly an integer, also when it is a float.
  package var integer: Int64? {
    var value: Int64 = 0
    return vslua_to_integer(stack.pointer, index, &value) ? value : nil
  }
  package var number: Double? {
    var value = 0.0
    return vslua_to_number(stack.pointer, index, &value) ? value : nil
  }
  package var string: String? { stack.text(at: index) }

  /// The Swift object behind a userdata of ours: the object itself, or the box of a value.
  var object: AnyObject? {
    guard let object = vslua_object(stack.pointer, index) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
  }

  /// The registered class of an object.
  package var luaClass: LuaClass? {
    switch object {
    case let box as any LuaBoxed: stack.state.classes[ObjectIdentifier(box.valueType)]
    case let module as LuaClass: module
    case let object?: stack.state.classes[ObjectIdentifier(type(of: object))]
    case nil: nil
    }
  }

  /// The object or value of a registered class, as it is: nothing is converted, nothing thrown.
  package func value<T: LuaDecodable>(as type: T.Type) -> T? {
    kind == .userdata ? try? T.decode(self) : nil
  }

  func reference() -> LuaReference {
    vslua_push_copy(stack.pointer, index)
    return stack.popReference()
  }

  // MARK: Tables

  /// The number of list elements, without metamethods.
  package var count: Int { kind == .table ? Int(vslua_raw_length(stack.pointer, index)) : 0 }

  /// Reads a list element (from 1), without metamethods.
  package func element<T: LuaDecodable>(_ number: Int, as type: T.Type = T.self) throws -> T {
    try child("[\(number)]", as: type) { table in
      vslua_raw_get_element(stack.pointer, table, Int64(number))
    }
  }

  /// Reads a named field, without metamethods.
  package func field<T: LuaDecodable>(_ name: String, as type: T.Type = T.self) throws -> T {
    try child(name, as: type) { table in
      var name = name
      name.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          _ = vslua_raw_get_field(stack.pointer, table, $0.baseAddress ?? emptyChars, $0.count)
        }
      }
      return 0
    }
  }

  private func child<T: LuaDecodable>(
    _ name: String, as type: T.Type, _ get: (Int32) -> Int32
  ) throws -> T {
    guard kind == .table else { throw mismatch("table") }
    guard stack.reserve(8) else { throw LuaError.stackOverflow }
    _ = get(index)
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top - 1) }
    do {
      return try T.decode(LuaSlot(stack: stack, index: top))
    } catch var mismatch as LuaMismatch {
      mismatch.prepend(name)
      throw mismatch
    }
  }

  /// The keys and values of a table, without metamethods, in no particular order.
  package func entries() throws -> [(key: LuaValue, value: LuaValue)] {
    var entries: [(key: LuaValue, value: LuaValue)] = []
    try forEachEntry { key, value in
      entries.append((stack.value(at: key.index), stack.value(at: value.index)))
    }
    return entries
  }

  /// Hands out each key of a table with its value, without metamethods.
  func forEachEntry(_ body: (_ key: LuaSlot, _ value: LuaSlot) throws -> Void) throws {
    guard kind == .table else { throw mismatch("table") }
    guard stack.reserve(16) else { throw LuaError.stackOverflow }
    let top = stack.top
    defer { vslua_set_top(stack.pointer, top) }
    LuaNil().push(on: stack)
    while true {
      var more = false
      try stack.check(vslua_next(stack.pointer, index, &more))
      guard more else { return }
      try body(LuaSlot(stack: stack, index: top + 1), LuaSlot(stack: stack, index: top + 2))
      stack.pop()
    }
  }

  /// What a list of so many elements does not have, and would be ignored: a named field, or an
  /// element behind a hole.
  ///
  /// The field `n` of `table.pack` says what the list says itself.
  func strayKey(besides count: Int) throws -> String? {
    var stray: String?
    try forEachEntry { key, _ in
      switch stack.value(at: key.index) {
      case .string(let name) where name.text != "n": stray = "a field '\(name.text)'"
      case .integer(let number) where number > count:
        stray = "an element [\(number)] behind a hole"
      default: break
      }
    }
    return stray
  }

  // MARK: Failing

  /// The error for a value of another type.
  package func mismatch(_ expected: String) -> LuaMismatch {
    LuaMismatch(path: "", reason: "\(expected) expected, got \(typeName)")
  }

  /// The error for a value that is of the right type but will not do.
  package func refusal(_ reason: String) -> LuaMismatch { LuaMismatch(path: "", reason: reason) }
}

/// Why an argument, a field or a result will not do.
///
/// The function that was called adds its name and the number of the argument.
package struct LuaMismatch: Error, CustomStringConvertible {
  /// Where in the argument: "layers[2].opacity".
  package private(set) var path: String
  package let reason: String

  package init(path: String = "", reason: String) {
    self.path = path
    self.reason = reason
  }

  mutating func prepend(_ name: String) {
    path = path.isEmpty || path.hasPrefix("[") ? name + path : name + "." + path
  }

  package var description: String { path.isEmpty ? reason : "field '\(path)': \(reason)" }
}
