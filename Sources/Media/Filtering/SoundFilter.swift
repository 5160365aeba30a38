import CFFmpeg
import Geometry

/// A filter of libavfilter's that makes of each sample another, at once.
///
/// It begins with what it is first given, and may remember. Not Sendable: one thread at a time.
package final class SoundFilter {
  private let call: FilterCall
  private let graph: FilterGraph
  private let rate: Int
  private let layout: ChannelLayout
  private var position: Int64 = 0

  /// How far samples may be apart that were reached in different ways: −100 dB.
  package static let tolerance: Float = 1e-5

  /// The call must have been checked.
  ///
  /// Fails where the filter takes no sound of that layout or rate.
  package init(_ call: FilterCall, rate: Int, layout: ChannelLayout) throws(MediaError) {
    (self.call, self.rate, self.layout) = (call, rate, layout)
    graph = try FilterGraph(
      call, of: .audio,
      from: "time_base=1/\(rate):sample_rate=\(rate):sample_fmt=fltp:channel_layout=\(layout.name)",
      to: "sample_fmts=fltp:sample_rates=\(rate):channel_layouts=\(layout.name)", converts: true,
      threads: 1)
    guard let input = graph.filter.pointee.inputs[0], let output = graph.filter.pointee.outputs[0],
      let given = graph.given, vsff_same_sound(given, input), vsff_same_sound(input, output)
    else {
      throw MediaError(
        .filterFailed, action: "use the filter '\(call)'",
        detail: "it does not take sound of \(rate) Hz, \(layout), and give the same",
        hint: "leave it out, or export with other channels or another sample_rate")
    }
  }

  /// The next samples, as many as it is given.
  package func process(_ input: AudioBuffer) throws(MediaError) -> AudioBuffer {
    guard input.frames > 0 else { return input }
    let box = FrameBox()
    let frame = box.pointer
    frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointee.sample_rate = Int32(rate)
    frame.pointee.nb_samples = Int32(input.frames)
    frame.pointee.pts = position
    position += Int64(input.frames)
    guard av_channel_layout_from_string(vsff_frame_layout(frame), layout.name) >= 0,
      av_frame_get_buffer(frame, 0) >= 0
    else { fatalError("out of memory") }
    for channel in 0..<layout.channels {
      UnsafeMutableRawPointer(vsff_frame_samples(frame, Int32(channel)))?
        .assumingMemoryBound(to: Float.self).update(from: input[channel], count: input.frames)
    }
    let result = try graph.process(frame)
    guard Int(result.pointer.pointee.nb_samples) == input.frames else {
      throw MediaError(
        .filterFailed, action: "apply the filter '\(call)'",
        detail: "it gave \(result.pointer.pointee.nb_samples) samples for \(input.frames)")
    }
    let output = AudioBuffer(channels: layout.channels, capacity: input.frames)
    for channel in 0..<layout.channels {
      guard let samples = vsff_frame_samples(result.pointer, Int32(channel)) else { continue }
      UnsafeMutableRawPointer(samples).withMemoryRebound(to: Float.self, capacity: input.frames) {
        output[channel].update(from: $0, count: input.frames)
      }
    }
    return output
  }
}

extension FilterGraph {
  /// What the source gives, before anything is converted.
  fileprivate var given: UnsafePointer<AVFilterLink>? {
    source.pointee.outputs[0].map { UnsafePointer($0) }
  }
}
