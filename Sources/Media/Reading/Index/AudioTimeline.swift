import Timing

/// Where each packet of a sound lies, to the sample, on the decoder's own count of samples.
///
/// Timestamps of a container may be coarser than a sample, so packets are counted from the first one
/// of each unbroken run, and only a real gap or overlap starts a new count. Sample numbers are
/// those of the media: 0 is time 0 of the stream's clock.
struct AudioTimeline: Sendable {
  /// Packets of one length that follow one another.
  struct Run: Sendable, Hashable {
    /// The first packet's timestamp, in the stream's time base.
    let stamp: Int64
    /// The first packet's first sample.
    var start: Int64
    /// Samples per packet.
    let length: Int64
    var count: Int

    var end: Int64 { start + length * Int64(count) }
  }

  let rate: Int64
  let tick: Ratio
  fileprivate(set) var runs: [Run] = []
  /// Where the pages of a file begin that stores packets in pages, and the time of the first packet.
  ///
  /// A page only tells when it ends, so what is made of that after a seek has to be compared.
  fileprivate(set) var pages: [Page] = []

  struct Page: Sendable, Hashable {
    let position: Int64
    let stamp: Int64
  }

  /// How far a timestamp may be from the count before it is believed, in samples.
  private let tolerance: Int64

  /// Makes an empty timeline at `rate` samples per second, for timestamps in units of `tick`.
  init(rate: Int64, tick: Ratio) {
    (self.rate, self.tick) = (rate, tick)
    // 10 ms is less than half a packet of the usual codecs and more than the jitter of recorders.
    tolerance = max(
      rate / 100, 2 * Time(tick.numerator, tick.denominator).units(per: rate, .awayFromZero))
  }

  /// Makes the timeline that another one was, of its parts.
  init(rate: Int64, tick: Ratio, runs: [Run], pages: [Page]) {
    self.init(rate: rate, tick: tick)
    (self.runs, self.pages) = (runs, pages)
  }

  /// A timestamp as a sample number, rounded.
  func sample(of stamp: Int64) -> Int64 {
    Time(stamp, 1).multiplied(by: tick.numerator, over: tick.denominator).units(per: rate)
  }

  private func stamp(of samples: Int64) -> Int64 {
    Time(samples, rate).multiplied(by: tick.denominator, over: tick.numerator).units(per: 1)
  }

  /// The sample after the last packet.
  var end: Int64 { runs.last?.end ?? 0 }

  var start: Int64 { runs.first?.start ?? 0 }

  /// The samples of its longest packet.
  var longestPacket: Int64 { runs.lazy.map(\.length).max() ?? 0 }

  var packetCount: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds the next packet or, from a table, `count` of them.
  mutating func append(stamp: Int64?, length: Int64, count: Int = 1) {
    guard count > 0, length > 0 else { return }
    let counted = end
    let place = stamp.map { sample(of: $0) } ?? counted
    let isContinuation = !runs.isEmpty && (place - counted).magnitude <= tolerance.magnitude
    if isContinuation, let last = runs.last, last.length == length {
      // The stamps of the run must still lead to the right packet.
      let expected = last.stamp + self.stamp(of: length * Int64(last.count))
      let drift = stamp.map { sample(of: $0) - sample(of: expected) } ?? 0
      if drift.magnitude * 2 < max(1, length.magnitude) || drift == 0 {
        runs[runs.count - 1].count += count
        return
      }
    }
    runs.append(
      Run(
        stamp: stamp
          ?? (runs.last.map { $0.stamp + self.stamp(of: $0.length * Int64($0.count)) } ?? 0),
        start: isContinuation ? counted : place, length: length, count: count))
  }

  /// A sample, or where it lies in a hole the first one after that.
  func nextSample(from sample: Int64) -> Int64 {
    let run = runs.partitioningIndex { $0.end > sample }
    return run < runs.count ? max(sample, runs[run].start) : sample
  }

  /// Moves every sample number.
  mutating func shift(by samples: Int64) {
    for index in runs.indices { runs[index].start += samples }
  }

  /// The exact first sample of the packet with a timestamp; nil where there is none such.
  func position(of stamp: Int64) -> Int64? {
    packet(of: stamp).map { runs[$0.run].start + Int64($0.packet) * runs[$0.run].length }
  }

