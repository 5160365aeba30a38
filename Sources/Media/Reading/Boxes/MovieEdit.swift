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

extension MovieEdit {
  /// Reads an `elst` box; entries that cannot be meant are left out.
  static func list(_ bytes: MovieBytes, in box: Range<Int>) -> [MovieEdit] {
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
}
