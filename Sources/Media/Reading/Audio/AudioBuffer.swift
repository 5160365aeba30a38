/// Names the channels of a sound, by FFmpeg's description: "mono", "stereo", "5.1"….
package struct ChannelLayout: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  package let channels: Int

  package init(name: String, channels: Int) {
    (self.name, self.channels) = (name, channels)
  }

  package static let mono = ChannelLayout(name: "mono", channels: 1)
  package static let stereo = ChannelLayout(name: "stereo", channels: 2)

  package var description: String { name }
}

/// Samples of some channels as planar float, nominally −1…1.
///
/// One thread at a time writes or reads it; the pointers live as long as the buffer.
package final class AudioBuffer: @unchecked Sendable {
  package let channels: Int
  /// The samples of each channel there is room for.
  package let capacity: Int
  /// The samples of each channel that are meant, at most `capacity`.
  package var frames: Int
  private let base: UnsafeMutablePointer<Float>
  private let stride: Int

  /// Makes a silent buffer; `frames` starts at the capacity.
  package init(channels: Int, capacity: Int) {
    precondition(channels > 0 && capacity >= 0, "a buffer has channels")
    self.channels = channels
    self.capacity = capacity
    frames = capacity
    // Rows begin at multiples of 64 bytes, for vector loads.
    stride = (capacity + 15) & ~15
    let bytes = max(64, stride * channels * MemoryLayout<Float>.stride)
    base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      .bindMemory(to: Float.self, capacity: bytes / MemoryLayout<Float>.stride)
    base.update(repeating: 0, count: stride * channels)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  /// The samples of one channel.
  package subscript(channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < channels, "no such channel")
    return base + channel * stride
  }

  /// Makes a stretch silent in every channel.
  package func silence(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    for channel in 0..<channels {
      (self[channel] + range.lowerBound).update(repeating: 0, count: range.count)
    }
  }
}
