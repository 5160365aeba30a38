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
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, time < spans[low - 1].range.end else { return nil }
    return low - 1
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
  /// The frame's size in square pixels, before any transform.
  let naturalSize: Size
  var opacity: Animated<Double>
  var transform: Animated<Transform>
  var cropRectangle: Animated<Rect>
  var blendMode = BlendMode.normal
  /// Whether the transform, or the crop of a scaled picture, changes during the instruction.
  var isMoving = false
  /// The composition's track that it shows.
  var trackID: Int32 = 0

  /// The index of the source frame that is shown at an output time inside the span.
  func frameIndex(at time: Time) -> Int? {
    let shown = segment.sourceTime(at: time)
    return segment.isReversed ? source.frames.index(before: shown) : source.frames.index(at: shown)
  }
}

/// A source track that gives pictures by their index in presentation order.
struct PictureSource: Sendable {
  enum Kind: Sendable {
    case file(FileSource, MediaTrack)
    case generator(GeneratorSource)
    /// Still pictures: no decoder stays open for them.
    case indexed(any IndexedPictures)
    /// Another edit, which a renderer of its own draws.
    case nested(NestedPictures)
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
  let frames: FrameTable
  let hasAlpha: Bool
  let color: ColorDescription
  let format: PixelFormat
  let codedWidth: Int
  let codedHeight: Int
}

/// A source track that gives samples by their index at its own rate.
struct SoundSource: Sendable {
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
}

/// One audio track of the edit, with what the mix does to it.
struct AudioTrackPlan: Sendable {
  let segments: [AudioSegment]
  let volume: Animated<Double>
  let pan: Animated<Double>
  let pitchAlgorithm: TimePitchAlgorithm
  /// A constant factor beside the animated volume: the track's own preferred volume.
  let gain: Double
}

/// A stretch of sound from one source, at a place in the edit.
struct AudioSegment: Sendable {
  let source: SoundSource
  let segment: Segment
}
