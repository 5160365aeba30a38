import CFFmpeg
import Imaging

extension ColorDescription {
  /// What a decoded frame says of its colours, unspecified where it says nothing.
  init(frame: UnsafePointer<AVFrame>) {
    self.init(
      matrix: ColorMatrix(rawValue: Int32(frame.pointee.colorspace.rawValue)),
      primaries: ColorPrimaries(rawValue: Int32(frame.pointee.color_primaries.rawValue)),
      transfer: ColorTransfer(rawValue: Int32(frame.pointee.color_trc.rawValue)),
      range: ColorRange(rawValue: Int32(frame.pointee.color_range.rawValue)) ?? .unspecified,
      chromaLocation: ChromaLocation(rawValue: Int32(frame.pointee.chroma_location.rawValue))
        ?? .unspecified)
    markFullRange(format: AVPixelFormat(frame.pointee.format))
  }

  /// What a stream's parameters say of its colours.
  init(parameters: UnsafePointer<AVCodecParameters>) {
    self.init(
      matrix: ColorMatrix(rawValue: Int32(parameters.pointee.color_space.rawValue)),
      primaries: ColorPrimaries(rawValue: Int32(parameters.pointee.color_primaries.rawValue)),
      transfer: ColorTransfer(rawValue: Int32(parameters.pointee.color_trc.rawValue)),
      range: ColorRange(rawValue: Int32(parameters.pointee.color_range.rawValue)) ?? .unspecified,
      chromaLocation: ChromaLocation(rawValue: Int32(parameters.pointee.chroma_location.rawValue))
        ?? .unspecified)
    markFullRange(format: AVPixelFormat(parameters.pointee.format))
  }

  /// The "yuvj" formats carry their range in the format.
  private mutating func markFullRange(format: AVPixelFormat) {
    guard range == .unspecified, let descriptor = av_pix_fmt_desc_get(format) else { return }
    if String(cString: descriptor.pointee.name).hasPrefix("yuvj") { range = .full }
  }
}
