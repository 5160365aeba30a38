import Composition
import LuaRuntime
import Media
import Rendering

/// What is saved beside an edit, and how.
struct SaveProjectOptions: LuaOptions {
  var videoComposition: VideoComposition?
  var audioMix: AudioMix?
  var overwrite = false

  static var options: [LuaOption<Self>] {
    [
      .optional("video_composition", "Canvas and instructions, saved with it.") {
        (it: inout Self, video: VideoCompositionObject) in it.videoComposition = video.value
      },
      .optional("audio_mix", "The volumes of its tracks, saved with it.") {
        (it: inout Self, mix: AudioMixObject) in it.audioMix = try mix.value()
      },
      .optional("overwrite", "Replace the file if it exists.") { $0.overwrite = $1 },
    ]
  }
}

/// `vs.load`.
func addProjectFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.function(
    "load(path) -> composition, video_composition, audio_mix",
    "Reads what composition:save wrote: the edit, and what was saved with it or nil."
  ) { (path: PathArgument) in
    let catalog = context.catalog
    let project = try Project(path: path.path) { try catalog.source($0) }
    let composition = CompositionObject(project.composition)
    return LuaMultiple(
      composition,
      project.videoComposition.map { VideoCompositionObject($0, of: .composition(composition)) },
      try project.audioMix.map { try AudioMixObject($0, of: composition) })
  }
}
