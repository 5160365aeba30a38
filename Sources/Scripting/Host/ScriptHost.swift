@preconcurrency import Glibc
import LuaRuntime
import Media

/// What a run of a program ends with; the raw value is the exit status.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  case scriptFailed = 1
  case wrongUsage = 2
  case mediaFailed = 3
  case interrupted = 130
}

/// A Lua state with the toolkit in it, for one program.
///
/// Belongs to the thread that made it.
package final class ScriptHost {
  private let context: ScriptContext
  private let state: LuaState

  /// Makes a state; `folder` is where the script's own modules are looked for first.
  package init(options: HostOptions, folder: String?) throws {
    context = ScriptContext(options: options)
    state = LuaState(libraries: options.isSandboxed ? .sandboxed : .all)
    let (registry, toolkit) = makeRegistry(context)
    state.install(registry)
    try state.globals.set("vs", toolkit)
    state.preload("vscript", toolkit)
    addSearcher(folder)
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
      let table = state.makeTable()
      for (place, word) in words.enumerated() { try table.set(Int64(place - index), word) }
      try state.globals.set("arg", table)
      let arguments = words.dropFirst(index + 1).map { LuaValue.string(LuaBytes($0.utf8)) }
      try state.load(code, name: name).call(list: arguments)
      // What was started and never waited for is finished now, callbacks included.
      while let work = context.work.first { _ = try work.step(state, milliseconds: 50) }
      fflush(stdout)
      return .done
    } catch {
      fflush(stdout)
      return report(error)
    }
  }

  /// Writes an error as people should see it, and says how the program ends.
  private func report(_ error: any Error) -> ExitStatus {
    let failure = (error as? LuaError) ?? LuaError(wrapping: error)
    guard failure.code != LuaError.Code.interrupted else {
      StandardError.write("vscript: interrupted\n")
      return .interrupted
    }
    StandardError.write(ErrorText.describe(failure, isColoured: StandardError.isColoured))
    return failure.underlying is MediaError ? .mediaFailed : .scriptFailed
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
