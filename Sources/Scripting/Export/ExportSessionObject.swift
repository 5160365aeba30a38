import Composition
import LuaRuntime
import Media
import Rendering
import Timing

/// One export as scripts hold it.
///
/// The work is done on threads of its own. The script's callbacks and the progress display run on
/// the Lua thread, whenever a script waits: in `wait`, in `states`, in `vs.export`, and at the end of
/// the script.
final class ExportSessionObject: LuaObject, BackgroundWork {
  static var luaName: String { "ExportSession" }

  private let context: ScriptContext
  private let session: ExportSession
  private let display: ProgressDisplay
  private let output: String?
  private let edit: EditArgument
  private let options: ExportOptions
  private var onProgress: LuaFunction?
  var onComplete: LuaFunction?
  private var reported = -1.0
  /// Whether the end has been told to the display and to the script.
  private var isSettled = false
  /// Whether a compositor may be running that this film's frames wait for.
  private var isServing = false
  /// False while somebody types where the bar would be drawn.
  private var showsProgress = true
  /// Nothing was made, so there is nothing to show.
  private var isPlanned = false

  /// Milliseconds between two looks at the work.
  private static let interval = 50

  init(_ edit: EditArgument, _ options: ExportOptions, context: ScriptContext) throws {
    (self.context, self.edit, self.options) = (context, edit, options)
    var request = options.request
    // The person at the keyboard has the last word on what the machine is used for.
    request.threads = context.options.threads ?? request.threads
    request.memory = context.options.memory ?? request.memory
    request.measuresTime = request.measuresTime || context.options.showsProfile
    session = try ExportSession(edit.composition, request)
    output = options.request.output
    onProgress = options.onProgress
    display = ProgressDisplay(
      mode: ProgressDisplay.mode(options: context.options, script: options.progress),
      path: output)
  }

  var progress: ExportSession.Progress { session.progress }
  var estimatedSize: Int64 { session.estimatedSize }
  var plan: ExportPlan { session.plan }

  func start() throws {
    if let planning = context.planning {
      try session.skip()
      planning.add(Planning.Export(plan: session.plan, edit: edit, options: options))
      isPlanned = true
    } else {
      try session.start()
    }
    context.keep(self)
  }

  func cancel() { session.cancel() }

  /// What came out; nil before the end.
  var report: ExportReportObject? {
    guard case .success(let report) = session.result else { return nil }
    return ExportReportObject(report)
  }

  /// Why there is no film; nil before the end and after a good one.
  private(set) lazy var failure: LuaError? = {
    guard case .failure(let error) = session.result else { return nil }
    // A compositor's own error has the line of the script.
    return error as? LuaError ?? LuaError(wrapping: error)
  }()

  /// Waits for the end while the script's callbacks run; an interrupt of the script ends it early.
  ///
  /// Throws the export's failure.
  func wait(_ state: LuaState) throws -> ExportReportObject {
    if progress.status == .pending { throw notStarted }
    while try !step(state, milliseconds: Self.interval) {}
    if let report { return report }
    throw failure ?? refusal("the export ended without a result", hint: "start it again")
  }

  /// Waits no longer than this for the end and runs what is due; true once it is over.
  func step(_ state: LuaState, milliseconds: Int) throws -> Bool {
    guard !isServing else {
      throw refusal(
        "a compositor cannot wait for the film whose frame it makes",
        hint: "wait where the session was started, outside of the compositor")
    }
    isServing = true
    let isOver = session.serve(milliseconds: milliseconds)
    isServing = false
    do {
      if state.isInterrupted, !isOver { throw LuaError.interruption }
      try tell(isOver: isOver)
    } catch {
      // A callback that fails, or Ctrl-C: nothing may go on writing behind the script's back.
      session.cancel()
      while !session.wait(milliseconds: Self.interval) {}
      settle()
      throw error
    }
    return isOver
  }

  func attend(_ state: LuaState) throws {
    showsProgress = false
    defer { showsProgress = true }
    if session.wait(milliseconds: 0) { StandardError.write("\n") }
    _ = try step(state, milliseconds: 0)
  }

  private func tell(isOver: Bool) throws {
    let progress = progress
    if !isOver, showsProgress {
      display.update(
        framesDone: Int64(progress.framesDone), framesTotal: Int64(progress.framesTotal),
        fraction: progress.fraction)
    }
    if progress.fraction > reported, let onProgress {
      reported = progress.fraction
      try onProgress.call(progress.fraction)
    }
    guard isOver, !isSettled else { return }
    let onComplete = self.onComplete
    settle()
    try onComplete?.call(self)
  }

  /// Ends it for everybody: the display shows the result, callbacks are let go.
  private func settle() {
    guard !isSettled else { return }
    isSettled = true
    (onProgress, onComplete) = (nil, nil)
    context.release(self)
    guard case .success(let report) = session.result, !isPlanned else { return display.clear() }
    display.finish(
      ProgressResult(
        path: report.path, frames: Int64(report.frames), duration: report.duration,
        size: report.size,
        seconds: report.seconds, notes: report.notes))
    if context.options.showsProfile, let profile = report.profile {
      StandardError.write(profileText(profile, seconds: report.seconds))
    }
    for note in report.notes { context.noteOnce(note) }
    for issue in report.issues { context.log.write(.warning, issueText(issue)) }
  }

  var notStarted: LuaError {
    refusal("the export session was not started", hint: "call session:start() first")
  }

  var luaText: String {
    "ExportSession of \(output.map { "'\($0)'" } ?? "nothing") (\(progress.status.rawValue))"
  }
}

/// `a.mp4: at 0:03.2: a message (4 times)`.
func issueText(_ source: SourceIssue) -> String {
  let issue = source.issue
  return "\(source.path): at \(issue.time.clock): \(issue.message)"
    + (issue.count > 1 ? " (\(issue.count) times)" : "")
}
