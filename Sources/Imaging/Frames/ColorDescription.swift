/// Matrix coefficients by their code point in ITU-T H.273.
package struct ColorMatrix: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// R′G′B′ as it is.
  package static let rgb = Self(rawValue: 0)
  package static let bt709 = Self(rawValue: 1)
  package static let unspecified = Self(rawValue: 2)
  package static let fcc = Self(rawValue: 4)
  /// BT.470 BG, the 625-line BT.601; the same numbers as `smpte170m`.
  package static let bt470bg = Self(rawValue: 5)
  /// The 525-line BT.601.
  package static let smpte170m = Self(rawValue: 6)
  package static let smpte240m = Self(rawValue: 7)
  /// BT.2020 with non-constant luminance.
  package static let bt2020 = Self(rawValue: 9)

  /// The weights of red and blue in luma; nil where the matrix is not of that kind.
  package var lumaWeights: (red: Double, blue: Double)? {
    switch self {
    case .bt709: (0.2126, 0.0722)
    case .fcc: (0.30, 0.11)
    case .bt470bg, .smpte170m: (0.299, 0.114)
    case .smpte240m: (0.212, 0.087)
    case .bt2020: (0.2627, 0.0593)
    default: nil
    }
  }
}

/// Colour primaries by their code point in ITU-T H.273.
package struct ColorPrimaries: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let bt709 = Self(rawValue: 1)
  package static let unspecified = Self(rawValue: 2)
  package static let bt470m = Self(rawValue: 4)
  package static let bt470bg = Self(rawValue: 5)
  package static let smpte170m = Self(rawValue: 6)
  package static let smpte240m = Self(rawValue: 7)
  package static let film = Self(rawValue: 8)
  package static let bt2020 = Self(rawValue: 9)
  package static let displayP3 = Self(rawValue: 12)
}

/// Transfer characteristics by their code point in ITU-T H.273.
package struct ColorTransfer: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let bt709 = Self(rawValue: 1)
  package static let unspecified = Self(rawValue: 2)
  package static let gamma22 = Self(rawValue: 4)
  package static let gamma28 = Self(rawValue: 5)
  package static let smpte170m = Self(rawValue: 6)
  package static let smpte240m = Self(rawValue: 7)
  package static let linear = Self(rawValue: 8)
  package static let sRGB = Self(rawValue: 13)
  package static let bt2020Ten = Self(rawValue: 14)
  package static let bt2020Twelve = Self(rawValue: 15)
  /// SMPTE ST 2084, "PQ".
  package static let pq = Self(rawValue: 16)
  /// ARIB STD-B67, "HLG".
  package static let hlg = Self(rawValue: 18)
}

/// How component values map to the nominal range; the raw values are FFmpeg's `AVColorRange`.
package enum ColorRange: Int32, Hashable, Sendable {
  case unspecified = 0
  /// 16…235 and 16…240 at 8 bits.
  case limited = 1
  /// 0…255 at 8 bits.
  case full = 2
}

/// Where a subsampled colour difference lies; the raw values are FFmpeg's `AVChromaLocation`.
package enum ChromaLocation: Int32, Hashable, Sendable {
  case unspecified = 0
  /// On the left luma column, between rows: MPEG-2, H.264 and HEVC's default.
  case left = 1
  /// Between columns and rows: JPEG, MPEG-1.
  case center = 2
  case topLeft = 3
  case top = 4
  case bottomLeft = 5
  case bottom = 6
}

/// How the numbers of a picture stand for light.
package struct ColorDescription: Hashable, Sendable {
  package var matrix: ColorMatrix
  package var primaries: ColorPrimaries
  package var transfer: ColorTransfer
  package var range: ColorRange
  package var chromaLocation: ChromaLocation
  /// The brightest light in the content, in cd/m²; 0 where nobody says.
  ///
  /// It matters where high dynamic range is mapped into standard range, and nowhere else.
  package var peakLuminance = 0

  package init(
    matrix: ColorMatrix = .unspecified, primaries: ColorPrimaries = .unspecified,
    transfer: ColorTransfer = .unspecified, range: ColorRange = .unspecified,
    chromaLocation: ChromaLocation = .unspecified
  ) {
    self.matrix = matrix
    self.primaries = primaries
    self.transfer = transfer
    self.range = range
    self.chromaLocation = chromaLocation
  }

  /// Whether code values stand for absolute or scene light far above the white of paper.
  package var isHighDynamicRange: Bool { transfer == .pq || transfer == .hlg }

  /// Whether code values of both mean the same, however bright either gets.
  package func isSameCoding(as other: ColorDescription) -> Bool {
    var other = other
    other.peakLuminance = peakLuminance
    return self == other
  }

  package static let unspecified = ColorDescription()
  /// High definition video.
  package static let bt709 = ColorDescription(
    matrix: .bt709, primaries: .bt709, transfer: .bt709, range: .limited, chromaLocation: .left)
  /// Standard definition video of 525 lines.
  package static let bt601 = ColorDescription(
    matrix: .smpte170m, primaries: .smpte170m, transfer: .smpte170m, range: .limited,
    chromaLocation: .left)
  /// Standard definition video of 625 lines.
  package static let bt601PAL = ColorDescription(
    matrix: .bt470bg, primaries: .bt470bg, transfer: .smpte170m, range: .limited,
    chromaLocation: .left)
  /// Pictures of computers.
  package static let sRGB = ColorDescription(
    matrix: .rgb, primaries: .bt709, transfer: .sRGB, range: .full, chromaLocation: .unspecified)

  /// What an untagged picture is taken for: BT.709 from 1280 columns or 577 lines on, else BT.601.
  ///
  /// R′G′B′ is sRGB at full range.
  package static func assumed(width: Int, height: Int, model: ColorModel) -> ColorDescription {
    if model == .rgb { return .sRGB }
    if width >= 1280 || height > 576 { return .bt709 }
    return height == 576 ? .bt601PAL : .bt601
  }

  /// This description with every unspecified field filled by the rule of size.
  ///
  /// A field that is given decides for its unspecified kin: BT.2020 primaries mean the BT.2020
  /// matrix, whatever the size. A matrix that cannot belong to the model is replaced.
  package func resolved(width: Int, height: Int, model: ColorModel) -> ColorDescription {
    var assumed = Self.assumed(width: width, height: height, model: model)
    if model == .yuv, matrix == .bt2020 || primaries == .bt2020 {
      (assumed.matrix, assumed.primaries, assumed.transfer) = (.bt2020, .bt2020, .bt2020Ten)
    } else if model == .yuv, matrix == .bt709 || (matrix == .unspecified && primaries == .bt709) {
      (assumed.matrix, assumed.primaries, assumed.transfer) = (.bt709, .bt709, .bt709)
    } else if model == .yuv, matrix == .smpte170m {
      (assumed.matrix, assumed.primaries, assumed.transfer) = (.smpte170m, .smpte170m, .smpte170m)
    } else if model == .yuv, matrix == .bt470bg {
      (assumed.matrix, assumed.primaries, assumed.transfer) = (.bt470bg, .bt470bg, .smpte170m)
    }
    var result = self
    if matrix == .unspecified || (matrix == .rgb) != (model == .rgb) {
      result.matrix = assumed.matrix
    }
    if primaries == .unspecified { result.primaries = assumed.primaries }
    if transfer == .unspecified { result.transfer = assumed.transfer }
    if range == .unspecified { result.range = assumed.range }
    if chromaLocation == .unspecified { result.chromaLocation = assumed.chromaLocation }
    return result
  }
}
