import CFFmpeg
import Timing

/// A text that is shown for a while.
package struct SubtitleCue: Sendable {
  package let range: TimeRange
  /// Its lines in the notation of Advanced SubStation, which every codec of text is turned into.
  package let lines: [String]

  package init(range: TimeRange, lines: [String]) { (self.range, self.lines) = (range, lines) }
}

/// The texts of a subtitle track, as they were read.
package struct SubtitleText: Sendable {
  package var cues: [SubtitleCue]
  /// Styles and the like, by the same notation; empty where there is none.
  package let header: String

  package init(cues: [SubtitleCue], header: String) { (self.cues, self.header) = (cues, header) }
}

extension MediaTrack {
  /// Whether it holds subtitles that are text and can be read.
  package var isTextSubtitle: Bool {
    guard mediaType == .subtitle, let description = avcodec_descriptor_get(codecID) else {
      return false
    }
    return description.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0
      && avcodec_find_decoder(codecID) != nil
  }

  private var codecID: AVCodecID { parameters.pointee.codec_id }

  /// Reads all texts of a subtitle track, in the asset's own time.
  ///
  /// Reads through the file, without decoding anything else. What does not decode is left out.
  package func readSubtitles(of asset: MediaAsset) throws(MediaError) -> SubtitleText {
    try asset.identity.check(asset.path)
    let demuxer = try Demuxer(asset.path)
    let format = demuxer.formatName
    if !format.hasPrefix("mov") && !format.hasPrefix("matroska") { try demuxer.findStreamInfo() }
    guard streamIndex < demuxer.streamCount else {
      throw MediaError(.fileChanged, path: asset.path, action: "read")
    }
    demuxer.select(streamIndex)
    let decoder = try Decoder(parameters, threads: 1, path: asset.path)
    let tick = Ratio(demuxer.stream(streamIndex).pointee.time_base)
    var cues: [SubtitleCue] = []
    var failures = 0
    while failures < 16 {
      switch demuxer.read() {
      case .end:
        let size = Int(decoder.context.pointee.subtitle_header_size)
        let header = decoder.context.pointee.subtitle_header.map { bytes in
          String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
        }
        return SubtitleText(
          cues: cues.sorted { $0.range.start < $1.range.start }, header: header ?? "")
      case .failed: failures += 1
      case .packet:
        guard Int(demuxer.packet.pointee.stream_index) == streamIndex else { continue }
        if let cue = Self.decode(demuxer.packet, decoder, tick) { cues.append(cue) }
      }
    }
    throw MediaError(.decodeFailed, path: asset.path, action: "read the subtitles of")
  }

  private static func decode(
    _ packet: UnsafeMutablePointer<AVPacket>, _ decoder: Decoder, _ tick: Ratio
  ) -> SubtitleCue? {
    var subtitle = AVSubtitle()
    var isThere: Int32 = 0
    guard packet.pointee.pts != vsff_no_pts,
      avcodec_decode_subtitle2(decoder.context, &subtitle, &isThere, packet) >= 0, isThere != 0
    else { return nil }
    defer { avsubtitle_free(&subtitle) }
    let lines = (0..<Int(subtitle.num_rects)).compactMap { index in
      subtitle.rects[index]?.pointee.ass.map { String(cString: $0) }
    }
    let shown = Time(packet.pointee.pts, 1).scaled(by: tick)
    let start = shown + Time(Int64(subtitle.start_display_time), 1000)
    // A packet's duration is exact; the codec's own end is in milliseconds, and may be "for ever".
    let end =
      packet.pointee.duration > 0
      ? shown + Time(packet.pointee.duration, 1).scaled(by: tick)
      : shown + Time(Int64(min(subtitle.end_display_time, 10_000)), 1000)
    guard !lines.isEmpty, end > start else { return nil }
    return SubtitleCue(range: TimeRange(from: start, to: end), lines: lines)
  }
}
