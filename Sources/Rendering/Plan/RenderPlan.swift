import Composition
import Geometry
import Imaging
import Media
import Timing

/// An edit made ready to be pulled: immutable, compiled once when a consumer starts.
///
/// Video is a sorted list of spans in which the set of sources does not change, audio a list of
/// tracks with their segments in samples. Finding the span of a time is a binary search, and
/// nothing is looked up by name while frames are made.
package final class RenderPlan: Sendable {
  package let duration: Time
  package let canvas: Canvas
  /// Contiguous from zero to `duration`; empty where the edit has no picture.
  let spans: [VideoSpan]
  let audio: [AudioTrackPlan]
  /// What says of each frame which of a span's candidates are its layers.
  let computed: ComputedFrames?
  /// Whether a mix that would leave full scale is held below it.
  let limitsSound: Bool
  /// Whether interlaced pictures are made whole before anything is done with them.
  let deinterlaces: Bool

  init(
    duration: Time, canvas: Canvas, spans: [VideoSpan], audio: [AudioTrackPlan],
    computed: ComputedFrames? = nil, limitsSound: Bool = true, deinterlaces: Bool = true
  ) {
    self.duration = duration
    self.canvas = canvas
    self.spans = spans
    self.audio = audio
    self.computed = computed
    self.limitsSound = limitsSound
    self.deinterlaces = deinterlaces
  }

  /// The span that a time falls into: the last one that starts at or before it.
  func spanIndex(at time: Time) -> Int? {
    let after = spans.partitioningIndex { $0.range.start > time }
    guard after > 0, time < spans[after - 1].range.end else { return nil }
    return after - 1
  }
}

/// A stretch of the output in which the same sources are shown, in the same mapping.
struct VideoSpan: Sendable {
  let range: TimeRange
  let background: Color
  /// From the bottom to the top.
  var layers: [PlannedLayer]
  /// What there is to choose from where layers are computed; there are no others then.
  var candidates: [PlannedLayer] = []

  /// All that may be drawn.
  var allLayers: [PlannedLayer] { layers + candidates }
}

/// One source in one span: which frame it gives at a time, and how that frame is drawn.
struct PlannedLayer: Sendable {
  let source: PictureSource
  let segment: Segment
  var look: LayerLook
  /// The composition's track that it shows.
  var trackID: Int32 = 0

  /// The index of the source frame that is shown at an output time inside the span.
  func frameIndex(at time: Time) -> Int? {
    let shown = segment.sourceTime(at: time)
    return segment.isReversed ? source.frames.index(before: shown) : source.frames.index(at: shown)
  }

  /// The frame's size in square pixels, before any transform.
  var naturalSize: Size { segment.source?.naturalSize ?? .zero }

  /// The part of the natural size that a frame fills.
  func place(of frame: VideoFrame) -> Rect {
    source.isUsual(frame) ? Rect(naturalSize) : frame.fitted(into: naturalSize)
  }
}

/// How the frames of a layer are drawn during a whole instruction.
///
/// An immutable object, which all spans of the instruction share.
final class LayerLook: Sendable {
  let opacity: Animated<Double>
  let transform: Animated<Transform>
  let cropRectangle: Animated<Rect>
  let blendMode: BlendMode
  let filters: [Filter]
  /// Whether the transform, or the crop of a scaled picture, changes during the instruction.
  let isMoving: Bool

  init(
    opacity: Animated<Double>, transform: Animated<Transform>, cropRectangle: Animated<Rect>,
    blendMode: BlendMode = .normal, filters: [Filter] = [], isMoving: Bool = false
  ) {
    self.opacity = opacity
    self.transform = transform
    self.cropRectangle = cropRectangle
    self.blendMode = blendMode
    self.filters = filters
    self.isMoving = isMoving
  }

  convenience init(_ layer: LayerInstruction, during range: TimeRange) {
    self.init(
      opacity: layer.opacity, transform: layer.transform, cropRectangle: layer.cropRectangle,
      blendMode: layer.blendMode, filters: layer.filters, isMoving: layer.isMoving(during: range))
  }
}

/// A source track that gives pictures by their index in presentation order.
///
/// An immutable object, which all its layers share.
final class PictureSource: Sendable {
  enum Kind: Sendable {
    case file(FileSource, MediaTrack)
    case generator(GeneratorSource)
    /// Still pictures: no decoder stays open for them.
    case indexed(any IndexedPictures)
    /// Another edit, which a renderer of its own draws.
    indirect case nested(NestedPictures)
  }

  /// Tells source tracks apart without comparing what they are.
  struct Key: Hashable, Sendable {
    let source: ObjectIdentifier
    let trackID: Int32

    init(_ track: SourceTrack) {
      source = ObjectIdentifier(track.source)
      trackID = track.trackID
    }
  }

  let kind: Kind
  let key: Key

  init(kind: Kind, key: Key) { (self.kind, self.key) = (kind, key) }

  /// The file that its pictures are read from, where it is one.
  var path: String? {
    switch kind {
    case .file(let file, _): file.asset.path
    case .indexed(let pictures): (pictures as? any StillPictures)?.path
    case .generator, .nested: nil
    }
  }

  /// What its pictures are like before anything is done to them.
  var shape: FrameConverter.Shape {
    switch kind {
    case .file(_, let track): track.video?.shape ?? Self.none
    case .generator(let generator):
      FrameConverter.Shape(
        format: generator.format, width: generator.width, height: generator.height,
        color: generator.color)
    case .indexed(let pictures): pictures.shape
    case .nested(let pictures):
      FrameConverter.Shape(
        format: pictures.plan.canvas.format, width: pictures.plan.canvas.width,
        height: pictures.plan.canvas.height, color: pictures.plan.canvas.color)
    }
  }

  /// A track that turned out to have no pictures.
  private static let none = FrameConverter.Shape(
    format: .yuv420p, width: 0, height: 0, color: .bt709)

  var frames: FrameTable {
    switch kind {
    case .file(_, let track): track.video?.frames ?? .empty
    case .generator(let generator): generator.frames
    case .indexed(let pictures): pictures.frames
    case .nested(let pictures): pictures.frames
    }
  }
}

/// A source track that gives samples by their index at its own rate.
///
/// An immutable object, which all its segments share.
final class SoundSource: Sendable {
  enum Kind: Sendable {
    case file(FileSource, MediaTrack)
    case generator(GeneratorSource)
    /// Another edit, which is mixed at whatever rate is asked for.
    case nested(RenderPlan)
  }

  let kind: Kind
  let key: PictureSource.Key
  let sampleRate: Int
  let layout: ChannelLayout
  let sampleCount: Int64
  /// Where the track's first sample stands on the source's own time line.
  let start: Time

  init(
    kind: Kind, key: PictureSource.Key, sampleRate: Int, layout: ChannelLayout,
    sampleCount: Int64, start: Time
  ) {
    self.kind = kind
    self.key = key
    self.sampleRate = sampleRate
    self.layout = layout
    self.sampleCount = sampleCount
    self.start = start
  }
}

/// One audio track of the edit, with what the mix does to it.
struct AudioTrackPlan: Sendable {
  let segments: [AudioSegment]
  let volume: Animated<Double>
  let pan: Animated<Double>
  let filters: [Filter]
  let pitchAlgorithm: TimePitchAlgorithm
  /// A constant factor beside the animated volume: the track's own preferred volume.
  let gain: Double
}

/// A stretch of sound from one source, at a place in the edit.
struct AudioSegment: Sendable {
  let source: SoundSource
  let segment: Segment
}
