import Geometry
import Synchronization

extension FilterCall {
  private static let memories = Mutex<[FilterCall: Double]>([:])
  private static let memoryLimit = 4096

  /// For how many seconds a filter of sound remembers what it heard, to within −100 dB.
  ///
  /// It is tried out: one that heard loud noise before and one that starts anew get the same sound,
  /// loud and soft by turns, until they agree. Throws for one that does not forget within 10 s. Costs
  /// tens of milliseconds, once for each call.
  package func soundMemory() throws(MediaError) -> Double {
    if let known = Self.memories.withLock({ $0[self] }) { return known }
    let seconds = try measuredMemory()
    Self.memories.withLock {
      if $0.count >= Self.memoryLimit { $0 = [:] }
      $0[self] = seconds
    }
    return seconds
  }

  private func measuredMemory() throws(MediaError) -> Double {
    let (rate, limit) = (48_000, 10.0)
    let forgetful = MediaError(
      .filterRefused, action: "use the filter '\(self)'",
      detail: "it remembers what it heard for longer than \(Int(limit)) s",
      hint: "samples may be asked for from any place on, and must be the same")
    // An echo beyond what is tried would be missed.
    for option in options where name == "aecho" && option.name == "delays" {
      let delays = option.value.split(separator: "|").compactMap { Double($0) }
      guard delays.allSatisfy({ $0 < limit * 1000 }) else { throw forgetful }
    }
    let (used, fresh) = (
      try SoundFilter(self, rate: rate, layout: .stereo),
      try SoundFilter(self, rate: rate, layout: .stereo)
    )
    var noise = TestNoise()
    _ = try used.process(noise.block(rate, volume: 0.9))
    var last = 0
    let length = rate / 4
    for block in 0..<Int(limit * 4) + 4 {
      let input = noise.block(length, volume: block % 4 < 2 ? 0.05 : 0.5)
      let (one, other) = (try used.process(input), try fresh.process(input))
      for channel in 0..<one.channels {
        let (left, right) = (one[channel], other[channel])
        // Not a number is no agreement.
        if let index = (0..<length).last(where: {
          !((left[$0] - right[$0]).magnitude < SoundFilter.tolerance / 2)
        }) {
          last = max(last, block * length + index + 1)
        }
      }
    }
    let seconds = Double(last) / Double(rate)
    guard seconds < limit else { throw forgetful }
    return seconds * 1.5 + 0.1
  }
}

/// The same noise every time.
private struct TestNoise {
  private var state: UInt32 = 1

  mutating func block(_ count: Int, volume: Float) -> AudioBuffer {
    let buffer = AudioBuffer(channels: 2, capacity: count)
    for channel in 0..<2 {
      let samples = buffer[channel]
      for index in 0..<count {
        state = state &* 1_664_525 &+ 1_013_904_223
        samples[index] = (Float(state >> 8) / Float(1 << 23) - 1) * volume
      }
    }
    return buffer
  }
}
