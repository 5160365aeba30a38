internal import CLuaBridge

/// What a script catches and what Swift catches of a script: one object on both sides.
///
/// An error of Swift becomes an error object with fields; raised on, caught and raised again it stays
/// the same object. What a script raises itself (a string, a table, nil) is kept in `value`, and goes
/// back to Lua as that value.
///
/// It is made and read on its state's thread; it is sendable only because Swift wants errors to be.
package final class LuaError: Error, @unchecked Sendable {
  /// A stable word: "file_not_found".
  package let code: String
  /// The number of the reference, where it has one.
  package let number: Int?
  package let message: String
  package let path: String?
  package let time: (any LuaEncodable)?
  /// What to do about it.
  package internal(set) var hint: String?
  /// What a script raised that was no error object.
  package let value: LuaValue?
  /// The error of Swift that this one stands for.
  package let underlying: (any Error)?
  /// The script's line.
  package internal(set) var position: LuaPosition?
  /// The calls at the time it was raised, as Lua tells them; nil until it has left the script.
  package internal(set) var traceback: String?
  /// Whether it is a syntax error at the end of the text: more lines could mend it.
  package let isIncomplete: Bool

  /// The codes of errors that begin in this module.
  package enum Code {
    /// Raised by a script with a value of its own.
    package static let script = "script_error"
    package static let syntax = "syntax_error"
    package static let badArgument = "bad_argument"
    package static let badSelf = "bad_self"
    package static let badResult = "bad_result"
    package static let noSuchMember = "no_such_member"
    package static let readOnly = "read_only"
    package static let closed = "closed"
    package static let interrupted = "interrupted"
    package static let memory = "memory_limit"
    package static let stateClosed = "state_closed"
    package static let stackOverflow = "stack_overflow"
    package static let unknown = "error"
  }

  /// What ends a script, or a call of it, after Ctrl-C.
  package static var interruption: LuaError {
    LuaError(code: Code.interrupted, message: "interrupted")
  }

  package init(
    code: String, number: Int? = nil, message: String, path: String? = nil,
    time: (any LuaEncodable)? = nil, hint: String? = nil, value: LuaValue? = nil,
    underlying: (any Error)? = nil, position: LuaPosition? = nil, isIncomplete: Bool = false
  ) {
    self.code = code
    self.number = number
    self.message = message
    self.path = path
    self.time = time
    self.hint = hint
    self.value = value
    self.underlying = underlying
    self.position = position
    self.isIncomplete = isIncomplete
  }

  /// An error of another module, with the fields that it can give.
  package convenience init(wrapping error: any Error) {
    let fields = error as? any LuaErrorConvertible
    self.init(
      code: fields?.luaCode ?? Code.unknown, number: fields?.luaNumber,
      message: fields?.luaMessage ?? String(describing: error), path: fields?.luaPath,
      time: fields?.luaTime, hint: fields?.luaHint, underlying: error)
  }

  static var stackOverflow: LuaError {
    LuaError(
      code: Code.stackOverflow, message: "stack overflow: calls or values nested too deep",
      hint: "a function calls itself without an end, or a table holds itself")
  }

  /// "script.lua:12: message".
  package var text: String { position.map { "\($0): \(message)" } ?? message }
}

extension LuaError: CustomStringConvertible {
  package var description: String { text }
}

/// A line of a script.
package struct LuaPosition: Hashable, Sendable, CustomStringConvertible {
  package let source: String
  package let line: Int

  package init(source: String, line: Int) {
    self.source = source
    self.line = line
  }

  package var description: String { "\(source):\(line)" }

  /// Splits "script.lua:12: message" as Lua writes it.
  package static func split(_ text: String) -> (position: LuaPosition, message: String)? {
    var search = text.utf8[...]
    let colon = UInt8(ascii: ":")
    while let first = search.firstIndex(of: colon) {
      let after = search.index(after: first)
      let digits = search[after...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      let rest = search[digits.endIndex...]
      if !digits.isEmpty, rest.first == colon, let line = Int(Substring(digits)),
        !text.utf8[..<first].isEmpty, !text.utf8[..<first].contains(UInt8(ascii: "\n"))
      {
        let position = LuaPosition(source: String(Substring(text.utf8[..<first])), line: line)
        var message = Substring(rest.dropFirst())
        if message.first == " " { message = message.dropFirst() }
        return (position, String(message))
      }
      search = search[after...]
    }
    return nil
  }
}

/// An error of another module that knows its fields.
package protocol LuaErrorConvertible: Error {
  var luaCode: String { get }
  var luaNumber: Int? { get }
  var luaMessage: String { get }
  var luaPath: String? { get }
  var luaTime: (any LuaEncodable)? { get }
  var luaHint: String? { get }
}

extension LuaErrorConvertible {
  package var luaNumber: Int? { nil }
  package var luaPath: String? { nil }
  package var luaTime: (any LuaEncodable)? { nil }
  package var luaHint: String? { nil }
}
