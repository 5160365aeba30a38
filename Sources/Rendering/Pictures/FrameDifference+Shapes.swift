import Imaging
import Media

extension FrameDifference {
  /// Compares two pictures of any kind: the second is brought to the first one's shape.
  package static func between(_ left: VideoFrame, _ right: VideoFrame) throws -> FrameDifference {
    let isDeep = left.format.bitDepth > 8
    let shape =
      left.format.isPlanar
      ? left.shape
      : FrameConverter.Shape(
        format: isDeep ? .gbrp16 : .gbrp, width: left.width, height: left.height, color: .sRGB)
    return FrameDifference(try left.brought(to: shape), try right.brought(to: shape))
  }

  /// Where two pictures of any kind differ: red, green and blue, `gain` times as strong.
  package static func picture(
    of left: VideoFrame, and right: VideoFrame, gain: Int
  ) throws -> VideoFrame {
    let shape = FrameConverter.Shape(
      format: .gbrp, width: left.width, height: left.height, color: .sRGB)
    return amplified(
      try left.brought(to: shape), try right.brought(to: shape), gain: gain, pool: FramePool())
  }
}

extension VideoFrame {
  /// The picture in another shape; itself where it has that already.
  fileprivate func brought(to shape: FrameConverter.Shape) throws -> VideoFrame {
    self.shape == shape
      ? self
      : try FrameConverter(from: self.shape, to: shape)
        .convert(self, pool: FramePool(idleBytes: 0))
  }
}
