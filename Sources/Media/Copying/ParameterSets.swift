/// One parameter set of H.264 or HEVC, as its unit's bytes.
struct ParameterSet: Hashable {
  enum Kind: Int, Comparable {
    case video, sequence, picture

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  let kind: Kind
  /// The number by which pictures, or other sets, refer to it.
  let id: Int
  let bytes: [UInt8]

  /// Recognises a parameter set among units; nil for everything else.
  init?(_ unit: [UInt8], isHEVC: Bool) {
    guard unit.count > (isHEVC ? 2 : 1) else { return nil }
    bytes = unit
    let payload = NALUnits.unescaped(unit.prefix(64))
    if isHEVC {
      switch Int(unit[0] >> 1) & 63 {
      case 32: (kind, id) = (.video, Int(payload[2] >> 4))
      case 33:
        var reader = BitReader(payload, from: 16)
        reader.skip(4)
        let layers = reader.bits(3)
        reader.skip(1)
        HEVCSequence.skipProfile(&reader, layers: layers)
        (kind, id) = (.sequence, reader.unsigned())
      case 34:
        var reader = BitReader(payload, from: 16)
        (kind, id) = (.picture, reader.unsigned())
      default: return nil
      }
    } else {
      switch unit[0] & 31 {
      case 7:
        var reader = BitReader(payload, from: 32)
        (kind, id) = (.sequence, reader.unsigned())
      case 8:
        var reader = BitReader(payload, from: 8)
        (kind, id) = (.picture, reader.unsigned())
      default: return nil
      }
    }
  }

  struct Name: Hashable {
    let kind: Kind
    let id: Int
  }

  /// What no second set with other content may be called.
  var name: Name { Name(kind: kind, id: id) }
}

/// The parameter sets of a stream, each number once.
struct ParameterSets: Hashable {
  let isHEVC: Bool
  private(set) var list: [ParameterSet] = []

  init(isHEVC: Bool) { self.isHEVC = isHEVC }

  /// Reads a stream's extra data, in either of its forms; nil where it holds no complete set.
  init?(extradata: [UInt8], isHEVC: Bool) {
    self.isHEVC = isHEVC
    let units = extradata.withUnsafeBufferPointer { bytes -> [[UInt8]] in
      if extradata.first == 1 {
        return isHEVC ? Self.unitsOfHEVCRecord(extradata) : Self.unitsOfAVCRecord(extradata)
      }
      return (NALUnits.ranges(in: bytes, framing: .startCodes) ?? []).map { Array(bytes[$0]) }
    }
    for unit in units {
      guard let set = ParameterSet(unit, isHEVC: isHEVC) else { continue }
      guard add(set) else { return nil }
    }
    guard list.contains(where: { $0.kind == .sequence }),
      list.contains(where: { $0.kind == .picture })
    else { return nil }
  }

  /// How the packets of a stream with this extra data are framed.
  static func framing(extradata: [UInt8], isHEVC: Bool) -> NALFraming {
    let place = isHEVC ? 21 : 4
    guard extradata.first == 1, extradata.count > place else { return .startCodes }
    return .lengths(Int(extradata[place] & 3) + 1)
  }

  /// Adds a set; false where another one has its number.
  mutating func add(_ set: ParameterSet) -> Bool {
    if let known = list.first(where: { $0.name == set.name }) { return known.bytes == set.bytes }
    list.append(set)
    return true
  }

  /// Whether both can stand in one sample description.
  func agrees(with other: ParameterSets) -> Bool {
    other.list.allSatisfy { set in
      list.first { $0.name == set.name }.map { $0.bytes == set.bytes } ?? true
    }
  }

  mutating func merge(_ other: ParameterSets) {
    for set in other.list { _ = add(set) }
  }

  func contains(_ set: ParameterSet) -> Bool { list.contains(set) }

  /// The first sequence parameter set.
  var sequence: ParameterSet? { list.first { $0.kind == .sequence } }

  /// The smallest number that none of the sets has.
  var freeID: Int {
    var id = 1
    while list.contains(where: { $0.id == id }) { id += 1 }
    return id
  }

  // MARK: - The records of MP4 and Matroska

  private static func unitsOfAVCRecord(_ data: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var place = 5
    for mask: UInt8 in [31, 255] {
      guard place < data.count else { return units }
      let count = Int(data[place] & mask)
      place += 1
      for _ in 0..<count {
        guard let unit = unit(data, &place) else { return units }
        units.append(unit)
      }
    }
    return units
  }

  private static func unitsOfHEVCRecord(_ data: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    guard data.count > 22 else { return units }
    var place = 23
    for _ in 0..<data[22] {
      guard place + 3 <= data.count else { return units }
      let count = Int(data[place + 1]) << 8 | Int(data[place + 2])
      place += 3
      for _ in 0..<count {
        guard let unit = unit(data, &place) else { return units }
        units.append(unit)
      }
    }
    return units
  }

  private static func unit(_ data: [UInt8], _ place: inout Int) -> [UInt8]? {
    guard place + 2 <= data.count else { return nil }
    let length = Int(data[place]) << 8 | Int(data[place + 1])
    place += 2
    guard length <= data.count - place else { return nil }
    defer { place += length }
    return Array(data[place..<place + length])
  }

  /// The record that a sample description holds; the first sequence set speaks for the stream.
  var record: [UInt8]? { isHEVC ? hevcRecord : avcRecord }

  private func units(_ kind: ParameterSet.Kind) -> [[UInt8]] {
    list.filter { $0.kind == kind }.map(\.bytes)
  }

  private func sized(_ unit: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: unit.count >> 8), UInt8(truncatingIfNeeded: unit.count)] + unit
  }

  private var avcRecord: [UInt8]? {
    let (sequences, pictures) = (units(.sequence), units(.picture))
    guard let first = sequences.first, first.count > 3, sequences.count < 32, pictures.count < 256,
      let values = AVCSequence(first)
    else { return nil }
    var data: [UInt8] = [1, first[1], first[2], first[3], 0xFF, 0xE0 | UInt8(sequences.count)]
    for unit in sequences { data += sized(unit) }
    data.append(UInt8(pictures.count))
    for unit in pictures { data += sized(unit) }
    if values.hasChromaFormat {
      data += [
        0xFC | UInt8(values.chromaFormat), 0xF8 | UInt8(values.lumaDepth - 8),
        0xF8 | UInt8(values.chromaDepth - 8), 0,
      ]
    }
    return data
  }

  private var hevcRecord: [UInt8]? {
    guard let first = sequence, let values = HEVCSequence(first.bytes) else { return nil }
    var data: [UInt8] = [1] + values.profile
    data += [0xF0, 0, 0xFC, 0xFC | UInt8(values.chromaFormat)]
    data += [0xF8 | UInt8(values.lumaDepth - 8), 0xF8 | UInt8(values.chromaDepth - 8), 0, 0]
    // One temporal layer count for all, nested or not as the first set says, lengths of four bytes.
    data.append(UInt8(values.layers & 7) << 3 | (values.isNested ? 4 : 0) | 3)
    let arrays: [(UInt8, ParameterSet.Kind)] = [(32, .video), (33, .sequence), (34, .picture)]
    data.append(UInt8(arrays.count))
    for (type, kind) in arrays {
      let units = units(kind)
      data += [0x80 | type, UInt8(units.count >> 8), UInt8(truncatingIfNeeded: units.count)]
      for unit in units { data += sized(unit) }
    }
    return data
  }
}
