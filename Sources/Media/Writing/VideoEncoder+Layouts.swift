import CFFmpeg
import Imaging

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

  /// Whether an encoder loses nothing, and so is to get what the source has.
  package static func isLossless(_ codec: String) -> Bool {
    ["ffv1", "png", "qtrle", "huffyuv", "ffvhuff", "utvideo", "rawvideo"].contains(codec)
  }

  /// The layout of an encoder that keeps the most of a source's, and least beyond it.
  ///
  /// Nil where the encoder takes none that can be drawn.
  package static func pixelFormat(
    of codec: String, nearest source: PixelFormat, hasAlpha: Bool
  ) -> PixelFormat? {
    func cost(_ format: PixelFormat) -> Int {
      var cost = format.isPlanar ? 0 : 1
      if format.hasAlpha != hasAlpha { cost += hasAlpha ? 4000 : 20 }
      if format.model != source.model { cost += format.model == .gray ? 3000 : 1000 }
      let depth = format.bitDepth - source.bitDepth
      cost += depth < 0 ? -100 * depth : 2 * depth
      if format.model == .yuv {
        for (own, other) in [
          (format.chromaShiftX, source.chromaShiftX), (format.chromaShiftY, source.chromaShiftY),
        ] { cost += own > other ? 200 : (own < other ? 2 : 0) }
      }
      return cost
    }
    return pixelFormats(of: codec)
      .filter { format in
        // Palettes, bits and floats are not made.
        let isWhole = format.bitDepth >= 8 && format.bitDepth <= 16 && isReadable(format)
        return format.isPlanar || (isWhole && format.planarKin != nil && format.name != "pal8")
      }
      .min { cost($0) < cost($1) }
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

  /// The colour nearest to a wanted one that pictures of an encoder can have.
  ///
  /// Some decoders know one range or one matrix only, whatever a container says.
  package static func color(_ wanted: ColorDescription, of codec: String) -> ColorDescription {
    var color = wanted
    switch codec {
    case "mjpeg", "ljpeg":
      (color.matrix, color.range, color.chromaLocation) = (.bt470bg, .full, .center)
    case "libvpx":
      (color.matrix, color.range) = (.bt470bg, .limited)
    case "prores", "prores_aw", "prores_ks", "dnxhd", "mpeg2video", "dvvideo":
      color.range = .limited
    case "mpeg1video":
      (color.range, color.chromaLocation) = (.limited, .center)
    default: break
    }
    return color
  }

  /// Whether an encoder codes pictures of two fields as such, or loses nothing of them.
  package static func knowsFields(_ codec: String) -> Bool {
    isLossless(codec)
      || ["libx264", "mpeg2video", "mpeg4", "prores_ks", "prores", "prores_aw", "dnxhd"]
        .contains(codec)
  }

  /// Whether an encoder counts time in frames, as the first standards do.
  package static func countsFrames(_ codec: String) -> Bool {
    ["mpeg1video", "mpeg2video", "mpeg4", "dvvideo"].contains(codec)
  }
}

extension PixelFormat {
  /// The planar layout in which a picture is drawn that is encoded in this one: itself, or the
  /// one that holds the same.
  package var planarKin: PixelFormat? {
    isPlanar
      ? self
      : PixelFormat.planar(
        model, bitDepth: bitDepth > 8 ? 16 : 8, chromaShiftX: chromaShiftX,
        chromaShiftY: chromaShiftY, hasAlpha: hasAlpha)
  }
}
