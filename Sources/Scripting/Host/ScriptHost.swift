@preconcurrency import Glibc
import LuaRuntime
import Media
import Rendering

/// What a run of a program ends with; the raw value is the exit status.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  case scriptFailed = 1
  case wrongUsage = 2
  case mediaFailed = 3
  case interrupted = 130

  /// How a program ends that this error ends.
  init(of error: LuaError) {
    switch error.code {
    case LuaError.Code.interrupted: self = .interrupted
    case ErrorText.wrongUsage: self = .wrongUsage
    default: self = error.underlying is MediaError ? .mediaFailed : .scriptFailed
    }
  }
}

/// A Lua state with the toolkit in it, for one program.
///
/// Belongs to the thread that made it.
package final class ScriptHost {
  private let context: ScriptContext
  let state: LuaState
  /// `require` as it was before any script ran.
  private let require: LuaFunction

  /// Makes a state; `folder` is where the script's own modules are looked for first.
  package init(options: HostOptions, folder: String?) throws {
    context = ScriptContext(options: options)
    state = LuaState(
      libraries: options.isSandboxed ? .sandboxed : .all, memoryLimit: options.memoryLimit)
    let (registry, toolkit) = makeRegistry(context)
    state.install(registry)
    try state.globals.set("vs", toolkit)
    state.preload("vscript", toolkit)
    require = try state.globals.get("require")
    addSearcher(folder)
    context.catalog.monitor = ReadingMonitor(options: options) { [unowned state] in
      state.isInterrupted
    }
  }

  deinit {
    // What cancelled exports hold may belong to the state, and libraries end with the process.
    Aftermath.wait()
  }

  /// What stops the running script from a signal handler.
  package var interrupter: LuaInterrupter { state.interrupter }

  /// Runs a program and everything that it left running, and says what went wrong.
  ///
  /// `words` is the whole command line and `index` the place of the script in it: the ones behind
  /// are the script's arguments, the ones before get negative places in `arg`, as in Lua.
  package func run(
    _ code: [UInt8], name: String, words: [String], scriptIndex index: Int
  ) -> ExitStatus {
    do {
      try setArguments(words, scriptIndex: index)
      let arguments = words.dropFirst(index + 1).map { LuaValue.string(LuaBytes($0.utf8)) }
      try state.load(code, name: name).call(list: arguments)
      try finishWork()
      fflush(stdout)
      return .done
    } catch {
      fflush(stdout)
      let failure = LuaError.crossing(error)
      let status = ExitStatus(of: failure)
      StandardError.write(
        status == .interrupted
          ? "vscript: interrupted\n"
          : ErrorText.describe(failure, isColoured: StandardError.isColoured))
      return status
    }
  }

  /// Makes the table `arg`: the script at 0, the words behind it from 1 on.
  package func setArguments(_ words: [String], scriptIndex index: Int) throws {
    let table = state.makeTable()
    for (place, word) in words.enumerated() { try table.set(Int64(place - index), word) }
    try state.globals.set("arg", table)
  }

  /// Finishes what was started and never waited for, callbacks included.
  func finishWork() throws {
    while let work = context.work.first { _ = try work.step(state, milliseconds: 50) }
  }

  /// Finishes what ends by itself; a film that still plays is left to the end of the program.
  func finishExports() throws {
    while let work = context.work.first(where: { $0 is ExportSessionObject }) {
      _ = try work.step(state, milliseconds: 50)
    }
  }

  /// Whether something goes on in the background, whose callbacks want their turn.
  package var isBusy: Bool { !context.work.isEmpty }

  /// Runs the callbacks that are due, without waiting; true where a piece of work ended meanwhile.
  func attend() throws -> Bool {
    let count = context.work.count
    for work in context.work { try work.attend(state) }
    return context.work.count < count
  }

  /// The Lua side of the prompt's commands.
  func promptModule() throws -> LuaTable {
    try require.call("vscript.prompt", returning: LuaTable.self, role: "module")
  }

  // MARK: require

  /// Adds the places of the toolkit before Lua's own: beside the script, `$VSCRIPT_PATH`, the user's
  /// library, `Stdlib`.
  private func addSearcher(_ folder: String?) {
    var folders: [(path: String, name: (String) -> String)] = []
    func add(_ path: String) { folders.append((path, { "@" + $0 })) }
    // A sandboxed script brings nothing of its own: what it loads would run as trusted.
    if !context.options.isSandboxed {
      if let folder { add(folder) }
      let path = StandardError.environment("VSCRIPT_PATH") ?? ""
      for folder in path.split(separator: ":") { add(String(folder)) }
      if let home = StandardError.environment("HOME") {
        add(home + "/.config/vscript/lib")
      }
    }
    if let library = StandardLibrary.path {
      folders.append((library, { StandardLibrary.chunkName(of: $0) }))
    }
    state.addSearcher(at: 2) { [unowned state] module in
      let name = module.replacing(".", with: "/")
      var places = ""
      for folder in folders {
        for file in ["\(folder.path)/\(name).lua", "\(folder.path)/\(name)/init.lua"] {
          guard case .success(let code) = readFile(file) else {
            places += "\n\tno file '\(file)'"
            continue
          }
          return .loader(try state.load(code, name: folder.name(file)), file: file)
        }
      }
      return .missing(places)
    }
  }
}

/// Why a file cannot be read, in the system's words.
package struct ReadFailure: Error {
  package let reason: String
}

/// The bytes of a whole file.
package func readFile(_ path: String) -> Result<[UInt8], ReadFailure> {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return .failure(ReadFailure(reason: String(cString: strerror(errno)))) }
  defer { close(file) }
  return readAll(file)
}

/// The bytes that an open file still has.
package func readAll(_ file: Int32) -> Result<[UInt8], ReadFailure> {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file, &block, block.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else {
      return .failure(ReadFailure(reason: String(cString: strerror(errno))))
    }
    if count == 0 { return .success(bytes) }
    bytes.append(contentsOf: block[..<count])
  }
}
