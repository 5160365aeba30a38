internal import CLuaBridge

/// A class of objects, or a module of functions, as scripts see it: the registration table's unit.
///
/// Everything that is said about a member anywhere (argument checks, help, completion, annotations)
/// comes from its entry here.
package final class LuaClass {
  package enum Kind: Sendable {
    /// Objects with identity.
    case object
    /// Immutable values, equal by value.
    case value
    /// One object that holds functions, constants and further modules.
    case module
  }

  package let name: String
  package let kind: Kind
  /// What it is, in one line.
  package let doc: String
  package private(set) var members: [LuaMember] = []
  /// Modules within this one.
  package private(set) var modules: [LuaClass] = []

  /// The Swift type of its objects; nil for a module.
  let swiftType: ObjectIdentifier?
  /// Metamethods that every class has, by their event: not for scripts to call, so without help.
  var metamethods: [(event: String, body: LuaBody)] = []
  private var names: [String: Int] = [:]
  private var missing: LuaBody?
  private var unwritable: LuaBody?

  init(name: String, kind: Kind, doc: String, swiftType: ObjectIdentifier?) {
    self.name = name
    self.kind = kind
    self.doc = doc
    self.swiftType = swiftType
  }

  /// Describes a type of values.
  package static func value<T: LuaValueType>(
    _ type: T.Type, _ doc: String, _ describe: (LuaClassBuilder<T>) -> Void
  ) -> LuaClass {
    let new = LuaClass(
      name: T.luaName, kind: .value, doc: doc, swiftType: ObjectIdentifier(type))
    let builder = LuaClassBuilder<T>(new)
    builder.addValueMetamethods()
    describe(builder)
    return new
  }

  /// Describes a type of objects.
  package static func object<T: LuaObject>(
    _ type: T.Type, _ doc: String, _ describe: (LuaClassBuilder<T>) -> Void
  ) -> LuaClass {
    let new = LuaClass(
      name: T.luaName, kind: .object, doc: doc, swiftType: ObjectIdentifier(type))
    let builder = LuaClassBuilder<T>(new)
    builder.addObjectMetamethods()
    describe(builder)
    return new
  }

  /// Describes a module.
  package static func module(
    _ name: String, _ doc: String, _ describe: (LuaModuleBuilder) -> Void
  ) -> LuaClass {
    let new = LuaClass(name: name, kind: .module, doc: doc, swiftType: nil)
    let builder = LuaModuleBuilder(new)
    builder.addMetamethods()
    describe(builder)
    return new
  }

  func add(_ member: LuaMember) {
    if case .operator = member.kind {
    } else {
      precondition(names[member.name] == nil, "\(name).\(member.name) is registered twice")
      names[member.name] = members.count
    }
    members.append(member)
  }

  /// Adds what is called, by its declaration and the types that Swift takes and gives.
  func add<each A: LuaDecodable>(
    _ declaration: LuaDeclaration, _ kind: LuaMember.Kind, _ types: repeat (each A).Type,
    results: [String], _ help: String, _ body: LuaBody
  ) {
    let signature = declaration.signature(repeat each types, results: results)
    add(
      LuaMember(
        name: declaration.name, kind: kind, signature: signature, help: help, body: body,
        setter: nil))
  }

  func add(module: LuaClass) { modules.append(module) }

  /// The property, method, function or module of a name.
  package func member(named name: String) -> LuaMember? { names[name].map { members[$0] } }

  /// What a script may write after the dot or colon.
  package var memberNames: [String] {
    members.compactMap { member in
      switch member.kind {
      case .property, .method, .function, .module: member.name
      case .call, .operator: nil
      }
    }
  }

  // MARK: In Lua

  /// What its metatable is kept under.
  var key: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// Makes the metatable; bodies stay alive with the class, and the class with its registry.
  func create(on stack: LuaStack) {
    let missing = makeMissing()
    let unwritable = makeUnwritable()
    self.missing = missing
    self.unwritable = unwritable
    vslua_class_begin(stack.pointer, name, Self.pointer(missing), Self.pointer(unwritable))
    for member in members {
      let body = Self.pointer(member.body)
      switch member.kind {
      case .method, .function: vslua_class_method(stack.pointer, member.name, body)
      case .property, .module: vslua_class_getter(stack.pointer, member.name, body)
      case .call: vslua_class_metamethod(stack.pointer, "__call", body)
      case .operator(let symbol):
        vslua_class_metamethod(stack.pointer, symbol.rawValue, body)
      }
      if let setter = member.setter {
        vslua_class_setter(stack.pointer, member.name, Self.pointer(setter))
      }
    }
    for (event, body) in metamethods {
      vslua_class_metamethod(stack.pointer, event, Self.pointer(body))
    }
    vslua_class_end(stack.pointer, key)
  }

  private static func pointer(_ body: LuaBody) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(body).toOpaque())
  }
}

extension LuaClass: LuaEncodable {
  package static var luaType: String { "table" }

  /// Pushes a module.
  package func push(on stack: LuaStack) {
    precondition(kind == .module, "\(name) is a class, which has no value of its own")
    stack.push(identity: self, of: self)
  }
}
