import CFFmpeg
import Imaging

/// Wraps decoded frames with the colours and the pixel shape that the track has.
struct FrameDescriber {
  private let info: VideoTrackInfo
  private var lastRaw: ColorDescription?
  private var lastColor: ColorDescription
  /// The last frame was not of the size that the track announces.
  private(set) var isOfOtherSize = false

  init(_ info: VideoTrackInfo) {
    (self.info, lastColor) = (info, info.color)
  }

  /// The picture over a decoded frame's memory, without a copy.
  mutating func frame(_ box: FrameBox) -> VideoFrame? {
    let raw = ColorDescription(frame: box.pointer)
    if raw != lastRaw {
      lastRaw = raw
      var color = raw
      // What the codec leaves out, the container may have said.
      if color.matrix == .unspecified { color.matrix = info.color.matrix }
      if color.primaries == .unspecified { color.primaries = info.color.primaries }
      if color.transfer == .unspecified { color.transfer = info.color.transfer }
      if color.range == .unspecified { color.range = info.color.range }
      if color.chromaLocation == .unspecified { color.chromaLocation = info.color.chromaLocation }
      let format = PixelFormat(AVPixelFormat(box.pointer.pointee.format)) ?? info.pixelFormat
      lastColor = color.resolved(
        width: Int(box.pointer.pointee.width), height: Int(box.pointer.pointee.height),
        model: format.model)
      if lastColor.transfer == .pq { lastColor.peakLuminance = info.color.peakLuminance }
    }
    let own = box.pointer.pointee.sample_aspect_ratio
    // What the container says is true of pictures of the size that it says.
    isOfOtherSize =
      info.crop == nil
      && (Int(box.pointer.pointee.width), Int(box.pointer.pointee.height))
        != (info.codedWidth, info.codedHeight)
    let aspect =
      (info.pixelAspect.isSquare || isOfOtherSize) && own.num > 0
      ? PixelAspect(believing: own) ?? info.pixelAspect : info.pixelAspect
    let frame = VideoFrame(
      wrapping: box, color: lastColor, pixelAspect: aspect,
      fields: info.hasContainersFields ? info.fieldOrder : nil)
    guard let crop = info.crop, let frame, frame.format.isPlanar,
      crop.x + crop.width <= frame.width, crop.y + crop.height <= frame.height
    else { return frame }
    return frame.cropped(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
  }
}
