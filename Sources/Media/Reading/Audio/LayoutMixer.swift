import CFFmpeg

/// Mixes what a stream decodes to after its channels have changed in the middle.
///
/// A broadcast goes from stereo to 5.1 and back; the track keeps the layout that it began with.
struct LayoutMixer {
  private let layout: ChannelLayout
  private let rate: Int
  private var resampler: (from: ChannelLayout, mix: Resampler)?

  init(layout: ChannelLayout, rate: Int) { (self.layout, self.rate) = (layout, rate) }

  /// Copies samples of a decoded frame, mixed where its channels are not the track's.
  ///
  /// False where the sample format is unknown.
  mutating func copy(
    _ frame: UnsafePointer<AVFrame>, from first: Int, count: Int, into buffer: AudioBuffer,
    at offset: Int
  ) throws(MediaError) -> Bool {
    let channels = Int(frame.pointee.ch_layout.nb_channels)
    guard channels != layout.channels, channels > 0 else {
      return SampleConversion.copy(frame, from: first, count: count, into: buffer, at: offset)
    }
    let own = AudioBuffer(channels: channels, capacity: count)
    guard SampleConversion.copy(frame, from: first, count: count, into: own, at: 0) else {
      return false
    }
    let from = ChannelLayout(frame.pointee.ch_layout)
    if resampler?.from != from {
      // At one rate every sample is mixed by itself, whatever came before.
      let mix = try Resampler(
        inputRate: rate, inputLayout: from, outputRate: rate, outputLayout: layout)
      resampler = (from, mix)
    }
    guard let mixed = try resampler?.mix.process(own), mixed.frames == count else { return false }
    for channel in 0..<layout.channels {
      (buffer[channel] + offset).update(from: mixed[channel], count: count)
    }
    return true
  }
}