  /// Whether packets are so short that a rounded time may be that of a neighbour.
  func isAmbiguous(_ stamp: Int64) -> Bool {
    guard let place = packet(of: stamp) else { return false }
    return runs[place.run].length <= 2 * sample(of: 1)
  }

  /// A packet as the number of its run and its number there.
  struct Place: Hashable {
    let run: Int
    let packet: Int
  }

  private func packet(of stamp: Int64) -> Place? {
    guard !runs.isEmpty else { return nil }
    let after = runs.partitioningIndex { $0.stamp > stamp }
    // A rounded timestamp may lie just before the run it opens.
    for number in [after - 1, after] where number >= 0 && number < runs.count {
      let run = runs[number]
      let distance = sample(of: stamp) - sample(of: run.stamp)
      guard run.length > 0 else {
        if distance == 0 { return Place(run: number, packet: 0) }
        continue
      }
      let index = (distance + (distance < 0 ? -run.length / 2 : run.length / 2)) / run.length
      guard index >= 0, index < Int64(run.count) else { continue }
      if (distance - index * run.length).magnitude <= tolerance.magnitude {
        return Place(run: number, packet: Int(index))
      }
    }
    return nil
  }

  /// The timestamp to seek to so that decoding is settled at a sample, `preroll` packets earlier;
  /// nil for the very beginning.
  func seekStamp(for sample: Int64, preroll: Int) -> Int64? {
    var number = runs.partitioningIndex { $0.start > sample } - 1
    guard number >= 0 else { return nil }
    let run = runs[number]
    var packet =
      run.length > 0 ? Int(min(Int64(run.count - 1), (sample - run.start) / run.length)) : 0
    packet -= preroll
    while packet < 0 {
      number -= 1
      guard number >= 0 else { return nil }
      packet += runs[number].count
    }
    guard number > 0 || packet > 0 else { return nil }
    let stamp = runs[number].stamp + stamp(of: runs[number].length * Int64(packet))
    return stamp
  }

  /// Notes a packet's page; packets come in the order of the file.
  mutating func addPage(at position: Int64, stamp: Int64) {
    if position > pages.last?.position ?? -1 {
      pages.append(Page(position: position, stamp: stamp))
    }
  }

  /// Whether a packet with a timestamp, found at a place in the file after a seek, is the one that had
  /// it when the file was read from the beginning.
  ///
  /// `isExact` asks for the very time, where the container has none and it was reckoned.
  func isTrue(stamp: Int64, at position: Int64, isExact: Bool) -> Bool {
    if !pages.isEmpty {
      let page = pages.partitioningIndex { $0.position >= position }
      return page < pages.count && pages[page].position == position && pages[page].stamp == stamp
    }
    guard isExact else { return true }
    guard let place = packet(of: stamp) else { return false }
    let run = runs[place.run]
    let expected = run.stamp + self.stamp(of: run.length * Int64(place.packet))
    return (expected - stamp).magnitude <= 1
  }

  /// The first sample of the packet that comes `count` packets after the one with a timestamp.
  func position(_ count: Int, packetsAfter stamp: Int64) -> Int64? {
    guard let place = packet(of: stamp) else { return nil }
    var (number, packet) = (place.run, place.packet + count)
    while packet >= runs[number].count {
      packet -= runs[number].count
      number += 1
      guard number < runs.count else { return end }
    }
    return runs[number].start + Int64(packet) * runs[number].length
  }
}

/// A stretch of a track's samples and the media samples it is made of.
struct AudioPiece: Sendable, Hashable {
  /// The first sample in the track, counted from the track's start.
  let start: Int64
  /// The first sample of the media.
  let media: Int64
  let count: Int64
  /// Samples of the media to one of the track.
  var speed: Ratio = .one

  var end: Int64 { start + count }

  /// Where on the media a sample of the track lies.
  func position(of sample: Int64) -> Time {
    Time(media) + Time(sample - start).scaled(by: speed)
  }

  /// The first sample of the track that shows a sample of the media or a later one.
  func sample(of mediaSample: Int64) -> Int64 {
    start
      + Time(mediaSample - media).scaled(by: Ratio(speed.denominator, speed.numerator)).units(
        per: 1)
  }

  /// The first samples of it left out.
  func dropping(_ samples: Int64) -> AudioPiece {
    AudioPiece(
      start: start + samples, media: position(of: start + samples).units(per: 1),
      count: count - samples, speed: speed)
  }
}
