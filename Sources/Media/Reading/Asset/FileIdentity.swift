import Glibc

/// What makes a file the same file, unchanged.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  /// The time of the last modification, in nanoseconds.
  package let modified: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// The identity of what a path names, links followed; nil where there is nothing.
  package init?(path: String) {
    var status = stat()
    guard stat(FetchedFile.openName(path), &status) == 0 else { return nil }
    self.init(status)
  }

  /// Fails where a name no longer means this file as it was.
  func check(_ path: String) throws(MediaError) {
    let now = FileIdentity(path: path)
    guard now != self else { return }
    guard let now else {
      throw MediaError(
        .fileChanged, path: path, action: "read", detail: "the file is gone",
        hint: "it was there when it was opened: put it back, or open another")
    }
    guard now.isSameFile(as: self) else {
      throw MediaError(
        .fileChanged, path: path, action: "read",
        detail: "another file has taken its name since it was opened")
    }
    throw MediaError(
      .fileChanged, path: path, action: "read",
      detail: "the file was changed since it was opened: "
        + (now.size == size ? "its time is another" : "it had \(size) bytes and has \(now.size)"))
  }

  /// Whether it is the same file, whatever its content.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// A local regular file that can be read, with the name FFmpeg should open.
struct LocalFile {
  /// As the caller gave it.
  let path: String
  /// Absolute and without links: the key of the shared description.
  let canonicalPath: String
  let identity: FileIdentity
  /// It came from an address and is gone with this process.
  let isFetched: Bool

  /// What may be meant by a name that is nobody's; nil for the usual advice.
  private static func hint(forMissing path: String) -> String? {
    if path.unicodeScalars.contains("\u{FFFD}") {
      return "its name has bytes that are not UTF-8: rename it, or make a link with a plain name"
    }
    // As libavformat has it: "file:a.mp4", "concat:a|b".
    if let colon = path.firstIndex(of: ":"), colon > path.startIndex,
      path[..<colon].utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    {
      return "a name is only a path here: leave '\(path[...colon])' away"
    }
    return nil
  }

  /// Checks that a name means a readable, non-empty regular file, without opening it.
  ///
  /// Devices and pipes are refused before anything could block on them.
  init(checking path: String) throws(MediaError) {
    let action = "open"
    var status = stat()
    let openName = FetchedFile.openName(path)
    guard stat(openName, &status) == 0 else {
      let reason = errno
      if FetchedFile.isAddress(path) {
        throw MediaError(.networkRefused, path: path, action: action)
      }
      switch reason {
      case EACCES: throw MediaError(.permissionDenied, path: path, action: action)
      case ENOENT, ENOTDIR:
        throw MediaError(
          .fileNotFound, path: path, action: action, hint: Self.hint(forMissing: path))
      case ELOOP:
        throw MediaError(
          .fileNotFound, path: path, action: action, detail: "its links lead in a circle",
          hint: "name the file itself, or repair the link")
      case ENAMETOOLONG:
        throw MediaError(
          .fileNotFound, path: path, action: action, detail: "the name is too long",
          hint: "change to its folder and use a relative name")
      default:
        throw MediaError(
          .ioFailed, path: path, action: action, detail: String(cString: strerror(reason)))
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw MediaError(.isADirectory, path: path, action: action)
    default: throw MediaError(.notARegularFile, path: path, action: action)
    }
    guard access(openName, R_OK) == 0 else {
      throw MediaError(.permissionDenied, path: path, action: action)
    }
    guard status.st_size > 0 else { throw MediaError(.emptyFile, path: path, action: action) }
    self.path = path
    identity = FileIdentity(status)
    isFetched = openName != path
    let resolved = isFetched ? nil : realpath(path, nil)
    defer { free(resolved) }
    let canonical = resolved.map { String(cString: $0) } ?? path
    // A name that is both is kept once.
    canonicalPath = canonical == path ? path : canonical
  }
}
