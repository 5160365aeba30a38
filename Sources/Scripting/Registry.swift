@preconcurrency import Glibc
import LuaRuntime

/// Everything that scripts see, in one table: argument checks, help and completion come from it.
func makeRegistry(_ context: ScriptContext) -> (registry: LuaRegistry, toolkit: LuaClass) {
  let toolkit = LuaClass.module("vs", "Exact, non-linear editing of video and sound.") {
    module in
    addTimeFunctions(to: module)
    addRangeFunctions(to: module)
    addGeometryFunctions(to: module)
    addAssetFunctions(to: module, context: context)
    addCompositionFunctions(to: module)
    addProjectFunctions(to: module, context: context)
    addVideoCompositionFunctions(to: module)
    addInstructionFunctions(to: module)
    addAudioMixFunctions(to: module)
    addExportFunctions(to: module, context: context)
    addPlanningFunctions(to: module, context: context)
    addPictureFunctions(to: module, context: context)
    addDrawingFunctions(to: module)
    addWatchFunctions(to: module)
    addReaderFunctions(to: module)
    addPlayerFunctions(to: module, context: context)
    addToolFunctions(to: module, context: context)
    addReferenceFunction(to: module)
    addCommandLineFunction(to: module)
    addSystemFunctions(to: module, context: context)
    addProgressFunction(to: module, context: context)
  }
  let classes = [
    makeTimeClass(), makeTimeRangeClass(), makeTimeMappingClass(), makeSizeClass(),
    makeRectClass(), makeTransformClass(), makeColorClass(), makeAssetClass(),
    makeAssetTrackClass(), makeCompositionClass(), makeCompositionTrackClass(),
    makeSegmentClass(), makeVideoCompositionClass(), makeInstructionClass(),
    makeLayerInstructionClass(), makeAudioMixClass(), makeMixParametersClass(),
    makeExportSessionClass(), makeExportReportClass(),
    makeFrameClass(), makeDrawingClass(), makeFolderWatchClass(), makeImageGeneratorClass(),
    makeReaderClass(), makeSampleBlockClass(), makeProgressClass(),
    makePlayerClass(),
  ]
  return (LuaRegistry(classes + [toolkit]), toolkit)
}

/// What scripts and tools need besides editing.
private func addToolFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.value("version", "The version of the toolkit.") { vscriptVersion }
  module.function("note(message)", "Says something on standard error, unless --log is quieter.") {
    (message: String) in context.log.write(.info, message)
  }
  module.function("fail(code, message, hint)", "Raises an error object with these fields.") {
    (code: String, message: String, hint: String?) throws -> Void in
    throw LuaError(code: code, message: message, hint: hint)
  }
  module.function(
    "help(topic)", "What there is to know of an object, a function, a name, a tool or a topic."
  ) {
    (topic: LuaValue, call: LuaCall) throws -> String in
    try Help(state: call.state).text(for: topic)
  }
  module.function("annotations()", "Declarations of all this for editors.") {
    (call: LuaCall) in
    LuaRegistry(call.state.registries.flatMap(\.entries)).annotations(header: annotationsHeader)
  }
  module.function("topics()", "The names of the topics that vs.help explains, sorted.") {
    () -> [String] in StandardLibrary.topics
  }
  module.function("tools()", "The names of the tools behind 'vscript NAME', sorted.") {
    () -> [String] in StandardLibrary.toolNames
  }
  module.function("nearest(name, names)", "The name in a list that was probably meant; or nil.") {
    (name: String, names: [String]) in nearestName(to: name, among: names)
  }
  module.function("make_directory(path)", "Makes a folder and those above it, unless it exists.") {
    (path: PathArgument) in try makeDirectory(path.path)
  }
}

private let annotationsHeader =
  "Made by: vscript Scripts/dev/reference.lua"

/// What `vscript --version` says.
package let vscriptVersion = "0.1.0"

private func makeDirectory(_ path: String) throws {
  guard !path.isEmpty else { throw refusal("a folder has a name; this one is empty") }
  var end = path.startIndex
  while end < path.endIndex {
    end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
    let part = String(path[..<end])
    guard mkdir(part, 0o777) != 0 else { continue }
    var (reason, status) = (String(cString: strerror(errno)), stat())
    if errno == EEXIST, stat(part, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { continue }
      reason = "a file has this name"
    }
    throw LuaError(
      code: "io_failed", message: "cannot make the folder \(part): \(reason)", path: part,
      hint: "choose a place that can be written to")
  }
}
