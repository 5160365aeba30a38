import CFFmpeg
import Imaging
import Timing

/// Writes one picture into a file of its own, PNG or JPEG by the name's ending.
package enum ImageFile {
  /// The endings that are understood.
  package static let extensions = ["png", "jpg", "jpeg"]

  /// Writes a picture; the file has no name before it is complete.
  ///
  /// - Parameter quality: JPEG's quantiser, 1 (best) to 31; nil takes 2. PNG loses nothing.
  package static func write(
    _ frame: VideoFrame, to path: String, overwrite: Bool = false, quality: Double? = nil
  ) throws(MediaError) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    guard extensions.contains(ending) else {
      throw MediaError(
        .unsupportedOutput, path: path, action: "write",
        detail: "a picture cannot be written as '.\(ending)'",
        hint: "end the name in .png or .jpg")
    }
    let isPNG = ending == "png"
    let format = isPNG ? pngFormat(for: frame) : jpegFormat
    let color = isPNG ? ColorDescription.sRGB : jpegColor
    let output = try OutputFile(path: path, overwrite: overwrite)
    defer { output.discard() }
    let picture = try FrameConverter(
      from: FrameConverter.Shape(
        format: frame.format, width: frame.width, height: frame.height, color: frame.color),
      to: FrameConverter.Shape(
        format: format, width: frame.width, height: frame.height, color: color)
    ).convert(frame, pool: FramePool())
    var settings = VideoEncoderSettings(
      codec: isPNG ? "png" : "mjpeg", width: frame.width, height: frame.height, color: color,
      timeBase: Time(1, 25), frameRate: nil)
    settings.pixelFormat = format
    settings.pixelAspect = frame.pixelAspect
    settings.threads = 1
    if !isPNG { settings.quality = min(max(quality ?? 2, 1), 31) }
    let encoder = try VideoEncoder(settings)
    for packet in try encoder.encode(picture, pts: 0) + encoder.finish() {
      let isWritten = output.write(packet.pointer.pointee.data, count: packet.byteCount)
      if !isWritten, let error = output.writeError { throw error }
    }
    try output.commit()
  }

  private static func pngFormat(for frame: VideoFrame) -> PixelFormat {
    PixelFormat(named: frame.format.hasAlpha ? "rgba" : "rgb24") ?? .gbrp
  }

  /// Every pixel has its own colour, so that no size is odd.
  private static let jpegFormat = PixelFormat.yuv444p
  /// What the JFIF file format prescribes.
  private static let jpegColor = ColorDescription(
    matrix: .bt470bg, primaries: .bt709, transfer: .sRGB, range: .full, chromaLocation: .center)
}
