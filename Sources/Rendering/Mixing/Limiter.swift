import Glibc
import Media

/// Holds the true peak of a mix below full scale, and leaves alone what does not reach it.
///
/// The gain at a sample is a smooth mean of the least gain needed within 25 ms to either side, so it
/// has come down before a peak arrives and goes up after it, and it depends on nothing else: blocks
/// may be asked for in any order. Peaks between samples are found by fourfold oversampling. All
/// channels get the same gain, so that nothing moves between the speakers.
struct Limiter {
  private let channels: Int
  /// Samples to either side of the least gain, and again of the mean; even.
  private let reach: Int
  /// What was mixed last, from `start` on.
  private var start: Int64 = 0
  private var mixed: AudioBuffer?
  /// The gain that each sample of `mixed` needs; 1 where its peak may stay.
  private var needed: [Float] = []

  /// −0.2 dB: what oversampling misses stays below −0.1.
  private static let ceiling: Float = 0.977

  init(rate: Int, channels: Int) {
    self.channels = channels
    reach = rate / 80 * 2
  }

  /// Samples of what `source` mixes, made quieter where they would be too loud.
  mutating func limit(
    from first: Int64, count: Int, of source: (Int64, Int) throws -> AudioBuffer
  ) rethrows -> AudioBuffer {
    let margin = Int64(2 * reach)
    let range = first - margin..<first + Int64(count) + margin
    try load(range, source)
    let output = AudioBuffer(channels: channels, capacity: count)
    guard let mixed else { return output }
    let offset = Int(first - start)
    for channel in 0..<channels {
      output[channel].update(from: mixed[channel] + offset, count: count)
    }
    let around = needed[offset - 2 * reach..<offset + count + 2 * reach]
    guard around.contains(where: { $0 < 1 }) else { return output }
    // How much is taken away, so that where nothing is, nothing at all is.
    let taken = Self.slidingMinimum(Array(around), reach: reach).map { Double(1 - $0) }
    let smooth = Self.slidingMean(Self.slidingMean(taken, reach: reach / 2), reach: reach / 2)
    for index in 0..<count where smooth[index] > 1e-9 {
      let gain = Float(1 - smooth[index])
      for channel in 0..<channels { output[channel][index] *= gain }
    }
    return output
  }

  /// Has the mix of a range at hand; moving on, only what is new is mixed.
  private mutating func load(
    _ range: Range<Int64>, _ source: (Int64, Int) throws -> AudioBuffer
  ) rethrows {
    let context = Int64(TruePeak.reach)
    let wanted = range.lowerBound - context..<range.upperBound + context
    let end = start + Int64(mixed?.frames ?? 0)
    let buffer = AudioBuffer(channels: channels, capacity: wanted.count)
    var kept = 0
    if let mixed, wanted.lowerBound >= start, wanted.lowerBound < end {
      kept = min(Int(end - wanted.lowerBound), wanted.count)
      let offset = Int(wanted.lowerBound - start)
      for channel in 0..<channels {
        buffer[channel].update(from: mixed[channel] + offset, count: kept)
      }
    }
    if kept < wanted.count {
      let more = try source(wanted.lowerBound + Int64(kept), wanted.count - kept)
      for channel in 0..<channels {
        (buffer[channel] + kept).update(from: more[channel], count: wanted.count - kept)
      }
    }
    // Gains of what stays are known, but for those whose neighbours had not been mixed.
    let known = max(0, kept - TruePeak.reach)
    var gains =
      known > 0 ? Array(needed.dropFirst(Int(wanted.lowerBound - start)).prefix(known)) : []
    gains.reserveCapacity(wanted.count)
    let quiet = quietEnd(of: buffer, from: gains.count)
    gains += repeatElement(1, count: quiet - gains.count)
    for index in gains.count..<wanted.count {
      var peak: Float = 0
      for channel in 0..<channels {
        peak = max(peak, TruePeak.around(index, of: buffer[channel], count: wanted.count))
      }
      gains.append(peak > Self.ceiling ? Self.ceiling / peak : 1)
    }
    (mixed, needed, start) = (buffer, gains, wanted.lowerBound)
  }

  /// The first sample from an index on that may have a peak; the end where none has.
  ///
  /// Between samples a signal reaches at most `TruePeak.excess` times the samples around.
  private func quietEnd(of buffer: AudioBuffer, from index: Int) -> Int {
    let limit = Self.ceiling / TruePeak.excess
    var first = buffer.frames
    for channel in 0..<channels {
      let samples = buffer[channel]
      for place in max(0, index - TruePeak.reach)..<first where samples[place].magnitude > limit {
        first = place
        break
      }
    }
    return first == buffer.frames ? first : max(index, first - TruePeak.reach)
  }

  /// The mean of each sample's neighbourhood; shorter than the input by `reach` at both ends.
  static func slidingMean(_ values: [Double], reach: Int) -> [Double] {
    let length = 2 * reach + 1
    guard values.count >= length else { return [] }
    var sum = values[..<length].reduce(0, +)
    var means = [sum / Double(length)]
    means.reserveCapacity(values.count - length + 1)
    for index in length..<values.count {
      sum += values[index] - values[index - length]
      means.append(sum / Double(length))
    }
    return means
  }

  /// The least of each sample's neighbourhood; shorter than the input by `reach` at both ends.
  static func slidingMinimum(_ values: [Float], reach: Int) -> [Float] {
    // Least so far from the left and from the right within blocks as long as the window: any window
    // is the end of one block and the beginning of the next.
    let length = 2 * reach + 1
    guard values.count >= length else { return [] }
    var (left, right) = (values, values)
    for index in values.indices where !index.isMultiple(of: length) {
      left[index] = min(left[index - 1], values[index])
    }
    for index in values.indices.dropLast().reversed() where !(index + 1).isMultiple(of: length) {
      right[index] = min(right[index + 1], values[index])
    }
    return (0...values.count - length).map { min(right[$0], left[$0 + length - 1]) }
  }
}

/// The level that a signal reaches at and between its samples.
enum TruePeak {
  /// Samples to either side that a value between two depends on.
  static let reach = 12

  /// Weights for the values a quarter, a half and three quarters after a sample.
  static let phases: [[Float]] = (1...3).map { phase in
    let raw = (1 - reach...reach).map { tap -> Double in
      let x = Double(tap) - Double(phase) / 4
      let window = 0.5 + 0.5 * cos(.pi * x / Double(reach))
      return sin(.pi * x) / (.pi * x) * window
    }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }

  /// How far values between samples can exceed them, at most.
  static let excess = phases.map { $0.reduce(0) { $0 + $1.magnitude } }.max() ?? 1

  /// The largest magnitude from a quarter sample before the one at `index` … to the next one.
  static func around(_ index: Int, of samples: UnsafePointer<Float>, count: Int) -> Float {
    var peak = samples[index].magnitude
    let (first, last) = (index + 1 - reach, index + reach)
    // Near the ends of what is at hand the samples themselves must do.
    guard first >= 0, last < count else { return peak }
    for weights in phases {
      var value: Float = 0
      for (tap, weight) in weights.enumerated() { value += samples[first + tap] * weight }
      peak = max(peak, value.magnitude)
    }
    return peak
  }
}
