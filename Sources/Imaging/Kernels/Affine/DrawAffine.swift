import Geometry

/// Draws a part of a picture through a map into another picture.
///
/// `crop` is in the source's pixels, `transform` leads from them to the target's. A picture that is
/// drawn more than once should keep its `Mipmap`.
package func drawAffine(
  _ source: VideoFrame, crop: Rect, transform: Transform, opacity: Double, into target: VideoFrame
) {
  draw(
    Mipmap(source, crop: crop, pool: FramePool()), transform: transform, opacity: opacity,
    into: target)
}

/// Draws a picture through a map into another picture.
///
/// Both have one model and depth; either may have alpha, and the chroma of each is taken where it
/// lies. `transform` leads from the source's pixels to the target's. Values between samples are
/// interpolated linearly, of smaller copies where the map shrinks; edges are antialiased, and only
/// the box around the result is touched. A move by whole samples of every plane is exact.
package func draw(
  _ picture: Mipmap, transform: Transform, opacity: Double, into target: VideoFrame,
  bands: RowBands = .single
) {
  precondition(
    target.format.isPlanar && picture.frame.format.model == target.format.model
      && picture.frame.format.bitDepth == target.format.bitDepth,
    "pictures that are drawn on each other have one model and depth")
  guard opacity > 0, !picture.crop.isEmpty, let inverse = transform.inverted else { return }
  if target.format.bytesPerSample == 1 {
    AffineDrawing<UInt8>(picture, transform, inverse, opacity, target, bands).run()
  } else {
    AffineDrawing<UInt16>(picture, transform, inverse, opacity, target, bands).run()
  }
}

/// One drawing of a picture through a map.
private struct AffineDrawing<C: Component> {
  private let bounds: Rect
  private let opacity: Double
  private let target: VideoFrame
  private let groups: [AffinePlanes<C>]
  private let bands: RowBands

  init(
    _ picture: Mipmap, _ transform: Transform, _ inverse: Transform, _ opacity: Double,
    _ target: VideoFrame, _ bands: RowBands
  ) {
    self.bands = bands
    bounds = transform.apply(picture.crop)
    self.opacity = min(opacity, 1)
    self.target = target
    groups = AffinePlanes.groups(picture, inverse: inverse, target: target, bands)
  }

  func run() {
    let step = target.format.model == .yuv ? 1 << target.format.chromaShiftY : 1
    func whole(_ edge: Double) -> Int { Int(min(max(edge.rounded(.down), -1e9), 1e9)) }
    let first = max(0, whole(bounds.y) - 2 * step) / step * step
    let last = min(target.height, whole(bounds.maxY) + 1 + 2 * step)
    guard first < last else { return }
    bands.run(first..<last, alignment: step, least: max(16, 65_536 / target.width)) { rows in
      AffineScratch<C>.with(width: target.width) { scratch in
        for group in groups { group.draw(rows, opacity: opacity, scratch) }
      }
    }
  }
}
