import Glibc

/// One box of an MP4 or MOV file: its type and where its content lies.
struct Box {
  let type: UInt32
  let content: Range<Int>
}

/// Four characters as the number that a box has for its type.
func fourCC(_ text: StaticString) -> UInt32 {
  text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
}

/// Big-endian numbers in memory that came from a file, never read out of bounds.
///
/// Whatever lies outside reads as nil; nothing that the file says is trusted.
struct MovieBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var all: Range<Int> { 0..<bytes.count }

  /// The number of `size` bytes at an offset, within a range.
  private func number(_ offset: Int, _ size: Int, in range: Range<Int>) -> UInt64? {
    guard offset >= range.lowerBound, range.upperBound - offset >= size else { return nil }
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  func u8(_ offset: Int, in range: Range<Int>) -> UInt8? {
    number(offset, 1, in: range).map { UInt8($0) }
  }
  func u16(_ offset: Int, in range: Range<Int>) -> UInt16? {
    number(offset, 2, in: range).map { UInt16($0) }
  }
  func u32(_ offset: Int, in range: Range<Int>) -> UInt32? {
    number(offset, 4, in: range).map { UInt32($0) }
  }
  func i32(_ offset: Int, in range: Range<Int>) -> Int32? {
    u32(offset, in: range).map { Int32(bitPattern: $0) }
  }
  func u64(_ offset: Int, in range: Range<Int>) -> UInt64? { number(offset, 8, in: range) }
  func i64(_ offset: Int, in range: Range<Int>) -> Int64? {
    u64(offset, in: range).map { Int64(bitPattern: $0) }
  }

  /// The boxes inside a range, up to the first one that does not fit.
  func boxes(in range: Range<Int>) -> [Box] {
    var result: [Box] = []
    var offset = range.lowerBound
    while let size32 = u32(offset, in: range), let type = u32(offset + 4, in: range) {
      var header = 8
      var size = UInt64(size32)
      if size32 == 1 {
        guard let wide = u64(offset + 8, in: range) else { break }
        (header, size) = (16, wide)
      } else if size32 == 0 {
        size = UInt64(range.upperBound - offset)
      }
      guard size >= UInt64(header), size <= UInt64(range.upperBound - offset) else { break }
      result.append(Box(type: type, content: offset + header..<offset + Int(size)))
      offset += Int(size)
    }
    return result
  }

  /// The first box of a type inside a range.
  func box(_ type: StaticString, in range: Range<Int>) -> Range<Int>? {
    let wanted = fourCC(type)
    return boxes(in: range).first { $0.type == wanted }?.content
  }

  /// Where the entries of a table begin and how many really are there, for tables of
  /// "version, flags, count, entries".
  func table(_ range: Range<Int>, entrySize: Int, header: Int = 4) -> (first: Int, count: Int)? {
    let countOffset = range.lowerBound + header
    guard let declared = u32(countOffset, in: range) else { return nil }
    let first = countOffset + 4
    return (first, min(Int(declared), (range.upperBound - first) / entrySize))
  }
}

/// The outermost boxes of a file, read through a descriptor that is closed again.
struct MovieLayout {
  /// The content of `moov`, where there is a whole one.
  var movie: MovieBytes?
  /// There are movie fragments, whose samples `moov` does not list.
  var hasFragments = false
  /// Some box claims more bytes than the file has.
  var isCut = false
  /// The file begins like one of this family.
  var isMovie = false
  /// A still picture's transparency is a picture of its own beside it.
  var hasAuxiliaryAlpha = false

  private static let known: Set<UInt32> = [
    fourCC("ftyp"), fourCC("moov"), fourCC("mdat"), fourCC("wide"), fourCC("free"),
    fourCC("skip"), fourCC("pnot"), fourCC("styp"),
  ]
  /// Larger indexes are left to the scan: no real file has one.
  private static let largestIndex: UInt64 = 1 << 30

  /// Walks the outermost boxes; nil where the file cannot be opened.
  init?(path: String, size: Int64) {
    let descriptor = open(FetchedFile.openName(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var offset: UInt64 = 0
    let end = UInt64(max(0, size))
    // A hostile file can hold millions of empty boxes.
    for number in 0..<100_000 {
      guard end - offset >= 8 else { break }
      let head = Self.read(descriptor, offset, Int(min(16, end - offset)))
      guard let size32 = head.u32(0, in: head.all), let type = head.u32(4, in: head.all) else {
        break
      }
      if number == 0 { isMovie = Self.known.contains(type) }
      guard isMovie else { break }
      var (header, length) = (UInt64(8), UInt64(size32))
      if size32 == 1 {
        guard let wide = head.u64(8, in: head.all) else { break }
        (header, length) = (16, wide)
      } else if size32 == 0 {
        length = end - offset
      }
      guard length >= header else { break }
      if length > end - offset {
        isCut = true
        break
      }
      if type == fourCC("moov"), movie == nil, length - header <= Self.largestIndex {
        movie = Self.read(descriptor, offset + header, Int(length - header))
      }
      if type == fourCC("moof") { hasFragments = true }
      if type == fourCC("meta"), length - header <= Self.largestIndex {
        hasAuxiliaryAlpha = Self.listsAlpha(
          Self.read(descriptor, offset + header, Int(length - header)))
      }
      offset += length
    }
  }

  /// Whether one of the properties of a file's still pictures is to be another one's transparency.
  private static func listsAlpha(_ meta: MovieBytes) -> Bool {
    guard let properties = meta.box("iprp", in: 4..<max(4, meta.all.upperBound)),
      let container = meta.box("ipco", in: properties)
    else { return false }
    return meta.boxes(in: container).contains { box in
      guard box.type == fourCC("auxC") else { return false }
      let text = box.content.dropFirst(4).compactMap { meta.u8($0, in: box.content) }
      let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      return ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"]
        .contains(name)
    }
  }

  private static func read(_ descriptor: Int32, _ offset: UInt64, _ count: Int) -> MovieBytes {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + filled)
        guard got > 0 else { break }
        filled += got
      }
    }
    return MovieBytes(bytes)
  }
}
