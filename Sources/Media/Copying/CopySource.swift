import CFFmpeg

/// A picture track from which packets may be copied.
///
/// Finds which pictures of a stretch whole packets can bring. Its file is opened when a stretch does
/// not begin and end with the track, and stays open until `close`. One thread at a time.
package final class CopySource {
  package let format: CodedFormat
  package let track: MediaTrack
  package let asset: MediaAsset
  private let index: FrameIndex
  private var cursor: PacketCursor?
  private var entries: [Int: Entry] = [:]

  /// What is known of a key frame after looking at the packets there.
  private struct Entry {
    let kind: EntryKind
    /// Pictures stored after it that are shown before it.
    let leading: Int
  }

  /// A key is looked for in this many groups after a cut.
  private static let groupLimit = 64

  package init(_ track: MediaTrack, of asset: MediaAsset) throws(CopyRefusal) {
    format = try CodedFormat(track)
    guard asset.truncatedAt == nil else { throw CopyRefusal("the file is cut off") }
    guard let video = track.video, video.frames.count > 0 else {
      throw CopyRefusal("the track has no picture")
    }
    (self.track, self.asset, index) = (track, asset, video.index)
  }

  package func close() { cursor = nil }

  /// The part of a stretch of presented frames that can be copied.
  package struct Span: Sendable {
    /// Presented frames.
    package let frames: Range<Int>
    /// The frames before and after it that lie in groups which are cut.
    package let head: String?
    package let tail: String?
    /// The number of the key frame that it begins with.
    let key: Int
    /// Media frames.
    let media: Range<Int>
  }

  /// Finds what can be copied of presented frames; throws why nothing can be.
  package func span(of frames: Range<Int>) throws -> Span {
    let first = index.media(of: frames.lowerBound)
    let end = index.media(of: frames.upperBound - 1) + 1
    guard end - first == frames.count else {
      throw CopyRefusal("an edit list of the file rearranges its pictures")
    }
    let start = try entry(from: first, before: end)
    let stop = try exit(before: end, after: index.key(start.number).media)
    let begin = index.key(start.number).media
    guard begin < stop.media else {
      throw CopyRefusal(tailReason(end, at: stop.cut) ?? "it holds no whole group of pictures")
    }
    let shift = frames.lowerBound - first
    return Span(
      frames: begin + shift..<stop.media + shift, head: start.reason,
      tail: stop.media < end ? tailReason(end, at: stop.cut) : nil, key: start.number,
      media: begin..<stop.media)
  }

  // MARK: - The beginning

  private func entry(
    from first: Int, before end: Int
  ) throws -> (number: Int, reason: String?) {
    let before = index.keyNumber(for: first)
    var number = before ?? 0
    var reason: String?
    if before == nil {
      reason = "the first pictures come before a key frame"
    } else if index.key(number).media < first {
      let cut = first - index.key(number).media
      reason = "cut \(Self.frames(cut)) into a group of pictures"
      number += 1
    }
    for _ in 0..<Self.groupLimit {
      guard number < keyCount, index.key(number).media < end else { break }
      let found = try look(at: number)
      if found.kind == .clean { return (number, reason) }
      reason = "the group of pictures is open: it refers to the one before"
      number += 1
    }
    throw CopyRefusal(reason ?? "it holds no whole group of pictures")
  }

  private var keyCount: Int { index.allKeys ? index.stamps.count : index.keys.count }

  private static func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }

  // MARK: - The end

  /// Where the last whole group of pictures before a frame ends.
  private func exit(before end: Int, after start: Int) throws -> (media: Int, cut: Int?) {
    guard end < index.stamps.count else { return (end, nil) }
    guard let number = index.keyNumber(for: end), index.key(number).media > start else {
      // All of it is in the group that it begins with.
      return (try prefix(of: index.keyNumber(for: start) ?? 0, before: end), start)
    }
    let key = index.key(number).media
    let whole = key - (try look(at: number).leading)
    // A group that is cut may still give the packets that come first.
    let part = key < end && whole == key ? try prefix(of: number, before: end) : whole
    return (part, key)
  }

  /// The end of the frames that the first packets of a group bring without a hole.
  ///
  /// What is left out afterwards comes later in the order of decoding, so nothing kept needs it.
  private func prefix(of number: Int, before end: Int) throws -> Int {
    let key = index.key(number)
    guard !format.isIntraOnly else { return end }
    let cursor = try openCursor()
    try cursor.seek(to: key)
    var (waiting, reached): (Set<Int>, Int) = ([], key.media)
    var complete = key.media
    while let item = try cursor.next() {
      if item.media < key.media { continue }
      if item.media >= end || (item.isKey && item.media != key.media) { break }
      waiting.insert(item.media)
      while waiting.remove(reached) != nil { reached += 1 }
      if waiting.isEmpty { complete = reached }
    }
    return complete
  }

  private func tailReason(_ end: Int, at key: Int?) -> String? {
    guard let key else { return nil }
    return key < end
      ? "cut \(Self.frames(end - key)) into a group of pictures"
      : "the next group of pictures is open: it shows pictures before its key frame"
  }

  // MARK: - Looking into the file

  private func openCursor() throws -> PacketCursor {
    if let cursor { return cursor }
    let opened = try PacketCursor(track, of: asset)
    cursor = opened
    return opened
  }

  private func look(at number: Int) throws -> Entry {
    if let known = entries[number] { return known }
    if format.isIntraOnly { return Entry(kind: .clean, leading: 0) }
    let key = index.key(number)
    let cursor = try openCursor()
    try cursor.seek(to: key)
    var kind = EntryKind.open
    var leading = 0
    var isFirst = true
    // Leading pictures come right behind their key; a buffer holds 16 at most.
    while let item = try cursor.next() {
      if isFirst {
        kind = format.entryKind(of: item.packet)
        isFirst = false
        continue
      }
      guard item.media < key.media else { break }
      leading += 1
    }
    let entry = Entry(kind: kind, leading: leading)
    entries[number] = entry
    return entry
  }
}
