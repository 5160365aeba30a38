import LuaRuntime

/// Something that goes on while the script does, and whose callbacks run when the script waits.
protocol BackgroundWork: AnyObject {
  /// Waits no longer than this for the end and runs what is due; true once it is over.
  func step(_ state: LuaState, milliseconds: Int) throws -> Bool
  /// Runs what is due while somebody types at a prompt: without waiting, and without drawing there.
  func attend(_ state: LuaState) throws
}

extension BackgroundWork {
  func attend(_ state: LuaState) throws { _ = try step(state, milliseconds: 0) }
}

/// What the members of one Lua state share.
final class ScriptContext {
  let options: HostOptions
  let catalog = AssetCatalog()
  /// What was started and is not over, so that none of it dies with its last reference.
  private(set) var work: [any BackgroundWork] = []

  /// Takes the plans of exports while they are not to be run.
  var planning: Planning?

  init(options: HostOptions) { self.options = options }

  var log: Log { Log(level: options.logLevel) }

  /// What was said of files and decisions in this run.
  private var said: Set<String> = []

  /// Says a note that concerns a file or a decision, once in a run.
  func noteOnce(_ text: String) {
    if said.insert(text).inserted { log.write(.info, text) }
  }

  func keep(_ item: any BackgroundWork) { work.append(item) }

  func release(_ item: any BackgroundWork) { work.removeAll { $0 === item } }
}
