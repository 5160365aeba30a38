import CFFmpeg
import Glibc
import Synchronization

/// A file that was fetched from an address, whole, because everything here reads at any place.
///
/// It has no name in the file system: nothing is left of it when the process ends, however that
/// happens. Its address stands for it wherever a path does. An address is fetched once in a process.
final class FetchedFile: Sendable {
  private let descriptor: Int32

  /// What the system opens; each opening has a place of its own in the file.
  private var openName: String { "/proc/self/fd/\(descriptor)" }

  private static let known = Mutex<[String: FetchedFile]>([:])

  /// What the system should open for a path: the fetched file of an address, or the path itself.
  static func openName(_ path: String) -> String {
    guard isAddress(path) else { return path }
    return known.withLock { $0[path]?.openName } ?? path
  }

  /// Whether a path has the form of an address, such as "http://host/film.mp4".
  static func isAddress(_ path: String) -> Bool {
    guard let colon = path.firstIndex(of: ":"), colon > path.startIndex else { return false }
    return path[colon...].hasPrefix("://")
  }

  /// Fetches an address unless that has been done; afterwards it can be opened like a path.
  ///
  /// On the caller's thread, as long as it takes. Only HTTP is spoken, and an answer cannot lead to
  /// anything else. A server that says nothing for some seconds is an error.
  static func fetch(_ address: String, monitor: ReadingMonitor?) throws(MediaError) {
    guard known.withLock({ $0[address] }) == nil else { return }
    guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
      throw MediaError(
        .networkRefused, path: address, action: "open", detail: "only http and https are spoken",
        hint: "download it first")
    }
    let file = try FetchedFile(address, monitor)
    known.withLock { $0[address] = file }
  }

  private init(_ address: String, _ monitor: ReadingMonitor?) throws(MediaError) {
    descriptor = try Self.namelessFile(for: address)
    do throws(MediaError) {
      var transfer = try Transfer(address)
      try transfer.run(into: descriptor, monitor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func namelessFile(for address: String) throws(MediaError) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array((folder + "/vscript-fetched-XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else {
      throw MediaError(
        .writeFailed, path: folder, action: "keep '\(address)' in",
        detail: String(cString: strerror(errno)), hint: "set TMPDIR to a folder with room")
    }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }
}

/// One address being read from its beginning to its end.
private struct Transfer: ~Copyable {
  private let address: String
  private let context: UnsafeMutablePointer<AVIOContext>
  /// The monotonic time, in nanoseconds, from which on nothing more is waited for.
  private let end: UnsafeMutablePointer<UInt64>

  /// How long a server may be silent.
  private static let patience: UInt64 = 5_000_000_000
  private static let blockSize = 1 << 16

  init(_ address: String) throws(MediaError) {
    self.address = address
    _ = FFmpegLog.isInstalled
    _ = FFmpegLog.takeLastError()
    end = .allocate(capacity: 1)
    end.initialize(to: monotonicTime() + Self.patience)
    var interruption = AVIOInterruptCB(
      callback: { pointer in
        guard let end = pointer?.assumingMemoryBound(to: UInt64.self) else { return 0 }
        return monotonicTime() > end.pointee ? 1 : 0
      }, opaque: end)
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "http,https,tls,tcp", 0)
    var opened: UnsafeMutablePointer<AVIOContext>?
    let status = avio_open2(&opened, address, AVIO_FLAG_READ, &interruption, &options)
    av_dict_free(&options)
    guard status >= 0, let opened else {
      let error = Self.error(status, address, isLate: monotonicTime() > end.pointee)
      end.deallocate()
      throw error
    }
    context = opened
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_closep(&context)
    end.deallocate()
  }

  mutating func run(into file: Int32, _ monitor: ReadingMonitor?) throws(MediaError) {
    let size = avio_size(context)
    let watch = monitor.map { ReadingMonitor.Watch(monitor: $0, path: address, size: max(size, 0)) }
    defer { watch?.finish() }
    var done: Int64 = 0
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      end.pointee = monotonicTime() + Self.patience
      let count = avio_read_partial(context, &block, Int32(Self.blockSize))
      if count == vsff_error_eof || count == 0 { break }
      guard count > 0 else {
        throw Self.error(count, address, isLate: monotonicTime() > end.pointee)
      }
      guard Glibc.write(file, block, Int(count)) == Int(count) else {
        throw MediaError(
          errno == ENOSPC ? .diskFull : .writeFailed, path: address, action: "fetch",
          detail: "the folder for temporary files has no room for it",
          hint: "set TMPDIR to a folder with room")
      }
      done += Int64(count)
      if let watch, !watch.goesOn(at: done) {
        throw MediaError(.interrupted, path: address, action: "fetch")
      }
    }
    guard size < 0 || done >= size else {
      throw MediaError(
        .networkFailed, path: address, action: "fetch",
        detail: "the connection ended after \(done) of \(size) bytes")
    }
  }

  private static func error(_ status: Int32, _ address: String, isLate: Bool) -> MediaError {
    guard !isLate else {
      return MediaError(
        .networkFailed, path: address, action: "fetch",
        detail: "the server said nothing for \(patience / 1_000_000_000) seconds")
    }
    return MediaError(.networkFailed, ffmpeg: status, path: address, action: "fetch")
  }
}

private func monotonicTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
