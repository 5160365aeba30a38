import Composition
import Glibc
import Media
import Timing

/// What the mix does to one track: its gain, its volume over time, its place between the speakers.
struct TrackVolume {
  private let gain: Double
  private let volume: GainCurve
  private let pan: GainCurve
  private let channels: Int
  private var volumes: [Float] = []
  private var pans: [Float] = []
  private var gains: [Float] = []

  init(_ plan: AudioTrackPlan, rate: Int, layout: ChannelLayout, origin: Time) {
    gain = plan.gain
    volume = GainCurve(plan.volume, rate: rate, origin: origin)
    pan = GainCurve(plan.pan, rate: rate, origin: origin)
    channels = layout.channels
  }

  /// Whether the track is heard exactly as it is.
  var isUnity: Bool { gain == 1 && volume.constant == 1 && pan.constant == 0 }

  /// Adds a block of the track to the mix, where it is at `offset`.
  mutating func add(
    _ samples: AudioBuffer, at first: Int64, offset: Int, to output: AudioBuffer
  ) {
    let count = samples.frames
    let volume = volume.values(from: first, count: count, into: &volumes)
    let pan = channels > 1 ? pan.values(from: first, count: count, into: &pans) : 0
    for channel in 0..<channels {
      let target = output[channel] + offset
      // Only the front pair is moved.
      let isMoved = channel < 2 && pan != 0
      if let volume, let pan {
        let side = isMoved ? Self.side(channel, pan) : 1
        accumulate(samples[channel], gain: Float(volume * gain * side), count: count, into: target)
        continue
      }
      if gains.count < count { gains = [Float](repeating: 0, count: count) }
      for index in 0..<count {
        let side = isMoved ? Self.side(channel, pan ?? Double(pans[index])) : 1
        gains[index] = Float((volume ?? Double(volumes[index])) * gain * side)
      }
      accumulate(samples[channel], gains: gains, count: count, into: target)
    }
  }

  /// The gain of the left (0) or the right (1) side: one in the middle, and the same power in all.
  private static func side(_ channel: Int, _ pan: Double) -> Double {
    if pan == 0 { return 1 }
    let angle = (pan + 1) * .pi / 4
    return 2.0.squareRoot() * (channel == 0 ? cos(angle) : sin(angle))
  }
}
