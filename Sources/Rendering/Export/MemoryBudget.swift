@preconcurrency import Glibc
import Imaging
import Media

/// How much memory the process may take while it renders, and what follows from it.
package struct MemoryBudget: Sendable {
  /// Bytes of the whole process.
  let limit: Int64

  /// What was asked for, or for 0 what the process may take at most: its control group's limit or
  /// the machine's memory.
  init(requested: Int64) { limit = requested > 0 ? requested : Self.available }

  /// How many decoders may be open at once for frames of about this size.
  ///
  /// A decoder holds its references, what its threads work on, and the pictures kept for a step back.
  func decoderLimit(frameBytes: Int, threads: Int) -> Int {
    let each = Int64(frameBytes) * Int64(12 + threads)
    return Int(max(1, min(6, limit / 3 / max(1, each))))
  }

  /// How much recycled memory a pool may keep.
  var idleBytes: Int { Int(min(256 << 20, limit / 8)) }

  /// Whether the process is so near the limit that caches have to go.
  var isTight: Bool { Self.resident > limit - limit / 16 }

  /// The process's memory in use, as the system counts it; about 2 µs.
  static var resident: Int64 {
    guard let text = contents(of: "/proc/self/statm") else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The most that the process ever used.
  ///
  /// Not what `getrusage` says, which counts the program that started this one until it began.
  static var peak: Int64 {
    guard let text = contents(of: "/proc/self/status"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let amount = Int64(line.filter(\.isNumber))
    else { return 0 }
    return amount << 10
  }

  /// What the process may take at most.
  static let available: Int64 = {
    let machine = Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    return min(machine, groupLimit(of: contents(of: "/proc/self/cgroup") ?? "") ?? machine)
  }()

  /// The lowest limit of a control group and those around it; nil where there is none.
  ///
  /// `membership` lists the process's groups as `/proc/self/cgroup` does.
  private static func groupLimit(of membership: String) -> Int64? {
    var lowest: Int64?
    for line in membership.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      // The second version has one tree, the first a tree for each resource.
      let (root, file) =
        parts[0] == "0"
        ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      guard parts[0] == "0" || parts[1].split(separator: ",").contains("memory") else { continue }
      var path = String(parts[2])
      while true {
        // Inside a container the path may be that of the world outside.
        if let text = contents(of: root + path + "/" + file),
          let bytes = Int64(text.prefix { $0.isNumber }), bytes > 0
        {
          lowest = min(lowest ?? bytes, bytes)
        }
        guard let slash = path.lastIndex(of: "/") else { break }
        path = String(path[..<slash])
      }
    }
    return lowest
  }

  /// The beginning of a small file of the system.
  private static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
  }
}

extension Canvas {
  /// The memory of one frame.
  var frameBytes: Int { format.byteCount(width: width, height: height) }
}
