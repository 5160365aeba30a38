/// One entry of an edit list: a stretch of the movie and what it shows.
struct MovieEdit: Hashable {
  /// In units of the movie's timescale; 0 means "to the end of the media".
  let duration: Int64
  /// In units of the media's timescale; −1 for nothing.
  let mediaTime: Int64
  /// Media seconds per movie second, 16.16; 0 holds one picture.
  let rate: Int32

  var isEmpty: Bool { mediaTime == -1 }
}

/// A run of samples with one number in common, as `stts` and `ctts` list them.
struct SampleRun: Hashable {
  let count: Int
  let value: Int64
}

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
    isAuxiliary = handler == 0x6175_7876
    isEnabled = flags & 1 != 0 && !isAuxiliary
    let groups = header.lowerBound + (isLongHeader ? 46 : 34)
    alternateGroup = Int(bytes.u16(groups, in: header) ?? 0)
    self.timescale = Int64(timescale)
    self.movieTimescale = movieTimescale
    cleanAperture = CleanAperture(bytes, inMedia: media)
    edits =
      (bytes.box("edts", in: track).flatMap { bytes.box("elst", in: $0) }
      .map { Self.edits(bytes, in: $0) } ?? []).filter {
        $0.duration <= Self.longest(movieTimescale)
          && $0.mediaTime <= Self.longest(Int64(timescale))
      }

    isEncrypted = Self.isEncrypted(bytes, in: media)
    guard let information = bytes.box("minf", in: media),
      let table = bytes.box("stbl", in: information)
    else {
      (durations, offsets, keys, sampleCount) = ([], [], nil, 0)
      (completeCount, byteCount) = (0, 0)
      return
    }
    let sizes = SampleSizes(bytes, in: table, fileSize: fileSize)
    let timing = Self.runs(
      bytes, bytes.box("stts", in: table), total: sizes.count, isSigned: false)
    // A table that is missing or leads beyond all reason is left for the packets to correct.
    guard !timing.isEmpty, Self.isPlausible(timing, limit: Self.longest(Int64(timescale))) else {
      (durations, offsets, keys, sampleCount) = ([], [], nil, 0)
      (completeCount, byteCount) = (0, 0)
      return
    }
    sampleCount = sizes.count
    durations = timing
    let composition = Self.runs(
      bytes, bytes.box("ctts", in: table), total: sizes.count, isSigned: true)
    // Offsets beyond any reordering are damage; libavformat drops such a table whole.
    let isSane = composition.allSatisfy { $0.value > -(1 << 28) }
    offsets = isSane && composition.contains { $0.value != 0 } ? composition : []
    keys = bytes.box("stss", in: table).map { box in
      guard let (first, count) = bytes.table(box, entrySize: 4) else { return [] }
      return (0..<count).compactMap { entry in
        bytes.u32(first + entry * 4, in: box).flatMap { number in
          number >= 1 && Int(number) <= sizes.count ? Int(number) - 1 : nil
        }
      }
    }
    if isCut {
      (completeCount, byteCount) = sizes.complete(bytes, in: table, fileSize: fileSize)
    } else {
      (completeCount, byteCount) = (sizes.count, sizes.total(sizes.count))
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

  /// Whether the sum of all durations stays within bounds all the way.
  private static func isPlausible(_ runs: [SampleRun], limit: Int64) -> Bool {
    var total: Int64 = 0
    for run in runs {
      let (length, overflow) = run.value.multipliedReportingOverflow(by: Int64(run.count))
      guard !overflow, length.magnitude <= limit.magnitude else { return false }
      total += length
      guard total.magnitude <= limit.magnitude else { return false }
    }
    return true
  }

  private static func edits(_ bytes: MovieBytes, in box: Range<Int>) -> [MovieEdit] {
    let isLong = bytes.u8(box.lowerBound, in: box) == 1
    let size = isLong ? 20 : 12
    guard let (first, count) = bytes.table(box, entrySize: size) else { return [] }
    return (0..<count).compactMap { entry in
      let offset = first + entry * size
      let half = isLong ? 8 : 4
      let duration =
        isLong ? bytes.i64(offset, in: box) : bytes.u32(offset, in: box).map { Int64($0) }
      let time =
        isLong ? bytes.i64(offset + 8, in: box) : bytes.i32(offset + 4, in: box).map { Int64($0) }
      guard let duration, let time, let rate = bytes.i32(offset + 2 * half, in: box),
        duration >= 0, duration < 1 << 48, time >= -1, time < 1 << 48
      else { return nil }
      return MovieEdit(duration: duration, mediaTime: time, rate: rate)
    }
  }

  /// Reads a run-length table, cut or continued to exactly `total` samples.
  private static func runs(
    _ bytes: MovieBytes, _ box: Range<Int>?, total: Int, isSigned: Bool
  ) -> [SampleRun] {
    guard let box, let (first, count) = bytes.table(box, entrySize: 8), total > 0 else { return [] }
    var runs: [SampleRun] = []
    var rest = total
    for entry in 0..<count where rest > 0 {
      guard let samples = bytes.u32(first + entry * 8, in: box),
        let word = bytes.u32(first + entry * 8 + 4, in: box)
      else { break }
      let taken = min(rest, Int(samples))
      guard taken > 0 else { continue }
      // A duration in the upper half is a negative one written by a broken muxer.
      let value =
        isSigned || word > UInt32.max - 480_000 ? Int64(Int32(bitPattern: word)) : Int64(word)
      runs.append(SampleRun(count: taken, value: value))
      rest -= taken
    }
    // The last entry goes on where the table is short.
    if rest > 0, let last = runs.last, !isSigned {
      runs.append(SampleRun(count: rest, value: last.value))
    } else if rest > 0, !runs.isEmpty {
      runs.append(SampleRun(count: rest, value: 0))
    }
    return runs
  }

  /// Every sample in decoding order, with times in the media's timescale.
  ///
  /// 48 bytes per sample while it lives: for opening only.
  func makeSamples() -> [Sample] {
    var samples: [Sample] = []
    samples.reserveCapacity(sampleCount)
    // libavformat moves decoding times down so that none is later than its presentation time;
    // presentation times are the same either way, and its seeks take the unmoved decoding time.
    var time: Int64 = 0
    for run in durations {
      for _ in 0..<run.count {
        samples.append(
          Sample(presentation: time, decoding: time, duration: run.value, isKey: keys == nil))
        time &+= run.value
      }
    }
    var index = 0
    for run in offsets {
      for _ in 0..<run.count {
        samples[index].presentation &+= run.value
        index += 1
      }
    }
    for key in keys ?? [] where key < samples.count { samples[key].isKey = true }
    // A track that lists no key at all still starts with something.
    if let keys, keys.isEmpty, !samples.isEmpty { samples[0].isKey = true }
    if completeCount < samples.count {
      // What is shown after the first missing picture would leave a hole before it.
      let end = samples[completeCount...].lazy.map(\.presentation).min() ?? .max
      samples.removeLast(samples.count - completeCount)
      for index in samples.indices where samples[index].presentation >= end {
        samples[index].isHidden = true
      }
    }
    return samples
  }
}

