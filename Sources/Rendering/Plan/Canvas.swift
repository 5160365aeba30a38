import Geometry
import Imaging

/// What every rendered frame is: its size in pixels, its shape on a screen, its layout and colour.
package struct Canvas: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let pixelAspect: PixelAspect
  package let format: PixelFormat
  package let color: ColorDescription
  /// Pixels per point of the space that layers are placed in, across and down.
  ///
  /// 1 unless the frame's pixels are not square or a preset makes the picture smaller.
  package let scale: Size

  package init(
    width: Int, height: Int, pixelAspect: PixelAspect = .square, format: PixelFormat,
    color: ColorDescription, scale: Size = Size(width: 1, height: 1)
  ) {
    self.width = width
    self.height = height
    self.pixelAspect = pixelAspect
    self.format = format
    self.color = color
    self.scale = scale
  }
}
