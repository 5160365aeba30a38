import Geometry
@preconcurrency import Glibc
import LuaRuntime
import Media

/// What of the system the program finds: for `vscript doctor`, and for tools that draw.
func addSystemFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.value("library_path", "The folder Stdlib of this installation; nil where there is none.") {
    StandardLibrary.path
  }
  module.function(
    "terminal()", "Standard output's terminal: columns, rows, and how it shows pictures."
  ) {
    () -> LuaRecord in
    var size = winsize()
    let isTerminal = isatty(1) == 1
    let isKnown = isTerminal && ioctl(1, UInt(TIOCGWINSZ), &size) == 0
    let isDumb = (StandardError.environment("TERM") ?? "dumb") == "dumb"
    return [
      "is_terminal": isTerminal, "columns": isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
      "rows": isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24,
      "has_color": isTerminal && !isDumb && StandardError.wantsColor,
      "pictures": TerminalPicture.Terminal.ofStandardOutput().way.rawValue,
    ]
  }
  module.function("encoders()", "The names of FFmpeg's encoders for pictures and sound, sorted.") {
    () -> [String] in MediaLibraries.encoders
  }
  module.function("decoders()", "The names of FFmpeg's decoders for pictures and sound, sorted.") {
    () -> [String] in MediaLibraries.decoders
  }
  module.function(
    "filters(media_type)",
    "The names of the filters that layers (video) or mix parameters (audio) can add, sorted."
  ) {
    (medium: FilterMedium) throws -> [String] in try FilterCall.usable(medium)
  }
  module.function(
    "system()", "Libraries, processors, memory and folders as the program finds them."
  ) {
    (call: LuaCall) -> LuaRecord in
    var libraries = Dictionary(uniqueKeysWithValues: MediaLibraries.versions)
    libraries["Lua"] = LuaState.version
    for (name, files) in loadedLater where files.contains(where: isLoadable) {
      libraries[name] = "found"
    }
    return [
      "libraries": libraries, "processors": Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      "memory": Double(MachineMemory.bytes), "memory_limit": Double(call.state.memoryLimit ?? 0),
      "folders": folders,
    ]
  }
}

/// Libraries that are loaded when they are first needed.
private let loadedLater = [
  ("librubberband", ["librubberband.so.2", "librubberband.so.3"]),
  ("SDL2", ["libSDL2-2.0.so.0"]),
  ("libavfilter", ["libavfilter.so.8"]),
]

private func isLoadable(_ file: String) -> Bool {
  guard let handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL) else { return false }
  dlclose(handle)
  return true
}

/// The folders that are written to besides those of the films.
private var folders: [LuaRecord] {
  var result: [LuaRecord] = []
  do throws(StateFolder.Missing) {
    let path = try StateFolder.path()
    let problem = StateFolder.make(path) ?? writingProblem(path)
    result.append(
      [
        "name": "state", "path": path, "use": "the prompt's history", "problem": problem,
        "fix": "make it writable, or set XDG_STATE_HOME to another place",
      ])
  } catch {
    result.append(
      [
        "name": "state", "path": "none", "use": "the prompt's history", "problem": error.reason,
        "fix": "set HOME or XDG_STATE_HOME",
      ])
  }
  let temporary = StandardError.environment("TMPDIR") ?? "/tmp"
  result.append(
    [
      "name": "temporary", "path": temporary, "use": "what is needed only meanwhile",
      "problem": writingProblem(temporary), "fix": "set TMPDIR to a folder that can be written",
    ])
  result.append(
    [
      "name": "current", "path": ".", "use": "films with relative names",
      "problem": writingProblem("."), "fix": "go to a folder of yours, or name the output's",
    ])
  return result
}

/// The system's words where a folder cannot be written to; nil where it can.
private func writingProblem(_ path: String) -> String? {
  access(path, W_OK) == 0 ? nil : String(cString: strerror(errno))
}

/// The memory that programs of this machine, or of this container, can have.
enum MachineMemory {
  static let bytes: Int = {
    let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
    let machine = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    for file in ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"] {
      guard case .success(let text) = readFile(file),
        let limit = Int(String(decoding: text.prefix { LuaWords.isDigit($0) }, as: UTF8.self))
      else { continue }
      return min(machine, max(limit, 1 << 26))
    }
    return machine
  }()
}
