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
