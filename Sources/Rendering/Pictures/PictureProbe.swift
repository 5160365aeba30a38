import Geometry
import Imaging
import Media

/// Reads the colours of a frame's pixels as red, green, blue and alpha.
///
/// The frame is converted once, when a pixel is first asked for. Owned by one thread.
package final class PictureProbe {
  package let frame: VideoFrame
  private var converted: VideoFrame?

  package init(_ frame: VideoFrame) { self.frame = frame }

  /// The colour of a pixel; nil outside the frame.
  package func color(x: Int, y: Int) throws -> Color? {
    guard x >= 0, x < frame.width, y >= 0, y < frame.height else { return nil }
    let picture = try rgb()
    let largest = Double(picture.format.maximum)
    func value(_ plane: Int) -> Double {
      let row = picture.planes[plane].row(y)
      let code =
        picture.format.bytesPerSample == 1
        ? Int(row.load(fromByteOffset: x, as: UInt8.self))
        : Int(row.load(fromByteOffset: x * 2, as: UInt16.self))
      return Double(code) / largest
    }
    return Color(
      red: value(2), green: value(0), blue: value(1),
      alpha: picture.format.hasAlpha ? value(3) : 1)
  }

  private func rgb() throws -> VideoFrame {
    if let converted { return converted }
    let isDeep = frame.format.bitDepth > 8
    let format: PixelFormat =
      frame.format.hasAlpha ? (isDeep ? .gbrap16 : .gbrap) : (isDeep ? .gbrp16 : .gbrp)
    let target = FrameConverter.Shape(
      format: format, width: frame.width, height: frame.height, color: .sRGB)
    let result = try FrameConverter(from: frame.shape, to: target)
      .convert(frame, pool: FramePool(idleBytes: 0))
    converted = result
    return result
  }
}
