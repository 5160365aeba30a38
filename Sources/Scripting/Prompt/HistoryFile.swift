@preconcurrency import Glibc

/// The lines of earlier conversations, in a file of the user's state folder.
///
/// Each line is written as soon as it was entered, so that nothing that follows can lose it, and several
/// programs can share the file.
package final class HistoryFile {
  /// Oldest first.
  package private(set) var entries: [String] = []
  /// Why nothing is kept; nil where it is.
  package private(set) var problem: String?
  private let path: String?

  /// Lines that are offered again.
  package static let limit = 2000
  /// Bytes of a line that is worth keeping.
  private static let longest = 20_000

  /// The file of the user, or none with the reason in `problem`.
  package convenience init() {
    do throws(StateFolder.Missing) {
      self.init(folder: try StateFolder.path())
    } catch {
      self.init(problem: "no history is kept: \(error.reason)")
    }
  }

  private init(problem: String) {
    path = nil
    self.problem = problem
  }

  package init(folder: String) {
    let path = folder + "/history"
    if case .success(let bytes) = readFile(path) {
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      entries = lines.suffix(Self.limit).map { String(decoding: $0, as: UTF8.self) }
      // It only grows while it is used; what is too much goes now and then.
      if lines.count > 2 * Self.limit { Self.replace(path, with: entries) }
    }
    if let reason = StateFolder.make(folder) {
      self.path = nil
      problem = "no history is kept: cannot make \(folder): \(reason)"
      return
    }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if file < 0 {
      self.path = nil
      problem = "no history is kept: cannot write \(path): \(String(cString: strerror(errno)))"
      return
    }
    close(file)
    self.path = path
  }

  /// Adds what was entered; several lines are kept one by one.
  package func append(_ entry: String) {
    var text = ""
    for line in entry.split(whereSeparator: \.isNewline) {
      let line = String(line)
      guard line != entries.last, line.utf8.count <= Self.longest else { continue }
      entries.append(line)
      text += line + "\n"
    }
    guard let path, !text.isEmpty else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
  }

  private static func replace(_ path: String, with entries: [String]) {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    var text = entries.joined(separator: "\n") + "\n"
    let isWhole = text.withUTF8 { write(file, $0.baseAddress, $0.count) == $0.count }
    close(file)
    if !isWhole || rename(temporary, path) != 0 { unlink(temporary) }
  }
}

/// Where a program may keep what it remembers of its user.
package enum StateFolder {
  package struct Missing: Error {
    package let reason: String
  }

  /// `$XDG_STATE_HOME/vscript`, else `~/.local/state/vscript`.
  package static func path() throws(Missing) -> String {
    let named = StandardError.environment("XDG_STATE_HOME") ?? ""
    if named.hasPrefix("/") { return named + "/vscript" }
    guard let home = StandardError.environment("HOME"), !home.isEmpty else {
      throw Missing(reason: "neither XDG_STATE_HOME nor HOME says where")
    }
    return home + "/.local/state/vscript"
  }

  /// Makes the folder and those above it; returns the system's words where it cannot.
  static func make(_ path: String) -> String? {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      guard mkdir(String(path[..<end]), 0o700) != 0 else { continue }
      var status = stat()
      let reason = errno
      if stat(String(path[..<end]), &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
      return String(cString: strerror(reason == EEXIST ? ENOTDIR : reason))
    }
    return nil
  }
}
