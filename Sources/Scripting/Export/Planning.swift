import LuaRuntime
import Rendering

/// While a script is planned, its exports are settled and described instead of run.
final class Planning {
  struct Export {
    let plan: ExportPlan
    let edit: EditArgument
    let options: ExportOptions
  }

  private(set) var exports: [Export] = []

  func add(_ export: Export) { exports.append(export) }
}

/// `vs.planned`: runs a function whose exports only plan.
func addPlanningFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.function(
    "planned(run)", "Runs a function in which exports plan and write nothing; the list of plans."
  ) { (run: LuaFunction) throws -> [LuaRecord] in
    let outer = context.planning
    let planning = Planning()
    context.planning = planning
    defer { context.planning = outer }
    try run.call()
    return planning.exports.map { export in
      let plan = export.plan
      return [
        "asset": export.edit, "video_composition": export.options.videoComposition,
        "audio_mix": export.options.audioMix,
        "output": plan.output, "duration": plan.duration, "frames": plan.frames,
        "copied_frames": plan.copiedFrames, "seconds": plan.total.seconds,
        "size": plan.total.size, "memory": plan.total.memory, "spans": planRecords(plan),
      ] as LuaRecord
    }
  }
}
