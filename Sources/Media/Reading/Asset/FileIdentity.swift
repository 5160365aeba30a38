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
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
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

  /// Checks that a name means a readable, non-empty regular file, without opening it.
  ///
  /// Devices and pipes are refused before anything could block on them.
  init(checking path: String) throws(MediaError) {
    let action = "open"
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = errno
      if path.contains("://") {
        throw MediaError(.networkRefused, path: path, action: action)
      }
      switch reason {
      case EACCES: throw MediaError(.permissionDenied, path: path, action: action)
      case ENOENT, ENOTDIR: throw MediaError(.fileNotFound, path: path, action: action)
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
    guard access(path, R_OK) == 0 else {
      throw MediaError(.permissionDenied, path: path, action: action)
    }
    guard status.st_size > 0 else { throw MediaError(.emptyFile, path: path, action: action) }
    self.path = path
    identity = FileIdentity(status)
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    canonicalPath = resolved.map { String(cString: $0) } ?? path
  }
}
