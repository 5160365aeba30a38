import Geometry
import Timing

/// One track of a source as the edit model sees it: a description that keeps its source alive.
///
/// An immutable object, so that a segment that names it stays small. Equality is by source and
/// track id.
package final class SourceTrack: Sendable {
  package let source: any MediaSource
  package let trackID: Int32
  package let mediaType: MediaType
  /// Whether the source means it to be played.
  package let isEnabled: Bool
  /// Where the track has media on its own timeline; it need not start at zero.
  package let timeRange: TimeRange
  /// The scale in which the track's own times are exact.
  package let naturalTimeScale: Int64
  /// In square pixels, before `preferredTransform`; zero for sound.
  package let naturalSize: Size
  /// Turns the natural picture upright.
  package let preferredTransform: Transform
  /// The exact rate; nil where it varies or is not known.
  package let frameRate: FrameRate?
  /// The rate to assume: the exact one, or a standard one near the average.
  package let nominalFrameRate: FrameRate?
  /// Whether frames have times of their own instead of a grid.
  package let isVariable: Bool
  /// Presented frames; nil where not known.
  package let frameCount: Int?
  package let signature: FormatSignature
  /// Samples per second; 0 for pictures.
  package let sampleRate: Int
  /// 0 for pictures.
  package let channels: Int

  /// Describes a track of pictures.
  package init(
    video source: any MediaSource, trackID: Int32, timeRange: TimeRange,
    naturalTimeScale: Int64, naturalSize: Size, signature: FormatSignature,
    preferredTransform: Transform = .identity, frameRate: FrameRate? = nil,
    nominalFrameRate: FrameRate? = nil, isVariable: Bool = false, frameCount: Int? = nil,
    isEnabled: Bool = true
  ) {
    self.isEnabled = isEnabled
    (self.source, self.trackID, mediaType) = (source, trackID, .video)
    (self.timeRange, self.naturalTimeScale) = (timeRange, naturalTimeScale)
    (self.naturalSize, self.preferredTransform) = (naturalSize, preferredTransform)
    (self.frameRate, self.nominalFrameRate) = (frameRate, frameRate ?? nominalFrameRate)
    (self.isVariable, self.frameCount, self.signature) = (isVariable, frameCount, signature)
    (sampleRate, channels) = (0, 0)
  }

  /// Describes a track of sound; its times are exact in samples.
  package init(
    audio source: any MediaSource, trackID: Int32, timeRange: TimeRange, sampleRate: Int,
    channels: Int, signature: FormatSignature, isEnabled: Bool = true
  ) {
    self.isEnabled = isEnabled
    (self.source, self.trackID, mediaType) = (source, trackID, .audio)
    (self.timeRange, naturalTimeScale) = (timeRange, Int64(sampleRate))
    (naturalSize, preferredTransform) = (.zero, .identity)
    (frameRate, nominalFrameRate, isVariable, frameCount) = (nil, nil, false, nil)
    (self.signature, self.sampleRate, self.channels) = (signature, sampleRate, channels)
  }

  /// The picture's size as people see it, upright.
  package var displaySize: Size { preferredTransform.apply(Rect(naturalSize)).size }

  /// For messages: `'a.mp4' track 1 (video)`.
  package var label: String { "'\(source.name)' track \(trackID) (\(mediaType.rawValue))" }
}

extension SourceTrack: Hashable {
  package static func == (left: SourceTrack, right: SourceTrack) -> Bool {
    left === right || (left.source === right.source && left.trackID == right.trackID)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(source))
    hasher.combine(trackID)
  }
}
