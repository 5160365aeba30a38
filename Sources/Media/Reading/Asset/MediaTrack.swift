import Geometry
import Imaging
import Timing

/// What kind of media a track holds.
package enum MediaType: String, Sendable, Hashable {
  case video, audio, subtitle, other
}

/// One track of a file, as far as it is known without decoding it.
///
/// An immutable object, as its parts are, so that whoever names it stays small.
package final class MediaTrack: Sendable {
  /// The container's own number for it, or its place from 1.
  package let id: Int32
  // A film has thousands of tracks: small numbers are kept small.
  private let streamNumber: Int32
  private let groupNumber: Int32
  package let mediaType: MediaType
  package let isEnabled: Bool
  /// Its place among FFmpeg's streams, from 0.
  package var streamIndex: Int { Int(streamNumber) }
  /// The number of the alternatives to which it belongs, of which one is played; 0 for none.
  package var alternateGroup: Int { Int(groupNumber) }
  /// ISO 639-2 or BCP 47, as the container says; nil where it is undetermined.
  package let language: String?
  package let metadata: [MetadataItem]
  /// FFmpeg's name of the codec.
  package var codec: String { parameters.codecName }
  package var profile: String? { parameters.profileName }
  /// The container's four characters for the codec; empty where it has none.
  package var codecTag: String { parameters.codecTag }
  /// Bits per second: the container's word, else the bytes divided by the duration; 0 if unknown.
  package let bitRate: Int64
  /// Where the track lies on the asset's timeline: from its first presented frame or sample to the
  /// end of the last.
  package let timeRange: TimeRange
  /// Units per second in which its times are exact.
  package let naturalTimeScale: Int64
  /// The edit list: which media is shown when, holes included.
  package var segments: [TimeMapping] { edits.mappings(of: timeRange) }
  private let edits: Edits
  package let parameters: CodecParameters
  /// There for a video track.
  package let video: VideoTrackInfo?
  /// There for an audio track.
  package let audio: AudioTrackInfo?

  init(
    id: Int32, streamIndex: Int, mediaType: MediaType, isEnabled: Bool,
    alternateGroup: Int, language: String?, metadata: [MetadataItem], bitRate: Int64,
    timeRange: TimeRange, naturalTimeScale: Int64,
    segments: [TimeMapping],
    parameters: CodecParameters, video: VideoTrackInfo?, audio: AudioTrackInfo?
  ) {
    self.id = id
    streamNumber = Int32(clamping: streamIndex)
    self.mediaType = mediaType
    self.isEnabled = isEnabled
    groupNumber = Int32(clamping: alternateGroup)
    self.language = language
    self.metadata = metadata
    self.bitRate = bitRate
    self.timeRange = timeRange
    self.naturalTimeScale = naturalTimeScale
    edits = Edits(segments, of: timeRange)
    self.parameters = parameters
    self.video = video
    self.audio = audio
  }

  /// Whether there is anything to show, hear or read in it.
  var hasContent: Bool {
    if let video { return video.frames.count > 0 }
    if let audio { return audio.sampleCount > 0 }
    return mediaType == .subtitle
  }
}

/// An edit list; the usual one, a single stretch at natural speed that is the whole track, takes
/// little memory.
private enum Edits: Sendable {
  /// The media from a time on, during all of the track's range.
  case whole(from: Time)
  case list([TimeMapping])

  init(_ mappings: [TimeMapping], of range: TimeRange) {
    guard mappings.count == 1, let first = mappings.first, !first.isEmptyEdit,
      first.target.start.isIdentical(to: range.start),
      first.target.duration.isIdentical(to: range.duration),
      first.source.duration.isIdentical(to: range.duration)
    else {
      self = .list(mappings)
      return
    }
    self = .whole(from: first.source.start)
  }

