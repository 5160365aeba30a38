import LuaRuntime

/// An amount of memory as people write it: bytes, or a number with a unit such as 512M or 1.5GiB.
struct ByteCountArgument: LuaDecodable {
  let bytes: Int64

  static var luaType: String { "integer|string" }

  static func decode(_ slot: LuaSlot) throws -> ByteCountArgument {
    if let bytes = slot.integer, bytes >= 0 { return ByteCountArgument(bytes: bytes) }
    guard let text = slot.string else { throw slot.mismatch(luaType) }
    guard let bytes = byteCount(of: text) else {
      throw slot.refusal("'\(text)' is no amount of memory; write 512M or 2G")
    }
    return ByteCountArgument(bytes: bytes)
  }
}

/// The bytes that a text such as "512M", "2G" or "1.5GiB" means; nil for any other.
///
/// Units are powers of 1024, as memory is sold and counted.
package func byteCount(of text: String) -> Int64? {
  let digits = text.prefix { $0.isNumber || $0 == "." }
  let units = ["": 0, "K": 10, "M": 20, "G": 30, "T": 40]
  var unit = text[digits.endIndex...].uppercased()
  for ending in ["IB", "B"] where unit.hasSuffix(ending) {
    unit.removeLast(ending.count)
    break
  }
  guard let shift = units[unit], let number = Double(digits), number >= 0 else { return nil }
  let bytes = number * Double(Int64(1) << shift)
  return bytes < 0x1p62 ? Int64(bytes) : nil
}
