import Imaging
import Media
import Synchronization
import Timing

/// The work of one export: render → encode → mux, with sound beside the picture.
///
/// Each stage is a thread, and bounded queues join them; the muxer runs on the thread that calls
/// `run` and always writes the packet that is due first, so neither stream runs ahead of the other.
/// A failure anywhere closes all queues, which lets every stage go at once.
final class ExportJob: @unchecked Sendable {
  let spec: OutputSpec
  let request: ExportRequest
  let cancellation: Cancellation
  let failure = Mutex<(any Error)?>(nil)
  let issues = Mutex<[SourceIssue]>([])

  let frames: BoundedQueue<TimedFrame>
  let pictures = BoundedQueue<[Packet]>(capacity: 16)
  let sounds = BoundedQueue<[Packet]>(capacity: 32)

  /// Frames on their way to the first of two passes.
  let measuredFrames: BoundedQueue<TimedFrame>
  /// The seconds of each stage, where they are asked for.
  let profile: ProfileCollector?
  /// How render threads reach the script's compositors.
  let calls: CompositorMailbox
  /// Where the film ends early, once its file has reached the limit.
  let ending = Ending()
  /// Is called once the export was cancelled and nothing is left of its file; threads may still run.
  private let whenCancelled: @Sendable () -> Void

  /// A frame on its way to the encoder, with its time in the output.
  struct TimedFrame: Sendable {
    let frame: VideoFrame
    let index: Int
    let pts: Int64
  }

  init(
    spec: OutputSpec, request: ExportRequest, cancellation: Cancellation,
    calls: CompositorMailbox, whenCancelled: @escaping @Sendable () -> Void
  ) {
    self.spec = spec
    self.request = request
    self.cancellation = cancellation
    self.calls = calls
    self.whenCancelled = whenCancelled
    let capacity = spec.memory?.queueCapacity ?? 1
    frames = BoundedQueue(capacity: capacity)
    measuredFrames = BoundedQueue(capacity: capacity)
    profile = request.measuresTime ? ProfileCollector() : nil
    calls.open()
  }

  /// Does the work on the calling thread and those it starts; returns when all of them are done.
  func run() throws -> ExportReport {
    let clock = ContinuousClock()
    let start = clock.now
    cancellation.onCancel { [weak self] in self?.stop(Cancelled()) }
    // A source that is known to be cut need not be decoded to fail a strict export.
    try throwFailure()
    let size = try spec.isDiscarded ? discard() : write()
    let found = (spec.issues + issues.withLock { $0 }).gathered
    let elapsed = (clock.now - start).components
    let end = ending.time
    var notes = spec.notes
    if let end {
      notes.append(
        "the film ends at \(end.exactClock) of \(spec.range.duration.exactClock): "
          + "its file has reached the limit of \(request.fileLengthLimit) bytes")
    }
    let peak = MemoryBudget.peak
    if request.memory > 0, peak > request.memory + request.memory / 10 {
      notes.append(
        "the work took \(peak >> 20) MiB of memory, more than the \(request.memory >> 20) allowed: "
          + "the encoder and the decoders need that much")
    }
    return ExportReport(
      path: spec.isDiscarded ? nil : request.output,
      frames: end == nil ? spec.video?.schedule.count ?? 0 : ending.frames,
      copiedFrames: spec.output.copiedFrames,
      duration: end ?? spec.range.duration,
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18, size: size,
      reachedLimit: end != nil, notes: notes, issues: found, profile: profile?.result)
  }

  /// Ends all stages; the first reason is the one that is reported.
  func stop(_ error: any Error) {
    failure.withLock { $0 = $0 ?? error }
    calls.close()
    measuredFrames.close()
    frames.close()
    pictures.close()
    sounds.close()
  }

  func guarded(_ body: () throws -> Void) {
    do { try body() } catch { stop(error) }
  }

  /// Tells the owner of a cancelled export that it is over before its threads have ended.
  func settleIfCancelled(_ file: OutputFile? = nil) {
    guard failure.withLock({ $0 is Cancelled }) else { return }
    file?.discard()
    whenCancelled()
  }

  func throwFailure() throws {
    if let error = failure.withLock({ $0 }) { throw error }
    if request.strict, let first = spec.issues.first ?? issues.withLock({ $0.first }) {
      throw MediaError(
        .decodeFailed, path: first.path, time: first.issue.time, action: "use",
        detail: first.issue.message,
        hint: "without strict such places are bridged and reported at the end")
    }
  }

  func report(_ frames: Int) {
    let total = spec.video?.schedule.count ?? 0
    let fraction = total == 0 ? 0 : Double(frames) / Double(total)
    cancellation.report(
      frames: frames, fraction: request.passes == 2 ? 0.5 + fraction / 2 : fraction)
  }
}
