import Geometry
import Timing

/// One track of a source as the edit model sees it: a description that keeps its source alive.
///
/// An immutable object, so that a segment that names it stays small. Equality is by source and
/// track id.
package final class SourceTrack: Sendable {
  package let source: any MediaSource
  package let trackID: Int32
  /// Whether the source means it to be played.
  package let isEnabled: Bool
  /// The number of the alternatives to which it belongs, of which one is played; 0 for none.
  package let alternateGroup: Int
  /// Where the track has media on its own timeline; it need not start at zero.
  package let timeRange: TimeRange
  /// The scale in which the track's own times are exact.
  package let naturalTimeScale: Int64
  /// Presented frames; nil where not known.
  package let frameCount: Int?
  /// What its media are like.
  package let format: TrackFormat

  /// Describes a track whose media are of a known kind.
  package init(
    _ source: any MediaSource, trackID: Int32, timeRange: TimeRange, naturalTimeScale: Int64,
    frameCount: Int? = nil, isEnabled: Bool = true, alternateGroup: Int = 0, format: TrackFormat
  ) {
    (self.isEnabled, self.alternateGroup) = (isEnabled, alternateGroup)
    (self.source, self.trackID, self.timeRange) = (source, trackID, timeRange)
    (self.naturalTimeScale, self.frameCount, self.format) = (naturalTimeScale, frameCount, format)
  }

  /// Describes a track of pictures.
  package convenience init(
    video source: any MediaSource, trackID: Int32, timeRange: TimeRange,
    naturalTimeScale: Int64, naturalSize: Size, signature: FormatSignature,
    preferredTransform: Transform = .identity, frameRate: FrameRate? = nil,
    nominalFrameRate: FrameRate? = nil, isVariable: Bool = false, frameCount: Int? = nil
  ) {
    self.init(
      source, trackID: trackID, timeRange: timeRange, naturalTimeScale: naturalTimeScale,
      frameCount: frameCount,
      format: TrackFormat(
        videoOf: naturalSize, signature: signature, preferredTransform: preferredTransform,
        frameRate: frameRate, nominalFrameRate: nominalFrameRate, isVariable: isVariable))
  }

  /// Describes a track of sound; its times are exact in samples.
  package convenience init(
    audio source: any MediaSource, trackID: Int32, timeRange: TimeRange, sampleRate: Int,
    channels: Int, signature: FormatSignature
  ) {
    self.init(
      source, trackID: trackID, timeRange: timeRange, naturalTimeScale: Int64(sampleRate),
      format: TrackFormat(audioAt: sampleRate, channels: channels, signature: signature))
  }

  package var mediaType: MediaType { format.mediaType }
  /// In square pixels, before `preferredTransform`; zero for sound.
  package var naturalSize: Size { format.naturalSize }
  /// Turns the natural picture upright.
  package var preferredTransform: Transform { format.preferredTransform }
  /// The exact rate; nil where it varies or is not known.
  package var frameRate: FrameRate? { format.frameRate }
  /// The rate to assume: the exact one, or a standard one near the average.
  package var nominalFrameRate: FrameRate? { format.nominalFrameRate }
  /// Whether frames have times of their own instead of a grid.
  package var isVariable: Bool { format.isVariable }
  package var signature: FormatSignature { format.signature }
  /// Samples per second; 0 for pictures.
  package var sampleRate: Int { format.sampleRate }
  /// 0 for pictures.
  package var channels: Int { format.channels }

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
