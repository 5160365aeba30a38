import CFFmpeg
import Imaging
import Timing

extension VideoEncoder {
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
    if settings.fields.isInterlaced {
      encoder.pointee.field_order = settings.fields == .topFirst ? AV_FIELD_TT : AV_FIELD_BB
      encoder.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
    }
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

  /// What the encoder is opened with: our defaults, and the user's options.
  ///
  /// Where both have parameters for the library behind it, the user's come last and win.
  func openingOptions() -> (defaults: [(String, String)], options: [(String, String)]) {
    var (defaults, options) = (defaultOptions(), settings.options)
    let own = libraryParameters()
    guard let list = Self.parameterList[settings.codec], !own.isEmpty else {
      return (defaults, options)
    }
    if let index = options.lastIndex(where: { $0.0 == list }) {
      options[index].1 = own + ":" + options[index].1
    } else {
      defaults.append((list, own))
    }
    return (defaults, options)
  }

  private static let parameterList = [
    "libx264": "x264-params", "libx265": "x265-params", "libsvtav1": "svtav1-params",
  ]

  /// What libavcodec has no options for.
  private func libraryParameters() -> String {
    let light = settings.color.isHighDynamicRange ? settings.light : nil
    let levels = light.map { ($0.maximumContent, $0.maximumAverage) } ?? (0, 0)
    let hasLevels = levels != (0, 0)
    var parameters: [String] = []
    switch settings.codec {
    case "libx264":
      // A change of its mind by the frames' flags comes too late.
      if settings.fields.isInterlaced {
        parameters.append(settings.fields == .topFirst ? "tff=1" : "bff=1")
      }
      if let display = light?.display {
        parameters.append("mastering-display=" + display.parameter())
      }
      if hasLevels { parameters.append("cll=\(levels.0),\(levels.1)") }
    case "libx265":
      // Its own messages go past FFmpeg's log.
      parameters.append("log-level=error")
      if let display = light?.display {
        parameters.append("master-display=" + display.parameter())
      }
      if hasLevels { parameters.append("max-cll=\(levels.0),\(levels.1)") }
    case "libsvtav1":
      if let display = light?.display {
        parameters.append(
          "mastering-display=" + display.parameter(pointUnit: 50_000, lightUnit: 10_000))
      }
      if hasLevels { parameters.append("content-light=\(levels.0),\(levels.1)") }
    default: break
    }
    return parameters.joined(separator: ":")
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

extension LightLevels.MasteringDisplay {
  /// The way in which encoders want it written, in units of the standard or in others.
  fileprivate func parameter(pointUnit: Int = 1, lightUnit: Int = 1) -> String {
    func text(_ value: Int, _ unit: Int) -> String {
      unit == 1 ? "\(value)" : "\(Double(value) / Double(unit))"
    }
    func pair(_ point: LightLevels.Chromaticity) -> String {
      "(\(text(point.x, pointUnit)),\(text(point.y, pointUnit)))"
    }
    return "G\(pair(green))B\(pair(blue))R\(pair(red))WP\(pair(white))"
      + "L(\(text(luminance.upperBound, lightUnit)),\(text(luminance.lowerBound, lightUnit)))"
  }
}
