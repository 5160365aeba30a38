import Imaging
import Media

/// Pictures whose alpha says nothing, without it.
///
/// Most pictures with alpha that are not overlays are opaque everywhere: stills, screen recordings.
/// Without their alpha they hide what is beneath them, and drawing them takes half the work. Each
/// picture is looked at once for as long as it is shown. Owned by one thread.
final class OpaquePictures {
  private struct Entry {
    /// Held, so that no other picture can come to lie at its place while it is known by it.
    let frame: VideoFrame
    let result: VideoFrame
    var isUsed: Bool
  }

  private var entries: [Entry] = []

  /// The same picture, without alpha where that is opaque; the same object for the same frame.
  func plain(_ frame: VideoFrame, pool: FramePool) throws(MediaError) -> VideoFrame {
    guard frame.format.hasAlpha else { return frame }
    if let index = entries.firstIndex(where: { $0.frame === frame }) {
      entries[index].isUsed = true
      return entries[index].result
    }
    let planar = try frame.unpacked(pool: pool)
    let result = planar.isOpaque ? planar.withoutAlpha ?? planar : planar
    entries.append(Entry(frame: frame, result: result, isUsed: true))
    return result
  }

  /// Lets go the pictures that were not asked for since the last call.
  func dropUnused() {
    entries.removeAll { !$0.isUsed }
    for index in entries.indices { entries[index].isUsed = false }
  }
}
