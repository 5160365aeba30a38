@preconcurrency import Glibc

/// The folder of a project file, from which its media are named.
struct ProjectPath {
  /// As it was given, with a slash at its end; empty for the working directory.
  let given: String
  /// The components of its real place.
  private let components: [Substring]

  /// The folder that holds a file, which need not exist itself.
  static func folder(of path: String) throws -> ProjectPath {
    let given = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let place = given.isEmpty ? "." : given
    guard let resolved = realpath(place, nil) else {
      throw RenderError(
        "directory_missing", "there is no directory '\(place)'", path: path,
        hint: "make it first, as with vs.make_directory")
    }
    defer { free(resolved) }
    return ProjectPath(
      given: given, components: String(cString: resolved).split(separator: "/"))
  }

  /// A path as seen from the folder; the folder that it lies in must exist.
  func relative(_ path: String) throws -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let target = try ProjectPath.folder(of: path).components
    let shared = zip(components, target).prefix { $0 == $1 }.count
    let up = components.dropFirst(shared).map { _ in "..".prefix(2) }
    return (up + target.dropFirst(shared) + [name[...]]).joined(separator: "/")
  }

  /// A path that was written by `relative`, for opening.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : given + path }
}
