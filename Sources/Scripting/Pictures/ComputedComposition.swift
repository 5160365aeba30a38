import Composition
import Geometry
import Glibc
import LuaRuntime
import Media
import Rendering
import Timing

/// One layer of a frame as a script returns it: a track, or a table with its values.
private struct LayerArgument: LuaDecodable {
  let values: LayerValues

  static var luaType: String { "CompositionTrack|AssetTrack|table" }

  static func decode(_ slot: LuaSlot) throws -> LayerArgument {
    if slot.kind == .userdata {
      return LayerArgument(values: LayerValues(try TrackArgument.decode(slot).reference()))
    }
    let fields = try Fields.decode(slot)
    guard let track = fields.track else { throw slot.refusal("option 'track' is missing") }
    var values = LayerValues(try track.reference())
    values.opacity = fields.opacity ?? 1
    values.transform = fields.transform ?? .identity
    values.cropRectangle = fields.cropRectangle ?? .infinite
    values.blendMode = fields.blendMode ?? .normal
    do {
      values.filters = try (fields.filters ?? []).flatMap { try $0.filters(.video) }
    } catch let error as MediaError {
      throw slot.refusal(error.message)
    }
    return LayerArgument(values: values)
  }

  private struct Fields: LuaOptions {
    var track: TrackArgument?
    var opacity: Double?
    var transform: Transform?
    var cropRectangle: Rect?
    var blendMode: BlendMode?
    var filters: [FilterArgument]?

    static var luaName: String { "FrameLayer" }
    static var options: [LuaOption<Self>] {
      [
        .required("track", "The track that is shown.") { $0.track = $1 },
        .optional("opacity", "From 0 to 1; by default 1.") { $0.opacity = $1 },
        .optional("transform", "Where it is; by default in the top left corner.") {
          $0.transform = $1
        },
        .optional("crop_rectangle", "What is shown of it; by default all.") {
          $0.cropRectangle = $1
        },
        .optional("blend_mode", "How its colours act on what is beneath; by default normal.") {
          $0.blendMode = $1
        },
        .optional("filters", "What is done to its frame, as in \"gblur=5\"; by default nothing.") {
          $0.filters = $1
        },
      ]
    }
  }
}

private struct ComputedOptions: LuaOptions {
  var renderSize: Size?
  var frameDuration: Time?
  var backgroundColor: Color?

  static var luaName: String { "ComputedVideoOptions" }
  static var options: [LuaOption<Self>] {
    [
      .optional("render_size", "The canvas; by default the size of the first picture.") {
        $0.renderSize = $1
      },
      .optional("frame_duration", "The time of a frame; by default that of the highest rate.") {
        (it: inout Self, duration: Time) in
        guard duration.isNumeric, duration >= Time(1, 1000) else {
          throw LuaMismatch(
            path: "frame_duration", reason: "a time of 1/1000 or more expected, got \(duration)")
        }
        it.frameDuration = duration
      },
      .optional("background_color", "What is seen beside the layers.") { $0.backgroundColor = $1 },
    ]
  }
}

/// A function that says of each frame which layers it has.
///
/// It is called on the script's thread only: by those who draw there, or while a script waits for an
/// export.
private final class ScriptCompositor: LayerComputing, @unchecked Sendable {
  // Both are used on the script's thread alone.
  private let function: LuaFunction
  private let edit: EditArgument
  private let thread = pthread_self()

  init(_ function: LuaFunction, _ edit: EditArgument) {
    (self.function, self.edit) = (function, edit)
  }

  func layers(at moment: FrameMoment) throws -> [LayerValues] {
    guard pthread_equal(thread, pthread_self()) != 0 else {
      throw RenderError(
        "compositor_unreachable", number: -11858,
        "frames that a function computes cannot be drawn here", time: moment.time,
        hint: "save the edit and load it again, which keeps what the function says of each frame")
    }
    let tracks = moment.tracks.compactMap { id in edit.trackArgument(id) }
    let frame: LuaRecord = ["time": moment.time, "index": moment.index, "tracks": tracks]
    do {
      return try function.call(frame, returning: [LayerArgument].self, role: "compositor")
        .map(\.values)
    } catch let error as LuaError {
      throw told(error, at: moment.time)
    }
  }

  /// The error with the frame's time; one that a script made itself stays what it is otherwise.
  private func told(_ error: LuaError, at time: Time) -> LuaError {
    let hint = "return a list of tracks or tables such as { track = t, opacity = 0.5 }"
    // A film within the film has told the time of its own frame.
    if error.time != nil, error.code == "compositor_failed" { return error }
    switch error.code {
    case LuaError.Code.interrupted, LuaError.Code.memory, LuaError.Code.stateClosed: return error
    case LuaError.Code.script where error.value?.text == nil: return error
    case LuaError.Code.script, LuaError.Code.badResult:
      return LuaError(
        code: "compositor_failed", number: -11858,
        message: "\(error.message), at \(time.exactClock)", time: time,
        hint: error.code == LuaError.Code.badResult ? hint : nil, underlying: error,
        position: error.position)
    default:
      return LuaError(
        code: error.code, number: error.number,
        message: "\(error.message), at \(time.exactClock)", path: error.path,
        time: error.time ?? time, hint: error.hint, underlying: error, position: error.position)
    }
  }
}

/// `vs.video_composition.computed`.
func addComputedComposition(to video: LuaModuleBuilder) {
  video.function(
    "computed(asset, compositor, options)",
    "Layers from a function called for each frame that is drawn, with its time, index and tracks: "
      + "it returns the layers, topmost first, each a track or { track, opacity, transform, "
      + "crop_rectangle, blend_mode, filters }. An export calls it while the script waits for it."
  ) { (edit: EditArgument, compositor: LuaFunction, options: ComputedOptions) in
    VideoCompositionObject(
      VideoComposition(
        computing: ScriptCompositor(compositor, edit), for: edit.composition,
        renderSize: options.renderSize, frameDuration: options.frameDuration,
        backgroundColor: options.backgroundColor), of: edit)
  }
}

extension EditArgument {
  /// The track of that id, as scripts hold it; nil where it is gone.
  fileprivate func trackArgument(_ id: Int32) -> TrackArgument? {
    switch self {
    case .composition(let composition):
      composition.value.track(id).map { .composition(composition.track($0.id)) }
    case .asset(let asset): asset.tracks.first { $0.id == id }.map { .asset($0) }
    }
  }
}
