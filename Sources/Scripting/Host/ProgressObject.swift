import LuaRuntime

/// The progress of a script's own long work, shown as that of an export is.
final class ProgressObject: LuaObject, LuaClosable {
  static var luaName: String { "Progress" }

  let closeRecord = LuaCloseRecord()
  let name: String
  let total: Double
  private(set) var done = 0.0
  private let display: ProgressDisplay

  init(_ name: String, total: Double, options: HostOptions) throws {
    guard total > 0, total.isFinite else {
      throw refusal("the total must be a number above 0, not \(total)")
    }
    (self.name, self.total) = (name, total)
    let mode = ProgressDisplay.mode(options: options, script: nil)
    // Programs want every line; a bar that flashes up for a moment tells people nothing.
    display = ProgressDisplay(mode: mode, job: name, patience: mode == .json ? 0 : 0.3)
  }

  func update(_ done: Double) {
    self.done = min(max(done, 0), total)
    display.update(
      framesDone: Int64(self.done), framesTotal: Int64(total), fraction: self.done / total)
  }

  func close() { display.finish(done: Int64(done), total: Int64(total)) }

  var luaText: String { "Progress of \(name) (\(decimalText(done / total * 100, places: 0)) %)" }
}

func makeProgressClass() -> LuaClass {
  LuaClass.object(ProgressObject.self, "How far long work is: a bar on a terminal, or JSON lines.")
  {
    type in
    type.property("done", "How much is done.") { $0.done }
    type.property("total", "How much there is to do.") { $0.total }
    type.method("update(done)", "Tells how much is done; shown ten times a second at most.") {
      (progress: ProgressObject, done: Double) in progress.update(done)
    }
  }
}

/// `vs.progress`.
func addProgressFunction(to module: LuaModuleBuilder, context: ScriptContext) {
  module.function(
    "progress(name, total)", "A bar for long work of a script's own; close it when it is done."
  ) { (name: String, total: Double) in
    try ProgressObject(name, total: total, options: context.options)
  }
}
