import CFFmpeg
import Timing

/// Hands out the packets of one copied part, in the order of decoding.
///
/// It trusts nothing that it can see for itself: each picture has to come exactly once, packets have
/// to be whole, and parameter sets among them have to be those that the film's description has.
package final class PictureCopier {
  /// A packet and the number of its picture within the part.
  package struct Item {
    package let packet: Packet
    package let offset: Int
  }

  private let span: CopySource.Span
  private let format: CodedFormat
  private let stream: CopiedStream
  private let cursor: PacketCursor
  private let isPlain: Bool
  private var seen: [Bool]
  private var count = 0

  /// Opens the source's file once more.
  package init(_ source: CopySource, _ span: CopySource.Span, into stream: CopiedStream) throws {
    (self.span, format, self.stream) = (span, source.format, stream)
    cursor = try PacketCursor(source.track, of: source.asset)
    guard let index = source.track.video?.index else {
      throw CopyRefusal("the track has no picture")
    }
    try cursor.seek(to: index.key(span.key))
    seen = Array(repeating: false, count: span.media.count)
    isPlain = !stream.hasUnits || format.framing == .written
  }

  /// The next packet; nil when all pictures have come.
  package func next() throws -> Item? {
    while count < seen.count {
      guard let item = try cursor.next() else {
        throw CopyRefusal("pictures that its index lists are missing")
      }
      // Pictures before the key frame need the group before it, and lie outside the part.
      guard span.media.contains(item.media) else {
        if count > 0, item.isKey, item.media >= span.media.upperBound {
          throw CopyRefusal("its pictures are not where its index says")
        }
        continue
      }
      let offset = item.media - span.media.lowerBound
      guard !seen[offset], count > 0 || offset == 0 else {
        throw CopyRefusal("two packets claim one picture")
      }
      seen[offset] = true
      count += 1
      try check(item.packet)
      let packet = Packet(
        taking: item.packet, origin: ObjectIdentifier(stream), timeBase: stream.unit)
      av_packet_free_side_data(packet.pointer)
      if !isPlain { try reframe(packet) }
      return Item(packet: packet, offset: offset)
    }
    return nil
  }

  /// Looks for what would change the meaning of the pictures behind the film's back.
  private func check(_ packet: UnsafeMutablePointer<AVPacket>) throws {
    guard av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, nil) == nil,
      av_packet_get_side_data(packet, AV_PKT_DATA_PARAM_CHANGE, nil) == nil
    else { throw CopyRefusal("its stream header changes on the way") }
    guard let allowed = stream.sets else { return }
    let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    guard let ranges = NALUnits.ranges(in: bytes, framing: format.framing), !ranges.isEmpty else {
      throw CopyRefusal("a packet is damaged")
    }
    for range in ranges {
      guard bytes[range.lowerBound] & 0x80 == 0 else { throw CopyRefusal("a packet is damaged") }
      guard isSet(bytes[range.lowerBound]) else { continue }
      let unit = Array(bytes[range])
      guard let set = ParameterSet(unit, isHEVC: allowed.isHEVC), allowed.contains(set) else {
        throw CopyRefusal("its packets bring parameter sets other than its header's")
      }
    }
  }

  private func isSet(_ head: UInt8) -> Bool {
    stream.sets?.isHEVC == true ? (32...34).contains(head >> 1 & 63) : [7, 8].contains(head & 31)
  }

  /// Gives a packet the framing that is written, without the sets that the description has.
  private func reframe(_ packet: Packet) throws {
    let bytes = packet.bytes
    let units = (NALUnits.ranges(in: bytes, framing: format.framing) ?? []).map { Array(bytes[$0]) }
      .filter { !isSet($0[0]) }
    packet.replaceBytes(with: NALUnits.lengthPrefixed(units))
  }
}

extension Packet {
  /// Turns HEVC's clean random access into a broken link, which says that what came before is another
  /// sequence; only the units' heads change.
  ///
  /// A random access point that decoding does not begin with would have its number counted on from
  /// the pictures before it, and may not bring other parameter sets into force.
  func breakLink() {
    guard let ranges = NALUnits.ranges(in: bytes, framing: .written),
      ranges.contains(where: { bytes[$0.lowerBound] >> 1 & 63 == 21 })
    else { return }
    var changed = Array(bytes)
    for range in ranges where changed[range.lowerBound] >> 1 & 63 == 21 {
      changed[range.lowerBound] = changed[range.lowerBound] & 0x81 | 18 << 1
    }
    replaceBytes(with: changed)
  }

  /// Sets the times, in the stream's unit.
  package func setTimes(shown: Int64, decoded: Int64, duration: Int64, exactEnd: Time?) {
    pointer.pointee.pts = shown
    pointer.pointee.dts = decoded
    pointer.pointee.duration = duration
    pointer.pointee.pos = -1
    self.exactEnd = exactEnd
  }

  /// When the picture is shown, in the unit of its times.
  package var shownUnits: Int64 { pointer.pointee.pts }
}
