import LuaRuntime

/// Lines of script files, for showing where an error is.
enum SourceLines {
  /// A line of a file by its number from 1; nil where it cannot be read.
  static func line(_ number: Int, of path: String) -> [UInt8]? {
    guard case .success(let bytes) = readFile(path), number > 0 else { return nil }
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: number, omittingEmptySubsequences: false)
    return lines.count >= number ? Array(lines[number - 1]) : nil
  }
}
