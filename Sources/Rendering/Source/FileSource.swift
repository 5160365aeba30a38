import Composition
import Geometry
import Imaging
import Media
import Synchronization
import Timing

/// A media file as the edit model refers to it: the description, and no open file.
package final class FileSource: MediaSource {
  package let asset: MediaAsset

  package init(_ asset: MediaAsset) { self.asset = asset }

  package var name: String { asset.path }
  package var path: String? { asset.path }

  /// The tracks that an edit can use, in container order: pictures that move or sound.
  package var tracks: [SourceTrack] { asset.tracks.compactMap(sourceTrack) }

  /// One of the file's tracks as an edit sees it; nil for what is neither picture nor sound.
  package func sourceTrack(_ track: MediaTrack) -> SourceTrack? {
    let format: TrackFormat
    if let video = track.video {
      format = TrackFormat(
        videoOf: video.naturalSize,
        signature: .video(
          codec: track.codec, width: video.codedWidth, height: video.codedHeight,
          aspectWidth: video.pixelAspect.numerator, aspectHeight: video.pixelAspect.denominator),
        preferredTransform: video.preferredTransform, frameRate: video.frames.rate,
        nominalFrameRate: video.nominalFrameRate, isVariable: !video.frames.isGrid)
    } else if let audio = track.audio {
      format = TrackFormat(
        audioAt: audio.sampleRate, channels: audio.layout.channels,
        signature: .audio(
          codec: track.codec, sampleRate: audio.sampleRate, channels: audio.layout.channels))
    } else {
      return nil
    }
    return SourceTrack(
      self, trackID: track.id, timeRange: track.timeRange,
      naturalTimeScale: track.audio.map { Int64($0.sampleRate) } ?? track.naturalTimeScale,
      frameCount: track.video?.frames.count, isEnabled: track.isEnabled,
      alternateGroup: track.alternateGroup,
      format: Self.formats.withLock { $0.shared(format) { $0.isEqual(to: $1) } })
  }

  private static let formats = Mutex(RecentObjects<TrackFormat>())
}
