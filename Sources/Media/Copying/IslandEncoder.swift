import CFFmpeg
import Imaging
import Timing

/// Encodes one re-encoded part between copied ones; its packets fit into the stream.
///
/// It begins with a key frame and ends where its last frame does; one thread at a time.
package final class IslandEncoder {
  private let encoder: VideoEncoder
  private let stream: CopiedStream

  package init(_ settings: VideoEncoderSettings, for stream: CopiedStream) throws(MediaError) {
    encoder = try VideoEncoder(settings)
    self.stream = stream
  }

  /// Compresses a frame that is shown at a time in the stream's unit.
  package func encode(_ frame: VideoFrame, pts: Int64) throws -> [Packet] {
    let time = stream.timeBase.multiplied(by: pts)
    return try encoder.encode(
      frame, pts: time.quotient(by: encoder.settings.timeBase, .halfAwayFromZero)
    ).map(fitted)
  }

  /// Ends the part, whose last frame is shown until `end`.
  package func finish(end: Time) throws -> [Packet] {
    try encoder.finish(end: end).map(fitted)
  }

  private func fitted(_ packet: Packet) throws -> Packet {
    let result = Packet(
      taking: packet.pointer, origin: ObjectIdentifier(stream), timeBase: stream.unit)
    result.exactEnd = packet.exactEnd
    av_packet_rescale_ts(result.pointer, packet.timeBase, stream.unit)
    guard stream.hasUnits else { return result }
    let bytes = result.bytes
    var units = (NALUnits.ranges(in: bytes, framing: .startCodes) ?? []).map { Array(bytes[$0]) }
    if stream.format.id == AV_CODEC_ID_HEVC {
      units = try units.map { try ParameterSets.renumberedSlice($0) }
    }
    result.replaceBytes(with: NALUnits.lengthPrefixed(units))
    return result
  }
}
