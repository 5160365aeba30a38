@preconcurrency import Glibc
import Synchronization

/// The names of unfinished files, for file systems on which a file must have one.
///
/// Whoever writes such a file holds a lock on it, which the system drops with the process: a name
/// that can be locked belongs to nobody and may go.
enum HiddenName {
  private static let prefix = ".vscript-"
  private static let suffix = ".part"
  private static let counter = Atomic<Int>(0)

  /// A name in that folder that nobody else makes.
  static func make(in folder: String) -> String {
    let number = counter.add(1, ordering: .relaxed).newValue
    return "\(folder)/\(prefix)\(getpid())-\(number)\(suffix)"
  }

  /// Creates and locks a file; nil with `errno` set where the folder does not allow it.
  static func create(in folder: String) -> (descriptor: Int32, name: String)? {
    for _ in 0..<100 {
      let name = make(in: folder)
      let descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      if descriptor < 0 {
        if errno == EEXIST { continue }
        return nil
      }
      // Somebody who tidies up may have been quicker than the lock.
      var status = stat()
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
        status.st_nlink > 0
      {
        return (descriptor, name)
      }
      close(descriptor)
    }
    return nil
  }

  /// Removes the unfinished files of processes that are gone.
  static func removeStale(in folder: String) {
    for name in fileNames(in: folder) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let name = folder + "/" + name
      let descriptor = open(name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(name) }
      close(descriptor)
    }
  }
}
