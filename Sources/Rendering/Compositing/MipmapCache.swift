import Geometry
import Imaging

/// The mipmaps of pictures that stay the same from frame to frame: stills, and held frames.
///
/// What one rendered frame did not use is let go with it. Owned by one thread.
final class MipmapCache {
  private struct Entry {
    /// Held, so that no other picture can come to lie at its place while it is known by it.
    let frame: VideoFrame
    let use: Use
    let mipmap: Mipmap
    var isUsed: Bool
  }

  /// What of a picture is seen, and the size it is made before any map; nil for its own.
  struct Use: Equatable {
    let crop: Rect
    let size: Size?
  }

  private var entries: [Entry] = []

  /// The mipmap of a picture and its use, made where there is none.
  func mipmap(
    of frame: VideoFrame, as use: Use, make: () throws -> Mipmap
  ) rethrows -> Mipmap {
    if let index = entries.firstIndex(where: { $0.frame === frame && $0.use == use }) {
      entries[index].isUsed = true
      return entries[index].mipmap
    }
    let mipmap = try make()
    entries.append(Entry(frame: frame, use: use, mipmap: mipmap, isUsed: true))
    return mipmap
  }

  /// Lets go what was not asked for since the last call.
  func dropUnused() {
    entries.removeAll { !$0.isUsed }
    for index in entries.indices { entries[index].isUsed = false }
  }
}
