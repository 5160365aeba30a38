import Glibc
import Media

/// Sound whose pitch follows its speed, as on a tape: each sample is interpolated in the source.
///
/// Band-limited by a windowed sinc that widens with the speed, so that what gets too high to be
/// heard does not come back as noise.
struct Varispeed: StretchMaker {
  private let run: StretchRun
  private var window: InputWindow
  private let channels: Int
  private var position: Int64 = 0

  /// Zero crossings of the sinc on each side at natural speed.
  private static let reach = 24
  private static let stepsPerCrossing = 512
  private static let blockSize: Int64 = 1024

  /// sinc × Blackman–Harris window from the centre outward; linear between entries errs by 1e-6.
  private static let table: [Float] = (0...reach * stepsPerCrossing + 1).map { index in
    let x = Double(index) / Double(stepsPerCrossing)
    guard x < Double(reach) else { return 0 }
    let turn = .pi * (x / Double(reach) + 1)
    let window =
      0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
    return Float(window * (x == 0 ? 1 : sin(.pi * x) / (.pi * x)))
  }

  init(_ run: StretchRun, _ input: RunInput, channels: Int) {
    (self.run, self.channels) = (run, channels)
    window = InputWindow(input)
  }

  mutating func next() throws -> AudioBuffer? {
    let count = min(Self.blockSize, run.outputCount - position)
    guard count > 0 else { return nil }
    let block = AudioBuffer(channels: channels, capacity: Int(count))
    // The speed may change within the block: the widest filter of it bounds what is read.
    let (from, to) = (run.input(at: Double(position)), run.input(at: Double(position + count)))
    let fastest = max(
      1, run.rate(at: Double(position)), run.rate(at: Double(position + count)),
      (to - from) / Double(count))
    let margin = Int64((Double(Self.reach) * fastest).rounded(.up)) + 2
    let first = Int64(from.rounded(.down)) - margin
    let samples = try window.samples(in: first..<Int64(to.rounded(.up)) + margin)
    for index in 0..<Int(count) {
      let output = Double(position) + Double(index)
      let speed = min(max(1, run.rate(at: output)), fastest)
      interpolate(
        samples, at: run.input(at: output) - Double(first), speed: speed, into: block, index)
    }
    position += count
    return block
  }

  private func interpolate(
    _ samples: [UnsafePointer<Float>], at place: Double, speed: Double, into block: AudioBuffer,
    _ index: Int
  ) {
    let scale = Double(Self.stepsPerCrossing) / speed
    let half = Double(Self.reach) * speed
    let (start, end) = (Int((place - half).rounded(.up)), Int((place + half).rounded(.down)))
    Self.table.withUnsafeBufferPointer { table in
      for channel in 0..<channels {
        let source = samples[channel]
        var (sum, weights): (Float, Float) = (0, 0)
        for sample in start...end {
          let distance = (Double(sample) - place).magnitude * scale
          let entry = min(Int(distance), table.count - 2)
          let weight =
            table[entry] + (table[entry + 1] - table[entry]) * Float(distance - Double(entry))
          sum += source[sample] * weight
          weights += weight
        }
        // At natural speed and on a sample the weights are one and zeros: the sample itself.
        block[channel][index] = sum / weights
      }
    }
  }
}
