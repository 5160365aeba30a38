/// What the components of a pixel mean.
package enum ColorModel: String, Hashable, Sendable {
  /// Luma and two colour differences, Y′CbCr.
  case yuv
  /// Luma alone.
  case gray
  /// R′G′B′; planar ones store green, blue, red in this order.
  case rgb
}

/// The memory layout of a picture, by FFmpeg's name for it.
///
/// Kernels only touch planar layouts; the others exist so that a decoded frame can be named and
/// handed to the converter or straight back to an encoder.
package struct PixelFormat: Sendable {
  /// FFmpeg's name: "yuv420p", "yuv420p10le", "nv12", "rgb24"….
  package let name: String
  package let model: ColorModel
  /// Significant bits of a component, in the low end of its word where the layout is planar.
  package let bitDepth: Int
  /// Log2 of the horizontal chroma subsampling.
  package let chromaShiftX: Int
  /// Log2 of the vertical chroma subsampling.
  package let chromaShiftY: Int
  package let hasAlpha: Bool
  /// One component per plane, in whole native-endian words of 8 or 16 bits.
  package let isPlanar: Bool
  package let planeCount: Int

  /// Makes a format; `planeCount` may be left out for planar ones.
  package init(
    name: String, model: ColorModel, bitDepth: Int = 8, chromaShiftX: Int = 0,
    chromaShiftY: Int = 0, hasAlpha: Bool = false, isPlanar: Bool = true, planeCount: Int? = nil
  ) {
    self.name = name
    self.model = model
    self.bitDepth = bitDepth
    self.chromaShiftX = chromaShiftX
    self.chromaShiftY = chromaShiftY
    self.hasAlpha = hasAlpha
    self.isPlanar = isPlanar
    self.planeCount = planeCount ?? (model == .gray ? 1 : 3) + (hasAlpha ? 1 : 0)
  }

  /// The size of one component's word, in bytes.
  package var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  /// The largest value of a component.
  package var maximum: Int { (1 << bitDepth) - 1 }

  /// The plane that holds alpha, always the last, in a planar format that has it.
  package var alphaPlane: Int? { hasAlpha && isPlanar ? planeCount - 1 : nil }

  /// Whether a plane holds subsampled colour differences.
  package func isChroma(plane: Int) -> Bool { model == .yuv && (plane == 1 || plane == 2) }

  /// The size of a plane in samples; subsampled sizes are rounded up.
  package func planeSize(_ plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    guard isChroma(plane: plane) else { return (width, height) }
    return (-(-width >> chromaShiftX), -(-height >> chromaShiftY))
  }

  /// The memory of a picture's samples; of a packed layout the most that it may be.
  package func byteCount(width: Int, height: Int) -> Int {
    guard isPlanar else { return width * height * bytesPerSample * 4 }
    return (0..<planeCount).reduce(0) { sum, plane in
      let size = planeSize(plane, width: width, height: height)
      return sum + size.width * size.height * bytesPerSample
    }
  }

  /// The planar format of the same kind at another depth, subsampling or with alpha added or dropped.
  ///
  /// Nil where FFmpeg has no such layout.
  package static func planar(
    _ model: ColorModel, bitDepth: Int = 8, chromaShiftX: Int = 0, chromaShiftY: Int = 0,
    hasAlpha: Bool = false
  ) -> PixelFormat? {
    let depths: Set<Int>
    var name: String
    switch (model, hasAlpha) {
    case (.gray, false): (name, depths) = ("gray", [8, 9, 10, 12, 14, 16])
    case (.gray, true): return nil
    case (.rgb, false): (name, depths) = ("gbrp", [8, 9, 10, 12, 14, 16])
    case (.rgb, true): (name, depths) = ("gbrap", [8, 10, 12, 16])
    case (.yuv, _):
      switch (chromaShiftX, chromaShiftY) {
      case (0, 0): name = "444p"
      case (1, 0): name = "422p"
      case (1, 1): name = "420p"
      case (0, 1): name = "440p"
      case (2, 0): name = "411p"
      case (2, 2): name = "410p"
      default: return nil
      }
      let isCommon = name == "444p" || name == "422p" || name == "420p"
      switch (isCommon, hasAlpha) {
      case (true, false): depths = [8, 9, 10, 12, 14, 16]
      case (true, true): depths = name == "420p" ? [8, 9, 10, 16] : [8, 9, 10, 12, 16]
      case (false, false): depths = name == "440p" ? [8, 10, 12] : [8]
      case (false, true): return nil
      }
      name = (hasAlpha ? "yuva" : "yuv") + name
    }
    guard depths.contains(bitDepth) else { return nil }
    if bitDepth > 8 { name += "\(bitDepth)" + nativeEndianSuffix }
    return PixelFormat(
      name: name, model: model, bitDepth: bitDepth, chromaShiftX: model == .yuv ? chromaShiftX : 0,
      chromaShiftY: model == .yuv ? chromaShiftY : 0, hasAlpha: hasAlpha)
  }

  /// How FFmpeg's names end where words have the byte order of this machine.
  package static let nativeEndianSuffix = 1.littleEndian == 1 ? "le" : "be"
}

extension PixelFormat: Hashable {
  package static func == (left: PixelFormat, right: PixelFormat) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PixelFormat: CustomStringConvertible {
  package var description: String { name }
}

extension PixelFormat {
  package static let yuv420p = known(.yuv, 8, 1, 1)
  package static let yuv422p = known(.yuv, 8, 1, 0)
  package static let yuv444p = known(.yuv, 8, 0, 0)
  package static let yuv420p10 = known(.yuv, 10, 1, 1)
  package static let yuv422p10 = known(.yuv, 10, 1, 0)
  package static let yuv420p16 = known(.yuv, 16, 1, 1)
  package static let yuv422p16 = known(.yuv, 16, 1, 0)
  package static let yuv444p16 = known(.yuv, 16, 0, 0)
  package static let yuva420p = known(.yuv, 8, 1, 1, alpha: true)
  package static let yuva444p = known(.yuv, 8, 0, 0, alpha: true)
  package static let yuva444p10 = known(.yuv, 10, 0, 0, alpha: true)
  package static let yuva444p16 = known(.yuv, 16, 0, 0, alpha: true)
  package static let gbrp = known(.rgb, 8)
  package static let gbrp16 = known(.rgb, 16)
  package static let gbrap = known(.rgb, 8, alpha: true)
  package static let gbrap16 = known(.rgb, 16, alpha: true)
  package static let gray8 = known(.gray, 8)
  package static let gray16 = known(.gray, 16)

  private static func known(
    _ model: ColorModel, _ depth: Int, _ shiftX: Int = 0, _ shiftY: Int = 0, alpha: Bool = false
  ) -> PixelFormat {
    guard
      let format = planar(
        model, bitDepth: depth, chromaShiftX: shiftX, chromaShiftY: shiftY, hasAlpha: alpha)
    else { preconditionFailure("not a planar format of FFmpeg") }
    return format
  }
}