/// The sizes of a track's samples, from `stsz` or `stz2`.
struct SampleSizes {
  /// The samples, never more than the file could hold bytes of.
  let count: Int
  private let uniform: Int64
  private let sizes: [UInt32]

  init(_ bytes: MovieBytes, in table: Range<Int>, fileSize: Int64) {
    if let box = bytes.box("stsz", in: table) {
      let size = bytes.u32(box.lowerBound + 4, in: box) ?? 0
      if size != 0 {
        let declared = Int64(bytes.u32(box.lowerBound + 8, in: box) ?? 0)
        (uniform, sizes) = (Int64(size), [])
        count = Int(min(declared, max(1, fileSize)))
        return
      }
      let (first, entries) = bytes.table(box, entrySize: 4, header: 8) ?? (0, 0)
      sizes = (0..<entries).map { bytes.u32(first + $0 * 4, in: box) ?? 0 }
    } else if let box = bytes.box("stz2", in: table) {
      let bits = Int(bytes.u8(box.lowerBound + 7, in: box) ?? 0)
      let declared = Int(bytes.u32(box.lowerBound + 8, in: box) ?? 0)
      let first = box.lowerBound + 12
      let present = bits > 0 ? max(0, box.upperBound - first) * 8 / bits : 0
      sizes = (0..<min(declared, present)).map { entry in
        switch bits {
        case 16: UInt32(bytes.u16(first + entry * 2, in: box) ?? 0)
        case 8: UInt32(bytes.u8(first + entry, in: box) ?? 0)
        default:
          UInt32((bytes.u8(first + entry / 2, in: box) ?? 0) >> (entry % 2 == 0 ? 4 : 0)) & 15
        }
      }
    } else {
      sizes = []
    }
    uniform = 0
    count = sizes.count
  }

