extension ColorMatrix {
  /// FFmpeg's names of the matrices that a picture can be made in.
  package static let named: [String: ColorMatrix] = [
    "bt709": .bt709, "fcc": .fcc, "bt470bg": .bt470bg, "smpte170m": .smpte170m,
    "smpte240m": .smpte240m, "bt2020nc": .bt2020,
  ]
}

extension ColorPrimaries {
  /// FFmpeg's names of the primaries.
  package static let named: [String: ColorPrimaries] = [
    "bt709": .bt709, "bt470m": .bt470m, "bt470bg": .bt470bg, "smpte170m": .smpte170m,
    "smpte240m": .smpte240m, "film": .film, "bt2020": .bt2020, "smpte432": .displayP3,
  ]
}

extension ColorTransfer {
  /// FFmpeg's names of the transfer characteristics.
  package static let named: [String: ColorTransfer] = [
    "bt709": .bt709, "gamma22": .gamma22, "gamma28": .gamma28, "smpte170m": .smpte170m,
    "smpte240m": .smpte240m, "linear": .linear, "iec61966-2-1": .sRGB, "bt2020-10": .bt2020Ten,
    "bt2020-12": .bt2020Twelve, "smpte2084": .pq, "arib-std-b67": .hlg,
  ]
}

extension ColorMatrix: CustomStringConvertible {
  package var description: String {
    self == .rgb ? "gbr" : name(of: self, in: Self.named, "\(rawValue)")
  }
}

extension ColorPrimaries: CustomStringConvertible {
  package var description: String { name(of: self, in: Self.named, "\(rawValue)") }
}

extension ColorTransfer: CustomStringConvertible {
  package var description: String { name(of: self, in: Self.named, "\(rawValue)") }
}

/// FFmpeg's name of a value, or its code point in ITU-T H.273 where no picture is made in it.
private func name<Value: Equatable>(
  of value: Value, in names: [String: Value], _ number: String
) -> String {
  names.first { $0.value == value }?.key ?? number
}
