@preconcurrency import Glibc
import Media

/// The folder of Lua modules and tools that belongs to the program.
package enum StandardLibrary {
  /// The folder `Stdlib`, or nil where this installation has none.
  ///
  /// Looked for upwards from the executable (a build folder inside a checkout), then where an
  /// installation puts it, then at `$VSCRIPT_STDLIB`.
  package static let path: String? = {
    var folder = executableFolder
    while !folder.isEmpty {
      if isFolder(folder + "/Stdlib/vscript") { return folder + "/Stdlib" }
      folder = parent(of: folder)
    }
    let installed = parent(of: executableFolder) + "/share/vscript"
    for candidate in [installed + "/Stdlib", installed] where isFolder(candidate + "/vscript") {
      return candidate
    }
    return StandardError.environment("VSCRIPT_STDLIB").flatMap { isFolder($0) ? $0 : nil }
  }()

  /// The file of the tool `name`, or nil where there is none.
  package static func tool(named name: String) -> String? {
    guard let path else { return nil }
    let file = path + "/commands/" + name + ".lua"
    return access(file, R_OK) == 0 ? file : nil
  }

  /// What a file of it is called in positions, wherever it is installed.
  package static func chunkName(of file: String) -> String {
    "=" + ErrorText.libraryPrefix + file.dropFirst((path ?? "").count + 1)
  }

  /// What the line that starts a tool is called in positions.
  package static let toolChunkName = "=" + ErrorText.libraryPrefix + "commands"

  /// The names of all tools, sorted.
  package static var toolNames: [String] { names(in: "commands") }

  /// What `require` finds in the library, sorted: "vscript.merge".
  static var moduleNames: [String] { ["vscript"] + names(in: "vscript").map { "vscript." + $0 } }

  /// The topics of the help, sorted.
  static var topics: [String] { names(in: "doc/topics", ending: ".md") }

  /// The text of a topic; nil where there is none.
  static func topic(_ name: String) -> String? {
    guard let path, topics.contains(name.lowercased()) else { return nil }
    return text(of: path + "/doc/topics/" + name.lowercased() + ".md")
  }

  /// What a module says of itself: the comment at its head; nil where there is no such module.
  static func moduleComment(_ name: String) -> String? {
    guard let path, name != "vscript", moduleNames.contains(name),
      let text = text(of: path + "/" + name.replacing(".", with: "/") + ".lua")
    else { return nil }
    let comment = text.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("--") }
    let lines = comment.map { $0.drop { $0 == "-" }.drop { $0 == " " } }
    return "require(\"\(name)\")\n" + lines.map { "  " + $0 }.joined(separator: "\n")
  }

  private static func text(of file: String) -> String? {
    guard case .success(let bytes) = readFile(file) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func names(in folder: String, ending: String = ".lua") -> [String] {
    guard let path else { return [] }
    return fileNames(in: path + "/" + folder)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(ending.count)) }
      .sorted()
  }

  private static let executableFolder: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return "" }
    let bytes = buffer[..<length].map { UInt8(bitPattern: $0) }
    return parent(of: String(decoding: bytes, as: UTF8.self))
  }()

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