  private func size(_ sample: Int) -> Int64 { uniform > 0 ? uniform : Int64(sizes[sample]) }

  /// The bytes of the first samples.
  func total(_ samples: Int) -> Int64 {
    uniform > 0
      ? uniform.multipliedReportingOverflow(by: Int64(samples)).partialValue
      : sizes.prefix(samples).reduce(0) { $0 + Int64($1) }
  }

  /// How many samples lie wholly inside the file before the first that does not.
  func complete(
    _ bytes: MovieBytes, in table: Range<Int>, fileSize: Int64
  ) -> (count: Int, byteCount: Int64) {
    guard let chunkBox = bytes.box("stsc", in: table),
      let (firstRun, runCount) = bytes.table(chunkBox, entrySize: 12)
    else { return (count, total(count)) }
    let wideBox = bytes.box("co64", in: table)
    guard let offsetBox = wideBox ?? bytes.box("stco", in: table),
      let (firstOffset, chunkCount) = bytes.table(offsetBox, entrySize: wideBox == nil ? 4 : 8)
    else { return (count, total(count)) }

    var (sample, byteCount, run, perChunk) = (0, Int64(0), 0, 0)
    for chunk in 0..<chunkCount {
      while run < runCount, let start = bytes.u32(firstRun + run * 12, in: chunkBox),
        Int(start) <= chunk + 1
      {
        perChunk = Int(bytes.u32(firstRun + run * 12 + 4, in: chunkBox) ?? 0)
        run += 1
      }
      var offset =
        wideBox == nil
        ? Int64(bytes.u32(firstOffset + chunk * 4, in: offsetBox) ?? 0)
        : bytes.i64(firstOffset + chunk * 8, in: offsetBox) ?? .max
      guard offset >= 0, offset <= fileSize else { return (sample, byteCount) }
      let end = min(count, sample + perChunk)
      while sample < end {
        let size = size(sample)
        guard size <= fileSize - offset else { return (sample, byteCount) }
        offset += size
        byteCount += size
        sample += 1
      }
    }
    return (sample, byteCount)
  }
}

/// The tracks that the index of an MP4 or MOV file lists.
struct MovieIndex {
  let tracks: [MovieTrack]
  /// Samples are in fragments too, so the tables alone do not tell the timing.
  let hasFragments: Bool
  /// The file ends before something that it announces.
  let isCut: Bool

  /// Reads the index; nil where the file is of another family or has none that can be read.
  init?(_ layout: MovieLayout, fileSize: Int64) {
    guard let bytes = layout.movie, let header = bytes.box("mvhd", in: bytes.all) else {
      return nil
    }
    let isLong = bytes.u8(header.lowerBound, in: header) == 1
    guard let timescale = bytes.u32(header.lowerBound + (isLong ? 20 : 12), in: header) else {
      return nil
    }
    let isCut = layout.isCut
    let tracks = bytes.boxes(in: bytes.all).filter { $0.type == fourCC("trak") }.compactMap {
      MovieTrack(
        bytes, in: $0.content, movieTimescale: Int64(max(1, timescale)), fileSize: fileSize,
        isCut: isCut)
    }
    self.tracks = tracks
    self.isCut = isCut
    hasFragments = layout.hasFragments || bytes.box("mvex", in: bytes.all) != nil
  }
}
