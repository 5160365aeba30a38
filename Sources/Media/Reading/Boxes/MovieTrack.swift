/// What the boxes of one track say, without touching the media data.
struct MovieTrack {
  let id: Int32
  let isEnabled: Bool
  /// The number of the alternatives to which it belongs, of which one is played; 0 for none.
  let alternateGroup: Int
  /// It is no picture of its own but belongs to another, such as an AVIF sequence's transparency.
  let isAuxiliary: Bool
  /// Units per second of the media's times.
  let timescale: Int64
  /// Units per second of the edit list's durations.
  let movieTimescale: Int64
  let edits: [MovieEdit]
  let cleanAperture: CleanAperture?
  /// Durations, in decoding order; together exactly `sampleCount` samples.
  let durations: [SampleRun]
  /// What has to be added to the decoding time for the presentation time; empty for nothing.
  let offsets: [SampleRun]
  /// Numbers of the key samples from 0; nil where every sample is one.
  let keys: [Int]?
  let sampleCount: Int
  /// The samples at the beginning that lie wholly inside the file.
  let completeCount: Int
  /// The sum of their sizes.
  let byteCount: Int64
  /// The samples are encrypted.
  let isEncrypted: Bool
}

extension MovieTrack {
  /// Reads a `trak` box; nil where it has no usable header.
  init?(
    _ bytes: MovieBytes, in track: Range<Int>, movieTimescale: Int64, fileSize: Int64, isCut: Bool
  ) {
    guard let header = bytes.box("tkhd", in: track), let media = bytes.box("mdia", in: track),
      let mediaHeader = bytes.box("mdhd", in: media)
    else { return nil }
    let isLongHeader = bytes.u8(header.lowerBound, in: header) == 1
    let isLongMedia = bytes.u8(mediaHeader.lowerBound, in: mediaHeader) == 1
    guard let flags = bytes.u32(header.lowerBound, in: header),
      let id = bytes.i32(header.lowerBound + (isLongHeader ? 20 : 12), in: header),
      let timescale = bytes.u32(mediaHeader.lowerBound + (isLongMedia ? 20 : 12), in: mediaHeader),
      timescale > 0
    else { return nil }
    self.id = id
    let handler = bytes.box("hdlr", in: media).flatMap { bytes.u32($0.lowerBound + 8, in: $0) }
    isAuxiliary = handler == fourCC("auxv")
    isEnabled = flags & 1 != 0 && !isAuxiliary
    let groups = header.lowerBound + (isLongHeader ? 46 : 34)
    alternateGroup = Int(bytes.u16(groups, in: header) ?? 0)
    self.timescale = Int64(timescale)
    self.movieTimescale = movieTimescale
    cleanAperture = CleanAperture(bytes, inMedia: media)
    edits =
      (bytes.box("edts", in: track).flatMap { bytes.box("elst", in: $0) }
      .map { MovieEdit.list(bytes, in: $0) } ?? []).filter {
        $0.duration <= Self.longest(movieTimescale)
          && $0.mediaTime <= Self.longest(Int64(timescale))
      }

    isEncrypted = Self.isEncrypted(bytes, in: media)
    // A table that is missing or leads beyond all reason is left for the packets to correct.
    guard let information = bytes.box("minf", in: media),
      let table = bytes.box("stbl", in: information),
      case let sizes = SampleSizes(bytes, in: table, fileSize: fileSize),
      case let timing = SampleRun.list(
        bytes, bytes.box("stts", in: table), total: sizes.count, isSigned: false),
      !timing.isEmpty, SampleRun.isPlausible(timing, limit: Self.longest(Int64(timescale)))
    else {
      (durations, offsets, keys, sampleCount) = ([], [], nil, 0)
      (completeCount, byteCount) = (0, 0)
      return
    }
    sampleCount = sizes.count
    durations = timing
    offsets = Self.offsets(bytes, in: table, sampleCount: sizes.count)
    keys = Self.keys(bytes, in: table, sampleCount: sizes.count)
    if isCut {
      (completeCount, byteCount) = sizes.complete(bytes, in: table, fileSize: fileSize)
    } else {
      (completeCount, byteCount) = (sizes.count, sizes.total(sizes.count))
    }
  }

  /// What `ctts` adds to the decoding times; nothing where it adds zeros or cannot be meant.
  private static func offsets(
    _ bytes: MovieBytes, in table: Range<Int>, sampleCount: Int
  ) -> [SampleRun] {
    let runs = SampleRun.list(
      bytes, bytes.box("ctts", in: table), total: sampleCount, isSigned: true)
    // Offsets beyond any reordering are damage; libavformat drops such a table whole.
    let isSane = runs.allSatisfy { $0.value > -(1 << 28) }
    return isSane && runs.contains { $0.value != 0 } ? runs : []
  }

  /// The samples that `stss` lists, from 0; nil without it.
  private static func keys(
    _ bytes: MovieBytes, in table: Range<Int>, sampleCount: Int
  ) -> [Int]? {
    bytes.box("stss", in: table).map { box in
      guard let (first, count) = bytes.table(box, entrySize: 4) else { return [] }
      return (0..<count).compactMap { entry in
        bytes.u32(first + entry * 4, in: box).flatMap { number in
          number >= 1 && Int(number) <= sampleCount ? Int(number) - 1 : nil
        }
      }
    }
  }

  /// Whether the first sample description stands for an encrypted one.
  private static func isEncrypted(_ bytes: MovieBytes, in media: Range<Int>) -> Bool {
    guard let information = bytes.box("minf", in: media),
      let table = bytes.box("stbl", in: information),
      let descriptions = bytes.box("stsd", in: table),
      let type = bytes.u32(descriptions.lowerBound + 12, in: descriptions)
    else { return false }
    return [
      fourCC("encv"), fourCC("enca"), fourCC("enct"), fourCC("encs"), fourCC("drmi"),
      fourCC("drms"), fourCC("drmt"),
    ].contains(type)
  }

  /// The longest time that a file may claim, in units of a scale: a century.
  private static func longest(_ timescale: Int64) -> Int64 { timescale << 32 }
}
