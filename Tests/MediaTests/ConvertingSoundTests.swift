@preconcurrency import Glibc
import Testing

@testable import Media

@Suite struct ConvertingSoundTests {
  /// Converts a signal block by block and returns the first channel.
  private func convert(
    _ signal: [Float], from: Int, to: Int, layouts: (ChannelLayout, ChannelLayout) = (.mono, .mono),
    block: Int = 1000
  ) throws -> [[Float]] {
    let resampler = try Resampler(
      inputRate: from, inputLayout: layouts.0, outputRate: to, outputLayout: layouts.1)
    var output = [[Float]](repeating: [], count: layouts.1.channels)
    func collect(_ buffer: AudioBuffer) {
      for channel in output.indices {
        output[channel] += UnsafeBufferPointer(start: buffer[channel], count: buffer.frames)
      }
    }
    var start = 0
    while start < signal.count {
      let count = min(block, signal.count - start)
      let buffer = AudioBuffer(channels: layouts.0.channels, capacity: count)
      for channel in 0..<layouts.0.channels {
        for index in 0..<count { buffer[channel][index] = signal[start + index] }
      }
      collect(try resampler.process(buffer))
      start += count
    }
    collect(try resampler.process(nil))
    return output
  }

  private func sine(_ frequency: Double, _ rate: Int, _ count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  @Test(arguments: [
    (44_100, 48_000), (48_000, 44_100), (32_000, 48_000), (8000, 48_000), (96_000, 44_100),
    (22_050, 44_100),
  ])
  func aToneStaysWhereItWas(from: Int, to: Int) throws {
    for count in [from / 2, from / 2 + 1, 777] {
      let output = try convert(sine(997, from, count), from: from, to: to)[0]
      #expect(output.count == (count * to + from - 1) / from)
      let exact = sine(997, to, output.count)
      // The ends ring, because the tone begins and ends at once.
      let margin = max(64, 64 * to / from)
      let inner = margin..<max(margin, output.count - margin)
      let worst = inner.map { abs(output[$0] - exact[$0]) }.max() ?? 0
      #expect(worst < 0.0002, "\(from) to \(to): \(worst)")
    }
  }

  @Test func aClickLandsOnItsPlace() throws {
    var signal = [Float](repeating: 0, count: 44_100)
    for place in [0, 441, 22_050, 44_099] { signal[place] = 1 }
    let output = try convert(signal, from: 44_100, to: 48_000)[0]
    for place in [0, 480, 24_000] {
      let near = (max(0, place - 20)..<place + 20).max { output[$0] < output[$1] }
      #expect(near == place)
    }
    #expect(output.count == 48_000)
  }

  @Test func theSameRateChangesNothing() throws {
    let signal = sine(440, 48_000, 5000)
    #expect(try convert(signal, from: 48_000, to: 48_000)[0] == signal)
  }

  @Test func monoAndStereoKeepTheirLevel() throws {
    let signal = sine(440, 48_000, 3000)
    let both = try convert(signal, from: 48_000, to: 48_000, layouts: (.mono, .stereo))
    #expect(both[0] == signal && both[1] == signal)
    let one = try convert(signal, from: 48_000, to: 48_000, layouts: (.stereo, .mono))
    #expect(zip(one[0], signal).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func surroundIsMixedWithoutClipping() throws {
    let surround = ChannelLayout(name: "5.1", channels: 6)
    let loud = [Float](repeating: 1, count: 1000)
    let output = try convert(loud, from: 48_000, to: 48_000, layouts: (surround, .stereo))
    #expect(output[0].allSatisfy { $0 <= 1.0001 && $0 > 0.9 })
  }

  @Test func anUnknownLayoutIsAnError() {
    let error = #expect(throws: MediaError.self) {
      try Resampler(
        inputRate: 48_000, inputLayout: ChannelLayout(name: "9.9", channels: 18),
        outputRate: 48_000, outputLayout: .stereo)
    }
    #expect(error?.code == "conversion_failed")
  }
}
