import LuaRuntime

/// The name of a file or folder: text that the system takes as it is.
struct PathArgument: LuaDecodable {
  let path: String

  static var luaType: String { "string" }

  static func decode(_ slot: LuaSlot) throws -> PathArgument {
    guard let path = slot.string else { throw slot.mismatch(luaType) }
    // The system would stop reading there and mean another file.
    guard !path.utf8.contains(0) else { throw slot.refusal("a path cannot contain a zero byte") }
    return PathArgument(path: path)
  }
}
