import Geometry
import Imaging

/// Layers that rest, as they are drawn: stills, held frames and titles are converted once and not for
/// every picture that they lie on, and what is clear around them is left out.
///
/// Most frames are never drawn again, so one is kept from the second time on. Owned by one thread.
final class StillCache {
  /// Pixels of the canvas's own kind, and where their corner lies on it.
  struct Still {
    let picture: VideoFrame
    let x: Int
    let y: Int

    /// Without the clear edges; something is left of a picture that is clear all over.
    fileprivate var trimmed: Still {
      guard picture.format.alphaPlane != nil else { return self }
      let part = picture.visiblePart ?? (0..<1, 0..<1)
      return Still(
        picture: picture.cropped(
          x: part.columns.lowerBound, y: part.rows.lowerBound, width: part.columns.count,
          height: part.rows.count),
        x: x + part.columns.lowerBound, y: y + part.rows.lowerBound)
    }
  }

  /// Where a picture lies, and what of it is seen.
  private struct Use: Equatable {
    let transform: Transform
    let crop: Rect?

    init(_ layer: DrawnLayer) {
      (transform, crop) = (layer.placement.transform, layer.placement.crop)
    }
  }

  /// What has been drawn; without a still where that was once.
  private let drawn = FrameCache<Use, Still?>()

  /// What is kept of a layer.
  func still(of layer: DrawnLayer) -> Still? { drawn[layer.frame, Use(layer)] ?? nil }

  /// Takes note of what a layer was drawn as.
  func note(_ still: Still, of layer: DrawnLayer) {
    let isKnown = drawn[layer.frame, Use(layer)] != nil
    drawn[layer.frame, Use(layer)] = .some(isKnown ? still.trimmed : nil)
  }

  /// Lets go what was not asked for since the last call.
  func dropUnused() { drawn.dropUnused() }
}