  func mappings(of range: TimeRange) -> [TimeMapping] {
    switch self {
    case .list(let mappings): mappings
    case .whole(let start):
      [
        TimeMapping(
          source: TimeRange(start: start, duration: range.duration), target: range)
      ]
    }
  }
}

/// One entry of a container's metadata.
package struct MetadataItem: Sendable, Hashable {
  package let key: String
  package let value: String
}

/// What there is to know of a picture track.
package final class VideoTrackInfo: Sendable {
  /// What its pictures are like; tracks whose pictures are alike share one description.
  private let format: PictureFormat
  package let frames: FrameTable
  /// Exact on a grid, else the average rounded to a standard rate; nil without frames.
  package var nominalFrameRate: FrameRate? { format.nominalFrameRate }
  /// The shortest frame; invalid where there is one frame or none.
  package var minFrameDuration: Time { frames.minimumStep ?? .invalid }
  /// Pictures are stored in another order than they are shown in.
  package let requiresFrameReordering: Bool
  let index: FrameIndex
  let isTimedByOrder: Bool

  init(
    _ format: PictureFormat, frames: FrameTable, requiresFrameReordering: Bool, index: FrameIndex,
    isTimedByOrder: Bool
  ) {
    self.format = format.shared
    self.frames = frames
    self.requiresFrameReordering = requiresFrameReordering
    self.index = index
    self.isTimedByOrder = isTimedByOrder
  }

  /// The size of the pictures that are handed out, in pixels.
  package var codedWidth: Int { format.width }
  package var codedHeight: Int { format.height }
  /// The part that they are of what is stored; nil for all of it.
  var crop: CleanAperture.Crop? { format.crop }
  /// The part of the stored pictures that is meant to be seen; nil for all of it.
  package var cleanAperture: Rect? {
    format.crop.map {
      Rect(
        x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
    }
  }
  /// Whether only a part of the stored pictures is shown.
  package var isCropped: Bool { format.crop != nil }
  package var pixelAspect: PixelAspect { format.pixelAspect }
  /// The size with square pixels, before `preferredTransform`.
  package var naturalSize: Size { format.naturalSize }
  /// The container's display matrix: maps the natural rectangle to what a viewer should see.
  package var preferredTransform: Transform { format.preferredTransform }
  package var pixelFormat: PixelFormat { format.pixelFormat }
  package var bitDepth: Int { format.pixelFormat.bitDepth }
  /// With every field filled in, by the rule of size where the file is silent.
  package var color: ColorDescription { format.color }
  /// What a film of high dynamic range says of its light; nil where it says nothing.
  package var light: LightLevels? { format.light }
  /// The track has alpha, beside the picture or in its pixels.
  package var hasAlpha: Bool { format.pixelFormat.hasAlpha }
  /// How its pictures are made of fields, as far as the file says.
  package var fieldOrder: FieldOrder { format.fieldOrder }
  /// Only the container tells of fields: the codec has no word for them.
  var hasContainersFields: Bool { format.hasContainersFields }
}

/// What there is to know of a sound track.
package final class AudioTrackInfo: Sendable {
  /// Samples per second, as decoded.
  package let sampleRate: Int
  package let layout: ChannelLayout
  package var channels: Int { layout.channels }
  /// The presented samples: priming and padding are not among them.
  package let sampleCount: Int64
  let timeline: AudioTimeline
  /// What the presented samples are, in ascending order; between them there is silence.
  let pieces: [AudioPiece]

  init(
    sampleRate: Int, layout: ChannelLayout, sampleCount: Int64, timeline: AudioTimeline,
    pieces: [AudioPiece]
  ) {
    self.sampleRate = sampleRate
    self.layout = layout
    self.sampleCount = sampleCount
    self.timeline = timeline
    self.pieces = pieces
  }
}

/// A named stretch of an asset.
package struct Chapter: Sendable, Hashable {
  package let range: TimeRange
  package let title: String

  package init(range: TimeRange, title: String) { (self.range, self.title) = (range, title) }
}
