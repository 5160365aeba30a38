import CFFmpeg
import Geometry
import Imaging
import Timing

extension MediaTrack {
  /// FFmpeg's name of how a sound's samples are stored or decoded, such as "fltp"; nil for others.
  package var sampleFormat: String? {
    guard mediaType == .audio,
      let name = av_get_sample_fmt_name(AVSampleFormat(rawValue: parameters.pointee.format))
    else { return nil }
    return String(cString: name)
  }

  /// Which parts of its colour the file leaves open, by name; they are filled in by rule.
  package var assumedColors: [String] {
    guard mediaType == .video else { return [] }
    let told = ColorDescription(parameters: parameters.pointer)
    var names: [String] = []
    if told.primaries == .unspecified { names.append("primaries") }
    if told.transfer == .unspecified { names.append("transfer") }
    if told.matrix == .unspecified { names.append("matrix") }
    if told.range == .unspecified { names.append("range") }
    return names
  }
}

extension VideoTrackInfo {
  /// The longest time from one frame to the next; nil with fewer than two.
  package var maxFrameDuration: Time? { frames.maximumStep }

  /// The size that a viewer sees: upright, with square pixels.
  package var displaySize: Size {
    let shown = preferredTransform.apply(
      Rect(x: 0, y: 0, width: naturalSize.width, height: naturalSize.height))
    return Size(width: shown.width, height: shown.height)
  }

  /// When those frames are shown from which decoding can start.
  package var keyFrameTimes: [Time] {
    if index.allKeys { return (0..<frames.count).map(frames.time) }
    return index.keys.compactMap { index.presented(of: $0.media).map(frames.time) }
  }

  /// Whether pictures are stored after a key picture and shown before it, so that they cannot be
  /// decoded from there.
  package var hasOpenGroups: Bool { index.hasOpenGroups }
}

extension AudioTrackInfo {
  /// Samples that decode before the first one presented: the encoder's lead, or what an edit cuts.
  package var priming: Int64 { max(0, (pieces.first?.media ?? timeline.start) - timeline.start) }

  /// Samples that decode after the last one presented.
  package var padding: Int64 {
    guard let last = pieces.last else { return 0 }
    return max(0, timeline.end - last.media - last.count)
  }
}
