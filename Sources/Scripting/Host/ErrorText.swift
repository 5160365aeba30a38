import LuaRuntime

/// An error that nobody caught, as it is written on standard error.
enum ErrorText {
  /// How the toolkit's own Lua files are named in positions: their lines are not the user's.
  static let libraryPrefix = "Stdlib/"
  /// The code of the error by which a tool refuses its words.
  static let wrongUsage = "wrong_usage"

  /// `vscript: script.lua:12: message`, then the hint, then the calls that led there.
  ///
  /// An error inside the toolkit's own Lua files is told at the line that called them; where all is
  /// theirs, as in a tool, without a line.
  /// `excerpt` is the marked line, with its line feed, where there is one to show.
  static func describe(_ error: LuaError, isColoured: Bool, excerpt: String? = nil) -> String {
    // A tool names itself: "vscript merge: no clips given".
    if error.code == wrongUsage {
      return "vscript \(error.message)\n" + (error.hint.map { $0 + "\n" } ?? "")
    }
    let calls = calls(error.traceback)
    let place = place(of: error)?.description
    let (bold, plain) = isColoured ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "")
    var text = "\(bold)vscript: \(place.map { $0 + ": " } ?? "")\(error.message)\(plain)\n"
    text += excerpt ?? ""
    if let hint = error.hint {
      let more = error.code == LuaError.Code.memory ? "; --memory-limit allows more" : ""
      text += "  hint: \(hint)\(more)\n"
    }
    guard calls.count > 1 else { return text }
    for call in calls.prefix(8) { text += "  at \(call)\n" }
    if calls.count > 8 { text += "  … \(calls.count - 8) more\n" }
    return text
  }

  /// The line that an error is told at: inside the toolkit's own files that of the call into them.
  static func place(of error: LuaError) -> LuaPosition? {
    guard let position = error.position, isOfLibrary(position.source) else { return error.position }
    return calls(error.traceback).first.flatMap { LuaPosition.split(String($0)) }?.position
  }

  /// The calls of a traceback that are the script's own: `script.lua:6: in local 'open'`.
  private static func calls(_ traceback: String?) -> [Substring] {
    let lines = (traceback ?? "").split(separator: "\n").map { line in
      line.drop { $0 == "\t" || $0 == " " }
    }
    return lines.filter {
      $0.contains(": in ") && !$0.hasPrefix("[C]: ") && !isOfLibrary($0)
    }
  }

  private static func isOfLibrary(_ position: some StringProtocol) -> Bool {
    position.hasPrefix(libraryPrefix)
  }
}
