import CFFmpeg
@preconcurrency import Glibc
import Timing

/// Turns texts into the packets of a codec of subtitles; not Sendable, one thread at a time.
package final class SubtitleEncoder {
  package let codec: String
  package let language: String?
  let context: EncoderContext
  private static let unit: Int64 = 1000

  /// The codec in which a type of file holds text; nil where it holds none.
  ///
  /// - Parameter source: FFmpeg's name of the codec that the text comes from.
  package static func codec(for container: ContainerSpec, source: String) -> String? {
    switch container.muxerName {
    case "mp4", "mov": "mov_text"
    case "webm": "webvtt"
    case "matroska": ["ass", "ssa"].contains(source) ? "ass" : "subrip"
    default: nil
    }
  }

  package init(
    codec: String, header: String, language: String?
  ) throws(MediaError) {
    (self.codec, self.language) = (codec, language)
    context = try EncoderContext(name: codec)
    let pointer = context.pointer
    pointer.pointee.time_base = AVRational(num: 1, den: Int32(Self.unit))
    let bytes = Array(header.utf8)
    guard let memory = av_mallocz(bytes.count + 1) else { fatalError("out of memory") }
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    pointer.pointee.subtitle_header = memory.assumingMemoryBound(to: UInt8.self)
    pointer.pointee.subtitle_header_size = Int32(bytes.count)
    try context.open(options: [])
  }

  /// The packet of one text; nil for one that comes out empty.
  package func encode(_ cue: SubtitleCue) throws(MediaError) -> Packet? {
    var subtitle = AVSubtitle()
    defer { avsubtitle_free(&subtitle) }
    let (start, end) = (cue.range.start.units(per: Self.unit), cue.range.end.units(per: Self.unit))
    guard end > start else { return nil }
    subtitle.pts = cue.range.start.units(per: Int64(AV_TIME_BASE))
    subtitle.end_display_time = UInt32(clamping: end - start)
    let stride = MemoryLayout<UnsafeMutablePointer<AVSubtitleRect>?>.stride
    guard let list = av_calloc(cue.lines.count, stride) else { fatalError("out of memory") }
    subtitle.rects = list.bindMemory(
      to: UnsafeMutablePointer<AVSubtitleRect>?.self, capacity: cue.lines.count)
    subtitle.num_rects = UInt32(cue.lines.count)
    for (index, line) in cue.lines.enumerated() {
      guard let memory = av_mallocz(MemoryLayout<AVSubtitleRect>.size) else {
        fatalError("out of memory")
      }
      let rect = memory.bindMemory(to: AVSubtitleRect.self, capacity: 1)
      rect.pointee.type = SUBTITLE_ASS
      rect.pointee.ass = av_strdup(line)
      subtitle.rects[index] = rect
    }
    let room = cue.lines.reduce(4096) { $0 + 4 * $1.utf8.count }
    let packet = Packet(
      origin: ObjectIdentifier(self), timeBase: AVRational(num: 1, den: Int32(Self.unit)))
    guard av_new_packet(packet.pointer, Int32(room)) >= 0 else { fatalError("out of memory") }
    let size = avcodec_encode_subtitle(
      context.pointer, packet.pointer.pointee.data, Int32(room), &subtitle)
    guard size >= 0 else {
      throw MediaError(.encodeFailed, ffmpeg: size, action: "encode subtitles as \(codec)")
    }
    guard size > 0 else { return nil }
    av_shrink_packet(packet.pointer, size)
    packet.pointer.pointee.pts = start
    packet.pointer.pointee.dts = start
    packet.pointer.pointee.duration = end - start
    packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    return packet
  }
}
