import Geometry
import Timing

/// Edits of all tracks at once, so that they stay in step.
extension Composition {
  /// Inserts a range of a source: each of its tracks on a compatible track, else on a new one.
  ///
  /// Everything at or after the time moves right on every track by the range's length (as far as
  /// the source goes), also where nothing is inserted. On failure nothing is changed. New tracks
  /// take over the preferred transform.
  package mutating func insert(
    _ range: TimeRange, of sources: [SourceTrack], at time: Time
  ) throws(CompositionError) {
    try insert(range, of: sources.map(Insertable.source), at: time) { index in
      sources[index].preferredTransform
    }
  }

  /// Inserts a range of another composition, with its gaps and speeds.
  package mutating func insert(
    _ range: TimeRange, of other: Composition, at time: Time
  ) throws(CompositionError) {
    try insert(range, of: other.tracks.map(Insertable.track), at: time) { index in
      other.tracks[index].preferredTransform
    }
  }

  private mutating func insert(
    _ range: TimeRange, of media: [Insertable], at time: Time,
    transform: (Int) -> Transform
  ) throws(CompositionError) {
    guard range.start.isNumeric, range.isValid, range.duration > .zero else {
      throw .badRange(range, doing: "insert into the composition")
    }
    let at = time.isNumeric ? time : duration
    guard at >= .zero else { throw .badTime(at, doing: "insert into the composition") }
    let all = media.reduce(TimeRange.zero) { all, item in
      all.isEmpty ? item.timeRange : item.timeRange.isEmpty ? all : all.union(item.timeRange)
    }
    let inserted = TimeRange(from: range.start, to: min(range.end, all.end))
    let pieces = media.map { inserted.isValid ? $0.pieces(inserted) : [] }
    guard pieces.contains(where: { !$0.isEmpty }) else {
      throw .outsideSource(
        range, of: media.first?.label ?? "a source without tracks", available: all,
        path: media.first?.path)
    }

    try max(duration, at).checkRoom(for: inserted.duration, on: "the composition")
    var receivers: Set<Int> = []
    for (index, pieces) in pieces.enumerated() where pieces.contains(where: { !$0.isEmpty }) {
      let receiver: Int
      if let compatible = compatibleIndex(for: media[index], except: receivers) {
        receiver = compatible
      } else {
        addTrack(media[index].mediaType)
        receiver = tracks.count - 1
        tracks[receiver].preferredTransform = transform(index)
      }
      receivers.insert(receiver)
      tracks[receiver].splice(Self.filled(pieces, to: inserted.duration), at: at)
    }
    for index in tracks.indices where !receivers.contains(index) {
      tracks[index].pushApart(at: at, by: inserted.duration)
    }
  }

  /// The pieces with a gap behind them that makes them as long as asked.
  private static func filled(_ pieces: [Segment], to length: Time) -> [Segment] {
    let used = pieces.reduce(Time.zero) { $0 + $1.target.duration }
    guard used < length else { return pieces }
    return pieces + [Segment(emptyFor: TimeRange(from: used, to: length))]
  }

  /// Inserts a gap into every track; those that end before it stay as they are.
  package mutating func insertEmpty(_ range: TimeRange) throws(CompositionError) {
    guard range.isNumeric, range.start >= .zero else {
      throw .badRange(range, doing: "insert a gap into the composition")
    }
    if range.start < duration { try duration.checkRoom(for: range.duration, on: "the composition") }
    for index in tracks.indices { tracks[index].pushApart(at: range.start, by: range.duration) }
  }

  /// Takes a range out of every track.
  ///
  /// Tracks stay, even empty ones.
  package mutating func remove(_ range: TimeRange) throws(CompositionError) {
    guard range.isValid, range.start.isNumeric, !range.duration.isIndefinite else {
      throw .badRange(range, doing: "remove from the composition")
    }
    for index in tracks.indices { tracks[index].takeOut(range) }
  }

  /// Gives a range another length on every track.
  package mutating func scale(_ range: TimeRange, to length: Time) throws(CompositionError) {
    try CompositionTrack.checkScaling(range, to: length, of: "the composition")
    try duration.checkRoom(for: length, on: "the composition")
    for index in tracks.indices { tracks[index].stretch(range, to: length) }
  }

  /// Lets a range of every track run backward, as far as the composition goes.
  ///
  /// A track that ends within the range begins there with a gap, so that all stay in step.
  package mutating func reverse(_ range: TimeRange) throws(CompositionError) {
    let part = try range.part(of: duration, doing: "reverse the composition")
    for index in tracks.indices { tracks[index].turnAround(part) }
  }

  /// Holds what is shown at a time for a while, and moves what comes later on every track.
  ///
  /// Sound is silent meanwhile. At the composition's end the last pictures of the tracks that end
  /// there are held; tracks that ended before stay as they are.
  package mutating func freeze(at time: Time, for length: Time) throws(CompositionError) {
    let end = duration
    guard time.isNumeric, time >= .zero, time <= end, end > .zero else {
      throw .badTime(time, doing: "freeze the composition, which ends at \(end.exactClock),")
    }
    guard length.isNumeric, length > .zero else {
      throw .badDuration(length, doing: "freeze the composition")
    }
    try end.checkRoom(for: length, on: "the composition")
    for index in tracks.indices where time < tracks[index].duration || tracks[index].duration == end
    {
      tracks[index].hold(at: time, for: length)
    }
  }

  /// Lets a range of every track run at a speed that changes along one curve.
  package mutating func remap(_ range: TimeRange, along curve: SpeedCurve) throws(CompositionError)
  {
    let part = try range.part(of: duration, doing: "change the speed of the composition")
    let knots = curve.knots(over: part.duration)
    try duration.checkRoom(for: knots[knots.count - 1].target, on: "the composition")
    for index in tracks.indices { tracks[index].bend(part, along: knots) }
  }
}
