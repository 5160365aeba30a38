/// What an H.264 sequence parameter set says that matters for matching an encoder to it.
struct AVCSequence {
  let profile: Int
  let constraints: Int
  let level: Int
  let hasChromaFormat: Bool
  let chromaFormat: Int
  let lumaDepth: Int
  let chromaDepth: Int
  let references: Int
  /// How many bits a slice has for the number of its frame.
  let frameNumberBits: Int
  /// Whether all pictures are whole frames.
  let isProgressive: Bool
  /// The frames by which output lags behind decoding; nil where the set does not say.
  let reordering: Int?

  /// Reads a unit; nil where it ends too early.
  init?(_ unit: [UInt8]) {
    let payload = NALUnits.unescaped(unit)
    guard payload.count > 4 else { return nil }
    (profile, constraints, level) = (Int(payload[1]), Int(payload[2]), Int(payload[3]))
    var reader = BitReader(payload, from: 32)
    _ = reader.unsigned()
    hasChromaFormat = [100, 110, 122, 244, 44, 83, 86, 118, 128].contains(profile)
    var (format, luma, chroma) = (1, 8, 8)
    if hasChromaFormat {
      format = reader.unsigned()
      if format == 3 { reader.skip(1) }
      luma = 8 + reader.unsigned()
      chroma = 8 + reader.unsigned()
      reader.skip(1)
      if reader.flag() {
        for index in 0..<(format == 3 ? 12 : 8) where reader.flag() {
          Self.skipScalingList(&reader, count: index < 6 ? 16 : 64)
        }
      }
    }
    (chromaFormat, lumaDepth, chromaDepth) = (format, luma, chroma)
    frameNumberBits = 4 + min(12, reader.unsigned())
    switch reader.unsigned() {
    case 0: _ = reader.unsigned()
    case 1:
      reader.skip(1)
      _ = (reader.signed(), reader.signed())
      for _ in 0..<min(255, reader.unsigned()) { _ = reader.signed() }
    default: break
    }
    references = reader.unsigned()
    reader.skip(1)
    _ = (reader.unsigned(), reader.unsigned())
    isProgressive = reader.flag()
    if !isProgressive { reader.skip(1) }
    reader.skip(1)
    if reader.flag() { for _ in 0..<4 { _ = reader.unsigned() } }
    reordering = reader.flag() ? Self.reordering(&reader) : nil
    guard !reader.isExhausted, luma <= 14, chroma <= 14, format <= 3, references <= 16 else {
      return nil
    }
  }

  private static func skipScalingList(_ reader: inout BitReader, count: Int) {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 { next = (last + reader.signed() + 256) & 255 }
      if next != 0 { last = next }
    }
  }

  /// The number of reordered frames among the usability information.
  private static func reordering(_ reader: inout BitReader) -> Int? {
    if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }
    if reader.flag() { reader.skip(1) }
    if reader.flag() {
      reader.skip(4)
      if reader.flag() { reader.skip(24) }
    }
    if reader.flag() { _ = (reader.unsigned(), reader.unsigned()) }
    if reader.flag() { reader.skip(65) }
    let hasFirst = reader.flag()
    if hasFirst { skipRates(&reader) }
    let hasSecond = reader.flag()
    if hasSecond { skipRates(&reader) }
    if hasFirst || hasSecond { reader.skip(1) }
    reader.skip(1)
    guard reader.flag() else { return nil }
    reader.skip(1)
    for _ in 0..<4 { _ = reader.unsigned() }
    let frames = reader.unsigned()
    return reader.isExhausted ? nil : frames
  }

  private static func skipRates(_ reader: inout BitReader) {
    let count = min(32, reader.unsigned() + 1)
    reader.skip(8)
    for _ in 0..<count {
      _ = (reader.unsigned(), reader.unsigned())
      reader.skip(1)
    }
    reader.skip(20)
  }

  /// x264's name of the profile; nil where it makes none such.
  var encoderProfile: String? {
    switch profile {
    case 66: "baseline"
    case 77: "main"
    case 100: "high"
    case 110: "high10"
    case 122: "high422"
    case 244: "high444"
    default: nil
    }
  }
}

/// What an HEVC sequence parameter set says that matters for the sample description.
struct HEVCSequence {
  /// The general profile, tier and level: twelve bytes.
  let profile: [UInt8]
  let layers: Int
  let isNested: Bool
  let id: Int
  let chromaFormat: Int
  let lumaDepth: Int
  let chromaDepth: Int
  /// The frames by which output lags behind decoding.
  let reordering: Int

  /// Reads a unit; nil where it ends too early.
  init?(_ unit: [UInt8]) {
    let payload = NALUnits.unescaped(unit)
    guard payload.count > 15 else { return nil }
    var reader = BitReader(payload, from: 16)
    reader.skip(4)
    let sublayers = reader.bits(3)
    isNested = reader.flag()
    profile = Array(payload[3..<15])
    Self.skipProfile(&reader, layers: sublayers)
    id = reader.unsigned()
    chromaFormat = reader.unsigned()
    if chromaFormat == 3 { reader.skip(1) }
    _ = (reader.unsigned(), reader.unsigned())
    if reader.flag() { for _ in 0..<4 { _ = reader.unsigned() } }
    lumaDepth = 8 + reader.unsigned()
    chromaDepth = 8 + reader.unsigned()
    _ = reader.unsigned()
    let listsAll = reader.flag()
    var frames = 0
    for _ in (listsAll ? 0 : sublayers)...sublayers {
      _ = reader.unsigned()
      frames = reader.unsigned()
      _ = reader.unsigned()
    }
    reordering = frames
    layers = sublayers + 1
    guard !reader.isExhausted, chromaFormat <= 3, lumaDepth <= 16, chromaDepth <= 16 else {
      return nil
    }
  }

  static func skipProfile(_ reader: inout BitReader, layers: Int) {
    reader.skip(96)
    guard layers > 0 else { return }
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<layers { present.append((reader.flag(), reader.flag())) }
    reader.skip(2 * (8 - layers))
    for layer in present {
      if layer.profile { reader.skip(88) }
      if layer.level { reader.skip(8) }
    }
  }
}
