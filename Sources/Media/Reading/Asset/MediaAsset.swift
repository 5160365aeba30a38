import Synchronization
import Timing

/// A description of a media file: its tracks with exact times.
///
/// It holds no open file. While a file is unchanged all users of its path share one description.
package final class MediaAsset: Sendable {
  /// The name as it was given first.
  package let path: String
  package let identity: FileIdentity
  /// The container's short name: "mp4", "mov", "matroska", "webm"….
  package let formatName: String
  /// The latest end of a track.
  package let duration: Time
  package let tracks: [MediaTrack]
  package let metadata: [MetadataItem]
  package let chapters: [Chapter]
  /// Its samples are listed in fragments all over the file, not in one index.
  package let isFragmented: Bool
  /// What is odd about the file, in words for people.
  package let warnings: [String]
  /// Where the media of a cut file ends early; nil for a whole file.
  package let truncatedAt: Time?

  init(
    path: String, identity: FileIdentity, formatName: String, tracks: [MediaTrack],
    metadata: [MetadataItem], chapters: [Chapter], isFragmented: Bool, warnings: [String],
    truncatedAt: Time?
  ) {
    self.path = path
    self.identity = identity
    self.formatName = formatName
    self.tracks = tracks
    self.metadata = metadata
    self.chapters = chapters
    self.isFragmented = isFragmented
    self.warnings = warnings
    self.truncatedAt = truncatedAt
    duration = tracks.map(\.timeRange.end).max() ?? .zero
  }

  /// The first video track, which is what "the picture" means.
  package var video: MediaTrack? { tracks.first { $0.mediaType == .video } }

  /// The first audio track.
  package var audio: MediaTrack? { tracks.first { $0.mediaType == .audio } }

  /// Describes a local file, or returns the description made before if the file is unchanged.
  ///
  /// About 0.5 ms for an MP4 with H.264 and AAC. A container without a complete index is read through
  /// once.
  ///
  /// `monitor` sees the reading of such a file and can give it up, which is the error "interrupted".
  ///
  /// `allowsNetwork` fetches what an http or https address names, once in a process; without it only
  /// local files are opened.
  package static func open(
    _ path: String, allowsNetwork: Bool = false, monitor: ReadingMonitor? = nil
  ) throws(MediaError) -> MediaAsset {
    if allowsNetwork, FetchedFile.isAddress(path) {
      try FetchedFile.fetch(path, monitor: monitor)
    }
    let file = try LocalFile(checking: path)
    if let known = known.withLock({ $0[file.canonicalPath] }),
      known.identity == file.identity
    {
      return known
    }
    let asset = try AssetProbe(file, monitor: monitor).asset
    return known.withLock { shelf in
      // Another thread may have been faster; users of one file should share one description.
      if let other = shelf[file.canonicalPath], other.identity == asset.identity {
        return other
      }
      shelf[file.canonicalPath] = asset
      return asset
    }
  }

  /// Descriptions in use, by canonical path.
  private static let known = Mutex(WeakTable<String, MediaAsset>())
}
