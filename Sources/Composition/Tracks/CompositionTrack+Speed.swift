import Timing

/// Edits of how time runs: held, backward, and along a curve.
extension CompositionTrack {
  /// Holds the frame shown at a time for a while; what comes later moves.
  ///
  /// At the end of the track it is the last frame. A track of sound gets a silence instead, and so
  /// stays in step with the picture.
  package mutating func freeze(at time: Time, for length: Time) throws(CompositionError) {
    let isOnTrack = mediaType == .audio || (time <= duration && !segments.isEmpty)
    guard time.isNumeric, time >= .zero, isOnTrack else {
      throw .badTime(time, doing: "freeze \(label), which ends at \(duration.exactClock),")
    }
    guard length.isNumeric, length > .zero else {
      throw .badDuration(length, doing: "freeze \(label)")
    }
    try max(duration, time).checkRoom(for: length, on: label)
    hold(at: time, for: length)
  }

  /// The checked part of freezing.
  mutating func hold(at time: Time, for length: Time) {
    guard mediaType == .video, !segments.isEmpty else { return pushApart(at: time, by: length) }
    let target = TimeRange(start: time, duration: length.reduced)
    if let index = segmentIndex(at: time) {
      return splice([segments[index].frozen(at: time, target: target)], at: time)
    }
    splice([segments[segments.count - 1].frozenAtEnd(target: target)], at: time)
  }

  /// Lets a range run backward: its first moment becomes its last.
  ///
  /// At a time of the source the frame that ends there is shown, so the range begins with what was
  /// its last frame; the same for samples. Twice is as before. Where the range reaches beyond the
  /// track it begins with a gap, so that a sound that ends before its picture stays in step; a track
  /// that ends before the range stays as it is.
  package mutating func reverse(_ range: TimeRange) throws(CompositionError) {
    guard range.isValid, range.start.isNumeric, range.start >= .zero,
      !range.duration.isIndefinite, range.duration > .zero
    else { throw .badRange(range, doing: "reverse \(label)") }
    turnAround(range)
  }

  /// The checked part of reversing.
  mutating func turnAround(_ range: TimeRange) {
    guard range.start < duration else { return }
    let missing =
      range.end.isNumeric ? TimeRange(from: min(duration, range.end), to: range.end) : .zero
    let first = cut(at: range.start)
    let last = cut(at: range.end)
    var backward = segments[first..<last].reversed().map { $0.reversed() }
    if !missing.isEmpty { backward.insert(Segment(emptyFor: missing), at: 0) }
    segments.replaceSubrange(first..<last, with: backward)
    close(from: first)
    dropTrailingGap()
  }

  /// Lets a range run at a speed that changes along a curve.
  ///
  /// The curve is compiled into segments of constant speed whose ends lie on it, so many that no
  /// moment is off by more than half a millisecond; all other edits treat them as what they are.
  package mutating func remap(_ range: TimeRange, along curve: SpeedCurve) throws(CompositionError)
  {
    let part = try range.part(of: duration, doing: "change the speed of \(label)")
    let knots = curve.knots(over: part.duration)
    try duration.checkRoom(for: knots[knots.count - 1].target, on: label)
    bend(part, along: knots)
  }

  /// The checked part of remapping: a part of the time line, of which the track may lack the end.
  mutating func bend(_ part: TimeRange, along knots: [SpeedCurve.Knot]) {
    guard part.start < duration else { return }
    // From the last to the first, so that places before are still what the curve means.
    let first = cut(at: part.start)
    let end = cut(at: part.end)
    let tail = segments[end...]
    var inside = CompositionTrack(id: id, mediaType: mediaType)
    inside.segments = Array(segments[first..<end])
    var pieces: [Segment] = []
    for (from, to) in zip(knots, knots.dropFirst()) {
      let content = TimeRange(
        from: (part.start + from.content).reduced, to: (part.start + to.content).reduced)
      let target = TimeRange(from: from.target, to: to.target)
      pieces += inside.pieces(of: content, during: target, upTo: part.end)
    }
    segments = Array(segments[..<first]) + pieces + tail
    close(from: first)
    dropTrailingGap()
  }

  /// What lies in a range of these segments, given another length; nothing behind their end.
  ///
  /// The targets only give lengths. A moment that is held at the very end is the last before it.
  private func pieces(
    of content: TimeRange, during target: TimeRange, upTo end: Time
  ) -> [Segment] {
    if content.isEmpty {
      guard content.start < duration || content.start == end else { return [] }
      let place = segments.lastIndex { $0.target.start <= content.start } ?? 0
      let segment = segments[place]
      if mediaType == .audio || segment.isEmpty { return [Segment(emptyFor: target)] }
      return [
        content.start < duration
          ? segment.frozen(at: content.start, target: target) : segment.frozenAtEnd(target: target)
      ]
    }
    var pieces: [Segment] = []
    let first = segments.partitioningIndex { $0.target.end > content.start }
    var start = target.start
    for segment in segments[first...].prefix(while: { $0.target.start < content.end }) {
      let piece = segment.clipped(to: content)
      let end = content.map(piece.target.end, to: target).reduced
      pieces.append(
        piece.retargeted(TimeRange(start: start, duration: (end - start).reduced)))
      start = end
    }
    return pieces
  }
}

extension TimeRange {
  /// The part of a range that lies on a time line of a length.
  func part(of length: Time, doing task: String) throws(CompositionError) -> TimeRange {
    let whole = TimeRange(from: .zero, to: length)
    guard isValid, start.isNumeric, start >= .zero, !duration.isIndefinite, duration > .zero
    else { throw .badRange(self, doing: task) }
    guard start < length else { throw .behindEnd(self, end: length, doing: task) }
    return whole.intersection(self)
  }
}
