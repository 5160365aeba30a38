import Composition
import Geometry
import Imaging
import Media
import Timing

import enum Composition.MediaType

/// The picture half of an output: what is drawn, on which canvas, when, and how it is encoded.
struct PictureSpec {
  let composition: VideoComposition
  let canvas: Canvas
  let schedule: FrameSchedule
  let settings: VideoEncoderSettings
  /// Whether interlaced pictures are made whole.
  let deinterlaces: Bool

  init(
    _ edit: Composition, _ request: ExportRequest, preset: Preset?, container: ContainerSpec,
    range: TimeRange, target: CopyTarget? = nil, notes: inout [String]
  ) throws {
    guard let first = edit.firstPicture else {
      throw RenderError(
        "nothing_to_export", "the edit's video tracks hold no media",
        hint: "insert a time range of a clip into one of them")
    }
    let look = try SourceLook(first)
    let coding = try PictureCoding(
      edit, request, preset: preset, container: container, target: target, first: look,
      notes: &notes)

    // Only the movie files keep a word on how to turn the picture; elsewhere it is turned.
    let isKeptAsTurned = container.isMovie || first.preferredTransform.isIdentity
    let untouched =
      request.videoComposition == nil && preset?.bounds == nil && isKeptAsTurned
      ? edit.uniformTrack : nil
    let isUntouched = untouched != nil
    var transform: Transform?
    if let given = request.videoComposition {
      try given.check(for: edit, in: range, allowsScale: request.usesRenderScale)
      composition = given
    } else if let track = untouched {
      // All clips agree, so they are shown as they are: their own pixels, times and orientation.
      composition = .untouched(track, in: edit)
      transform = first.preferredTransform == .identity ? nil : first.preferredTransform
    } else {
      composition = .of(edit)
      notes += edit.automaticCanvas.notes
    }
    canvas = try Self.canvas(
      for: composition, untouched: isUntouched ? look : nil, format: coding.format,
      color: coding.color, preset: preset, notes: &notes)

    if let track = untouched {
      schedule = try FrameSchedule(range: range, timesOf: track)
    } else {
      schedule = try FrameSchedule(range: range, video: composition, of: edit)
    }
    var settings = VideoEncoderSettings(
      codec: coding.encoder, width: canvas.width, height: canvas.height, color: canvas.color,
      timeBase: schedule.step.flatMap { VideoEncoder.countsFrames(coding.encoder) ? $0 : nil }
        ?? Time(1, schedule.timescale()),
      frameRate: schedule.step.flatMap { FrameRate(frameDuration: $0) })
    settings.pixelFormat = coding.encoded
    settings.light = coding.light
    let canKeepFields = isUntouched && VideoEncoder.knowsFields(coding.encoder)
    deinterlaces = request.deinterlace.isDone(whereFieldsCanStay: canKeepFields)
    if canKeepFields, !deinterlaces { settings.fields = look.fields }
    settings.pixelAspect = canvas.pixelAspect
    try settings.take(request, preset)
    settings.globalHeader = container.needsGlobalHeader
    settings.transform = transform
    self.settings = settings
  }

  /// The frame that is encoded: the render size at the render scale, bounded by the preset, in even
  /// numbers where the chroma layout asks for them.
  private static func canvas(
    for composition: VideoComposition, untouched look: SourceLook?, format: PixelFormat,
    color: ColorDescription, preset: Preset?, notes: inout [String]
  ) throws -> Canvas {
    func fitted(_ size: Int, _ shift: Int) -> Int { max(size & ~((1 << shift) - 1), 1 << shift) }
    if let look {
      let (width, height) = (
        fitted(look.width, format.chromaShiftX), fitted(look.height, format.chromaShiftY)
      )
      if (width, height) != (look.width, look.height) {
        notes.append(
          "the picture is cut from \(look.width)×\(look.height) to \(width)×\(height): "
            + "\(format.name) needs even sizes")
      }
      return Canvas(
        width: width, height: height, pixelAspect: look.pixelAspect, format: format, color: color,
        scale: Size(
          width: Double(look.width) / look.naturalSize.width,
          height: Double(look.height) / look.naturalSize.height))
    }
    let size = composition.renderSize
    guard size.width >= 1, size.height >= 1, size.width <= 16_384, size.height <= 16_384 else {
      throw RenderError(
        "invalid_render_size", number: -11841,
        "a render size of \(size) cannot be drawn", hint: "use 1…16384 pixels each way")
    }
    var scale = min(composition.renderScale, 16_384 / max(size.width, size.height))
    if let bounds = preset?.bounds {
      // The bound holds for the displayed orientation: a portrait film may be as tall as it is wide.
      let (longer, shorter) = (Double(bounds.width), Double(bounds.height))
      let isPortrait = size.height > size.width
      scale = min(
        scale, (isPortrait ? shorter : longer) / size.width,
        (isPortrait ? longer : shorter) / size.height)
    }
    let (width, height) = (
      fitted(Int((size.width * scale).rounded()), format.chromaShiftX),
      fitted(Int((size.height * scale).rounded()), format.chromaShiftY)
    )
    if scale == 1, (Double(width), Double(height)) != (size.width, size.height) {
      let isSmaller = Double(width) <= size.width && Double(height) <= size.height
      notes.append(
        "the picture is \(isSmaller ? "cut" : "brought") from \(size) to \(width)×\(height): "
          + "\(format.name) needs \(format.chromaShiftX > 0 ? "even" : "whole") sizes")
    }
    return Canvas(
      width: width, height: height, format: format, color: color,
      scale: scale == 1
        ? Size(width: 1, height: 1)
        : Size(width: Double(width) / size.width, height: Double(height) / size.height))
  }
}

