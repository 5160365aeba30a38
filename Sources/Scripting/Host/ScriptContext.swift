import LuaRuntime

/// What the members of one Lua state share.
final class ScriptContext {
  let options: HostOptions
  let catalog = AssetCatalog()
  /// Sessions that were started and are not over, so that none dies with its last reference.
  private(set) var sessions: [ExportSessionObject] = []

  init(options: HostOptions) { self.options = options }

  var log: Log { Log(level: options.logLevel) }

  func keep(_ session: ExportSessionObject) { sessions.append(session) }

  func release(_ session: ExportSessionObject) { sessions.removeAll { $0 === session } }
}
