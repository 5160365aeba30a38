import Glibc
import Media

/// Keeps the pitch by laying short pieces of the sound over each other where they fit best (WSOLA).
///
/// Output is made in hops of 10 ms. Each piece is taken near its exact place, moved by at most three
/// quarters of a hop (enough for a period of 67 Hz) to where it continues the piece before; the
/// places themselves are exact, so nothing drifts.
struct OverlapAdd: StretchMaker {
  private let run: StretchRun
  private let channels: Int
  private var window: InputWindow
  private let hop: Int
  /// How far a piece may be moved.
  private let slack: Int
  /// Rises from 0 to 1 over a hop; with its mirror image it sums to 1.
  private let fade: [Float]
  private var position: Int64 = 0
  /// The middle of the last piece, in the input.
  private var centre: Int64 = 0

  /// Coarse search looks at every so many samples.
  private static let stride = 4

  init(_ run: StretchRun, _ input: RunInput, channels: Int, rate: Int) {
    (self.run, self.channels) = (run, channels)
    window = InputWindow(input)
    let hop = max(64, rate / 100 / Self.stride * Self.stride)
    self.hop = hop
    slack = hop * 3 / 4 / Self.stride * Self.stride
    fade = (0..<hop).map { Float(0.5 - 0.5 * cos(.pi * (Double($0) + 0.5) / Double(hop))) }
  }

  mutating func next() throws -> AudioBuffer? {
    guard position < run.outputCount else { return nil }
    let count = Int64(hop)
    let exact = Int64(run.input(at: Double(position + count)).rounded())
    // What would follow the last piece, and where the next one may be taken from.
    let lowest = min(centre, exact - 2 * count)
    let highest = max(centre + 2 * count, exact + 2 * count)
    let samples = try window.samples(in: lowest..<highest)
    let next =
      exact == centre + count
      ? exact : exact + Int64(bestShift(samples, Int(centre - lowest), Int(exact - count - lowest)))
    let block = AudioBuffer(channels: channels, capacity: hop)
    for channel in 0..<channels {
      let old = samples[channel] + Int(centre - lowest)
      let new = samples[channel] + Int(next - count - lowest)
      for index in 0..<hop {
        block[channel][index] = old[index] + (new[index] - old[index]) * fade[index]
      }
    }
    position += count
    centre = next
    return block
  }

  /// How far from `start` the samples are most like those from `model` on; within the slack.
  private func bestShift(
    _ samples: [UnsafePointer<Float>], _ model: Int, _ start: Int
  ) -> Int {
    var (best, bestScore) = (0, -Float.infinity)
    func consider(_ shift: Int, step: Int) {
      var (product, energy): (Float, Float) = (0, 1e-9)
      for channel in samples {
        let (a, b) = (channel + model, channel + start + shift)
        var index = 0
        while index < hop {
          product += a[index] * b[index]
          energy += b[index] * b[index]
          index += step
        }
      }
      // Of equal ones the nearest to the exact place.
      let score = product / energy.squareRoot() - 1e-7 * Float(shift.magnitude)
      if score > bestScore { (best, bestScore) = (shift, score) }
    }
    var shift = -slack
    while shift <= slack {
      consider(shift, step: Self.stride)
      shift += Self.stride
    }
    let coarse = best
    bestScore = -.infinity
    for shift in max(-slack, coarse - Self.stride)...min(slack, coarse + Self.stride) {
      consider(shift, step: 1)
    }
    return best
  }
}
