import CFFmpeg
import Glibc

/// The bytes of one local file for libavformat, which is told neither its name nor its folder.
///
/// A name is only a name here: no pattern of numbers, no protocol, and nothing that a playlist could
/// find its neighbours by. Owned by one demuxer.
final class FileInput {
  let context: UnsafeMutablePointer<AVIOContext>
  private let path: String
  private let patience: UnsafeMutablePointer<Patience>

  /// How long libavformat may compute before it is interrupted.
  private struct Patience {
    /// The thread's processor time, in nanoseconds, at which it is over.
    var end: UInt64 = .max
    let allowance: UInt64
  }

  /// What one call may take: damaged tables can lead libavformat in circles for minutes, while a
  /// good file is read through at a hundred times this speed.
  private static let leastAllowance: UInt64 = 4_000_000_000
  private static let nanosecondsPerByte: UInt64 = 100

  init(_ path: String) throws(MediaError) {
    self.path = path
    let size = FileIdentity(path: path)?.size ?? 0
    patience = .allocate(capacity: 1)
    patience.initialize(
      to: Patience(
        allowance: Self.leastAllowance
          + UInt64(clamping: size).multipliedReportingOverflow(by: Self.nanosecondsPerByte)
          .partialValue))
    var opened: UnsafeMutablePointer<AVIOContext>?
    var interruption = Self.interruption(patience)
    // The prefix keeps a colon in the name from being taken for a protocol.
    let status = avio_open2(
      &opened, "file:" + FetchedFile.openName(path), AVIO_FLAG_READ, &interruption, nil)
    guard status >= 0, let opened else {
      patience.deallocate()
      let kind: MediaError.Kind =
        switch status {
        case vsff_error_not_found: .fileNotFound
        case vsff_error_access: .permissionDenied
        case -EMFILE, -ENFILE: .tooManyFiles
        default: .ioFailed
        }
      throw MediaError(kind, ffmpeg: status, path: path, action: "open")
    }
    context = opened
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_closep(&context)
    patience.deallocate()
    Allocator.countClosedFile()
  }

  var interruption: AVIOInterruptCB { Self.interruption(patience) }

  private static func interruption(_ patience: UnsafeMutablePointer<Patience>) -> AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { pointer in
        guard let patience = pointer?.assumingMemoryBound(to: Patience.self) else { return 0 }
        return processorTime() > patience.pointee.end ? 1 : 0
      }, opaque: patience)
  }

  /// Begins the time that the next call of libavformat may take.
  func restartClock() { patience.pointee.end = processorTime() &+ patience.pointee.allowance }

  /// A name that tells only the ending, by which some formats are known.
  var neutralName: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "input" }
    let ending = name[name.index(after: dot)...]
    let isPlain = ending.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
    return isPlain && ending.utf8.count <= 16 ? "input." + ending : "input"
  }

  /// Formats that are lists of other files or addresses.
  private static let playlists: Set<String> = [
    "hls", "applehttp", "concat", "dash", "imf", "sdp", "rtsp", "rtp", "vobsub", "image2",
    "webm_dash_manifest",
  ]

  /// Finds out what format the file has, by its bytes.
  func probe() throws(MediaError) -> UnsafePointer<AVInputFormat> {
    var format = try probe(as: neutralName)
    // By the ending of a picture alone it is taken for a pattern of names.
    if Self.names(of: format).contains("image2") { format = try probe(as: "input") }
    guard Self.playlists.isDisjoint(with: Self.names(of: format)) else {
      throw MediaError(.playlist, path: path, action: "open")
    }
    return format
  }

  private static func names(of format: UnsafePointer<AVInputFormat>) -> [String] {
    String(cString: format.pointee.name).split(separator: ",").map(String.init)
  }

  private func probe(as name: String) throws(MediaError) -> UnsafePointer<AVInputFormat> {
    restartClock()
    var format: UnsafePointer<AVInputFormat>?
    let score = av_probe_input_buffer2(context, &format, name, nil, 0, 0)
    guard score >= 0, let format else {
      throw MediaError(.notMedia, ffmpeg: score, path: path, action: "open")
    }
    return format
  }
}

/// What the calling thread has used of the processor, in nanoseconds.
private func processorTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
