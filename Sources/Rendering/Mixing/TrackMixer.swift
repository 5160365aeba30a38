import Composition
import Media
import Timing

/// One audio track of the edit: its segments laid out in output samples, its volume, its cursors.
final class TrackMixer {
  /// A stretch of output samples: half open, and apart from its neighbours.
  private struct Part {
    let range: Range<Int64>
    let source: SoundSource
    let kind: Kind
  }

  private enum Kind {
    /// At natural speed: the source sample for output sample n is n + offset.
    case forward(offset: Int64)
    /// At natural speed, from a source sample on downward.
    case backward(first: Int64)
    indirect case stretched(StretchRun)
    /// Held, or at a speed that cannot be heard.
    case silent
  }

  private let parts: [Part]
  private var volume: TrackVolume
  private let filters: FilteredSound?
  private let rate: Int
  private let layout: ChannelLayout
  private var open: [(key: PictureSource.Key, cursor: SoundCursor, lastUse: Int)] = []
  private var clock = 0
  /// What the last part of another kind than `forward` is read with.
  private var reading: (part: Int, reader: Reader)?
  private var closedIssues: [SourceIssue] = []
  private(set) var counters = ReaderCounters()

  private enum Reader {
    case backward(RunInput)
    case stretched(RunReader)
  }

  init(_ plan: AudioTrackPlan, rate: Int, layout: ChannelLayout, origin: Time) {
    self.rate = rate
    self.layout = layout
    volume = TrackVolume(plan, rate: rate, layout: layout, origin: origin)
    filters = FilteredSound(plan.filters, rate: rate, layout: layout, origin: origin)
    parts = Self.parts(of: plan, rate: rate, origin: origin)
  }

  /// Faults of its sources met so far.
  var issues: [SourceIssue] { closedIssues + open.flatMap(\.cursor.issues) }

  /// Whether it adds its sources' samples as they are.
  var isUnity: Bool { volume.isUnity && filters == nil }

  private static func parts(of plan: AudioTrackPlan, rate: Int, origin: Time) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(plan.segments.count)
    // The segment with which the last part ends.
    var last: Segment?
    func append(_ kind: Kind, _ range: Range<Int64>, _ segment: AudioSegment) {
      guard !range.isEmpty else { return }
      parts.append(Part(range: range, source: segment.source, kind: kind))
      last = segment.segment
    }
    for segment in plan.segments {
      let (edit, source) = (segment.segment, segment.source)
      let target = edit.target
      let range =
        (target.start - origin).units(
          per: Int64(rate))..<(target.end - origin).units(per: Int64(rate))
      guard !edit.isFrozen, let speed = edit.rate, StretchRun.audibleRates.contains(speed) else {
        append(.silent, range, segment)
        continue
      }
      guard speed != .one else {
        let first = SoundPlace.first(of: edit, in: source, rate: rate)
        guard !edit.isReversed else {
          append(.backward(first: first), range, segment)
          continue
        }
        // A source sample and its place in the output differ by one whole number over the whole
        // segment: the nearest to the exact distance.
        let distance = (edit.mapping.source.start - source.start) - (target.start - origin)
        append(.forward(offset: distance.units(per: Int64(rate))), range, segment)
        continue
      }
      let run = StretchRun(
        segment, range: range, origin: origin, rate: rate, algorithm: plan.pitchAlgorithm)
      // One that is too short for a sample of its own still moves the run on to the next.
      if case .stretched(let before)? = parts.last?.kind, let last, last.continues(in: edit) {
        parts.removeLast()
        let joined = before.joined(run)
        append(.stretched(joined), joined.range, segment)
      } else {
        append(.stretched(run), range, segment)
      }
    }
    return parts
  }

  /// Adds this track's samples from `first` on to a block of the mix.
  func add(to output: AudioBuffer, from first: Int64) throws {
    if let filters {
      // Filters go on where the track is silent: what echoes is heard beyond its segments.
      let samples = try filters.read(from: first, count: output.frames) { first, count in
        let block = AudioBuffer(channels: layout.channels, capacity: count)
        try readParts(from: first, count: count) { samples, offset in
          for channel in 0..<layout.channels {
            (block[channel] + offset).update(from: samples[channel], count: samples.frames)
          }
        }
        return block
      }
      volume.add(samples, at: first, offset: 0, to: output)
      return
    }
    try readParts(from: first, count: output.frames) { samples, offset in
      volume.add(samples, at: first + Int64(offset), offset: offset, to: output)
    }
  }

  /// Hands out the samples of all segments in a stretch, each with its place in it.
  private func readParts(
    from first: Int64, count: Int, _ body: (AudioBuffer, Int) -> Void
  ) throws {
    let end = first + Int64(count)
    var index = parts.partitioningIndex { $0.range.upperBound > first }
    while index < parts.count, parts[index].range.lowerBound < end {
      let range = parts[index].range.clamped(to: first..<end)
      if !range.isEmpty, let samples = try read(range, of: index) {
        body(samples, Int(range.lowerBound - first))
      }
      index += 1
    }
  }

  func close() {
    reading = nil
    while !open.isEmpty { closeCursor(0) }
  }

  /// The samples of a range inside a part; nil where it is silent.
  private func read(_ range: Range<Int64>, of index: Int) throws -> AudioBuffer? {
    let part = parts[index]
    let place = range.lowerBound - part.range.lowerBound
    switch part.kind {
    case .silent: return nil
    case .forward(let offset):
      return try cursor(for: part.source).read(
        from: range.lowerBound + offset, count: range.count)
    case .backward(let first):
      guard case .backward(let input)? = reading?.reader, reading?.part == index else {
        let input = RunInput(
          base: first, isReversed: true, count: nil, fetch: fetch(from: part.source))
        reading = (index, .backward(input))
        return try input.read(from: place, count: range.count)
      }
      return try input.read(from: place, count: range.count)
    case .stretched(let run):
      guard case .stretched(let reader)? = reading?.reader, reading?.part == index else {
        let reader = try RunReader(
          run, rate: rate, channels: layout.channels, fetch: fetch(from: part.source))
        reading = (index, .stretched(reader))
        return try reader.read(from: place, count: range.count)
      }
      return try reader.read(from: place, count: range.count)
    }
  }

  private func fetch(from source: SoundSource) -> (Int64, Int) throws -> AudioBuffer {
    { [unowned self] first, count in
      try self.cursor(for: source).read(from: first, count: count)
    }
  }

  private func cursor(for source: SoundSource) throws -> SoundCursor {
    clock += 1
    if let index = open.firstIndex(where: { $0.key == source.key }) {
      open[index].lastUse = clock
      return open[index].cursor
    }
    if open.count >= 3,
      let oldest = open.indices.min(by: { open[$0].lastUse < open[$1].lastUse })
    {
      closeCursor(oldest)
    }
    let cursor = try SoundCursor(source, rate: rate, layout: layout)
    open.append((source.key, cursor, clock))
    return cursor
  }

  private func closeCursor(_ index: Int) {
    let cursor = open.remove(at: index).cursor
    cursor.close()
    counters += cursor.counters
    closedIssues += cursor.issues
  }
}

extension Segment {
  /// Whether another one goes on where this one ends, on the track and in the source.
  fileprivate func continues(in next: Segment) -> Bool {
    target.end == next.target.start && source == next.source && isReversed == next.isReversed
      && sourceTime(at: target.end) == next.sourceTime(at: next.target.start)
  }
}
