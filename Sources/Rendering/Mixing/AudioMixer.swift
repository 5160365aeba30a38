import Composition
import Media
import Timing

/// Mixes the sound of a plan, sample by sample, at one rate and layout.
///
/// Output sample *n* stands at exactly *n* / rate of the edit; a segment covers the samples from the
/// rounded start to the rounded end of its place, so a thousand joins drift by nothing. Blocks may
/// be asked for in any order, but are cheap in order. Owned by one thread.
final class AudioMixer {
  let rate: Int
  let layout: ChannelLayout
  private var tracks: [TrackMixer]

  /// - Parameter origin: the time of the edit at which output sample 0 stands.
  init(_ plan: RenderPlan, rate: Int, layout: ChannelLayout, origin: Time) {
    self.rate = rate
    self.layout = layout
    tracks = plan.audio.map { TrackMixer($0, rate: rate, layout: layout, origin: origin) }
  }

  /// Samples `first ..< first + count`, mixed at unity gain and clipped to full scale.
  func mix(from first: Int64, count: Int) throws -> AudioBuffer {
    let output = AudioBuffer(channels: layout.channels, capacity: count)
    output.frames = count
    for channel in 0..<layout.channels { output[channel].update(repeating: 0, count: count) }
    for track in tracks { try track.add(to: output, from: first) }
    for channel in 0..<layout.channels { clip(output[channel], count: count) }
    return output
  }

  /// Faults of the sources met so far.
  var issues: [SourceIssue] { tracks.flatMap(\.issues) }
  var counters: ReaderCounters { tracks.reduce(into: ReaderCounters()) { $0 += $1.counters } }

  func close() {
    for track in tracks { track.close() }
  }
}

/// Holds samples within full scale; the sum of several tracks may leave it.
func clip(_ samples: UnsafeMutablePointer<Float>, count: Int) {
  for index in 0..<count { samples[index] = min(max(samples[index], -1), 1) }
}

/// Adds `source × (gain + index × slope)` to `target`: one channel of a volume ramp.
func accumulate(
  _ source: UnsafePointer<Float>, gain: Float, slope: Float, count: Int,
  into target: UnsafeMutablePointer<Float>
) {
  if slope == 0, gain == 1 {
    for index in 0..<count { target[index] += source[index] }
  } else if slope == 0 {
    for index in 0..<count { target[index] += source[index] * gain }
  } else {
    for index in 0..<count {
      target[index] += source[index] * (gain + slope * Float(index))
    }
  }
}
