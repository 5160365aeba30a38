extension VideoFrame {
  /// The smallest part around all that is not clear, cut to whole samples of every plane; nil where
  /// everything is clear.
  ///
  /// Of a picture without an alpha plane it is the whole.
  package var visiblePart: (columns: Range<Int>, rows: Range<Int>)? {
    guard let index = format.alphaPlane else { return (0..<width, 0..<height) }
    let alpha = planes[index]
    var (left, right) = (alpha.width * format.bytesPerSample, 0)
    var (top, bottom) = (alpha.height, 0)
    for y in 0..<alpha.height {
      let row = UnsafeRawBufferPointer(
        start: alpha.row(y), count: alpha.width * format.bytesPerSample)
      guard let first = row.firstIndex(where: { $0 != 0 }),
        let last = row.lastIndex(where: { $0 != 0 })
      else { continue }
      (left, right) = (min(left, first), max(right, last + 1))
      (top, bottom) = (min(top, y), y + 1)
    }
    guard top < bottom else { return nil }
    func whole(_ low: Int, _ high: Int, _ limit: Int, _ shift: Int) -> Range<Int> {
      let mask = (1 << shift) - 1
      return low & ~mask..<min((high + mask) & ~mask, limit)
    }
    let bytes = format.bytesPerSample
    return (
      whole(left / bytes, (right + bytes - 1) / bytes, width, format.chromaShiftX),
      whole(top, bottom, height, format.chromaShiftY)
    )
  }
}
