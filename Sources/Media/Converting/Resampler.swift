import CFFmpeg

/// Converts a stream of planar samples to another rate and another layout of channels.
///
/// Output sample 0 stands at the time of input sample 0, and n input samples make
/// ⌈n · output rate ÷ input rate⌉ of the output. Layouts are mixed by the usual matrix of FFmpeg
/// (5.1 to stereo with centre and surrounds at −3 dB, scaled so that nothing can clip), except for
/// two: mono goes to both sides of stereo as it is, and stereo to mono as the mean of its sides.
/// Not Sendable: one thread at a time.
package final class Resampler {
  package let inputRate: Int
  package let outputRate: Int
  package let outputLayout: ChannelLayout
  private let inputLayout: ChannelLayout
  private var context: OpaquePointer?
  private var inputCount: Int64 = 0
  private var outputCount: Int64 = 0

  package init(
    inputRate: Int, inputLayout: ChannelLayout, outputRate: Int, outputLayout: ChannelLayout
  ) throws(MediaError) {
    precondition(inputRate > 0 && outputRate > 0, "a rate is positive")
    self.inputRate = inputRate
    self.outputRate = outputRate
    self.inputLayout = inputLayout
    self.outputLayout = outputLayout
    let action =
      "convert sound from \(inputRate) Hz \(inputLayout) to \(outputRate) Hz \(outputLayout)"
    _ = FFmpegLog.isInstalled
    var (from, to) = (AVChannelLayout(), AVChannelLayout())
    defer {
      av_channel_layout_uninit(&from)
      av_channel_layout_uninit(&to)
    }
    guard av_channel_layout_from_string(&from, inputLayout.name) >= 0,
      av_channel_layout_from_string(&to, outputLayout.name) >= 0,
      from.nb_channels == inputLayout.channels, to.nb_channels == outputLayout.channels
    else {
      throw MediaError(
        .conversionFailed, action: action, detail: "there is no such layout", hint: Self.wayOut)
    }
    var status = swr_alloc_set_opts2(
      &context, &to, AV_SAMPLE_FMT_FLTP, Int32(outputRate), &from, AV_SAMPLE_FMT_FLTP,
      Int32(inputRate), 0, nil)
    if status >= 0, let context {
      configure(UnsafeMutableRawPointer(context))
      if let matrix = Self.ownMatrix(inputLayout, outputLayout) {
        status = swr_set_matrix(context, matrix, Int32(inputLayout.channels))
      }
      if status >= 0 { status = swr_init(context) }
    }
    guard status >= 0 else {
      swr_free(&context)
      throw MediaError(.conversionFailed, ffmpeg: status, action: action, hint: Self.wayOut)
    }
  }

  private static let wayOut =
    "leave that sound out, or bring it to a usual layout first, such as stereo"

  deinit { swr_free(&context) }

  /// A longer filter than the usual one: pass band to 0.97 of the lower rate's half, then a steep
  /// fall to below the noise of 16 bits; phases are those of the exact ratio.
  private func configure(_ context: UnsafeMutableRawPointer) {
    av_opt_set_int(context, "filter_size", 64, 0)
    av_opt_set_int(context, "exact_rational", 1, 0)
    av_opt_set_double(context, "cutoff", 0.97, 0)
    av_opt_set_int(context, "kaiser_beta", 10, 0)
    // FFmpeg scales a mix down only for integers, unless it is told.
    av_opt_set_double(context, "rematrix_maxval", 1, 0)
  }

  private static func ownMatrix(_ from: ChannelLayout, _ to: ChannelLayout) -> [Double]? {
    switch (from.name, to.name) {
    case ("mono", "stereo"): [1, 1]
    case ("stereo", "mono"): [0.5, 0.5]
    default: nil
    }
  }

  /// Converts the next block; nil ends the stream and gives what is left, up to the exact count.
  package func process(_ input: AudioBuffer?) throws(MediaError) -> AudioBuffer {
    precondition(
      input.map { $0.channels == inputLayout.channels } ?? true,
      "a block must have the resampler's channels")
    let count = input?.frames ?? 0
    inputCount += Int64(count)
    let expected = (inputCount * Int64(outputRate) + Int64(inputRate) - 1) / Int64(inputRate)
    let room = Int(max(0, swr_get_out_samples(context, Int32(count)))) + 64
    let capacity = input == nil ? max(room, Int(expected - outputCount)) : room
    let output = AudioBuffer(channels: outputLayout.channels, capacity: capacity)
    let written = withUnsafeTemporaryAllocation(
      of: UnsafeMutablePointer<UInt8>?.self,
      capacity: inputLayout.channels + outputLayout.channels
    ) { pointers -> Int32 in
      for channel in 0..<outputLayout.channels {
        pointers[channel] = UnsafeMutableRawPointer(output[channel])
          .assumingMemoryBound(to: UInt8.self)
      }
      guard let outputs = pointers.baseAddress else { return 0 }
      guard let input else { return swr_convert(context, outputs, Int32(capacity), nil, 0) }
      for channel in 0..<inputLayout.channels {
        pointers[outputLayout.channels + channel] = UnsafeMutableRawPointer(input[channel])
          .assumingMemoryBound(to: UInt8.self)
      }
      return (outputs + outputLayout.channels).withMemoryRebound(
        to: UnsafePointer<UInt8>?.self, capacity: inputLayout.channels
      ) { swr_convert(context, outputs, Int32(capacity), $0, Int32(count)) }
    }
    guard written >= 0 else {
      throw MediaError(.conversionFailed, ffmpeg: written, action: "convert sound")
    }
    // The buffer began silent, so that a filter's last fraction of a sample is there as well.
    let remaining = Int(expected - outputCount)
    output.frames = input == nil ? max(0, remaining) : min(Int(written), max(0, remaining))
    outputCount += Int64(output.frames)
    return output
  }
}
