internal import CLuaBridge

extension LuaState {
  /// The table of globals.
  package var globals: LuaTable {
    let stack = self.stack
    vslua_push_globals(stack.pointer)
    return LuaTable(stack.popReference())
  }

  package func makeTable() -> LuaTable {
    let stack = self.stack
    vslua_new_table(stack.pointer, 0, 0)
    return LuaTable(stack.popReference())
  }

  /// Compiles text into a function.
  ///
  /// `name` follows Lua's rule: "@" before a file's name, "=" before a name to be shown as it is. A
  /// first line that begins with "#" is skipped. Binary chunks are refused unless asked for, since a
  /// doctored one can crash the interpreter. A syntax error at the end of the text has `isIncomplete`.
  package func load(
    _ chunk: some Collection<UInt8>, name: String, allowBinary: Bool = false
  ) throws(LuaError) -> LuaFunction {
    let stack = self.stack
    let bytes = Self.withoutMark(Array(chunk))
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        vslua_load(
          stack.pointer, $0.baseAddress ?? emptyChars, $0.count, name, allowBinary ? "bt" : "t")
      }
    }
    guard status == VSLUA_OK else {
      let error = stack.popError(status)
      // Whatever sign of it the reader stumbled over says nothing.
      let isCompiled = bytes.first == 0x1B
      if !isCompiled, bytes.contains(0), error.code == LuaError.Code.syntax {
        error.hint = LuaAdvice.noText
      }
      throw error
    }
    return LuaFunction(stack.popReference())
  }

  package func load(_ chunk: String, name: String) throws(LuaError) -> LuaFunction {
    try load(chunk.utf8, name: name)
  }

  /// Drops what may stand before a program: a byte order mark, a first line that begins with "#".
  ///
  /// The end of that line stays, so that lines count right.
  package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if bytes.first == UInt8(ascii: "#") {
      bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
    }
    return Array(bytes)
  }

  /// Makes a Lua function of a closure; it lives as long as Lua can reach it.
  package func makeFunction<each A: LuaDecodable, R: LuaReturn>(
    _ name: String, _ body: @escaping (repeat each A) throws -> R
  ) -> LuaFunction {
    makeFunction(
      name,
      run: { cursor in
        let arguments = (repeat try cursor.take((each A).self))
        return try body(repeat each arguments).pushResults(on: cursor.call.stack)
      })
  }

  /// Makes a Lua function of a closure without a result.
  package func makeFunction<each A: LuaDecodable>(
    _ name: String, _ body: @escaping (repeat each A) throws -> Void
  ) -> LuaFunction {
    makeFunction(
      name,
      run: { cursor in
        let arguments = (repeat try cursor.take((each A).self))
        try body(repeat each arguments)
        return 0
      })
  }

  private func makeFunction(
    _ name: String, run: @escaping (inout LuaCursor) throws -> Int32
  ) -> LuaFunction {
    let stack = self.stack
    let body = LuaBody(name: name, role: .function, run: run)
    vslua_push_closure(stack.pointer, Unmanaged.passRetained(body).toOpaque())
    return LuaFunction(stack.popReference())
  }

  /// The Lua functions behind a member: what reads or runs it, and what assigns it.
  package func functions(of member: LuaMember) -> [LuaFunction] {
    let stack = self.stack
    return [member.body, member.setter].compactMap { body in
      guard let body else { return nil }
      vslua_push_function(stack.pointer, Unmanaged.passUnretained(body).toOpaque())
      return LuaFunction(stack.popReference())
    }
  }

  /// The number of values on the stack: between calls always the same.
  package var stackHeight: Int { Int(vslua_top(stack.pointer)) }

  // MARK: require

  /// Adds a search function of `require`, at `position` among the others (1 is first).
  ///
  /// It returns the module's loader, or a text that says where it looked: one line for each place,
  /// each with a line feed and a tab before it.
  package func addSearcher(
    at position: Int, _ search: @escaping (_ module: String) throws -> LuaSearchResult
  ) {
    let function = makeFunction("require") { (name: String) in try search(name) }
    let stack = self.stack
    function.push(on: stack)
    let status = vslua_add_searcher(stack.pointer, Int32(position))
    if status != VSLUA_OK { vslua_pop(stack.pointer, 1) }
  }

  /// Makes a value what `require(name)` gives.
  package func preload(_ name: String, _ value: some LuaEncodable) {
    let stack = self.stack
    value.push(on: stack)
    let status = vslua_set_loaded(stack.pointer, name)
    if status != VSLUA_OK { vslua_pop(stack.pointer, 1) }
  }
}

/// What a search function of `require` found.
package enum LuaSearchResult: LuaReturn {
  case loader(LuaFunction, file: String)
  case missing(String)

  package static var luaResultTypes: [String] { ["function|string", "string?"] }

  package func pushResults(on stack: LuaStack) -> Int32 {
    switch self {
    case .loader(let function, let file):
      stack.push(function)
      stack.push(file)
      return 2
    case .missing(let places):
      stack.push(places)
      return 1
    }
  }
}
