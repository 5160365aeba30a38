import Composition
import Glibc
import Media
import Timing

/// One export: prepared when made, run once, watched and cancelled from any thread.
///
/// The life cycle is the reference's: pending → exporting → completed, failed or cancelled, and the
/// last three are final.
package final class ExportSession: @unchecked Sendable {
  package enum Status: String, Sendable {
    case pending, exporting, completed, failed, cancelled

    package var isFinal: Bool { self != .pending && self != .exporting }
  }

  /// How far an export is; `fraction` never goes back, and is 1 exactly when it is complete.
  package struct Progress: Sendable {
    package let status: Status
    package let framesDone: Int
    package let framesTotal: Int
    package let fraction: Double
  }

  private let spec: OutputSpec
  private let request: ExportRequest
  private let cancellation: Cancellation
  private let monitor: Monitor
  private let calls: CompositorMailbox
  // Guarded by `monitor`.
  private var status = Status.pending
  private var worker: Worker?
  /// Whether it was over before its threads were.
  private var isLeft = false
  private var outcome: Result<ExportReport, any Error>?

  /// Settles what will be done; nothing is written yet.
  package init(_ composition: Composition, _ request: ExportRequest) throws {
    // Before the stages and their codecs start threads.
    _ = Allocator.keepsFewArenas
    // What they still hold would be missing when memory is divided.
    Aftermath.wait()
    self.request = request
    monitor = Monitor()
    calls = CompositorMailbox(monitor)
    cancellation = Cancellation(passes: request.passes)
    spec = try OutputSpec(composition, request)
  }

  deinit {
    // A session that is let go while it runs is stopped; its thread holds what it needs.
    cancellation.cancel()
  }

  /// What will be done, and why; settled before the start.
  package var plan: ExportPlan { spec.exportPlan(output: request.output) }

  package var progress: Progress {
    let (frames, fraction) = cancellation.progress
    let status = monitor.locked { self.status }
    return Progress(
      status: status, framesDone: frames, framesTotal: spec.video?.schedule.count ?? 0,
      fraction: status == .completed ? 1 : min(fraction, 0.999))
  }

  /// What came out, once the session is over.
  package var result: Result<ExportReport, any Error>? { monitor.locked { outcome } }

  /// A rough size in bytes: while it runs from what is written, before from the bit rates asked
  /// for; 0 when only the content can tell.
  package var estimatedSize: Int64 {
    if case .success(let report)? = result { return report.size }
    let limit = request.fileLengthLimit > 0 ? request.fileLengthLimit : .max
    let (written, share) = cancellation.written
    // The first packets hold the key frame and say little of the rest.
    if share > 0.05, written > 0 { return min(Int64(Double(written) / share), limit) }
    return min(requestedSize, limit)
  }

  private var requestedSize: Int64 {
    let bits = (request.bitRate ?? 0) + (spec.audio?.settings.bitRate ?? 0)
    guard request.bitRate != nil || spec.video == nil else { return 0 }
    return spec.range.duration.multiplied(by: bits, over: 8).units(per: 1)
  }

  /// Begins the export on threads of its own; a session runs once.
  package func start() throws {
    try monitor.locked {
      guard status == .pending else { throw alreadyUsed }
      status = .exporting
      // The thread owns the job and not the session, so that letting the session go can stop it.
      worker = Worker { [spec, request, cancellation, calls, weak self] in
        let result = Result {
          try ExportJob.run(spec, request, cancellation, calls) { [weak self] in
            self?.settle(.failure(Cancelled()), isLeft: true)
          }
        }
        self?.settle(result)
      }
    }
  }

  /// Ends the session; its first end counts.
  private func settle(_ result: Result<ExportReport, any Error>, isLeft: Bool = false) {
    monitor.locked {
      guard !status.isFinal else { return }
      (outcome, self.isLeft) = (result, isLeft)
      switch result {
      case .success: status = .completed
      case .failure(let error): status = error is Cancelled ? .cancelled : .failed
      }
      monitor.signal()
    }
  }

  /// Ends the session as if it had run, without doing anything: what was wanted is its plan.
  package func skip() throws {
    try monitor.locked {
      guard status == .pending else { throw alreadyUsed }
      status = .completed
      outcome = .success(ExportReport(planned: plan))
      monitor.signal()
    }
  }

  /// Only with the lock held.
  private var alreadyUsed: RenderError {
    RenderError(
      "session_already_used", number: -11862,
      "this export session was \(status == .exporting ? "started" : status.rawValue) already",
      hint: "make a new session for every export")
  }

  /// Stops the export; before the start, for good.
  ///
  /// It is over as soon as nothing is left of its file. An encoder may need longer to let go of a frame:
  /// that is waited for before the next session is made, and at the end of the program.
  package func cancel() {
    cancellation.cancel()
    monitor.locked {
      guard status == .pending else { return }
      status = .cancelled
      outcome = .failure(Cancelled())
      monitor.signal()
    }
  }

  /// Waits for the end, but no longer than this, and meanwhile calls the compositors that frames are
  /// waiting for; true once the session is over.
  ///
  /// On the thread that the compositors belong to. What one of them throws fails the export.
  package func serve(milliseconds: Int) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(milliseconds)
    while true {
      calls.serve()
      let rest = clock.now.duration(to: end) / .milliseconds(1)
      let isFinal = monitor.locked {
        if rest > 0, !status.isFinal, !calls.hasWork {
          _ = monitor.wait(milliseconds: Int(rest.rounded(.up)))
        }
        return status.isFinal
      }
      if isFinal { return wait(milliseconds: 0) }
      if rest <= 0 { return false }
    }
  }

  /// Waits for the end, but no longer than this; true once the session is over.
  package func wait(milliseconds: Int) -> Bool {
    let (isOver, thread, isLeft) = monitor.locked { () -> (Bool, Worker?, Bool) in
      if !status.isFinal { _ = monitor.wait(milliseconds: milliseconds) }
      guard status.isFinal else { return (false, nil, false) }
      defer { worker = nil }
      return (true, worker, self.isLeft)
    }
    if let thread { isLeft ? Aftermath.leave(thread) : thread.join() }
    return isOver
  }
}

