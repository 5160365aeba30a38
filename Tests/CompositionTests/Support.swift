import Geometry
import Timing

@testable import Composition

/// A source that has nothing but a name.
final class NamedSource: MediaSource {
  let name: String
  var path: String? { name }

  init(_ name: String) { self.name = name }
}

/// A video track of a source of its own, from `start` on.
func video(
  _ name: String, _ length: Time, start: Time = .zero, rate: FrameRate? = FrameRate(25),
  size: Size = Size(width: 640, height: 360), transform: Transform = .identity,
  source: NamedSource? = nil, codec: String = "h264", nominal: FrameRate? = nil
) -> SourceTrack {
  SourceTrack(
    video: source ?? NamedSource(name), trackID: 1,
    timeRange: TimeRange(start: start, duration: length), naturalTimeScale: 12800,
    naturalSize: size,
    signature: .video(codec: codec, width: Int(size.width), height: Int(size.height)),
    preferredTransform: transform, frameRate: rate, nominalFrameRate: nominal)
}

/// A 48 kHz stereo audio track.
func audio(
  _ name: String, _ length: Time, start: Time = .zero, source: NamedSource? = nil
) -> SourceTrack {
  SourceTrack(
    audio: source ?? NamedSource(name), trackID: 2,
    timeRange: TimeRange(start: start, duration: length), sampleRate: 48000, channels: 2,
    signature: .audio(codec: "aac", sampleRate: 48000, channels: 2))
}

/// `[start, end)` in whole seconds.
func range(_ start: Int64, _ end: Int64) -> TimeRange {
  TimeRange(from: Time(start), to: Time(end))
}

extension CompositionTrack {
  init(_ type: MediaType = .video) { self.init(id: 1, mediaType: type) }

  /// Each segment as `[start,end)←NAME[start,end)`, a gap as `[start,end)`.
  var timeline: [String] {
    segments.map { segment in
      func text(_ range: TimeRange) -> String { "[\(range.start.reduced),\(range.end.reduced))" }
      guard let source = segment.source else { return text(segment.target) }
      return text(segment.target) + "←" + source.source.name + text(segment.mapping.source)
    }
  }
}

/// A repeatable generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
