@preconcurrency import Glibc

extension OutputFile {
  /// The path with links followed, so that a link to a file is kept and the file is replaced.
  static func resolve(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What stands under the name now, after refusing all that must not be replaced.
  static func checkTarget(
    _ target: String, asked path: String, overwrite: Bool, forbidden: [FileIdentity]
  ) throws(MediaError) -> stat? {
    guard !path.isEmpty else {
      throw MediaError(.fileNotFound, action: "write", detail: "the output has no name")
    }
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      // What stands for them would become the name.
      throw MediaError(
        .writeFailed, path: path, action: "write",
        detail: "its name has bytes that are not UTF-8",
        hint: "choose a name that is text, and rename the file afterwards")
    }
    guard !FetchedFile.isAddress(path) else {
      throw MediaError(
        .networkRefused, path: path, action: "write",
        hint: "write to a local file and send that")
    }
    var status = stat()
    guard stat(target, &status) == 0 else {
      let reason = errno
      if reason == ENOENT {
        // A link that leads nowhere has the name without a file behind it.
        if lstat(target, &status) == 0, !overwrite { throw existsError(path) }
        if isFolder(folder(of: target)), !target.hasSuffix("/") { return nil }
      }
      throw openError(reason, path: path, folder: folder(of: target))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw MediaError(.isADirectory, path: path, action: "write")
    default:
      throw MediaError(
        .notARegularFile, path: path, action: "write",
        hint: "write to a file; the file type \"null\" renders and keeps nothing")
    }
    let identity = FileIdentity(status)
    let isSource = forbidden.contains { $0.isSameFile(as: identity) }
    if isSource { throw MediaError(.outputIsInput, path: path, action: "write") }
    guard overwrite else { throw existsError(path) }
    return status
  }

  static func existsError(_ path: String) -> MediaError {
    MediaError(.fileExists, path: path, action: "write")
  }

  static func openError(_ reason: Int32, path: String, folder: String) -> MediaError {
    switch reason {
    case ENOENT where isFolder(folder):
      MediaError(
        .writeFailed, path: path, action: "write",
        detail: "the directory '\(folder)' takes no new files",
        hint: "choose a directory on a disk")
    case ENOENT, ENOTDIR:
      MediaError(
        .directoryMissing, path: path, action: "write", detail: "there is no directory '\(folder)'")
    case EACCES, EPERM, EROFS:
      MediaError(
        .permissionDenied, path: path, action: "write",
        detail: "the directory '\(folder)' is read-only for this user",
        hint: "choose a directory that can be written")
    case EMFILE, ENFILE: MediaError(.tooManyFiles, path: path, action: "write")
    case ENOSPC, EDQUOT: MediaError(.diskFull, path: path, action: "write")
    default:
      MediaError(.writeFailed, path: path, action: "write", detail: ffmpegText(-reason))
    }
  }
}
