@preconcurrency import Glibc

/// Reads small files whole: projects and the like.
package enum TextFile {
  /// The bytes of a regular file that is no larger than a limit.
  package static func read(_ path: String, limit: Int64) throws(MediaError) -> [UInt8] {
    let file = try LocalFile(checking: path)
    guard file.identity.size <= limit else {
      throw MediaError(
        .ioFailed, path: path, action: "read",
        detail: "it has \(file.identity.size) bytes, and no more than \(limit) are read")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(file.identity.size))
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw failure(path) }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func failure(_ path: String) -> MediaError {
    let reason = errno
    return [EMFILE, ENFILE].contains(reason)
      ? MediaError(.tooManyFiles, path: path, action: "read")
      : MediaError(
        .ioFailed, path: path, action: "read", detail: String(cString: strerror(reason)))
  }
}
