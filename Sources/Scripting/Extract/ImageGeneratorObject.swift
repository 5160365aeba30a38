import Composition
import Geometry
import LuaRuntime
import Media
import Rendering
import Timing

/// Single pictures of an asset, as scripts ask for them.
final class ImageGeneratorObject: LuaClosable {
  static var luaName: String { "ImageGenerator" }

  let generator: ImageGenerator
  let closeRecord = LuaCloseRecord()
  private let description: String
  private let context: ScriptContext
  /// The kinds of faults in each file that were told of.
  private var told: Set<String> = []
  /// How many of the generator's faults were looked at.
  private var seen = 0

  init(
    _ edit: EditArgument, _ options: ImageGeneratorOptions, _ interrupter: LuaInterrupter,
    _ context: ScriptContext
  ) throws {
    self.context = context
    generator = try ImageGenerator(
      edit.composition, videoComposition: options.videoComposition, options.values,
      shouldStop: { interrupter.isInterrupted })
    switch edit {
    case .asset(let asset): description = asset.luaText
    case .composition(let composition): description = composition.luaText
    }
  }

  func close() { generator.close() }

  /// The picture shown at a time; what is wrong with the sources is told once.
  func image(at time: Time) throws -> ImageGenerator.Image {
    defer {
      let issues = generator.issues
      // What draws at another size begins a list of its own.
      if issues.count < seen { seen = 0 }
      for issue in issues.dropFirst(seen)
      where told.insert("\(issue.path): \(issue.issue.message)").inserted {
        context.log.write(.warning, issueText(issue))
      }
      seen = issues.count
    }
    return try generator.image(at: time)
  }

  /// A request's result: the picture and its time, or why there is none.
  func result(at time: Time) -> LuaRecord {
    do {
      let image = try image(at: time)
      return [
        "requested_time": time, "actual_time": image.time,
        "image": FrameObject(image.frame, time: image.time), "status": "succeeded",
      ]
    } catch {
      return ["requested_time": time, "error": LuaError(wrapping: error), "status": "failed"]
    }
  }

  var luaText: String { "ImageGenerator of \(description)" }
}

struct ImageGeneratorOptions: LuaOptions {
  var values = ImageGenerator.Options()
  var videoComposition: VideoComposition?

  static var options: [LuaOption<Self>] {
    [
      .optional("video_composition", "Shows what an export with it would show.") {
        (it: inout Self, video: VideoCompositionObject) in it.videoComposition = video.value
      },
      .optional("applies_preferred_track_transform", "Turns the picture upright.") {
        $0.values.appliesPreferredTrackTransform = $1
      },
      .optional("maximum_size", "The box that pictures are made to fit into; 0 is no limit.") {
        (it: inout Self, size: Size) in it.values.maximumSize = try checkedBox(size)
      },
      .optional("requested_time_tolerance_before", "How much earlier a picture may begin.") {
        (it: inout Self, time: Time) in it.values.toleranceBefore = try checkedTolerance(time)
      },
      .optional("requested_time_tolerance_after", "How much later a picture may begin.") {
        (it: inout Self, time: Time) in it.values.toleranceAfter = try checkedTolerance(time)
      },
    ]
  }
}

private func checkedBox(_ size: Size) throws -> Size {
  guard size.width >= 0, size.height >= 0, size.width.isFinite, size.height.isFinite else {
    throw refusal("a maximum size has sides of 0 or more, not \(size)")
  }
  return size
}

private func checkedTolerance(_ time: Time) throws -> Time {
  guard time >= .zero, time.isNumeric || time == .positiveInfinity else {
    throw refusal("a tolerance is a time of 0 or more, not \(time)")
  }
  return time
}

func makeImageGeneratorClass() -> LuaClass {
  LuaClass.object(ImageGeneratorObject.self, "Single pictures of an asset, exact to the frame.") {
    type in
    type.method(
      "image(time) -> frame, actual_time", "The picture shown at a time, and when it begins."
    ) { (object: ImageGeneratorObject, time: Time) in
      let image = try object.image(at: time)
      return LuaMultiple(FrameObject(image.frame, time: image.time), image.time)
    }
    type.method(
      "images(times)",
      "For a loop: one result for each time, with requested_time, status, and image and "
        + "actual_time, or error."
    ) { (object: ImageGeneratorObject, times: [Time], call: LuaCall) -> LuaFunction in
      var next = 0
      return call.state.makeFunction("images") { () throws -> LuaRecord? in
        guard next < times.count else { return nil }
        try object.checkOpen()
        next += 1
        return object.result(at: times[next - 1])
      }
    }
    type.property(
      "applies_preferred_track_transform", "Whether pictures are turned upright.",
      get: { $0.generator.options.appliesPreferredTrackTransform },
      set: { $0.generator.options.appliesPreferredTrackTransform = $1 })
    type.property(
      "maximum_size", "The box that pictures are made to fit into; 0 is no limit.",
      get: { $0.generator.options.maximumSize },
      set: { (object: ImageGeneratorObject, size: Size) in
        object.generator.options.maximumSize = try checkedBox(size)
      })
    type.property(
      "requested_time_tolerance_before", "How much earlier a picture may begin.",
      get: { $0.generator.options.toleranceBefore },
      set: { (object: ImageGeneratorObject, time: Time) in
        object.generator.options.toleranceBefore = try checkedTolerance(time)
      })
    type.property(
      "requested_time_tolerance_after", "How much later a picture may begin.",
      get: { $0.generator.options.toleranceAfter },
      set: { (object: ImageGeneratorObject, time: Time) in
        object.generator.options.toleranceAfter = try checkedTolerance(time)
      })
  }
}

/// `vs.image_generator`.
func addPictureFunctions(to module: LuaModuleBuilder, context: ScriptContext) {
  module.function("image_generator(asset, options)", "Makes single pictures of an asset.") {
    (edit: EditArgument, options: ImageGeneratorOptions, call: LuaCall) in
    try ImageGeneratorObject(edit, options, call.state.interrupter, context)
  }
}
