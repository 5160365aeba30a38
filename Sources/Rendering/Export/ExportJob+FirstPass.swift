@preconcurrency import Glibc
import Media
import Synchronization
import Timing

extension ExportJob {
  /// Lets the encoder look at all frames and keeps what it found; nil without pictures.
  ///
  /// - Parameter output: where the film will be written, which a cancelled export gives up at once.
  func firstPass(in folder: ScratchFolder, before output: OutputFile) throws -> EncoderPass? {
    guard let video = spec.video else { return nil }
    let file = folder.path + "/statistics"
    var settings = video.settings
    settings.pass = .first(file: file)
    let encoder = Handed(try VideoEncoder(settings))
    let statistics = BoundedQueue<String?>(capacity: 1)
    cancellation.onCancel { statistics.close() }
    let stages = [
      Worker { self.guarded { try self.renderFrames(into: self.measuredFrames) } },
      Worker {
        defer { statistics.finish() }
        self.guarded { try self.measure(encoder.value, into: statistics) }
      },
    ]
    let found = statistics.take()
    settleIfCancelled(output)
    for stage in stages { stage.join() }
    try throwFailure()
    return .second(file: file, statistics: found ?? nil)
  }

  /// The first pass itself; what the encoder found is told only when it has seen every frame.
  private func measure(
    _ encoder: VideoEncoder, into statistics: BoundedQueue<String?>
  ) throws {
    let total = Double(spec.video?.schedule.count ?? 0)
    while let next = measuredFrames.take() {
      _ = try encoder.encode(next.frame, pts: next.pts)
      cancellation.report(frames: 0, fraction: Double(next.index + 1) / total / 2)
    }
    guard failure.withLock({ $0 == nil }) else { return }
    _ = try encoder.finish(end: spec.range.duration)
    _ = statistics.put(encoder.passStatistics)
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
    for name in fileNames(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }
}
