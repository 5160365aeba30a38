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
  private var limiter: Limiter?

  /// - Parameter origin: the time of the edit at which output sample 0 stands.
  init(_ plan: RenderPlan, rate: Int, layout: ChannelLayout, origin: Time) {
    self.rate = rate
    self.layout = layout
    tracks = plan.audio.map { TrackMixer($0, rate: rate, layout: layout, origin: origin) }
    // One track as it is cannot get louder than its source, whose samples stay what they are.
    if plan.limitsSound, tracks.count > 1 || tracks.contains(where: { !$0.isUnity }) {
      limiter = Limiter(rate: rate, channels: layout.channels)
    }
  }

  /// Samples `first ..< first + count`, mixed at unity gain and held within full scale.
  func mix(from first: Int64, count: Int) throws -> AudioBuffer {
    let output =
      try limiter?.limit(from: first, count: count, of: sum) ?? sum(from: first, count: count)
    for channel in 0..<layout.channels { clip(output[channel], count: count) }
    return output
  }

  private func sum(from first: Int64, count: Int) throws -> AudioBuffer {
    let output = AudioBuffer(channels: layout.channels, capacity: count)
    for track in tracks { try track.add(to: output, from: first) }
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