/// The export was told to stop; not a failure, and nothing was written.
package struct Cancelled: Error {
  package init() {}
}

/// The word to stop, and how far the work is: what the stages of an export share with its owner.
final class Cancellation: @unchecked Sendable {
  private let monitor = Monitor()
  private var isSet = false
  private var frames = 0
  private var fraction = 0.0
  private var bytes: Int64 = 0
  private let passes: Int
  private var reactions: [@Sendable () -> Void] = []

  init(passes: Int = 1) { self.passes = passes }

  var isCancelled: Bool { monitor.locked { isSet } }

  var progress: (frames: Int, fraction: Double) { monitor.locked { (frames, fraction) } }

  /// The bytes written, and the share of the film that they hold.
  var written: (bytes: Int64, share: Double) {
    monitor.locked { (bytes, passes == 2 ? max(0, fraction * 2 - 1) : fraction) }
  }

  func report(bytes: Int64) {
    monitor.locked { self.bytes = bytes }
  }

  func report(frames: Int, fraction: Double) {
    monitor.locked {
      self.frames = max(self.frames, frames)
      self.fraction = max(self.fraction, fraction)
    }
  }

  /// Forgets how far the work was: it is done once more.
  func startAgain() {
    monitor.locked { (frames, fraction, bytes) = (0, 0, 0) }
  }

  /// Runs `reaction` when the word comes, or at once if it has come.
  func onCancel(_ reaction: @escaping @Sendable () -> Void) {
    let isLate = monitor.locked {
      if !isSet { reactions.append(reaction) }
      return isSet
    }
    if isLate { reaction() }
  }

  func cancel() {
    let pending = monitor.locked {
      defer { reactions = [] }
      isSet = true
      return reactions
    }
    for reaction in pending { reaction() }
  }
}
