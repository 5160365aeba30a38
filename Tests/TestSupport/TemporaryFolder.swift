@preconcurrency import Glibc
import Synchronization

/// Where folders of tests are made: what `Scripts/test` removes at its end, however that comes.
private let temporaryPlace = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

/// A folder of a test's own, removed with what is in it when the last reference goes, or when the
/// process ends: globals are never released.
package final class TemporaryFolder: Sendable {
  package let path: String
  private static let present = Mutex<Set<String>>([])
  private static let removesAtExit: Void = {
    atexit { for path in TemporaryFolder.present.withLock({ $0 }) { removeTree(path) } }
  }()

  package init(_ name: String = "test") {
    _ = Self.removesAtExit
    var template = Array("\(temporaryPlace)/vscript-\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      fatalError("mkdtemp: \(String(cString: strerror(errno)))")
    }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    _ = Self.present.withLock { $0.insert(path) }
  }

  deinit {
    removeTree(path)
    _ = Self.present.withLock { $0.remove(path) }
  }

  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The names in the folder, hidden ones too, sorted.
  package var names: [String] { listing(of: path) }
}

/// The names in a folder, hidden ones too, sorted; empty when there is no such folder.
package func listing(of folder: String) -> [String] {
  guard let handle = opendir(folder) else { return [] }
  defer { closedir(handle) }
  var names: [String] = []
  while let entry = readdir(handle) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Removes a file or a whole folder; what is not there is no fault.
package func removeTree(_ path: String) {
  for name in listing(of: path) where unlink(path + "/" + name) != 0 {
    removeTree(path + "/" + name)
  }
  if rmdir(path) != 0 { unlink(path) }
}

/// The bytes of a file; nil when it cannot be read.
package func readFile(_ path: String) -> [UInt8]? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  return readAll(file)
}

/// The text of a file; nil when it cannot be read.
package func readText(_ path: String) -> String? {
  readFile(path).map { String(decoding: $0, as: UTF8.self) }
}

/// Writes a file anew; traps when it cannot, for no test goes on from there.
package func writeFile(_ path: String, _ bytes: some Collection<UInt8>) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard file >= 0 else { fatalError("\(path): \(String(cString: strerror(errno)))") }
  defer { close(file) }
  guard writeAll(file, Array(bytes)) else { fatalError("\(path): write failed") }
}

/// The length of a file in bytes; nil when there is none.
package func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}

package func readAll(_ file: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file, &block, block.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return bytes }
    bytes.append(contentsOf: block[..<count])
  }
}

/// Writes all the bytes; false when the other side has gone.
package func writeAll(_ file: Int32, _ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var sent = 0
    while sent < buffer.count {
      let count = write(file, buffer.baseAddress! + sent, buffer.count - sent)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
