import Composition
import Media
import Timing

/// One audio track of the edit: its segments laid out in output samples, its volume, its cursors.
final class TrackMixer {
  /// A segment in output samples: half open, and touching its neighbours.
  private struct Placed {
    let range: Range<Int64>
    let segment: AudioSegment
  }

  private let placed: [Placed]
  private let volume: Animated<Double>
  private let gain: Double
  private let rate: Int
  private let layout: ChannelLayout
  private let origin: Time
  /// Volumes change only where the mix has entries; a track without any is a constant.
  private let steadyVolume: Double?
  private var open: [(key: PictureSource.Key, path: String, cursor: SoundCursor, lastUse: Int)] = []
  private var clock = 0
  private(set) var issues: [SourceIssue] = []
  private(set) var counters = ReaderCounters()

  init(_ plan: AudioTrackPlan, rate: Int, layout: ChannelLayout, origin: Time) {
    self.rate = rate
    self.layout = layout
    self.origin = origin
    gain = plan.gain
    volume = plan.volume
    steadyVolume = plan.volume.entries.isEmpty ? plan.volume.defaultValue : nil
    placed = plan.segments.map { segment in
      let target = segment.segment.target
      return Placed(
        range: (target.start - origin).units(
          per: Int64(rate))..<(target.end - origin).units(per: Int64(rate)), segment: segment)
    }
  }

  /// Adds this track's samples from `first` on to a block of the mix.
  func add(to output: AudioBuffer, from first: Int64) throws {
    let end = first + Int64(output.frames)
    var index = firstSegment(endingAfter: first)
    while index < placed.count, placed[index].range.lowerBound < end {
      let part = placed[index].range.clamped(to: first..<end)
      if !part.isEmpty {
        let samples = try read(part, of: placed[index])
        addWithVolume(
          samples, at: part.lowerBound, offset: Int(part.lowerBound - first), to: output)
      }
      index += 1
    }
  }

  func close() {
    while !open.isEmpty { closeCursor(0) }
  }

  private func firstSegment(endingAfter sample: Int64) -> Int {
    var (low, high) = (0, placed.count)
    while low < high {
      let middle = (low + high) / 2
      if placed[middle].range.upperBound <= sample { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func read(_ part: Range<Int64>, of placed: Placed) throws -> AudioBuffer {
    let (mapping, source) = (placed.segment.segment.mapping, placed.segment.source)
    let cursor = try cursor(for: source)
    if mapping.source.duration == mapping.target.duration {
      // At natural speed a source sample and its place in the output differ by one whole number
      // over the whole segment: the nearest to the exact distance.
      let distance = (mapping.source.start - source.start) - (mapping.target.start - origin)
      let offset = distance.units(per: Int64(rate))
      return try cursor.read(from: part.lowerBound + offset, count: part.count)
    }
    return try readScaled(part, of: placed, through: cursor)
  }

  /// Sound at another speed, with the pitch following it: linear interpolation between samples.
  private func readScaled(
    _ part: Range<Int64>, of placed: Placed, through cursor: SoundCursor
  ) throws -> AudioBuffer {
    let (mapping, source) = (placed.segment.segment.mapping, placed.segment.source)
    let result = AudioBuffer(channels: layout.channels, capacity: part.count)
    result.frames = part.count
    /// The place of an output sample among the source's, as a whole number and a fraction.
    func position(_ sample: Int64) -> (whole: Int64, fraction: Float) {
      let time = mapping.map(origin + Time(sample, Int64(rate))) - source.start
      let whole = time.units(per: Int64(rate), .towardNegativeInfinity)
      let rest = time - Time(whole, Int64(rate))
      return (whole, Float(rest.seconds * Double(rate)))
    }
    let (start, last) = (position(part.lowerBound), position(part.upperBound - 1))
    let samples = try cursor.read(from: start.whole, count: Int(last.whole - start.whole) + 2)
    for index in 0..<part.count {
      let (whole, fraction) = position(part.lowerBound + Int64(index))
      let offset = Int(whole - start.whole)
      for channel in 0..<layout.channels {
        let (left, right) = (samples[channel][offset], samples[channel][offset + 1])
        result[channel][index] = left + (right - left) * fraction
      }
    }
    return result
  }

  private func addWithVolume(
    _ samples: AudioBuffer, at first: Int64, offset: Int, to output: AudioBuffer
  ) {
    var start = 0
    while start < samples.frames {
      let (length, from, slope) = volumePiece(
        at: first + Int64(start), upTo: samples.frames - start)
      for channel in 0..<layout.channels {
        accumulate(
          samples[channel] + start, gain: Float(from * gain), slope: Float(slope * gain),
          count: length, into: output[channel] + offset + start)
      }
      start += length
    }
  }

  /// The longest stretch of samples from here on over which the volume is one straight line.
  private func volumePiece(
    at sample: Int64, upTo limit: Int
  ) -> (length: Int, volume: Double, slope: Double) {
    if let steadyVolume { return (limit, steadyVolume, 0) }
    let time = origin + Time(sample, Int64(rate))
    var length = limit
    let (change, isStraight) = volume.piece(at: time)
    if let change {
      let distance = (change - time).units(per: Int64(rate), .towardPositiveInfinity)
      length = max(1, min(limit, Int(clamping: distance)))
    }
    // A curve is followed by chords of a millisecond or so.
    if !isStraight { length = min(length, 64) }
    let start = volume.value(at: time)
    guard length > 1 else { return (length, start, 0) }
    let lastTime = origin + Time(sample + Int64(length) - 1, Int64(rate))
    let end = volume.value(at: lastTime)
    return (length, start, (end - start) / Double(length - 1))
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
    var path = ""
    if case .file(let file, _) = source.kind { path = file.asset.path }
    open.append((source.key, path, cursor, clock))
    return cursor
  }

  private func closeCursor(_ index: Int) {
    let (_, path, cursor, _) = open.remove(at: index)
    cursor.close()
    counters += cursor.counters
    issues += cursor.issues.map { SourceIssue(path: path, issue: $0) }
  }
}

extension Animated {
  /// The next time at which the value may leave its present line, and whether that is straight.
  func piece(at time: Time) -> (end: Time?, isStraight: Bool) {
    let next = entries.first { $0.range.start > time }?.range.start
    guard let entry = entries.last(where: { $0.range.start <= time }), entry.range.contains(time)
    else { return (next, true) }
    return (entry.range.end, entry.easing == .linear)
  }
}
