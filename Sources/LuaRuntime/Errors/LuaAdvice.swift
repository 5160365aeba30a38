/// What to do about the errors that Lua itself raises, told from its words.
enum LuaAdvice {
  /// For bytes that are no program at all.
  static let noText = "this is no text; a film is opened in a script, with vs.asset(path)"

  /// Advice on a text that is no program.
  static func syntax(_ message: String) -> String? {
    let near = quoted(message, after: "near ")
    if message.hasPrefix("attempt to load a binary chunk") {
      return "only the text of a script is run, not what was made of it"
    }
    if let near, near.hasPrefix("<\\") {
      return noText
    }
    switch near {
    case "!": return "unequal is written ~=, and the opposite 'not'"
    case "&", "&&": return "both is written 'and'"
    case "|", "||": return "either is written 'or'"
    default: break
    }
    if let opened = quoted(message, after: "(to close ") {
      let line = message.firstRange(of: "at line ").map {
        message[$0.upperBound...].prefix { $0.isNumber }
      }
      return "the \(opened)\(line.map { " of line \($0)" } ?? "") is still open"
    }
    let advice = [
      ("<eof> expected", "there is an 'end' too many, or something after 'return'"),
      ("'=' expected", "a line is a call or gives a variable a value: f(x), or x = 1"),
      ("'then' expected", "it is: if condition then … end; equal is written =="),
      ("'do' expected", "it is: for … do … end, while … do … end"),
      ("unfinished string", "the closing quote is missing in this line"),
      ("unfinished long", "the closing ]] is missing"),
      ("malformed number", "a number ends where letters begin; text stands between quotes"),
      ("<name> expected", "a name is needed there; words of the language, such as end, are none"),
      ("invalid escape", "a backslash in text is written \\\\"),
      ("break outside", "break ends the loop around it, and there is none"),
      ("no visible label", "goto needs a ::label:: in the same block"),
      ("attempt to assign to const", "it was declared <const>; use another variable"),
      ("cannot use '...'", "... is only there in functions that are declared with it"),
      ("unexpected symbol", "something before it is missing, or it does not belong there"),
    ].first { message.contains($0.0) }
    return advice?.1 ?? "something before it is missing; look at the line above too"
  }

  /// Advice on what failed while a script ran; `globals` are the names that it could have meant.
  static func runtime(_ message: String, globals: @autoclosure () -> [String]) -> String? {
    if message.hasPrefix("attempt to "), message.contains("a nil value") {
      return missing(message, globals())
    }
    if message.hasPrefix("module '") {
      let name = quoted(message, after: "module ") ?? ""
      let own = [
        "vscript", "vscript.merge", "vscript.music", "vscript.titles", "vscript.transitions",
      ]
      return nearestName(to: name, among: own).map { "did you mean '\($0)'?" }
        ?? "it is looked for in the places above; $VSCRIPT_PATH adds others"
    }
    let advice = [
      ("attempt to index", "only tables, texts and objects have fields"),
      ("attempt to call", "only functions are called; a dot or colon may be wrong before it"),
      (
        "attempt to perform arithmetic",
        "only numbers and times are calculated with; tonumber(x) reads text"
      ),
      ("attempt to concatenate", "tostring(x) makes text of anything"),
      ("attempt to compare", "numbers, texts and times are compared, each with its own kind"),
      ("attempt to get length", "only texts, tables and lists have a length"),
      ("number has no integer representation", "math.floor(x) or // makes a whole number"),
      ("attempt to perform bitwise", "only whole numbers have bits"),
      ("stack overflow", "a function calls itself without an end"),
      ("attempt to divide by zero", "test the divisor before"),
      ("'for' ", "it is: for i = first, last, step do, all of them numbers"),
      ("table index is n", "a key is anything but nil and NaN"),
      ("bad argument #", "Lua's own functions: https://www.lua.org/manual/5.4/manual.html#6"),
      ("invalid value (", "table.concat joins texts and numbers only"),
      ("binary chunks are refused", "only the text of a script is run, not what was made of it"),
    ].first { message.contains($0.0) }
    return advice?.1
  }

  /// For a value that is nil: who holds it, and what was probably meant.
  private static func missing(_ message: String, _ globals: [String]) -> String {
    if let name = quoted(message, after: "(global ") {
      return nearestName(to: name, among: globals).map { "did you mean '\($0)'?" }
        ?? "nothing is called '\(name)' here; a local variable ends with its block"
    }
    for kind in ["(field ", "(method "] {
      if let name = quoted(message, after: kind), name != "?", name != "integer index" {
        return "there is no '\(name)' in it; print it to see what is"
      }
    }
    for kind in ["(local ", "(upvalue "] {
      if let name = quoted(message, after: kind) {
        return "'\(name)' has no value there; what gave it one returned nothing"
      }
    }
    return "what stands before it has no value; print it to see why"
  }

  private static func quoted(_ message: String, after lead: String) -> String? {
    guard let start = message.firstRange(of: lead + "'")?.upperBound,
      let end = message[start...].firstIndex(of: "'")
    else { return nil }
    return String(message[start..<end])
  }
}
