internal import CLuaBridge

/// A type of immutable values that scripts compare by value.
package protocol LuaValueType: Equatable, LuaDecodable, LuaEncodable {
  static var luaName: String { get }

  /// Makes a value of something that is not one: a time of text, a size of a list.
  ///
  /// Returns nil where nothing can be made, and throws `slot.refusal` to say why not.
  static func convert(_ slot: LuaSlot) throws -> Self?
  /// What `convert` accepts, for messages and annotations: "number|string".
  static var luaConversions: String? { get }

  /// What `tostring` gives.
  var luaText: String { get }
}

extension LuaValueType {
  package static var luaType: String { luaName }
  package static var luaArgumentType: String {
    luaConversions.map { "\(luaName)|\($0)" } ?? luaName
  }
  package static var luaConversions: String? { nil }
  package static func convert(_ slot: LuaSlot) throws -> Self? { nil }
  package var luaText: String { String(describing: self) }

  package static func decode(_ slot: LuaSlot) throws -> Self {
    if let box = slot.box(of: Self.self) { return box.value }
    if let converted = try convert(slot) { return converted }
    throw slot.mismatch(luaName)
  }

  package func push(on stack: LuaStack) {
    let type = stack.state.luaClass(of: Self.self)
    vslua_push_object(stack.pointer, Unmanaged.passRetained(LuaBox(self)).toOpaque(), type.key)
  }
}

/// A type of objects: the same Swift object is always the same userdata.
package protocol LuaObject: AnyObject, LuaDecodable, LuaEncodable {
  static var luaName: String { get }

  /// What `tostring` gives.
  var luaText: String { get }
  /// The memory that it holds outside of Lua, in bytes, which the collector is told of.
  var luaExternalBytes: Int { get }
}

extension LuaObject {
  package static var luaType: String { luaName }
  package var luaExternalBytes: Int { 0 }
  package var luaText: String {
    if let described = self as? any CustomStringConvertible { return described.description }
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return "\(Self.luaName): 0x\(String(address, radix: 16))"
  }

  package static func decode(_ slot: LuaSlot) throws -> Self {
    guard let object = slot.object as? Self else { throw slot.mismatch(luaName) }
    return object
  }

  package func push(on stack: LuaStack) {
    stack.push(
      identity: self, of: stack.state.luaClass(of: Self.self), externalBytes: luaExternalBytes)
  }
}

extension LuaStack {
  /// Pushes the one userdata of an object.
  func push(identity object: AnyObject, of type: LuaClass, externalBytes: Int = 0) {
    let address = Unmanaged.passUnretained(object).toOpaque()
    if vslua_push_known(pointer, address) { return }
    vslua_push_identity(pointer, Unmanaged.passRetained(object).toOpaque(), type.key)
    if externalBytes > 0 { state.noteExternalBytes(externalBytes) }
  }
}

/// Something that holds a file or the like until it is closed.
///
/// Scripts get `close()` and `<close>`, and every other member of a closed object says where it was
/// closed.
package protocol LuaClosable: LuaObject {
  var closeRecord: LuaCloseRecord { get }
  /// Gives back what it holds. Called once.
  func close() throws
}

/// Where something was closed; a stored property of each `LuaClosable`.
package final class LuaCloseRecord {
  package fileprivate(set) var isClosed = false
  package fileprivate(set) var position: LuaPosition?
  package init() {}
}

extension LuaClosable {
  package func checkOpen() throws {
    guard closeRecord.isClosed else { return }
    let place = closeRecord.position.map { " at \($0)" } ?? ""
    throw LuaError(
      code: LuaError.Code.closed, message: "\(luaText) was closed\(place)",
      hint: "use it before it is closed, or make another")
  }

  /// Closes it unless it is closed, and remembers where.
  package func closeOnce(at position: LuaPosition?) throws {
    guard !closeRecord.isClosed else { return }
    closeRecord.isClosed = true
    closeRecord.position = position
    try close()
  }
}

/// A value in the memory of an object, so that Lua can hold a reference to it.
final class LuaBox<Value>: LuaBoxed {
  let value: Value
  init(_ value: Value) { self.value = value }
  var valueType: Any.Type { Value.self }
}

protocol LuaBoxed: AnyObject {
  var valueType: Any.Type { get }
}

extension LuaSlot {
  func box<T>(of type: T.Type) -> LuaBox<T>? {
    guard let object, Swift.type(of: object) == LuaBox<T>.self else { return nil }
    return unsafeDowncast(object, to: LuaBox<T>.self)
  }
}
