import Geometry
import Timing

/// What the media of a source's track are like, apart from when they are shown or heard.
///
/// An immutable object, so that tracks that are alike can share it.
package final class TrackFormat: Sendable {
  let mediaType: MediaType
  let naturalSize: Size
  let preferredTransform: Transform
  let frameRate: FrameRate?
  let nominalFrameRate: FrameRate?
  let isVariable: Bool
  let signature: FormatSignature
  let sampleRate: Int
  let channels: Int

  /// Describes pictures.
  package init(
    videoOf naturalSize: Size, signature: FormatSignature, preferredTransform: Transform,
    frameRate: FrameRate?, nominalFrameRate: FrameRate?, isVariable: Bool
  ) {
    (mediaType, self.naturalSize, self.signature) = (.video, naturalSize, signature)
    (self.preferredTransform, self.isVariable) = (preferredTransform, isVariable)
    (self.frameRate, self.nominalFrameRate) = (frameRate, frameRate ?? nominalFrameRate)
    (sampleRate, channels) = (0, 0)
  }

  /// Describes sound.
  package init(audioAt sampleRate: Int, channels: Int, signature: FormatSignature) {
    (mediaType, self.sampleRate, self.channels) = (.audio, sampleRate, channels)
    (naturalSize, preferredTransform, self.signature) = (.zero, .identity, signature)
    (frameRate, nominalFrameRate, isVariable) = (nil, nil, false)
  }

  /// Whether two descriptions say the same.
  package func isEqual(to other: TrackFormat) -> Bool {
    signature == other.signature && naturalSize == other.naturalSize
      && preferredTransform == other.preferredTransform && frameRate == other.frameRate
      && nominalFrameRate == other.nominalFrameRate && isVariable == other.isVariable
      && sampleRate == other.sampleRate && channels == other.channels
  }
}
