import LuaRuntime

/// Finds what there is to say of anything: a value, a name of the table, a tool, a topic, a module.
struct Help {
  let state: LuaState

  func text(for topic: LuaValue) throws -> String {
    if topic.isNil { return try text(for: .string("vs")) }
    if let text = state.help(for: topic) { return text }
    guard let name = topic.text else {
      throw refusal(
        "there is no help for \(try state.text(of: topic))",
        hint: "ask with a name, as in vs.help(\"Time.timecode\")")
    }
    if let text = try text(named: name) { return text }
    // A word that is used somewhere is a question, any other one a slip of the fingers.
    let mentions = mentions(of: name)
    let near = mentions.isEmpty ? nearestName(to: name, among: names) : nil
    throw refusal(
      "there is no help for '\(name)'",
      hint: near.map { "did you mean '\($0)'?" }
        ?? (mentions.isEmpty
          ? "vs.help() lists the toolkit, 'vscript help' the topics"
          : "these mention it: " + mentions.joined(separator: ", ")))
  }

  private func text(named name: String) throws -> String? {
    if StandardLibrary.toolNames.contains(name) { return try toolText(name) }
    if let text = StandardLibrary.topic(name) { return text }
    if let text = StandardLibrary.moduleComment(name) { return text }
    // A name in other letters, then a member of any type.
    let lowered = name.lowercased()
    let types = state.registries.flatMap(\.allClasses)
    if let type = types.first(where: { $0.name.lowercased() == lowered }) { return type.helpText }
    let members = types.flatMap { type in
      type.members.filter { member in
        member.name.lowercased() == lowered
          || "\(type.name).\(member.name)".lowercased() == lowered
      }.map { $0.helpText(in: type) }
    }
    return members.isEmpty ? nil : members.joined(separator: "\n")
  }

  /// The description of a tool, from its own table.
  private func toolText(_ name: String) throws -> String {
    let code =
      "local arguments = require('vscript.arguments') return arguments.help_text(arguments.tool(...))"
    let chunk = try state.load(code, name: StandardLibrary.toolChunkName)
    return try chunk.call(name, returning: String.self)
  }

  /// Everything that can be asked for.
  private var names: [String] {
    let types = state.registries.flatMap(\.allClasses)
    return StandardLibrary.toolNames + StandardLibrary.topics + StandardLibrary.moduleNames
      + types.map(\.name) + types.flatMap(\.memberNames)
      + types.flatMap { type in type.memberNames.map { "\(type.name).\($0)" } }
  }

  /// Modules, topics and members whose help has the word, in one or in many.
  private func mentions(of word: String) -> [String] {
    let wanted = word.lowercased()
    guard wanted.count > 2 else { return [] }
    func has(_ text: String) -> Bool {
      text.lowercased().split { !$0.isLetter }.contains { $0 == wanted || $0 == wanted + "s" }
    }
    let modules = StandardLibrary.moduleNames.filter {
      StandardLibrary.moduleComment($0).map(has) ?? false
    }
    let topics = StandardLibrary.topics.filter { StandardLibrary.topic($0).map(has) ?? false }
    let members = state.registries.flatMap(\.allClasses).flatMap { type in
      type.members.filter { has($0.name) || has($0.help) }.map { "\(type.name).\($0.name)" }
    }
    return Array((modules + topics + members).prefix(8))
  }
}
