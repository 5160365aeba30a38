@preconcurrency import Glibc

/// A program on a terminal of its own, typed to and read like a person would.
package final class PseudoTerminal {
  private let screen: Int32
  private let keyboard: Int32
  private let process: pid_t
  private var status: Int32?
  /// Everything that was shown so far.
  package private(set) var text = ""
  private var read = 0
  private var bytes: [UInt8] = []

  package struct Failed: Error {
    package let reason: String
  }

  /// Starts a program on a terminal of so many columns and 24 rows.
  package init(
    _ program: String, _ arguments: [String], columns: Int = 80,
    environment: [String: String] = [:], folder: String
  ) throws {
    screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, unlock): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    guard screen >= 0, ioctl(screen, 0x4004_5431, &unlock) == 0,
      ioctl(screen, 0x8004_5430, &number) == 0
    else { throw Failed(reason: "no terminal: \(String(cString: strerror(errno)))") }
    let name = "/dev/pts/\(number)"
    // Held open here too, so that reading never meets an end before the program has begun.
    keyboard = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
    // The shell opens the terminal in a session of its own, and so makes it the controlling one.
    let settings = environment.map { "\($0.key)=\($0.value)" }
    let words =
      ["setsid", "env", "-C", folder] + settings
      + [
        "sh", "-c", "exec \"$0\" \"$@\" <$T >$T 2>&1".replacing("$T", with: name),
      ]
      + [program] + arguments
    var list: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in list { free(word) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    defer { posix_spawnattr_destroy(&attributes) }
    var started: pid_t = 0
    guard posix_spawnp(&started, "setsid", nil, &attributes, &list, environ) == 0 else {
      throw Failed(reason: "the program does not start")
    }
    process = started
  }

  deinit {
    if status == nil { kill(process, SIGKILL) }
    close(screen)
    close(keyboard)
  }

  package func type(_ keys: String) { _ = writeAll(screen, Array(keys.utf8)) }

  /// Reads for so many seconds.
  package func wait(_ seconds: Double) {
    let end = now() + seconds
    while now() < end { readMore(milliseconds: Int32(max(0, end - now()) * 1000) + 1) }
  }

  /// Reads on until this was shown; what comes after it is for the next time.
  @discardableResult
  package func expect(_ wanted: String, limit: Double = 60) -> Bool {
    let wanted = Array(wanted.utf8)
    let end = now() + limit
    while true {
      if let place = bytes[read...].firstRange(of: wanted) {
        read = place.upperBound
        return true
      }
      let isOver = hasEnded
      if readMore(milliseconds: 100) { continue }
      if isOver || now() > end {
        print("the terminal never showed '\(String(decoding: wanted, as: UTF8.self))' in:\n\(text)")
        return false
      }
    }
  }

  /// Waits for the program to end by itself: its status, or 137 after `limit` seconds.
  package func end(limit: Double = 60) -> Int32 {
    let end = now() + limit
    while !hasEnded {
      if now() > end { kill(process, SIGKILL) }
      readMore(milliseconds: 20)
    }
    while readMore(milliseconds: 0) {}
    let word = status ?? 0
    return word & 0x7f == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f)
  }

  private var hasEnded: Bool {
    var word: Int32 = 0
    if status == nil, waitpid(process, &word, WNOHANG) == process { status = word }
    return status != nil
  }

  /// Takes what is there; false where nothing came.
  @discardableResult
  private func readMore(milliseconds: Int32) -> Bool {
    var file = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    guard poll(&file, 1, milliseconds) > 0 else { return false }
    var block = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(screen, &block, block.count)
    guard count > 0 else { return false }
    bytes += block[..<count]
    text = String(decoding: bytes, as: UTF8.self)
    return true
  }
}
