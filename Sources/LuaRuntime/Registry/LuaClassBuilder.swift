/// Describes the members of a class of objects or values.
package struct LuaClassBuilder<Object: LuaDecodable> {
  private let target: LuaClass
  /// Takes the object of a member, which must not have been closed.
  private let takeSelf: (inout LuaCursor) throws -> Object

  init(_ target: LuaClass) {
    self.target = target
    if Object.self is any LuaClosable.Type {
      takeSelf = { cursor in
        let object = try cursor.takeSelf(Object.self)
        try (object as? any LuaClosable)?.checkOpen()
        return object
      }
    } else {
      takeSelf = { cursor in try cursor.takeSelf(Object.self) }
    }
  }

  // MARK: Properties

  /// Adds a read-only property.
  package func property<Value: LuaEncodable>(
    _ name: String, _ help: String, get: @escaping (Object) throws -> Value
  ) {
    target.add(
      LuaMember(
        name: name, kind: .property, signature: LuaSignature(ofProperty: Value.luaType), help: help,
        body: getter(name, get), setter: nil))
  }

  /// Adds a property that may be assigned; the setter may accept more than the getter returns.
  package func property<Value: LuaEncodable, New: LuaDecodable>(
    _ name: String, _ help: String, get: @escaping (Object) throws -> Value,
    set: @escaping (Object, New) throws -> Void
  ) {
    let setter = LuaBody(name: name, role: .setter) { [takeSelf] cursor in
      try set(takeSelf(&cursor), cursor.take(New.self))
      return 0
    }
    target.add(
      LuaMember(
        name: name, kind: .property, signature: LuaSignature(ofProperty: Value.luaType), help: help,
        body: getter(name, get), setter: setter))
  }

  private func getter<Value: LuaEncodable>(
    _ name: String, _ get: @escaping (Object) throws -> Value
  ) -> LuaBody {
    LuaBody(name: name, role: .getter) { [takeSelf] cursor in
      try get(takeSelf(&cursor)).pushResults(on: cursor.call.stack)
    }
  }

  // MARK: Methods

  /// Adds a method: "name(first, second) -> result names".
  package func method<each A: LuaDecodable, R: LuaReturn>(
    _ declaration: String, _ help: String,
    _ body: @escaping (Object, repeat each A) throws -> R
  ) {
    let declaration = LuaDeclaration(declaration)
    let run = LuaBody(name: declaration.name, role: .method) { [takeSelf] cursor in
      let object = try takeSelf(&cursor)
      let arguments = (repeat try cursor.take((each A).self))
      try cursor.finish()
      return try body(object, repeat each arguments).pushResults(on: cursor.call.stack)
    }
    target.add(declaration, .method, repeat (each A).self, results: R.luaResultTypes, help, run)
  }

  /// Adds a method without a result.
  package func method<each A: LuaDecodable>(
    _ declaration: String, _ help: String,
    _ body: @escaping (Object, repeat each A) throws -> Void
  ) {
    let declaration = LuaDeclaration(declaration)
    let run = LuaBody(name: declaration.name, role: .method) { [takeSelf] cursor in
      let object = try takeSelf(&cursor)
      let arguments = (repeat try cursor.take((each A).self))
      try cursor.finish()
      try body(object, repeat each arguments)
      return 0
    }
    target.add(declaration, .method, repeat (each A).self, results: [], help, run)
  }

  // MARK: Operators

  /// Adds a binary operator; either operand may be the object, the other whatever its type accepts.
  package func `operator`<Left: LuaDecodable, Right: LuaDecodable, R: LuaEncodable>(
    _ symbol: LuaOperator, _ help: String, _ body: @escaping (Left, Right) throws -> R
  ) {
    let run = LuaBody(name: symbol.symbol, role: .operation) { cursor in
      let left = try cursor.take(Left.self)
      return try body(left, cursor.take(Right.self)).pushResults(on: cursor.call.stack)
    }
    let declaration = LuaDeclaration(name: symbol.rawValue, parameters: ["left", "right"])
    target.add(
      declaration, .operator(symbol), Left.self, Right.self, results: R.luaResultTypes, help, run)
  }

  /// Adds a unary operator: negation or length.
  package func `operator`<R: LuaEncodable>(
    _ symbol: LuaOperator, _ help: String, _ body: @escaping (Object) throws -> R
  ) {
    let run = LuaBody(name: symbol.symbol, role: .operation) { [takeSelf] cursor in
      try body(takeSelf(&cursor)).pushResults(on: cursor.call.stack)
    }
    let declaration = LuaDeclaration(name: symbol.rawValue)
    target.add(declaration, .operator(symbol), results: R.luaResultTypes, help, run)
  }

  // MARK: What every class has

  private func metamethod(_ event: String, _ run: @escaping (inout LuaCursor) throws -> Int32) {
    target.metamethods.append((event, LuaBody(name: event, role: .operation, run: run)))
  }

  func addValueMetamethods() where Object: LuaValueType {
    metamethod("__tostring") { cursor in
      try cursor.takeSelf(Object.self).luaText.pushResults(on: cursor.call.stack)
    }
    metamethod("__eq") { cursor in
      let left = LuaSlot(stack: cursor.call.stack, index: 1).box(of: Object.self)
      let right = LuaSlot(stack: cursor.call.stack, index: 2).box(of: Object.self)
      return (left != nil && left?.value == right?.value).pushResults(on: cursor.call.stack)
    }
  }

  func addObjectMetamethods() where Object: LuaObject {
    metamethod("__tostring") { cursor in
      try cursor.takeSelf(Object.self).luaText.pushResults(on: cursor.call.stack)
    }
    guard Object.self is any LuaClosable.Type else { return }
    let close = LuaBody(name: "close", role: .method) { cursor in
      let object = try cursor.takeSelf(Object.self)
      if let closable = object as? any LuaClosable {
        try closable.closeOnce(at: cursor.call.position)
      }
      return 0
    }
    target.add(
      LuaMember(
        name: "close", kind: .method, signature: LuaSignature(parameters: [], results: []),
        help: "Closes it now; closing twice is no error.", body: close, setter: nil))
    target.metamethods.append(("__close", close))
  }
}