/// What a source's pictures are like, file or generator.
struct SourceLook: Equatable {
  let width: Int
  let height: Int
  let naturalSize: Size
  let pixelAspect: PixelAspect
  let format: PixelFormat
  let color: ColorDescription
  var light: LightLevels?
  var fields = FieldOrder.progressive
  let frames: FrameTable

  static func == (left: SourceLook, right: SourceLook) -> Bool {
    (left.width, left.height, left.naturalSize, left.pixelAspect)
      == (right.width, right.height, right.naturalSize, right.pixelAspect)
      && left.fields == right.fields && left.color.isSameCoding(as: right.color)
  }

  /// The colour of a canvas made for this source in another layout.
  func color(converting target: PixelFormat) -> ColorDescription {
    target.model == format.model
      ? color : ColorDescription.assumed(width: width, height: height, model: target.model)
  }
}

extension SourceLook {
  init(_ track: SourceTrack) throws { self = try track.renderable().look(track) }
}

extension VideoComposition {
  /// Whether nothing is ever drawn but one track.
  fileprivate func draws(only track: CompositionTrack, of edit: Composition) -> Bool {
    computed == nil
      && instructions.allSatisfy { instruction in
        instruction.layers.allSatisfy { edit.track(for: $0.track)?.id == track.id }
      }
  }
}

extension FrameSchedule {
  /// The frames of a video composition: its own grid, or the times of the track that it names.
  init(range: TimeRange, video: VideoComposition, of edit: Composition) throws {
    let track = video.frameTimingTrack.flatMap { edit.track(for: $0) }
    if let track {
      let step = max(video.frameDuration, Time(1, 1000))
      self = try FrameSchedule(
        range: range, timesOf: track, stillStep: video.draws(only: track, of: edit) ? nil : step)
    } else {
      guard video.frameDuration >= Time(1, 1000) else {
        throw RenderError(
          "invalid_frame_duration", number: -11841,
          "a frame duration of \(video.frameDuration) makes more than 1000 frames a second",
          hint: "set the time between two frames, such as 1/30")
      }
      self = FrameSchedule(range: range, step: video.frameDuration)
    }
  }

  /// The times of a track's own frames, as a grid where they are one.
  init(range: TimeRange, timesOf track: CompositionTrack, stillStep: Time? = nil) throws {
    let sourced = try FrameSchedule(range: range, track: track, stillStep: stillStep) {
      try SourceLook($0).frames
    }
    self = sourced.step.map { FrameSchedule(range: range, step: $0) } ?? sourced
  }

  /// The frames as a table of a source, which begins at 0.
  var table: FrameTable {
    if let step {
      return FrameTable(start: .zero, step: step, count: count, endOfLast: range.duration)
    }
    let scale = timescale()
    return FrameTable(
      values: (0..<count).map { outputTime(of: $0).units(per: scale) }, scale: scale,
      endOfLast: range.duration)
  }
}

extension Composition {
  /// The first picture on the time line, which sets the canvas's colour and size.
  var firstPicture: SourceTrack? {
    shownTracks.filter(\.hasMedia).min { $0.timeRange.start < $1.timeRange.start }?.firstSource
  }

  /// The first enabled video track, if all its clips look alike, run at one rate and stand alike.
  ///
  /// Then, and only then, an export without a video composition leaves the pictures as they are.
  var uniformTrack: CompositionTrack? {
    guard let track = shownTracks.first, let first = track.firstSource,
      first.frameRate != nil || first.isVariable, let look = try? SourceLook(first)
    else { return nil }
    var seen: Set<PictureSource.Key> = [.init(first)]
    for segment in track.segments {
      guard let source = segment.source else { continue }
      if !seen.insert(.init(source)).inserted { continue }
      guard source.frameRate == first.frameRate, first.frameRate != nil,
        source.preferredTransform == first.preferredTransform,
        (try? SourceLook(source)) == look
      else { return nil }
    }
    return track
  }
}

extension VideoComposition {
  /// Stands in where there is no picture to compose.
  static let silent = VideoComposition(frameDuration: Time(1, 30), renderSize: .zero)

  /// One track's pictures as they are, and the background where it has none.
  static func untouched(_ track: CompositionTrack, in edit: Composition) -> VideoComposition {
    VideoComposition(
      frameDuration: Time(1, 30), renderSize: .zero,
      instructions: [
        Instruction(
          timeRange: TimeRange(start: .zero, duration: edit.duration),
          layers: edit.reference(to: track.id).map { [LayerInstruction($0)] } ?? [])
      ])
  }
}

extension ExportRequest.Deinterlacing {
  /// Whether interlaced pictures are made whole in a film that could keep their fields, or could not.
  fileprivate func isDone(whereFieldsCanStay canKeepFields: Bool) -> Bool {
    switch self {
    case .auto: !canKeepFields
    case .always: true
    case .never: false
    }
  }
}

extension VideoEncoderSettings {
  /// Takes over what is asked for, and what the preset says where its own encoder is used.
  fileprivate mutating func take(_ request: ExportRequest, _ preset: Preset?) throws {
    // A preset's quality is a number on the scale of the preset's own encoder.
    let isPresets = try preset?.codec.map(Codecs.videoEncoder) == codec
    quality = request.quality ?? (isPresets ? preset?.quality : nil)
    bitRate = request.bitRate
    options = (isPresets ? preset?.codecOptions ?? [] : []) + request.codecOptions
    threads = request.threads
  }
}
