@preconcurrency import Glibc
import Media
import Synchronization
import Timing

extension ExportJob {
  /// Lets the encoder look at all frames and keeps what it found; nil without pictures.
  func firstPass(in folder: ScratchFolder) throws -> EncoderPass? {
    guard let video = spec.video else { return nil }
    let file = folder.path + "/statistics"
    var settings = video.settings
    settings.pass = .first(file: file)
    let encoder = try VideoEncoder(settings)
    let render = Worker { self.guarded { try self.renderFrames(into: self.measuredFrames) } }
    guarded {
      while let next = measuredFrames.take() {
        _ = try encoder.encode(next.frame, pts: next.pts)
        cancellation.report(
          frames: 0, fraction: Double(next.index + 1) / Double(video.schedule.count) / 2)
      }
    }
    render.join()
    try throwFailure()
    _ = try encoder.finish(end: spec.range.duration)
    return .second(file: file, statistics: encoder.passStatistics)
  }
}

/// Whether and where a film ends before its time; the stages of an export agree on it here.
final class Ending: Sendable {
  private struct State {
    var isNear = false
    var time: Time?
    var frames = 0
  }

  private let state = Mutex(State())

  /// Says that no more is to be made than is needed to come to an end.
  func come() { state.withLock { $0.isNear = true } }

  /// Whether an end was asked for and not yet settled.
  var isNear: Bool { state.withLock { $0.isNear && $0.time == nil } }

  func settle(at time: Time, frames: Int) {
    state.withLock { ($0.time, $0.frames) = (time, frames) }
  }

  /// The end in the film's own time; nil while it goes on.
  var time: Time? { state.withLock { $0.time } }
  var frames: Int { state.withLock { $0.frames } }
}

/// Tells when a film that ends now would fill its file.
///
/// Frames that are encoded but not written count with the average of those that are, and every
/// packet with what an index needs for it.
struct SizeGauge {
  private let limit: Int64
  private var packets: Int64 = 0
  private var frames: Int64 = 0
  private var frameBytes: Int64 = 0

  /// No limit is ever reached where it is 0.
  init(limit: Int64) { self.limit = limit }

  private static let indexBytes: Int64 = 16
  /// The head and the fixed parts of an index.
  private static let fixedBytes: Int64 = 2048

  mutating func add(_ packet: Packet, isPicture: Bool) {
    packets += 1
    guard isPicture else { return }
    frames += 1
    frameBytes += Int64(packet.byteCount)
  }

  /// - Parameter framesAhead: the frames that the encoder has taken.
  func isFull(written: Int64, framesAhead: Int) -> Bool {
    guard limit > 0 else { return false }
    let waiting = max(0, Int64(framesAhead) - frames)
    let average = frames > 0 ? frameBytes / frames : 0
    return written + waiting * average + packets * Self.indexBytes + Self.fixedBytes >= limit
  }
}

/// A folder of one's own for files that are only needed meanwhile.
final class ScratchFolder: Sendable {
  let path: String

  /// Makes a folder in another one, by default that of `TMPDIR`.
  init(in parent: String?) throws {
    let place = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((place + "/vscript-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      let reason = String(cString: strerror(errno))
      throw RenderError(
        "temporary_folder_failed", number: -11800,
        "cannot make a temporary folder in '\(place)': \(reason)", path: place,
        hint: "name another place with temporary_folder, or set TMPDIR")
    }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Removes the folder with the files in it.
  func remove() {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink(path + "/" + name) }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
