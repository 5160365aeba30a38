import CFFmpeg
import Glibc

/// Brings the sound of a stream whose rate changes in the middle to the track's.
///
/// A recording goes on with another station or another device; the track keeps the rate that it
/// began with.
struct RateChange {
  private let rate: Int
  private var current: (from: Int, layout: ChannelLayout, resampler: Resampler)?
  /// Samples of the present stretch: what went in, and what came out.
  private var taken = 0
  private var given = 0

  init(to rate: Int) { self.rate = rate }

  /// Whether a frame is at another rate.
  func isOther(_ box: FrameBox) -> Bool {
    let own = Int(box.pointer.pointee.sample_rate)
    return own > 0 && own != rate
  }

  /// Whether a frame at another rate is the first of its stretch.
  func isFirst(_ box: FrameBox) -> Bool {
    current?.from != Int(box.pointer.pointee.sample_rate)
      || current?.layout != ChannelLayout(box.pointer.pointee.ch_layout)
  }

  /// A decoded frame at the track's rate, after what an earlier stretch still owed.
  ///
  /// At first a little less comes than goes in: the filter looks ahead.
  mutating func follow(_ box: FrameBox) throws(MediaError) -> [FrameBox] {
    guard isOther(box) else { return try end() + [box] }
    let frame = box.pointer
    let from = Int(frame.pointee.sample_rate)
    let layout = ChannelLayout(frame.pointee.ch_layout)
    var result: [FrameBox] = []
    if isFirst(box) {
      result = try end()
      current = (
        from, layout,
        try Resampler(
          inputRate: from, inputLayout: layout, outputRate: rate, outputLayout: layout)
      )
    }
    let count = Int(frame.pointee.nb_samples)
    let samples = AudioBuffer(channels: layout.channels, capacity: count)
    samples.frames = count
    // What has no known format is refused by whoever reads it.
    guard SampleConversion.copy(frame, from: 0, count: count, into: samples, at: 0),
      let resampler = current?.resampler
    else { return result + [box] }
    let output = try resampler.process(samples)
    (taken, given) = (taken + count, given + output.frames)
    return result + [made(output, layout)]
  }

  /// What the stretch that ends here still owes: it has as many samples as its length asks for.
  mutating func end() throws(MediaError) -> [FrameBox] {
    guard let ended = current else { return [] }
    current = nil
    let owed = max(0, (taken * rate * 2 + ended.from) / (ended.from * 2) - given)
    (taken, given) = (0, 0)
    let rest = try ended.resampler.process(nil)
    let exact = AudioBuffer(channels: ended.layout.channels, capacity: owed)
    exact.frames = owed
    exact.silence(0..<owed)
    for channel in 0..<ended.layout.channels {
      for sample in 0..<min(owed, rest.frames) { exact[channel][sample] = rest[channel][sample] }
    }
    return [made(exact, ended.layout)]
  }

  /// A frame without a time; without samples where there are none.
  private func made(_ samples: AudioBuffer, _ layout: ChannelLayout) -> FrameBox {
    let box = FrameBox()
    let frame = box.pointer
    guard samples.frames > 0 else { return box }
    frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointee.sample_rate = Int32(rate)
    frame.pointee.nb_samples = Int32(samples.frames)
    guard av_channel_layout_from_string(&frame.pointee.ch_layout, layout.name) >= 0,
      av_frame_get_buffer(frame, 0) >= 0
    else { fatalError("out of memory") }
    for channel in 0..<layout.channels {
      guard let plane = frame.pointee.extended_data[channel] else { continue }
      memcpy(plane, samples[channel], samples.frames * MemoryLayout<Float>.stride)
    }
    return box
  }
}
