import CFFmpeg

/// Converts a stream of samples to another rate and channel layout, by libswresample.
///
/// Output sample 0 stands where input sample 0 stands: the filter's delay is not added. Levels are
/// kept: one channel goes to both of a pair at full level, and a mix of many into few is turned down
/// so that it cannot leave full scale. Owned by one thread.
package final class Resampler {
  package let inputRate: Int
  package let outputRate: Int
  private let outputLayout: ChannelLayout
  private var context: OpaquePointer?

  package init(
    inputRate: Int, inputLayout: ChannelLayout, outputRate: Int, outputLayout: ChannelLayout
  ) throws(MediaError) {
    (self.inputRate, self.outputRate, self.outputLayout) = (inputRate, outputRate, outputLayout)
    var (input, output) = (AVChannelLayout(), AVChannelLayout())
    defer {
      av_channel_layout_uninit(&input)
      av_channel_layout_uninit(&output)
    }
    try Self.check(av_channel_layout_from_string(&input, inputLayout.name))
    try Self.check(av_channel_layout_from_string(&output, outputLayout.name))
    try Self.check(
      swr_alloc_set_opts2(
        &context, &output, AV_SAMPLE_FMT_FLTP, Int32(outputRate), &input, AV_SAMPLE_FMT_FLTP,
        Int32(inputRate), 0, nil))
    let options = UnsafeMutableRawPointer(context)
    av_opt_set_double(options, "rematrix_maxval", 1, 0)
    av_opt_set_int(options, "filter_size", 64, 0)
    if inputLayout.channels == 1 {
      // libswresample turns a single channel down by 3 dB for a pair; its neighbours on a time line
      // would then be louder.
      let matrix = [Double](repeating: 1, count: outputLayout.channels)
      if outputLayout.channels == 2 { try Self.check(swr_set_matrix(context, matrix, 1)) }
    }
    let status = swr_init(context)
    if status < 0 { swr_free(&context) }
    try Self.check(status)
  }

  deinit { swr_free(&context) }

  /// Converts the next block; nil says that the input is over and gives what the filter still holds.
  package func process(_ block: AudioBuffer?) throws(MediaError) -> AudioBuffer {
    let room = Int(swr_get_out_samples(context, Int32(block?.frames ?? 0)))
    let result = AudioBuffer(channels: outputLayout.channels, capacity: max(room, 1))
    var targets = (0..<result.channels).map { Optional(Self.bytes(result[$0])) }
    var sources = block.map { block in
      (0..<block.channels).map { UnsafePointer<UInt8>?(Self.bytes(block[$0])) }
    }
    let count =
      sources == nil
      ? swr_convert(context, &targets, Int32(room), nil, 0)
      : swr_convert(context, &targets, Int32(room), &sources!, Int32(block?.frames ?? 0))
    try Self.check(count)
    result.frames = Int(count)
    return result
  }

  private static func bytes(_ samples: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt8.self)
  }

  private static func check(_ status: Int32) throws(MediaError) {
    guard status < 0 else { return }
    throw MediaError(.conversionFailed, ffmpeg: status, action: "resample")
  }
}
