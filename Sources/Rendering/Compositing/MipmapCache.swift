import Geometry
import Imaging

/// The mipmaps of pictures that stay the same from frame to frame: stills, and held frames.
///
/// Owned by one thread.
final class MipmapCache {
  /// What of a picture is seen, and the size it is made before any map; nil for its own.
  struct Use: Equatable {
    let crop: Rect
    let size: Size?
  }

  private let made = FrameCache<Use, Mipmap>()

  /// The mipmap of a picture and its use, made where there is none.
  func mipmap(
    of frame: VideoFrame, as use: Use, make: () throws -> Mipmap
  ) rethrows -> Mipmap {
    if let known = made[frame, use] { return known }
    let mipmap = try make()
    made[frame, use] = mipmap
    return mipmap
  }

  /// Lets go what was not asked for since the last call.
  func dropUnused() { made.dropUnused() }
}
