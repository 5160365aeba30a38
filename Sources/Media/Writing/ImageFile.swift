import CFFmpeg
import Imaging
import Timing

/// Writes one picture into a file of its own, PNG or JPEG by the name's ending.
package enum ImageFile {
  /// The endings that are understood.
  package static let extensions = ["png", "jpg", "jpeg"]

  package enum Kind: Sendable {
    /// Loses nothing.
    case png
    /// With a quantiser of 1, the best, to 31.
    case jpeg(quality: Double)
  }

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
        detail: ending.isEmpty
          ? "its name does not say what kind of picture it is"
          : "a picture cannot be written as '.\(ending)'",
        hint: "end the name in .png or .jpg")
    }
    let output = try OutputFile(path: path, overwrite: overwrite)
    defer { output.discard() }
    try output.write(bytes(of: frame, as: ending == "png" ? .png : .jpeg(quality: quality ?? 2)))
    try output.commit()
  }

  /// What the file of a picture holds.
  package static func bytes(
    of frame: VideoFrame, as kind: Kind
  ) throws(MediaError) -> [UInt8] {
    var isPNG = true
    if case .jpeg = kind { isPNG = false }
    let format = isPNG ? pngFormat(for: frame) : jpegFormat
    let color = isPNG ? ColorDescription.sRGB : jpegColor
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
    if case .jpeg(let quality) = kind { settings.quality = min(max(quality, 1), 31) }
    let encoder = try VideoEncoder(settings)
    var bytes: [UInt8] = []
    for packet in try encoder.encode(picture, pts: 0) + encoder.finish() {
      bytes += UnsafeBufferPointer(
        start: packet.pointer.pointee.data, count: packet.byteCount)
    }
    return bytes
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
