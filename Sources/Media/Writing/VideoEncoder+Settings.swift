import CFFmpeg
import Imaging
import Timing

extension VideoEncoder {
  /// The layouts that an encoder takes, its best first; empty where it takes all.
  package static func pixelFormats(of codec: String) -> [PixelFormat] {
    guard let encoder = avcodec_find_encoder_by_name(codec),
      var list = encoder.pointee.pix_fmts
    else { return [] }
    var formats: [PixelFormat] = []
    while list.pointee != AV_PIX_FMT_NONE {
      if let format = PixelFormat(list.pointee), !formats.contains(format) {
        formats.append(format)
      }
      list += 1
    }
    return formats
  }

  /// The layout that is asked for, or the usual one: 8-bit 4:2:0 where the encoder has it.
  static func choosePixelFormat(_ settings: VideoEncoderSettings) throws(MediaError) -> PixelFormat
  {
    let formats = pixelFormats(of: settings.codec)
    guard let wanted = settings.pixelFormat else {
      if formats.isEmpty || formats.contains(.yuv420p) { return .yuv420p }
      guard let first = formats.first(where: \.isPlanar) ?? formats.first else { return .yuv420p }
      return first
    }
    guard formats.isEmpty || formats.contains(wanted) else {
      let names = formats.map(\.name).joined(separator: ", ")
      throw MediaError(
        .unsupportedOutput, action: "encode",
        detail: "the encoder \(settings.codec) does not take the pixel format \(wanted)",
        hint: "it takes \(names)")
    }
    return wanted
  }

  /// Fills in what is not an option but a field of the encoder.
  func configure() throws(MediaError) {
    let encoder = context.pointer
    let isSubsampledX = pixelFormat.chromaShiftX > 0 && settings.width % 2 != 0
    let isSubsampledY = pixelFormat.chromaShiftY > 0 && settings.height % 2 != 0
    guard settings.width > 0, settings.height > 0, !isSubsampledX, !isSubsampledY else {
      throw MediaError(
        .unsupportedOutput, action: "encode",
        detail: "\(pixelFormat) has no size of \(settings.width)×\(settings.height)",
        hint: "round the size down to even numbers")
    }
    let unit = settings.timeBase.reduced
    encoder.pointee.width = Int32(settings.width)
    encoder.pointee.height = Int32(settings.height)
    encoder.pointee.pix_fmt = AVPixelFormat(pixelFormat)
    encoder.pointee.time_base = AVRational(num: Int32(unit.value), den: Int32(unit.timescale))
    if let rate = settings.frameRate, let top = Int32(exactly: rate.numerator),
      let bottom = Int32(exactly: rate.denominator)
    {
      encoder.pointee.framerate = AVRational(num: top, den: bottom)
    }
    encoder.pointee.sample_aspect_ratio = AVRational(
      num: Int32(settings.pixelAspect.numerator), den: Int32(settings.pixelAspect.denominator))
    let color = settings.color
    encoder.pointee.color_range = AVColorRange(UInt32(color.range.rawValue))
    encoder.pointee.colorspace = AVColorSpace(UInt32(color.matrix.rawValue))
    encoder.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries.rawValue))
    encoder.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer.rawValue))
    encoder.pointee.chroma_sample_location = AVChromaLocation(
      UInt32(color.chromaLocation.rawValue))
    encoder.pointee.thread_count = Int32(settings.threads)
    if settings.globalHeader { encoder.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    if let bitRate = settings.bitRate {
      encoder.pointee.bit_rate = bitRate
    } else if let quality = settings.quality, !takesCRF {
      encoder.pointee.flags |= AV_CODEC_FLAG_QSCALE
      encoder.pointee.global_quality = Int32((quality * Double(FF_QP2LAMBDA)).rounded())
    }
  }

  private var takesCRF: Bool {
    ["libx264", "libx264rgb", "libx265", "libvpx", "libvpx-vp9", "libaom-av1", "libsvtav1"]
      .contains(settings.codec)
  }

  /// What an encoder is told when neither the settings nor the user's options say otherwise.
  func defaultOptions() -> [(String, String)] {
    var options: [(String, String)] = []
    let given = Set(settings.options.map(\.0))
    let isFree =
      settings.bitRate == nil && given.isDisjoint(with: ["crf", "qp", "b", "global_quality", "q"])
    func constantQuality(_ usual: Double) {
      guard isFree else { return }
      let quality = settings.quality ?? usual
      let isWhole = quality == quality.rounded()
      options.append(("crf", isWhole ? "\(Int(quality))" : "\(quality)"))
    }
    if let pass = settings.pass, Self.keepsStatisticsInFile.contains(settings.codec) {
      options.append(("stats", pass.file))
    }
    switch settings.codec {
    case "libx264", "libx264rgb":
      options.append(("preset", "medium"))
      constantQuality(20)
    case "libx265":
      options.append(("preset", "medium"))
      constantQuality(22)
      // Its own messages go past FFmpeg's log.
      if !given.contains("x265-params") { options.append(("x265-params", "log-level=error")) }
    case "libvpx", "libvpx-vp9":
      if isFree { options.append(("b", "0")) }
      constantQuality(28)
      options.append(("deadline", "good"))
      options.append(("cpu-used", "2"))
      if settings.codec == "libvpx-vp9" { options.append(("row-mt", "1")) }
    case "libaom-av1":
      if isFree { options.append(("b", "0")) }
      constantQuality(28)
      options.append(("cpu-used", "6"))
      options.append(("row-mt", "1"))
    case "libsvtav1":
      constantQuality(30)
      options.append(("preset", "8"))
    case "ffv1":
      options.append(("level", "3"))
      options.append(("slicecrc", "1"))
      // Every frame stands alone, so that a cut or a seek costs one frame.
      options.append(("g", "1"))
    default: break
    }
    return options.filter { !given.contains($0.0) }
  }
}
