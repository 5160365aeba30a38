import Media
import Timing

/// One source track's samples at the output's rate and layout, by index, in any order.
///
/// Output sample *j* of a track stands at *j* / rate after the track's first sample, whatever was
/// read before: after a jump, conversion starts again on a place where both rates' grids meet, far
/// enough ahead for the filter to have settled. Owned by one thread.
final class SoundCursor {
  private let source: SoundSource
  private let rate: Int
  private let layout: ChannelLayout
  private var reader: AudioReader?
  /// Mixes a nested edit, at the output's own rate.
  private var mixer: AudioMixer?
  private var resampler: Resampler?
  /// Converted samples that were not yet asked for; they begin at `position`.
  private var pending: AudioBuffer?
  private var pendingOffset = 0
  private var position: Int64 = 0
  private var nextNative: Int64 = 0
  private var readIssues: [SourceIssue] = []
  private(set) var counters = ReaderCounters()

  init(_ source: SoundSource, rate: Int, layout: ChannelLayout) throws {
    self.source = source
    self.rate = rate
    self.layout = layout
    switch source.kind {
    case .file(let file, let track): reader = try AudioReader(track, of: file.asset)
    case .nested(let plan):
      mixer = AudioMixer(plan, rate: rate, layout: layout, origin: .zero)
    case .generator: break
    }
  }

  /// Faults met so far, with the files that they are in.
  var issues: [SourceIssue] { readIssues + (mixer?.issues ?? []) }

  /// Samples `first ..< first + count` at the output's rate; silence outside the source.
  func read(from first: Int64, count: Int) throws -> AudioBuffer {
    if let mixer { return try mixer.mix(from: first, count: count) }
    if source.sampleRate == rate, source.layout == layout {
      return try native(from: first, count: count)
    }
    do {
      return try converted(from: first, count: count)
    } catch let error as MediaError {
      guard case .file(let file, _) = source.kind else { throw error }
      throw error.naming(
        file.asset.path, at: source.start + Time(first, Int64(rate)), action: "use the sound of")
    }
  }

  private func converted(from first: Int64, count: Int) throws -> AudioBuffer {
    if resampler == nil || first != position { try restart(at: first) }
    let result = AudioBuffer(channels: layout.channels, capacity: count)
    var filled = 0
    while filled < count {
      if let pending, pendingOffset < pending.frames {
        let taken = min(pending.frames - pendingOffset, count - filled)
        for channel in 0..<layout.channels {
          (result[channel] + filled).update(from: pending[channel] + pendingOffset, count: taken)
        }
        filled += taken
        pendingOffset += taken
      } else {
        try convertMore()
      }
    }
    position = first + Int64(count)
    return result
  }

  func close() {
    collect()
    reader?.close()
    reader = nil
    if let mixer {
      mixer.close()
      readIssues += mixer.issues
      counters += mixer.counters
    }
    mixer = nil
  }

  /// Starts conversion so that the next sample out is `first`.
  private func restart(at first: Int64) throws {
    let common = greatestCommonDivisor(source.sampleRate, rate)
    let (nativeStep, outputStep) = (Int64(source.sampleRate / common), Int64(rate / common))
    // The resampling filter looks at about 32 samples of the coarser rate; a wide margin costs
    // microseconds.
    let margin = Int64(max(source.sampleRate / rate + 1, 2)) * 256
    let block = (first >= 0 ? first : first - outputStep + 1) / outputStep
    let startBlock = block - (margin + nativeStep - 1) / nativeStep
    nextNative = startBlock * nativeStep
    resampler = try Resampler(
      inputRate: source.sampleRate, inputLayout: source.layout, outputRate: rate,
      outputLayout: layout)
    pending = nil
    pendingOffset = 0
    var skip = first - startBlock * outputStep
    while skip > 0 {
      if pending == nil || pendingOffset >= pending!.frames { try convertMore() }
      let taken = min(skip, Int64((pending?.frames ?? 0) - pendingOffset))
      pendingOffset += Int(taken)
      skip -= taken
    }
  }

  private func convertMore() throws {
    let block = try native(from: nextNative, count: 4096)
    nextNative += 4096
    pending = try resampler?.process(block)
    pendingOffset = 0
  }

  private func native(from first: Int64, count: Int) throws -> AudioBuffer {
    defer { collect() }
    switch source.kind {
    case .generator(let generator): return generator.samples(from: first, count: count)
    case .file, .nested:
      guard let reader else { preconditionFailure("read from a closed sound cursor") }
      return try reader.read(from: first, count: count)
    }
  }

  private func collect() {
    guard let reader, case .file(let file, _) = source.kind else { return }
    let found = reader.issues
    if !found.isEmpty {
      readIssues =
        (readIssues + found.map { SourceIssue(path: file.asset.path, issue: $0) }).gathered
    }
    counters = reader.counters
  }
}

/// The greatest number that divides both of two positive numbers.
func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
  var (a, b) = (first, second)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
