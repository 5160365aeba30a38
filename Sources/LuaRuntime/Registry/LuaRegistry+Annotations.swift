/// Type annotations for editors, in the notation of LuaCATS.
extension LuaRegistry {
  /// A file of declarations; `header` is one line of comment at its top.
  package func annotations(header: String) -> String {
    var writer = AnnotationWriter()
    writer.line("---@meta")
    writer.line("-- \(header)")
    for entry in allClasses { writer.write(entry) }
    return writer.text
  }
}

private struct AnnotationWriter {
  private(set) var text = ""
  /// Types of option tables that are written already.
  private var written: Set<String> = []

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func write(_ entry: LuaClass) {
    for member in entry.members { writeOptions(of: member) }
    line("")
    line("---\(entry.doc)")
    line("---@class \(entry.name)")
    for member in entry.members {
      switch member.kind {
      case .property:
        line("---@field \(member.name) \(member.signature.resultText) \(member.help)")
      case .operator(let symbol): writeOperator(symbol, member)
      case .call: line("---@overload fun\(member.signature.text)")
      case .method, .function, .module: break
      }
    }
    // A module's inner modules are fields of it, so its own name can be assigned as it stands.
    line("\(entry.kind == .module ? "" : "local ")\(entry.name) = {}")
    for member in entry.members where member.kind == .method || member.kind == .function {
      writeFunction(member, of: entry)
    }
  }

  private mutating func writeFunction(_ member: LuaMember, of entry: LuaClass) {
    line("")
    line("---\(member.help)")
    for parameter in member.signature.parameters {
      line("---@param \(parameter.name)\(parameter.mark) \(parameter.type)")
    }
    for result in member.signature.results {
      line("---@return \(result.type)\(result.name.isEmpty ? "" : " \(result.name)")")
    }
    let names = member.signature.parameters.map(\.name).joined(separator: ", ")
    let separator = member.kind == .method ? ":" : "."
    line("function \(entry.name)\(separator)\(member.name)(\(names)) end")
  }

  /// Comparisons have no notation.
  private mutating func writeOperator(_ symbol: LuaOperator, _ member: LuaMember) {
    guard symbol != .less, symbol != .lessOrEqual else { return }
    let name = symbol.rawValue.dropFirst(2)
    let operand = member.signature.parameters.last.map { "(\($0.type))" } ?? ""
    line("---@operator \(name)\(operand): \(member.signature.resultText)")
  }

  private mutating func writeOptions(of member: LuaMember) {
    for parameter in member.signature.parameters {
      guard let fields = parameter.fields, written.insert(parameter.type).inserted else { continue }
      line("")
      line("---@class \(parameter.type)")
      for field in fields {
        line("---@field \(field.name)\(field.isRequired ? "" : "?") \(field.type) \(field.help)")
      }
    }
  }
}
