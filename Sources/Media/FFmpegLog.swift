import CFFmpeg
import Glibc
import Synchronization

/// Where FFmpeg's log goes: the last error of each thread is kept for error messages.
///
/// Nothing is printed. FFmpeg logs through one callback for the whole process, so the state is
/// global; codecs call it from threads of their own.
package enum FFmpegLog {
  /// The last error by the thread that made it.
  private static let lastErrors = Mutex<[UInt: String]>([:])

  /// Takes over FFmpeg's log, once.
  static let isInstalled: Bool = {
    av_log_set_level(AV_LOG_ERROR)
    av_log_set_callback { object, level, format, arguments in
      FFmpegLog.receive(object, level, format, arguments)
    }
    return true
  }()

  /// The last error that FFmpeg logged on this thread, which is then forgotten.
  static func takeLastError() -> String? {
    let thread = UInt(pthread_self())
    return lastErrors.withLock { $0.removeValue(forKey: thread) }
  }

  private static func receive(
    _ object: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?,
    _ arguments: CVaListPointer?
  ) {
    guard level <= AV_LOG_ERROR, let arguments else { return }
    let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer -> String in
      guard let base = buffer.baseAddress else { return "" }
      base.pointee = 0
      var printsPrefix: Int32 = 1
      av_log_format_line2(object, level, format, arguments, base, 512, &printsPrefix)
      return String(cString: base)
    }
    let text = Substring(line).trimmed
    guard !text.isEmpty else { return }
    let message = withoutAddress(text)
    if let owner = vsff_log_owner(object) {
      Unmanaged<Complaints>.fromOpaque(owner).takeUnretainedValue().add(message)
    }
    let thread = UInt(pthread_self())
    lastErrors.withLock { errors in
      // Threads come and go; what nobody asked for is dropped rather than kept for ever.
      if errors.count > 64 { errors.removeAll() }
      errors[thread] = message
    }
  }

  /// FFmpeg's line without the object's address: "[mov @ 0x55…] text" becomes "mov: text".
  private static func withoutAddress(_ line: String) -> String {
    guard line.hasPrefix("["), let at = line.range(of: " @ 0x"), let end = line.firstIndex(of: "]")
    else { return line }
    let name = line[line.index(after: line.startIndex)..<at.lowerBound]
    return "\(name): \(line[line.index(after: end)...].trimmed)"
  }
}

/// The errors that one decoder or demuxer logged, on whichever thread.
///
/// A decoder that covers up damage says so in its log and nowhere else. The context holds this by
/// its `opaque` pointer, so it must outlive the context.
final class Complaints: Sendable {
  private let state = Mutex((count: 0, first: ""))

  fileprivate func add(_ message: String) {
    state.withLock { state in
      if state.count == 0 { state.first = message }
      state.count += 1
    }
  }

  /// The first of those since the last call; nil if there were none.
  func take() -> String? {
    state.withLock { state in
      guard state.count > 0 else { return nil }
      defer { state = (0, "") }
      return state.first
    }
  }
}

extension String {
  /// The first place of a text in this one.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

extension Substring {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    var rest = self
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }
}
