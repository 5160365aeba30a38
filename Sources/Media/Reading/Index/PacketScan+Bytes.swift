import Timing

extension PacketScan {
  /// The scan as bytes: numbers of few bytes each, for times come at small distances.
  func encode(into bytes: inout PackedBytes) {
    bytes.append(Int64(streams.count))
    for stream in streams {
      bytes.append(stream.leadingSkip)
      bytes.append(stream.encoderDelay)
      bytes.append(stream.trailingSkip)
      bytes.append(stream.byteCount)
      bytes.append(stream.hasGuessedTimes ? 1 : 0)
      bytes.append(Int64(stream.samples.count))
      var last = Sample(presentation: 0, decoding: 0, duration: 0, isKey: false, position: 0)
      for sample in stream.samples {
        bytes.append(sample.presentation &- last.presentation)
        bytes.append(sample.decoding &- sample.presentation)
        bytes.append(sample.duration &- last.duration)
        bytes.append((sample.isKey ? 1 : 0) | (sample.isHidden ? 2 : 0))
        bytes.append(sample.position &- last.position)
        last = sample
      }
      guard let sound = stream.sound else {
        bytes.append(-1)
        continue
      }
      bytes.append(Int64(sound.runs.count))
      for number in [sound.rate, sound.tick.numerator, sound.tick.denominator] {
        bytes.append(number)
      }
      bytes.append(Int64(sound.pages.count))
      var before = AudioTimeline.Page(position: 0, stamp: 0)
      for page in sound.pages {
        bytes.append(page.position &- before.position)
        bytes.append(page.stamp &- before.stamp)
        before = page
      }
      for run in sound.runs {
        for number in [run.stamp, run.start, run.length, Int64(run.count)] { bytes.append(number) }
      }
    }
    bytes.append(failure == nil ? 0 : 1)
    bytes.append(failure ?? "")
  }

  /// Reads what `encode` wrote; nil where the bytes end too early.
  init?(decoding bytes: inout PackedBytes.Reader) {
    guard let count = bytes.count() else { return nil }
    var streams: [Stream] = []
    for _ in 0..<count {
      guard let stream = Stream(decoding: &bytes) else { return nil }
      streams.append(stream)
    }
    guard let hasFailed = bytes.number(), let failure = bytes.text() else { return nil }
    self.init(streams: streams, failure: hasFailed == 0 ? nil : failure)
  }
}

extension PacketScan.Stream {
  /// No run has more packets, and no packet more samples.
  private static let most: Int64 = 1 << 31

  /// Whether no reckoning with a run can leave 64 bits, whatever the units.
  private static func isPlausible(_ run: AudioTimeline.Run, in sound: AudioTimeline) -> Bool {
    let limit: Int128 = 1 << 60
    let (rate, top, bottom) = (
      Int128(sound.rate), Int128(sound.tick.numerator), Int128(sound.tick.denominator)
    )
    let samples = Int128(run.length) * Int128(run.count)
    return Int128(run.start.magnitude) < limit && Int128(run.stamp.magnitude) < limit
      && Int128(run.stamp.magnitude) * top * rate < limit * bottom
      && samples * bottom < limit * rate * top
  }

  fileprivate init?(decoding bytes: inout PackedBytes.Reader) {
    guard let leading = bytes.number(), let delay = bytes.number(), let trailing = bytes.number(),
      let size = bytes.number(),
      let isGuessed = bytes.number(), let count = bytes.count()
    else { return nil }
    (leadingSkip, encoderDelay) = (leading, delay)
    (trailingSkip, byteCount) = (trailing, size)
    hasGuessedTimes = isGuessed != 0
    samples.reserveCapacity(count)
    var last = Sample(presentation: 0, decoding: 0, duration: 0, isKey: false, position: 0)
    for _ in 0..<count {
      guard let presentation = bytes.number(), let decoding = bytes.number(),
        let duration = bytes.number(), let flags = bytes.number(), let position = bytes.number()
      else { return nil }
      last.presentation &+= presentation
      last.decoding = last.presentation &+ decoding
      last.duration &+= duration
      (last.isKey, last.isHidden) = (flags & 1 != 0, flags & 2 != 0)
      last.position &+= position
      samples.append(last)
    }
    guard let runCount = bytes.number() else { return nil }
    guard runCount >= 0 else { return }
    guard let rate = bytes.number(), let top = bytes.number(), let bottom = bytes.number(),
      let pageCount = bytes.count(), (1...Self.most).contains(rate),
      (1...Self.most).contains(top), (1...Self.most).contains(bottom)
    else { return nil }
    var pages: [AudioTimeline.Page] = []
    var (place, time): (Int64, Int64) = (0, 0)
    for _ in 0..<pageCount {
      guard let position = bytes.number(), let stamp = bytes.number() else { return nil }
      (place, time) = (place &+ position, time &+ stamp)
      pages.append(AudioTimeline.Page(position: place, stamp: time))
    }
    var runs: [AudioTimeline.Run] = []
    let empty = AudioTimeline(rate: rate, tick: Ratio(top, bottom))
    for _ in 0..<runCount {
      guard let stamp = bytes.number(), let start = bytes.number(), let length = bytes.number(),
        let count = bytes.number(),
        (1..<Self.most).contains(length), (1..<Self.most).contains(count)
      else { return nil }
      let run = AudioTimeline.Run(stamp: stamp, start: start, length: length, count: Int(count))
      guard Self.isPlausible(run, in: empty) else { return nil }
      runs.append(run)
    }
    sound = AudioTimeline(rate: rate, tick: empty.tick, runs: runs, pages: pages)
  }
}

/// Numbers and texts one after another; small numbers of either sign take few bytes.
struct PackedBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int64) {
    // The sign goes to the lowest bit, and seven bits to a byte.
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ text: String) {
    append(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Reads them back; nil where the bytes end or make no sense.
  struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func number() -> Int64? {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while shift < 64, let byte = rest.popFirst() {
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
        shift += 7
      }
      return nil
    }

    /// A count of things that follow, each of a byte or more.
    mutating func count() -> Int? {
      guard let count = number(), count >= 0, count <= Int64(rest.count) else { return nil }
      return Int(count)
    }

    mutating func text() -> String? {
      guard let length = number(), length >= 0, length <= Int64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(length)) }
      return String(decoding: rest.prefix(Int(length)), as: UTF8.self)
    }
  }
}
