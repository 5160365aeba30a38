@preconcurrency import Glibc

/// Reads the boxes of an MP4 file, for tests of what was written.
struct Boxes {
  /// The names of the boxes at the top, in their order.
  private(set) var top: [String] = []
  private var contents: [(path: String, bytes: [UInt8])] = []

  init(_ path: String) {
    guard let file = fopen(path, "rb") else { return }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    fseek(file, 0, SEEK_SET)
    _ = fread(&bytes, 1, bytes.count, file)
    walk(bytes[...], "")
  }

  private mutating func walk(_ bytes: ArraySlice<UInt8>, _ parent: String) {
    var rest = bytes
    while rest.count >= 8 {
      let size = Int(Self.word(rest, 0))
      guard size >= 8, size <= rest.count else { return }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let body = rest.prefix(size).dropFirst(8)
      if parent.isEmpty { top.append(name) }
      contents.append((parent + name, Array(body)))
      if ["moov", "trak", "edts", "mdia", "minf", "stbl"].contains(name) {
        walk(body, parent + name + "/")
      }
      rest = rest.dropFirst(size)
    }
  }

  private static func word(_ bytes: some Collection<UInt8>, _ offset: Int) -> Int64 {
    bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int64($1) }
  }

  private func all(_ path: String) -> [[UInt8]] {
    contents.filter { $0.path == path }.map(\.bytes)
  }

  /// The movie's units per second and its duration.
  var movie: (scale: Int64, duration: Int64) {
    let box = all("moov/mvhd").first ?? []
    return (Self.word(box, 12), Self.word(box, 16))
  }

  /// Each track's edits: duration in the movie's units and start in the media's.
  var edits: [[(duration: Int64, start: Int64)]] {
    all("moov/trak/edts/elst").map { box in
      (0..<Int(Self.word(box, 4))).map { index in
        let start = Self.word(box, 12 + 12 * index)
        return (Self.word(box, 8 + 12 * index), start == 0xFFFF_FFFF ? -1 : start)
      }
    }
  }

  /// Each track's units per second and the length of its media.
  var media: [(scale: Int64, duration: Int64)] {
    all("moov/trak/mdia/mdhd").map { (Self.word($0, 12), Self.word($0, 16)) }
  }

  /// Each track's matrix: a, b, c, d, x and y in 16.16.
  var matrices: [[Double]] {
    all("moov/trak/tkhd").map { box in
      [40, 44, 52, 56, 64, 68].map { Double(Int32(truncatingIfNeeded: Self.word(box, $0))) / 65536 }
    }
  }
}
