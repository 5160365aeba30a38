import CFFmpeg

/// Turns decoded samples of any format into planar float, nominally −1…1.
struct SampleConversion {
  /// Copies samples of every channel; missing channels of the frame stay silent.
  ///
  /// False where the sample format is unknown.
  static func copy(
    _ frame: UnsafePointer<AVFrame>, from first: Int, count: Int, into buffer: AudioBuffer,
    at offset: Int
  ) -> Bool {
    let format = AVSampleFormat(rawValue: frame.pointee.format)
    let channels = Int(frame.pointee.ch_layout.nb_channels)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let step = isPlanar ? 1 : channels
    for channel in 0..<min(channels, buffer.channels) {
      guard let base = vsff_frame_samples(frame, isPlanar ? Int32(channel) : 0) else {
        return false
      }
      let start = first * step + (isPlanar ? 0 : channel)
      let output = buffer[channel] + offset
      let raw = UnsafeRawPointer(base)
      switch av_get_packed_sample_fmt(format) {
      case AV_SAMPLE_FMT_FLT:
        let input = raw.assumingMemoryBound(to: Float.self) + start
        if isPlanar {
          output.update(from: input, count: count)
        } else {
          for index in 0..<count { output[index] = input[index &* step] }
        }
      case AV_SAMPLE_FMT_S16:
        let input = raw.assumingMemoryBound(to: Int16.self) + start
        for index in 0..<count { output[index] = Float(input[index &* step]) * 0x1p-15 }
      case AV_SAMPLE_FMT_S32:
        let input = raw.assumingMemoryBound(to: Int32.self) + start
        for index in 0..<count { output[index] = Float(input[index &* step]) * 0x1p-31 }
      case AV_SAMPLE_FMT_U8:
        let input = raw.assumingMemoryBound(to: UInt8.self) + start
        for index in 0..<count { output[index] = Float(Int(input[index &* step]) - 128) * 0x1p-7 }
      case AV_SAMPLE_FMT_DBL:
        let input = raw.assumingMemoryBound(to: Double.self) + start
        for index in 0..<count { output[index] = Float(input[index &* step]) }
      case AV_SAMPLE_FMT_S64:
        let input = raw.assumingMemoryBound(to: Int64.self) + start
        for index in 0..<count { output[index] = Float(input[index &* step]) * 0x1p-63 }
      default:
        return false
      }
    }
    return true
  }
}
