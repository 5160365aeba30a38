import Geometry
import Imaging
import Media

extension PictureSource {
  /// Whether a frame is of the size that the track announces; in some streams that changes.
  func isUsual(_ frame: VideoFrame) -> Bool {
    guard case .file = kind else { return true }
    let shape = shape
    return (frame.width, frame.height) == (shape.width, shape.height)
  }
}

extension VideoFrame {
  /// Where the frame lies in a box as large as it can be in its own shape, in the middle.
  ///
  /// A difference of less than one in a hundred, such as a row of blocks, is no other shape: bars of
  /// a few pixels would help nobody.
  func fitted(into box: Size) -> Rect {
    let wide = Double(width) * Double(pixelAspect.numerator) / Double(pixelAspect.denominator)
    guard wide > 0, height > 0 else { return Rect(box) }
    let scale = min(box.width / wide, box.height / Double(height))
    let size = Size(width: wide * scale, height: Double(height) * scale)
    guard size.width < box.width * 0.99 || size.height < box.height * 0.99 else { return Rect(box) }
    return Rect(
      x: (box.width - size.width) / 2, y: (box.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}
