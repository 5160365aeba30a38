import CFFmpeg
import Timing

/// Reads the packets of one picture track in the order of decoding, from any key frame on.
///
/// Holds an open file; one thread at a time.
final class PacketCursor {
  /// One packet, valid until the next is read.
  struct Item {
    let packet: UnsafeMutablePointer<AVPacket>
    /// The number of its picture among the media's, in the order of showing.
    let media: Int
    let isKey: Bool
  }

  private let track: MediaTrack
  private let index: FrameIndex
  private let path: String
  private var demuxer: Demuxer
  /// The packet read last comes out once more.
  private var holdsPacket = false

  init(_ track: MediaTrack, of asset: MediaAsset) throws(MediaError) {
    try asset.identity.check(asset.path)
    guard let video = track.video else {
      throw MediaError(.noFrames, path: asset.path, action: "copy the picture of")
    }
    (self.track, index, path) = (track, video.index, asset.path)
    demuxer = try Self.open(track, path)
  }

  private static func open(_ track: MediaTrack, _ path: String) throws(MediaError) -> Demuxer {
    let demuxer = try Demuxer(path)
    let format = demuxer.formatName
    if !format.hasPrefix("mov") && !format.hasPrefix("matroska") { try demuxer.findStreamInfo() }
    guard track.streamIndex < demuxer.streamCount else {
      throw MediaError(.fileChanged, path: path, action: "read")
    }
    demuxer.select(track.streamIndex)
    return demuxer
  }

  /// Makes the packet of a key frame the next one.
  func seek(to key: FrameIndex.Key) throws {
    holdsPacket = false
    let format = demuxer.formatName
    if format.hasPrefix("mov") || format.hasPrefix("matroska") {
      let time = format.hasPrefix("mov") ? key.decoding : key.stamp
      if demuxer.seek(stream: track.streamIndex, to: time), reach(key) { return }
    } else if format.hasPrefix("mpegts"), key.position >= 0 {
      if demuxer.seek(toByte: key.position), reach(key) { return }
    }
    // From the beginning every packet can be reached.
    demuxer = try Self.open(track, path)
    guard reach(key) else {
      throw CopyRefusal("a key frame of its index is not in the file")
    }
  }

  private func reach(_ key: FrameIndex.Key) -> Bool {
    while demuxer.read() == .packet {
      let packet = demuxer.packet.pointee
      guard Int(packet.stream_index) == track.streamIndex, packet.pts != vsff_no_pts else {
        continue
      }
      if packet.pts == key.stamp {
        holdsPacket = true
        return true
      }
      // Reading on from a key that is shown later leads nowhere.
      if packet.flags & AV_PKT_FLAG_KEY != 0, packet.pts > key.stamp { return false }
    }
    return false
  }

  /// The next packet; nil at the end.
  func next() throws -> Item? {
    while true {
      if !holdsPacket {
        switch demuxer.read() {
        case .end: return nil
        case .failed: throw CopyRefusal("a part of the file cannot be read")
        case .packet: break
        }
      }
      holdsPacket = false
      let packet = demuxer.packet
      guard Int(packet.pointee.stream_index) == track.streamIndex else { continue }
      guard packet.pointee.pts != vsff_no_pts, packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0,
        let media = index.stamps.index(of: packet.pointee.pts)
      else { throw CopyRefusal("it has packets that show no picture of their own") }
      return Item(
        packet: packet, media: media, isKey: packet.pointee.flags & AV_PKT_FLAG_KEY != 0)
    }
  }

}
