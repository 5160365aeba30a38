import Composition
import Geometry
import Imaging
import Media
import Timing

@testable import Rendering

/// A solid picture of one luma, which a test can recognise by its value.
func solid(_ level: Double, rate: FrameRate = FrameRate(25), duration: Time = Time(2)) throws
  -> GeneratorSource
{
  var options = GeneratorSource.Options()
  (options.width, options.height) = (64, 36)
  (options.rate, options.duration) = (rate, duration)
  options.color = Color(red: level, green: level, blue: level)
  return try GeneratorSource(kind: "solid", options)
}

/// A sine; `samples(from:count:)` of the same generator is the truth that a mix is held against.
func tone(
  _ frequency: Double, sampleRate: Int = 48_000, channels: Int = 1, duration: Time = Time(2)
) throws -> GeneratorSource {
  var options = GeneratorSource.Options()
  (options.frequency, options.sampleRate) = (frequency, sampleRate)
  (options.channels, options.duration, options.volume) = (channels, duration, 0.25)
  return try GeneratorSource(kind: "tone", options)
}

extension GeneratorSource {
  var videoTrack: SourceTrack { tracks.first { $0.mediaType == .video }! }
  var audioTrack: SourceTrack { tracks.first { $0.mediaType == .audio }! }
}

/// A canvas of the size of the test pictures.
let smallCanvas = Canvas(width: 64, height: 36, format: .yuv420p, color: .bt601)

extension VideoFrame {
  /// The luma of one pixel.
  func luma(_ x: Int, _ y: Int) -> Int {
    Int(planes[0].row(y).load(fromByteOffset: x, as: UInt8.self))
  }
}

extension AudioBuffer {
  /// One channel's samples.
  func samples(_ channel: Int = 0) -> [Float] {
    Array(UnsafeBufferPointer(start: self[channel], count: frames))
  }
}
