import CFFmpeg
@preconcurrency import Glibc

/// A file that has no name until it is complete.
///
/// The bytes go to an unnamed file in the target's folder, so that a failure or a kill at any moment
/// leaves the folder as it was; `commit()` gives it the name that was asked for. Where the file
/// system cannot do that, a hidden name stands beside the target, and what a killed process left of
/// such names is removed when the next output is opened in that folder.
///
/// Sendable because it is handed from the thread that opens it to the one that writes it; only one
/// thread uses it at a time.
package final class OutputFile: @unchecked Sendable {
  /// The path as it was asked for.
  package let path: String
  /// The bytes from the start to the furthest that was written.
  package private(set) var size: Int64 = 0
  /// Where links end: the name that the file gets.
  private let target: String
  private let overwrite: Bool
  private let forbidden: [FileIdentity]
  private var descriptor: Int32 = -1
  /// The name that the file has until it is complete, where it cannot do without.
  private var hiddenName: String?
  private var position: Int64 = 0
  /// The system's number of the first failed write, which libavformat only passes on as its own.
  private(set) var failure: Int32 = 0

  /// Opens an output without touching what is there under that name.
  ///
  /// Throws where the name is taken and `overwrite` is not set, where it is one of the `forbidden`
  /// files (the sources) under whatever name, and where its folder is missing or cannot be written.
  package convenience init(
    path: String, overwrite: Bool = false, forbidden: [FileIdentity] = []
  ) throws(MediaError) {
    try self.init(path: path, overwrite: overwrite, forbidden: forbidden, allowsUnnamed: true)
  }

  /// As above; without `allowsUnnamed` as on a file system on which a file must have a name.
  init(
    path: String, overwrite: Bool, forbidden: [FileIdentity] = [], allowsUnnamed: Bool
  ) throws(MediaError) {
    self.path = path
    self.overwrite = overwrite
    self.forbidden = forbidden
    target = Self.resolve(path)
    let existing = try Self.checkTarget(
      target, asked: path, overwrite: overwrite, forbidden: forbidden)
    let folder = Self.folder(of: target)
    HiddenName.removeStale(in: folder)
    // The umask applies, as to any new file; a replaced file hands its permissions on.
    let unnamed = allowsUnnamed ? Self.openUnnamed(in: folder) : .success(nil)
    switch unnamed {
    case .success(let opened?): descriptor = opened
    case .success(nil):
      guard let hidden = HiddenName.create(in: folder) else {
        throw Self.openError(errno, path: path, folder: folder)
      }
      (descriptor, hiddenName) = (hidden.descriptor, hidden.name)
    case .failure(let reason): throw Self.openError(reason.number, path: path, folder: folder)
    }
    if let existing { fchmod(descriptor, existing.st_mode & 0o777) }
  }

  deinit { discard() }

  /// A name under which this process can open the file again, to read what it wrote.
  var readablePath: String { "/proc/self/fd/\(descriptor)" }

  /// A number of the system's.
  private struct SystemError: Error { let number: Int32 }

  /// A new file without a name; nil where the system has no such thing.
  private static func openUnnamed(in folder: String) -> Result<Int32?, SystemError> {
    let descriptor = open(folder, vsff_open_unnamed | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason = errno
      let isUnknown = reason == EOPNOTSUPP || reason == EISDIR || reason == EINVAL
      return isUnknown || (reason == ENOENT && isFolder(folder))
        ? .success(nil) : .failure(SystemError(number: reason))
    }
    // The name is given through this folder; a jail may lack it.
    guard access("/proc/self/fd/\(descriptor)", F_OK) == 0 else {
      close(descriptor)
      return .success(nil)
    }
    return .success(descriptor)
  }

  /// Gives the file its name; it is complete and closed afterwards.
  ///
  /// Without `overwrite` a file that appeared under the name in the meantime stays, and this throws.
  package func commit() throws(MediaError) {
    precondition(descriptor >= 0, "an output is finished once")
    defer { discard() }
    if overwrite {
      _ = try Self.checkTarget(target, asked: path, overwrite: true, forbidden: forbidden)
    }
    guard hiddenName == nil else { return try renameHidden() }
    if !overwrite {
      guard linkUnnamed(as: target) else { throw commitError(errno) }
      return
    }
    let folder = Self.folder(of: target)
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    for _ in 0..<100 {
      let name = HiddenName.make(in: folder)
      guard linkUnnamed(as: name) else {
        if errno == EEXIST { continue }
        throw commitError(errno)
      }
      hiddenName = name
      return try renameHidden()
    }
    throw commitError(EEXIST)
  }

  /// Closes the file and forgets what was written; harmless after `commit()`.
  package func discard() {
    if let hiddenName { unlink(hiddenName) }
    hiddenName = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private func linkUnnamed(as name: String) -> Bool {
    linkat(AT_FDCWD, readablePath, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }

  private func renameHidden() throws(MediaError) {
    guard let name = hiddenName else { return }
    if overwrite {
      guard rename(name, target) == 0 else { throw commitError(errno) }
    } else if vsff_rename_exclusively(name, target) != 0 {
      guard errno == EINVAL || errno == ENOSYS else { throw commitError(errno) }
      // The file system knows no exclusive rename; a moment remains between the two steps.
      guard access(target, F_OK) != 0 else { throw commitError(EEXIST) }
      guard rename(name, target) == 0 else { throw commitError(errno) }
    }
    hiddenName = nil
  }

  private func commitError(_ reason: Int32) -> MediaError {
    reason == EEXIST
      ? Self.existsError(path)
      : Self.openError(
        reason, path: path, folder: Self.folder(of: target))
  }
}

extension OutputFile {
  /// Writes bytes at the current position.
  package func write(_ bytes: [UInt8]) throws(MediaError) {
    let isWritten = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { write($0, count: buffer.count) } ?? true
    }
    if !isWritten, let error = writeError { throw error }
  }

  /// Writes at the current position; false after a failure, which `failure` then names.
  func write(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    var done = 0
    while done < count {
      let written = pwrite(descriptor, bytes + done, count - done, off_t(position))
      if written < 0 {
        if errno == EINTR { continue }
        if failure == 0 { failure = errno }
        return false
      }
      done += written
      position += Int64(written)
    }
    size = max(size, position)
    return true
  }

  func seek(to offset: Int64) { position = offset }

  var currentPosition: Int64 { position }

  /// The error of the first failed write; nil while all went well.
  var writeError: MediaError? {
    switch failure {
    case 0: nil
    case ENOSPC, EDQUOT: MediaError(.diskFull, path: path, action: "write")
    default:
      MediaError(.writeFailed, path: path, action: "write", detail: ffmpegText(-failure))
    }
  }
}
