import Composition
import Media

/// Makes the samples of one run, in order; out of order it starts again.
///
/// A run is always made from its own beginning, so its samples do not depend on what was asked for
/// before. Exactly as many come out as the run has. Owned by one thread.
final class RunReader {
  private let run: StretchRun
  private let channels: Int
  private let rate: Int
  private let fetch: (Int64, Int) throws -> AudioBuffer
  private var maker: any StretchMaker
  private var pending: AudioBuffer?
  private var pendingOffset = 0
  /// The next output sample that `maker` gives, after those pending.
  private var position: Int64 = 0
  private var ends: (first: AudioBuffer, last: AudioBuffer)?

  init(
    _ run: StretchRun, rate: Int, channels: Int,
    fetch: @escaping (Int64, Int) throws -> AudioBuffer
  ) throws {
    (self.run, self.channels, self.rate, self.fetch) = (run, channels, rate, fetch)
    maker = try Self.maker(run, rate: rate, channels: channels, fetch: fetch)
  }

  private static func maker(
    _ run: StretchRun, rate: Int, channels: Int,
    fetch: @escaping (Int64, Int) throws -> AudioBuffer
  ) throws -> any StretchMaker {
    // Without pitch to keep, a moment is a few samples, and those beside the run belong to it.
    let input = RunInput(
      base: run.base, isReversed: run.isReversed,
      count: run.algorithm == .varispeed ? nil : run.inputCount, fetch: fetch)
    return switch run.algorithm {
    case .varispeed: Varispeed(run, input, channels: channels)
    case .timeDomain: OverlapAdd(run, input, channels: channels, rate: rate)
    case .spectral where run.fastest > SpectralRun.speedLimit:
      OverlapAdd(run, input, channels: channels, rate: rate)
    case .spectral: try SpectralRun(run, input, channels: channels, rate: rate)
    }
  }

  /// Samples `first ..< first + count` of the run.
  func read(from first: Int64, count: Int) throws -> AudioBuffer {
    if first < position {
      maker = try Self.maker(run, rate: rate, channels: channels, fetch: fetch)
      (pending, pendingOffset, position) = (nil, 0, 0)
    }
    let result = AudioBuffer(channels: channels, capacity: count)
    var filled = 0
    while filled < count {
      let wanted = first + Int64(filled)
      guard let pending, pendingOffset < pending.frames else {
        guard let next = try maker.next() else { break }
        (self.pending, pendingOffset) = (next, 0)
        continue
      }
      let skipped = min(Int64(pending.frames - pendingOffset), wanted - position)
      pendingOffset += Int(skipped)
      position += skipped
      guard position == wanted else { continue }
      let taken = min(pending.frames - pendingOffset, count - filled)
      for channel in 0..<channels {
        (result[channel] + filled).update(from: pending[channel] + pendingOffset, count: taken)
      }
      filled += taken
      pendingOffset += taken
      position += Int64(taken)
    }
    if run.algorithm != .varispeed { try joinEnds(of: result, from: first) }
    return result
  }

  /// Passes from the sound at its natural speed at the run's start, and back into it at the end.
  ///
  /// What keeps the pitch does not keep the phase, and a step of it would click where the run meets
  /// the same sound at natural speed.
  private func joinEnds(of result: AudioBuffer, from first: Int64) throws {
    let length = Int(min(Int64(rate / 200), run.outputCount / 4, run.inputCount / 4))
    guard length > 1 else { return }
    let (last, end) = (run.outputCount - Int64(length), first + Int64(result.frames))
    guard first < Int64(length) || end > last else { return }
    if ends == nil {
      let input = RunInput(
        base: run.base, isReversed: run.isReversed, count: run.inputCount, fetch: fetch)
      ends = (
        try input.read(from: 0, count: length),
        try input.read(from: run.inputCount - Int64(length), count: length)
      )
    }
    guard let ends else { return }
    for index in 0..<result.frames {
      let place = first + Int64(index)
      for channel in 0..<channels {
        if place < Int64(length) {
          let share = Float(place) / Float(length)
          let natural = ends.first[channel][Int(place)]
          result[channel][index] = natural + (result[channel][index] - natural) * share
        } else if place >= last, place < run.outputCount {
          let share = Float(place - last) / Float(length)
          let natural = ends.last[channel][Int(place - last)]
          result[channel][index] += (natural - result[channel][index]) * share
        }
      }
    }
  }
}

/// Gives the samples of a run from its beginning to its end, a block at a time.
protocol StretchMaker {
  /// The next samples, at least one; nil at the end, which may come a little early.
  mutating func next() throws -> AudioBuffer?
}

/// Keeps the pitch by analysis of the spectrum.
struct SpectralRun: StretchMaker {
  private let stretcher: SpectralStretcher
  private let input: RunInput
  private let inputCount: Int64
  private var position: Int64 = 0

  /// At seven times the speed and more librubberband 3.1 reads memory that it never wrote, and may
  /// give no numbers; well before that the sound is kept by overlap and add.
  static let speedLimit = 4.0

  /// Between two key frames, in samples of either side.
  private static let leastDistance: Int64 = 512

  init(_ run: StretchRun, _ input: RunInput, channels: Int, rate: Int) throws(MediaError) {
    self.input = input
    inputCount = run.inputCount
    var keys: [SpectralStretcher.KeyFrame] = []
    for knot in run.knots.dropFirst().dropLast() {
      let key = SpectralStretcher.KeyFrame(
        input: Int64(knot.input.rounded()), output: Int64(knot.output.rounded()))
      // Nearer places than an analysis window say nothing that could be heard, and make speeds
      // between them that the library does not stand.
      let (input, output) = (keys.last?.input ?? 0, keys.last?.output ?? 0)
      guard min(key.input - input, key.output - output) >= Self.leastDistance,
        min(run.inputCount - key.input, run.outputCount - key.output) >= Self.leastDistance
      else { continue }
      keys.append(key)
    }
    stretcher = try SpectralStretcher(
      sampleRate: rate, channels: channels, inputCount: run.inputCount,
      outputCount: run.outputCount, keyFrames: keys)
  }

  mutating func next() throws -> AudioBuffer? {
    while true {
      if let ready = stretcher.take() { return ready }
      guard position < inputCount else { return nil }
      let count = min(Int64(SpectralStretcher.blockSize), inputCount - position)
      let block = try input.read(from: position, count: Int(count))
      position += count
      stretcher.process(block, isLast: position == inputCount)
    }
  }
}
