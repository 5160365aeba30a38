import CFFmpeg
import Imaging

extension PixelFormat {
  /// The description of FFmpeg's format; nil for hardware surfaces and unknown numbers.
  ///
  /// The "yuvj" formats become their plain kin, whose range is told by the colour description.
  package init?(_ format: AVPixelFormat) {
    guard let descriptor = av_pix_fmt_desc_get(format) else { return nil }
    let flags = Int32(truncatingIfNeeded: descriptor.pointee.flags)
    guard flags & Int32(AV_PIX_FMT_FLAG_HWACCEL) == 0 else { return nil }
    var name = String(cString: descriptor.pointee.name)
    if name.hasPrefix("yuvj") { name = "yuv" + name.dropFirst(4) }

    let count = Int(descriptor.pointee.nb_components)
    let isPalette = flags & Int32(AV_PIX_FMT_FLAG_PAL) != 0
    let isRGB = flags & Int32(AV_PIX_FMT_FLAG_RGB) != 0
    let hasAlpha = flags & Int32(AV_PIX_FMT_FLAG_ALPHA) != 0
    let isBitstream = flags & Int32(AV_PIX_FMT_FLAG_BITSTREAM) != 0
    let isFloat = flags & Int32(AV_PIX_FMT_FLAG_FLOAT) != 0
    let isBigEndian = flags & Int32(AV_PIX_FMT_FLAG_BE) != 0
    let components = (0..<count).map { vsff_component(descriptor, Int32($0)) }
    let depth = components.map(\.depth).max().map(Int.init) ?? 8
    let hasNativeWords = depth <= 8 || isBigEndian == (1.bigEndian == 1)
    let isWhole = components.allSatisfy { component in
      component.shift == 0 && component.step == (depth > 8 ? 2 : 1) && component.depth == depth
    }
    let model: ColorModel =
      isRGB || isPalette ? .rgb : (count - (hasAlpha ? 1 : 0) < 3 ? .gray : .yuv)
    let planes = Int(av_pix_fmt_count_planes(format))
    let isPlanar =
      planes == count && isWhole && hasNativeWords && depth >= 8 && depth <= 16 && !isPalette
      && !isBitstream && !isFloat
    self.init(
      name: name, model: model, bitDepth: depth,
      chromaShiftX: model == .yuv ? Int(descriptor.pointee.log2_chroma_w) : 0,
      chromaShiftY: model == .yuv ? Int(descriptor.pointee.log2_chroma_h) : 0,
      hasAlpha: hasAlpha, isPlanar: isPlanar, planeCount: isPalette ? 1 : planes)
  }

  /// The format of that name; nil where this FFmpeg knows none.
  package init?(named name: String) {
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE else { return nil }
    self.init(format)
  }
}

extension AVPixelFormat {
  /// FFmpeg's number for a format that came from it.
  init(_ format: PixelFormat) { self = av_get_pix_fmt(format.name) }
}
