@preconcurrency import Glibc
import LuaRuntime

/// Waits for files of some folders to be written or replaced, by inotify.
///
/// Editors save in different ways: by writing the file, or by writing another one and renaming it;
/// both count. Owned by one thread.
final class FolderWatch: LuaClosable {
  static var luaName: String { "FolderWatch" }

  let closeRecord = LuaCloseRecord()
  private let descriptor: Int32
  private var folders: [Int32: String] = [:]

  /// Begins to watch; what changes from now on is told, also before the first wait.
  init(_ paths: [String]) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Self.failure("watch", "files") }
    for path in paths {
      let watch = inotify_add_watch(descriptor, path, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO))
      guard watch >= 0 else {
        let error = Self.failure("watch the folder", path)
        Glibc.close(descriptor)
        throw error
      }
      folders[watch] = path
    }
  }

  func close() { Glibc.close(descriptor) }

  private static func failure(_ action: String, _ path: String) -> LuaError {
    LuaError(
      code: "io_failed", message: "cannot \(action) \(path): \(String(cString: strerror(errno)))",
      path: path)
  }

  /// The paths that changed, as soon as any did; none when the time is over.
  func wait(_ state: LuaState, milliseconds: Int?) throws -> [String] {
    var rest = milliseconds ?? .max
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while rest > 0 {
      if state.isInterrupted {
        throw LuaError.interruption
      }
      let part = min(rest, 50)
      if poll(&ready, 1, Int32(part)) == 1 {
        // A save is often several events: those that follow at once belong to it.
        var paths = try read()
        while poll(&ready, 1, 10) == 1 { paths += try read() }
        return Array(Set(paths)).sorted()
      }
      rest -= part
    }
    return []
  }

  private func read() throws -> [String] {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { throw Self.failure("read changes of", "folders") }
    var paths: [String] = []
    var place = 0
    bytes.withUnsafeBytes { raw in
      while place + MemoryLayout<inotify_event>.size <= count {
        let event = raw.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
        let start = place + MemoryLayout<inotify_event>.size
        let name = raw[start..<start + Int(event.len)].prefix { $0 != 0 }
        if let folder = folders[event.wd] {
          paths.append(folder + "/" + String(decoding: name, as: UTF8.self))
        }
        place = start + Int(event.len)
      }
    }
    return paths
  }

  var luaText: String { "FolderWatch of \(folders.values.sorted().joined(separator: ", "))" }
}

func makeFolderWatchClass() -> LuaClass {
  LuaClass.object(FolderWatch.self, "Tells of files that are written or replaced.") { type in
    type.method("wait(seconds)", "The paths that changed, as soon as any did, or so long; a list.")
    {
      (watch: FolderWatch, seconds: Double?, call: LuaCall) throws -> [String] in
      if let seconds, !(seconds >= 0 && seconds.isFinite) {
        throw refusal("a wait takes 0 seconds or more, not \(seconds)")
      }
      return try watch.wait(
        call.state, milliseconds: seconds.map { Int(min($0, 1e9) * 1000) })
    }
  }
}

/// `vs.watch`.
func addWatchFunctions(to module: LuaModuleBuilder) {
  module.function("watch(folders)", "Watches the files of folders from now on.") {
    (folders: [PathArgument]) throws -> FolderWatch in
    guard !folders.isEmpty else { throw refusal("there is no folder to watch") }
    return try FolderWatch(folders.map(\.path))
  }
  module.value("program", "The path of the running program.") { () -> String in
    var path = [UInt8](repeating: 0, count: 4096)
    let count = path.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.bindMemory(to: CChar.self).baseAddress!, $0.count)
    }
    return count > 0 ? String(decoding: path[..<count], as: UTF8.self) : "vscript"
  }
}
