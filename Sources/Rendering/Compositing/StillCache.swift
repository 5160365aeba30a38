import Geometry
import Imaging

/// Layers that rest, as they are drawn: stills, held frames and titles are converted once and not for
/// every picture that they lie on, and what is clear around them is left out.
///
/// Most frames are never drawn again, so one is kept from the second time on. What one rendered frame
/// did not use is let go with it. Owned by one thread.
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

  private struct Entry {
    /// Held, so that no other picture can come to lie at its place while it is known by it.
    let frame: VideoFrame
    let transform: Transform
    let crop: Rect?
    /// Nil where it was drawn once.
    var still: Still?
    var isUsed = true
  }

  private var entries: [Entry] = []

  /// What is kept of a layer.
  func still(of layer: DrawnLayer) -> Still? { index(of: layer).flatMap { entries[$0].still } }

  /// Takes note of what a layer was drawn as.
  func note(_ still: Still, of layer: DrawnLayer) {
    if let index = index(of: layer) {
      entries[index].still = still.trimmed
    } else {
      entries.append(
        Entry(
          frame: layer.frame, transform: layer.placement.transform, crop: layer.placement.crop))
    }
  }

  private func index(of layer: DrawnLayer) -> Int? {
    let index = entries.firstIndex {
      $0.frame === layer.frame && $0.transform == layer.placement.transform
        && $0.crop == layer.placement.crop
    }
    if let index { entries[index].isUsed = true }
    return index
  }

  /// Lets go what was not asked for since the last call.
  func dropUnused() {
    entries.removeAll { !$0.isUsed }
    for index in entries.indices { entries[index].isUsed = false }
  }
}
