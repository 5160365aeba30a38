import Imaging
import Media

/// Pictures whose alpha says nothing, without it.
///
/// Most pictures with alpha that are not overlays are opaque everywhere: stills, screen recordings.
/// Without their alpha they hide what is beneath them, and drawing them takes half the work. Each
/// picture is looked at once for as long as it is shown. Owned by one thread.
final class OpaquePictures {
  /// There is but one use of them.
  private enum Use { case drawing }

  private let results = FrameCache<Use, VideoFrame>()

  /// The same picture, without alpha where that is opaque; the same object for the same frame.
  func plain(_ frame: VideoFrame, pool: FramePool) throws(MediaError) -> VideoFrame {
    guard frame.format.hasAlpha else { return frame }
    if let known = results[frame, .drawing] { return known }
    let planar = try frame.unpacked(pool: pool)
    let result = planar.isOpaque ? planar.withoutAlpha ?? planar : planar
    results[frame, .drawing] = result
    return result
  }

  /// Lets go the pictures that were not asked for since the last call.
  func dropUnused() { results.dropUnused() }
}
