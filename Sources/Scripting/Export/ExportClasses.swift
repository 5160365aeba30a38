import Composition
import LuaRuntime
import Media
import Rendering
import Timing

/// What an export did, as scripts hold it.
final class ExportReportObject: LuaObject {
  static var luaName: String { "ExportReport" }

  let value: ExportReport

  init(_ value: ExportReport) { self.value = value }

  var luaText: String {
    "ExportReport (" + (value.path.map { "'\($0)', " } ?? "")
      + "\(value.frames) frames, \(value.duration.exactClock))"
  }
}

func makeExportReportClass() -> LuaClass {
  LuaClass.object(ExportReportObject.self, "What an export did.") { type in
    type.property("output", "The finished file; nil when nothing was kept.") { $0.value.path }
    type.property("frames", "How many frames the film has.") { $0.value.frames }
    type.property("copied_frames", "How many of them were copied without encoding.") {
      $0.value.copiedFrames
    }
    type.property("duration", "How long the film is.") { $0.value.duration }
    type.property("seconds", "How long the work took.") { $0.value.seconds }
    type.property("size", "Bytes of the file.") { $0.value.size }
    type.property("reached_limit", "Whether it ends early, because of file_length_limit.") {
      $0.value.reachedLimit
    }
    type.property(
      "profile", "Seconds of each stage, and of each source and span; nil unless asked for."
    ) { $0.value.profile.map(profileRecord) }
    type.property("notes", "What was decided otherwise than asked, in words.") { $0.value.notes }
    type.property("issues", "Faults in the sources: path, time, message and count each.") {
      $0.value.issues.map {
        [
          "path": $0.path, "time": $0.issue.time, "message": $0.issue.message,
          "count": $0.issue.count,
        ] as LuaRecord
      }
    }
  }
}

func makeExportSessionClass() -> LuaClass {
  LuaClass.object(ExportSessionObject.self, "An export that runs while the script goes on.") {
    type in
    type.property("status", "pending, exporting, completed, failed or cancelled.") {
      $0.progress.status.rawValue
    }
    type.property("progress", "How far it is, from 0 to 1.") { $0.progress.fraction }
    type.property("error", "Why it failed or was cancelled; nil otherwise.") { $0.failure }
    type.property("report", "What it did; nil before it is completed.") { $0.report }
    type.property("estimated_size", "About how many bytes it will write; 0 if not known.") {
      $0.estimatedSize
    }
    type.property(
      "on_complete", "A function called with the session when it is over, while the script waits.",
      get: { $0.onComplete }, set: { $0.onComplete = $1 })
    type.method("start()", "Begins the work; a session runs once.") {
      (session: ExportSessionObject) in try session.start()
    }
    type.method(
      "plan()", "What it will do, stretch by stretch, why, and what that will about cost."
    ) { (session: ExportSessionObject) in planRecords(session.plan) }
    type.method("wait()", "Waits for the end and returns the report; raises if it failed.") {
      (session: ExportSessionObject, call: LuaCall) in try session.wait(call.state)
    }
    type.method("cancel()", "Stops the work; nothing is left of the output.") {
      (session: ExportSessionObject) in session.cancel()
    }
    type.method(
      "states(interval)", "For a loop: the state every interval of seconds, and at the end."
    ) { (session: ExportSessionObject, interval: Double?, call: LuaCall) throws -> LuaFunction in
      let interval = interval ?? 0.2
      guard interval > 0, interval.isFinite else {
        throw refusal("the interval must be above 0, not \(interval)")
      }
      guard session.progress.status != .pending else { throw session.notStarted }
      return states(of: session, every: Int(min(interval, 86_400) * 1000), call.state)
    }
  }
}

/// A plan as a list of its stretches, pictures first.
func planRecords(_ plan: ExportPlan) -> [LuaRecord] {
  plan.spans.map { span in
    [
      "media": span.media, "range": span.range, "frames": span.frames, "action": span.action,
      "reason": span.reason, "path": span.path, "seconds": span.cost.seconds,
      "size": span.cost.size, "memory": span.cost.memory,
    ] as LuaRecord
  }
}

/// An iterator over a session's states; the last one tells how it ended.
private func states(
  of session: ExportSessionObject, every milliseconds: Int, _ state: LuaState
) -> LuaFunction {
  var hasEnded = false
  return state.makeFunction("states") { [unowned state] () throws -> LuaRecord? in
    guard !hasEnded else { return nil }
    // Waiting in short steps keeps callbacks, the display and Ctrl-C alive.
    var waited = 0
    while !hasEnded, waited < milliseconds {
      let part = min(50, milliseconds - waited)
      hasEnded = try session.step(state, milliseconds: part)
      waited += part
    }
    let progress = session.progress
    return [
      "status": progress.status.rawValue, "progress": progress.fraction,
      "frames": progress.framesDone, "total": progress.framesTotal,
    ]
  }
}

/// `vs.export`, `vs.export_session` and `vs.export_options`.
func addExportFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.function("export(asset, options)", "Writes an asset to a file and waits for it.") {
    (edit: EditArgument, options: ExportOptions, call: LuaCall) in
    let session = try ExportSessionObject(edit, options, context: context)
    try session.start()
    return try session.wait(call.state)
  }
  module.function("export_session(asset, options)", "An export to be started and watched.") {
    (edit: EditArgument, options: ExportOptions) in
    try ExportSessionObject(edit, options, context: context)
  }
  module.function(
    "export_options()", "The options of an export for tools: name, kind, choices and help each."
  ) {
    ExportOptions.options.map {
      [
        "name": $0.name, "kind": ExportOptions.kind(of: $0),
        "choices": ExportOptions.choices(of: $0), "help": $0.help,
      ] as LuaRecord
    }
  }
}
