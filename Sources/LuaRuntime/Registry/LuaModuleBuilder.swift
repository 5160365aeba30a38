internal import CLuaBridge

/// Describes the members of a module.
package struct LuaModuleBuilder {
  private let target: LuaClass

  init(_ target: LuaClass) { self.target = target }

  /// Adds a function: "name(first, second) -> result names".
  package func function<each A: LuaDecodable, R: LuaReturn>(
    _ declaration: String, _ help: String, _ body: @escaping (repeat each A) throws -> R
  ) {
    let declaration = LuaDeclaration(declaration)
    let run = LuaBody(name: declaration.name, role: .function) { cursor in
      let arguments = (repeat try cursor.take((each A).self))
      try cursor.finish()
      return try body(repeat each arguments).pushResults(on: cursor.call.stack)
    }
    target.add(declaration, .function, repeat (each A).self, results: R.luaResultTypes, help, run)
  }

  /// Adds a function without a result.
  package func function<each A: LuaDecodable>(
    _ declaration: String, _ help: String, _ body: @escaping (repeat each A) throws -> Void
  ) {
    let declaration = LuaDeclaration(declaration)
    let run = LuaBody(name: declaration.name, role: .function) { cursor in
      let arguments = (repeat try cursor.take((each A).self))
      try cursor.finish()
      try body(repeat each arguments)
      return 0
    }
    target.add(declaration, .function, repeat (each A).self, results: [], help, run)
  }

  /// Makes the module itself a function: "(first, second)".
  package func call<each A: LuaDecodable, R: LuaReturn>(
    _ parameters: String, _ help: String, _ body: @escaping (repeat each A) throws -> R
  ) {
    let declaration = LuaDeclaration(target.name + parameters)
    let run = LuaBody(name: declaration.name, role: .function) { cursor in
      cursor.skipSelf()
      let arguments = (repeat try cursor.take((each A).self))
      try cursor.finish()
      return try body(repeat each arguments).pushResults(on: cursor.call.stack)
    }
    target.add(declaration, .call, repeat (each A).self, results: R.luaResultTypes, help, run)
  }

  /// Adds a constant, or what reads like one.
  package func value<Value: LuaEncodable>(
    _ name: String, _ help: String, _ get: @escaping () throws -> Value
  ) {
    let run = LuaBody(name: name, role: .getter) { cursor in
      try get().pushResults(on: cursor.call.stack)
    }
    target.add(
      LuaMember(
        name: name, kind: .property, signature: LuaSignature(ofProperty: Value.luaType), help: help,
        body: run, setter: nil))
  }

  /// Adds a module within this one.
  package func module(
    _ name: String, _ help: String, _ describe: (LuaModuleBuilder) -> Void
  ) {
    let inner = LuaClass.module(target.name + "." + name, help, describe)
    let run = LuaBody(name: name, role: .getter) { [unowned inner] cursor in
      inner.pushResults(on: cursor.call.stack)
    }
    target.add(module: inner)
    target.add(
      LuaMember(
        name: name, kind: .module, signature: LuaSignature(ofProperty: inner.name), help: help,
        body: run, setter: nil))
  }

  func addMetamethods() {
    let name = target.name
    target.metamethods.append(
      (
        "__tostring",
        LuaBody(name: "tostring", role: .operation) { cursor in
          "module \(name)".pushResults(on: cursor.call.stack)
        }
      ))
    target.metamethods.append(
      (
        "__pairs",
        LuaBody(name: "pairs", role: .operation) { [unowned target] cursor in
          let stack = cursor.call.stack
          vslua_push_next(stack.pointer)
          stack.pushTable(of: target.members.count) { table in
            for name in target.memberNames { table.set(name, target.member(named: name)?.help) }
          }
          return LuaNil().pushResults(on: stack) + 2
        }
      ))
  }
}
