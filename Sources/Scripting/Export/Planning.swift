import LuaRuntime
import Rendering

/// While a script is planned, its exports are settled and described instead of run.
final class Planning {
  private(set) var plans: [ExportPlan] = []

  func add(_ plan: ExportPlan) { plans.append(plan) }
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
    return planning.plans.map { plan in
      [
        "output": plan.output, "duration": plan.duration, "frames": plan.frames,
        "copied_frames": plan.copiedFrames, "seconds": plan.total.seconds,
        "size": plan.total.size, "memory": plan.total.memory, "spans": planRecords(plan),
      ] as LuaRecord
    }
  }
}
