/// A word out of a list: an enum of strings.
///
///     enum Fit: String, LuaChoice { case contain, cover, stretch, none }
package protocol LuaChoice: LuaDecodable, LuaEncodable, CaseIterable, RawRepresentable
where RawValue == String {}

extension LuaChoice {
  package static var luaType: String {
    allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
  }

  package static func decode(_ slot: LuaSlot) throws -> Self {
    let known = allCases.map(\.rawValue)
    guard let word = slot.string else { throw slot.mismatch(luaType) }
    if let value = Self(rawValue: word) { return value }
    let near = nearestName(to: word, among: known).map { "; did you mean '\($0)'?" }
    throw slot.refusal(
      "'\(word)' is none of " + known.map { "'\($0)'" }.joined(separator: ", ") + (near ?? ""))
  }

  package func push(on stack: LuaStack) { rawValue.push(on: stack) }
}
