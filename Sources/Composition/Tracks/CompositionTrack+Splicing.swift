import Timing

/// The moves that all edits are made of. They cannot fail: what may is checked before.
extension CompositionTrack {
  /// Makes a boundary at a time and returns the index of what begins there.
  mutating func cut(at time: Time) -> Int {
    guard time < duration, let index = segmentIndex(at: time) else { return segments.count }
    let segment = segments[index]
    guard segment.target.start != time else { return index }
    segments[index] = segment.clipped(to: TimeRange(from: segment.target.start, to: time))
    segments.insert(
      segment.clipped(to: TimeRange(from: time, to: segment.target.end)), at: index + 1)
    return index + 1
  }

  /// Puts pieces in at a time, one after the other whatever their targets say.
  ///
  /// What was there moves right. A time beyond the end leaves a gap before the pieces. Constant at
  /// the end of the track.
  mutating func splice(_ pieces: [Segment], at time: Time) {
    let end = duration
    var index = cut(at: time)
    let first = index
    if time > end {
      segments.append(Segment(emptyFor: TimeRange(from: end, to: time)))
      index += 1
    }
    segments.insert(contentsOf: pieces, at: index)
    close(from: first)
    joinGaps(in: first...(index + pieces.count))
    dropTrailingGap()
    for case let source? in pieces.lazy.map(\.source) { formats.insert(source.signature) }
  }

  /// Places each segment from an index on at the end of the one before, keeping its length.
  ///
  /// Contiguity is exact by construction, even where a sum had to be rounded.
  mutating func close(from index: Int) {
    var start = index == 0 ? Time.zero : segments[index - 1].target.end
    for i in index..<segments.count {
      let target = TimeRange(start: start.reduced, duration: segments[i].target.duration)
      if target.start != segments[i].target.start {
        segments[i] = segments[i].retargeted(target)
      }
      start = target.end
    }
  }

  /// Joins gaps that touch at one of these boundaries.
  private mutating func joinGaps(in boundaries: ClosedRange<Int>) {
    for index in boundaries.reversed() where index > 0 && index < segments.count {
      let (left, right) = (segments[index - 1], segments[index])
      guard left.isEmpty, right.isEmpty else { continue }
      segments[index - 1] = Segment(
        emptyFor: TimeRange(from: left.target.start, to: right.target.end))
      segments.remove(at: index)
    }
  }

  /// A track does not end in a gap, which would make its end depend on how it was edited.
  mutating func dropTrailingGap() {
    while segments.last?.isEmpty == true { segments.removeLast() }
  }

  /// Takes the formats anew after media may have left the track.
  mutating func recountFormats() {
    formats = Set(segments.lazy.compactMap { $0.source?.signature })
  }
}
