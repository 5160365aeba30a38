import CFFmpeg
import Timing

/// What an audio encoder is asked for.
package struct AudioEncoderSettings: Sendable {
  /// FFmpeg's name of the encoder; see `Codecs` for names that people write.
  package var codec: String
  package var sampleRate: Int
  package var layout: ChannelLayout
  /// Bits per second; nil takes 96 kbit/s for a channel (Opus 64) where the encoder is lossy.
  package var bitRate: Int64?
  /// Bits of a sample where the encoder offers several depths, such as 24 for FLAC.
  package var bitDepth: Int?
  package var options: [(String, String)] = []
  /// Whether headers belong into the container; see `ContainerSpec.needsGlobalHeader`.
  package var globalHeader = true

  package init(codec: String, sampleRate: Int, layout: ChannelLayout) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.layout = layout
  }
}

/// Compresses sound; not Sendable, one thread at a time.
///
/// Takes blocks of any size. The first sample given is at time 0; packets of an encoder's priming
/// lie before it, and the last packet ends where the sound does.
package final class AudioEncoder {
  package let settings: AudioEncoderSettings
  /// The samples of one packet; 0 where the encoder takes any number.
  package let frameSize: Int
  /// The samples that a decoder has to drop at the start.
  package let initialPadding: Int
  /// The samples given so far.
  package private(set) var sampleCount: Int64 = 0
  let context: EncoderContext
  private let queue: SampleQueue
  private var converter: OpaquePointer?
  private var sentCount: Int64 = 0
  private let timeBase: AVRational

  /// Opens the encoder.
  package init(_ settings: AudioEncoderSettings) throws(MediaError) {
    self.settings = settings
    context = try EncoderContext(name: settings.codec)
    timeBase = AVRational(num: 1, den: Int32(settings.sampleRate))
    queue = SampleQueue(channels: settings.layout.channels)
    try Self.configure(context, settings)
    try context.open(options: settings.options)
    frameSize = Int(context.pointer.pointee.frame_size)
    initialPadding = Int(context.pointer.pointee.initial_padding)
    let layout = vsff_context_layout(context.pointer)
    let status = swr_alloc_set_opts2(
      &converter, layout, context.pointer.pointee.sample_fmt, timeBase.den, layout,
      AV_SAMPLE_FMT_FLTP, timeBase.den, 0, nil)
    guard status >= 0, swr_init(converter) >= 0 else {
      throw MediaError(.conversionFailed, ffmpeg: status, action: "encode with \(settings.codec)")
    }
  }

  deinit { swr_free(&converter) }

  /// Takes samples and returns the packets that became complete.
  package func encode(_ buffer: AudioBuffer) throws(MediaError) -> [Packet] {
    queue.append(buffer)
    sampleCount += Int64(buffer.frames)
    let block = frameSize > 0 ? frameSize : Self.freeBlock
    var packets: [Packet] = []
    while queue.count >= block { packets += try send(block) }
    return packets
  }

  /// Ends the stream: sends what is left, and cuts the last packet to the last sample.
  package func finish() throws(MediaError) -> [Packet] {
    var packets: [Packet] = []
    if queue.count > 0 { packets += try send(queue.count) }
    packets += trim(try context.send(nil, makePacket: makePacket))
    return packets
  }

  /// The samples of a packet where the encoder leaves it to us.
  private static let freeBlock = 2048

  private func makePacket() -> Packet {
    Packet(origin: ObjectIdentifier(self), timeBase: timeBase)
  }

  private func send(_ count: Int) throws(MediaError) -> [Packet] {
    let box = FrameBox()
    let frame = box.pointer
    frame.pointee.nb_samples = Int32(count)
    frame.pointee.format = context.pointer.pointee.sample_fmt.rawValue
    frame.pointee.sample_rate = timeBase.den
    frame.pointee.pts = sentCount
    av_channel_layout_copy(&frame.pointee.ch_layout, vsff_context_layout(context.pointer))
    guard av_frame_get_buffer(frame, 0) >= 0 else { fatalError("out of memory") }
    let converted = withUnsafeTemporaryAllocation(
      of: UnsafePointer<UInt8>?.self, capacity: queue.channels
    ) { sources in
      for channel in 0..<queue.channels {
        sources[channel] = UnsafeRawPointer(queue.samples(of: channel))
          .assumingMemoryBound(to: UInt8.self)
      }
      return swr_convert(
        converter, frame.pointee.extended_data, Int32(count), sources.baseAddress, Int32(count))
    }
    guard converted == count else {
      throw MediaError(
        .conversionFailed, ffmpeg: converted, action: "encode with \(settings.codec)")
    }
    queue.drop(count)
    sentCount += Int64(count)
    return try context.send(frame, makePacket: makePacket)
  }

  /// Ends the last packet with the last sample, and declares what its decoder has to drop.
  private func trim(_ packets: [Packet]) -> [Packet] {
    let kept = packets.filter { $0.pointer.pointee.pts < sampleCount }
    guard let last = kept.last?.pointer else { return kept }
    let surplus = last.pointee.pts + last.pointee.duration - sampleCount
    if surplus > 0 { last.pointee.duration -= surplus }
    let dropped = last.pointee.pts + Int64(frameSize) - sampleCount
    // MP4 declares the end by its edit list; Matroska by this.
    let isDeclared = av_packet_get_side_data(last, AV_PKT_DATA_SKIP_SAMPLES, nil) != nil
    if frameSize > 0, initialPadding > 0, dropped > 0, !isDeclared,
      let data = av_packet_new_side_data(last, AV_PKT_DATA_SKIP_SAMPLES, 10)
    {
      for index in 0..<10 { data[index] = 0 }
      for index in 0..<4 { data[4 + index] = UInt8(truncatingIfNeeded: dropped >> (8 * index)) }
    }
    return kept
  }
}
