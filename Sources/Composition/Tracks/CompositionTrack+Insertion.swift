import Timing

extension CompositionTrack {
  /// Inserts a range of a source track at natural speed and moves what comes later right.
  ///
  /// The range is in the source track's own time. What lies before the track's media becomes a gap
  /// (so a sound that starts late stays late), what lies behind is left out. A time that is not
  /// numeric appends; one beyond the end leaves a gap first. Fails where nothing of the range
  /// exists, and for another kind of media.
  package mutating func insert(
    _ range: TimeRange, of source: SourceTrack, at time: Time
  ) throws(CompositionError) {
    try place(try pieces(range, of: .source(source)), at: try insertionTime(time))
  }

  /// Inserts a range of a composition's track: its segments with their gaps and speeds.
  package mutating func insert(
    _ range: TimeRange, of track: CompositionTrack, at time: Time
  ) throws(CompositionError) {
    try place(try pieces(range, of: .track(track)), at: try insertionTime(time))
  }

  /// Inserts several ranges one after the other, or on failure none.
  ///
  /// A range without a source makes a gap of its duration.
  package mutating func insertTimeRanges(
    _ list: [(range: TimeRange, source: Insertable?)], at time: Time
  ) throws(CompositionError) {
    let at = try insertionTime(time)
    var all: [Segment] = []
    for (range, source) in list {
      if let source {
        all += try pieces(range, of: source)
      } else if range.duration.isNumeric, range.duration > .zero {
        all.append(Segment(emptyFor: TimeRange(start: .zero, duration: range.duration)))
      } else {
        throw .badRange(range, doing: "insert a gap into \(label)")
      }
    }
    try place(all, at: at)
  }

  /// Inserts a gap, joined with one that it touches.
  ///
  /// At or behind the end it has no effect: a track does not end in a gap.
  package mutating func insertEmpty(_ range: TimeRange) throws(CompositionError) {
    guard range.start.isNumeric, range.start >= .zero, range.isNumeric else {
      throw .badRange(range, doing: "insert a gap into \(label)")
    }
    if range.start < duration { try duration.checkRoom(for: range.duration, on: label) }
    pushApart(at: range.start, by: range.duration)
  }

  /// The checked part of inserting a gap.
  mutating func pushApart(at time: Time, by length: Time) {
    guard length > .zero, duration > time else { return }
    splice([Segment(emptyFor: TimeRange(start: time, duration: length))], at: time)
  }

  /// Puts pieces in, unless the track would get too long.
  private mutating func place(_ pieces: [Segment], at time: Time) throws(CompositionError) {
    let length = pieces.reduce(Time.zero) { $0 + $1.target.duration }
    try max(duration, time).checkRoom(for: length, on: label)
    splice(pieces, at: time)
  }

  /// Where to insert: the end for a time that is no number.
  private func insertionTime(_ time: Time) throws(CompositionError) -> Time {
    guard time.isNumeric else { return duration }
    guard time >= .zero else { throw .badTime(time, doing: "insert into \(label)") }
    return time
  }

  private func pieces(
    _ range: TimeRange, of media: Insertable
  ) throws(CompositionError) -> [Segment] {
    guard media.mediaType == mediaType else {
      throw .mediaType(track: label, wanted: mediaType, source: media.label)
    }
    guard range.start.isNumeric, range.duration > .zero, range.isValid else {
      throw .badRange(range, doing: "insert from \(media.label)")
    }
    let pieces = media.pieces(range)
    guard !pieces.isEmpty else {
      throw .outsideSource(
        range, of: media.label, available: media.timeRange, path: media.path)
    }
    return pieces
  }
}

/// What can be put on a track.
package enum Insertable {
  case source(SourceTrack)
  case track(CompositionTrack)

  /// The sources that it brings along; nil for a gap.
  package var sources: [SourceTrack?] {
    switch self {
    case .source(let source): [source]
    case .track(let track): track.segments.map(\.source)
    }
  }

  var mediaType: MediaType {
    switch self {
    case .source(let source): source.mediaType
    case .track(let track): track.mediaType
    }
  }

  /// All that can be taken from it; a composition's track from zero, with its leading gap.
  var timeRange: TimeRange {
    switch self {
    case .source(let source): source.timeRange
    case .track(let track): TimeRange(from: .zero, to: track.duration)
    }
  }

  var formats: Set<FormatSignature> {
    switch self {
    case .source(let source): [source.signature]
    case .track(let track): track.formats
    }
  }

  var label: String {
    switch self {
    case .source(let source): source.label
    case .track(let track): "a composition's \(track.label)"
    }
  }

  var path: String? {
    switch self {
    case .source(let source): source.source.path
    case .track(let track): track.firstSource?.source.path
    }
  }

  /// The segments that show a range: a gap for what is missing before, nothing for what is behind.
  ///
  /// Their targets only give lengths. Empty where none of the range exists.
  func pieces(_ range: TimeRange) -> [Segment] {
    let available = timeRange.intersection(range)
    guard available.isNumeric, !available.isEmpty else { return [] }
    var pieces: [Segment] = []
    if range.start < available.start {
      pieces.append(Segment(emptyFor: TimeRange(from: range.start, to: available.start)))
    }
    switch self {
    case .source(let source):
      let target = TimeRange(start: .zero, duration: available.duration.reduced)
      pieces.append(Segment(source, available, target: target))
    case .track(let track):
      guard var index = track.segmentIndex(at: available.start) else { return [] }
      while index < track.segments.count, track.segments[index].target.start < available.end {
        pieces.append(track.segments[index].clipped(to: available))
        index += 1
      }
    }
    return pieces
  }
}
