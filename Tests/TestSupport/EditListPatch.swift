/// Replaces edit lists in the bytes of an MP4 or MOV file whose index is at its end.
package struct EditListPatch {
  /// One entry: a length in the movie's units, a start in the media's (−1 for nothing), and a speed
  /// in 16.16.
  package struct Entry {
    let duration: Int64
    let start: Int64
    let rate: Double

    package init(duration: Int64, start: Int64, rate: Double = 1) {
      (self.duration, self.start, self.rate) = (duration, start, rate)
    }
  }

  private let entries: [Entry]
  private let track: Int
  private var seen = 0

  /// The file with another edit list for one track, counted from 0.
  package static func replacing(track: Int, in bytes: [UInt8], with entries: [Entry]) -> [UInt8] {
    var patch = EditListPatch(entries: entries, track: track)
    return patch.boxes(bytes[...], "")
  }

  private init(entries: [Entry], track: Int) { (self.entries, self.track) = (entries, track) }

  private mutating func boxes(_ bytes: ArraySlice<UInt8>, _ parent: String) -> [UInt8] {
    var (rest, result) = (bytes, [UInt8]())
    while rest.count >= 8 {
      let size = Int(rest.prefix(4).reduce(0) { $0 << 8 | UInt64($1) })
      guard size >= 8, size <= rest.count else { break }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let body = rest.prefix(size).dropFirst(8)
      if name == "trak" { seen += 1 }
      let isOurs = seen == track + 1
      let content: [UInt8] =
        switch name {
        case "moov": boxes(body, name)
        case "trak" where isOurs: boxes(body, name)
        case "edts" where isOurs: list
        default: Array(body)
        }
      result += Self.word(Int64(content.count + 8), 4) + Array(name.utf8) + content
      rest = rest.dropFirst(size)
    }
    return result + rest
  }

  /// The `elst` box.
  private var list: [UInt8] {
    let body = entries.flatMap { entry in
      Self.word(entry.duration, 4) + Self.word(entry.start, 4)
        + Self.word(Int64(entry.rate * 65536), 4)
    }
    return Self.word(Int64(body.count + 16), 4) + Array("elst".utf8) + [0, 0, 0, 0]
      + Self.word(Int64(entries.count), 4) + body
  }

  private static func word(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> Int64(8 * (count - 1 - $0))) }
  }
}
