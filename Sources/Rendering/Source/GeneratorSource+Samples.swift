import Glibc
import Media

extension GeneratorSource {
  /// Samples `first ..< first + count` at the generator's own rate; silence outside the sound.
  func samples(from first: Int64, count: Int) -> AudioBuffer {
    let buffer = AudioBuffer(channels: layout.channels, capacity: count)
    buffer.frames = count
    for channel in 0..<layout.channels {
      buffer[channel].update(repeating: 0, count: count)
    }
    guard case .tone(let frequency, let amplitude) = sound else { return buffer }
    let inside = max(first, 0)..<max(min(first + Int64(count), sampleCount), max(first, 0))
    for sample in inside {
      // The phase is taken from the index each time, so that no error grows with the length.
      let turns = (Double(sample) * frequency / Double(sampleRate))
        .truncatingRemainder(dividingBy: 1)
      let value = Float(amplitude * sin(turns * 2 * .pi))
      for channel in 0..<layout.channels { buffer[channel][Int(sample - first)] = value }
    }
    return buffer
  }
}
