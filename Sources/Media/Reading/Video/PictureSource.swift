import CFFmpeg
import Timing

/// A demuxer and a decoder that together deliver one stream's frames from some place on.
final class PictureSource {
  enum Event {
    /// A decoded frame and its number among the media's frames, and what the decoder complained of
    /// meanwhile.
    case frame(media: Int, FrameBox, complaint: String?)
    /// A packet that did not decode, with its timestamp.
    case failure(stamp: Int64?, message: String)
    case end
  }

  private let track: MediaTrack
  private let info: VideoTrackInfo
  private let path: String
  private let identity: FileIdentity
  private var demuxer: Demuxer
  private let decoder: Decoder
  private var spare: FrameBox?
  private var isDraining = false
  private var isFinished = false
  /// The key frame that the next packets begin with, as asked for.
  private var entry: FrameIndex.Key?
  /// The key frame after that.
  private var nextKey: FrameIndex.Key?
  /// Frames delivered since the last seek, for streams that are timed by their order.
  private var order = 0
  /// A packet that the decoder had no room for.
  private var holdsPacket = false
  private var failedReads = 0
  /// Pictures before this time are only decoded as far as later ones refer to them; nil for all.
  ///
  /// Half of the pictures that a jump has to get past are usually referred to by none.
  var neededFrom: Int64?
  /// Pictures were left out since the last seek.
  private(set) var hasSkipped = false

  /// The last media frame delivered since the last seek.
  private(set) var last: Int?
  /// The first one.
  private var first: Int?
  /// Nothing was read yet and everything is ahead.
  private(set) var isAtStart = true
  /// What comes out was decoded from the very beginning.
  private(set) var beganAtStart = true

  init(
    _ track: MediaTrack, _ info: VideoTrackInfo, path: String, threads: Int, identity: FileIdentity
  ) throws(MediaError) {
    (self.track, self.info, self.path, self.identity) = (track, info, path, identity)
    demuxer = try Self.open(track, path, identity)
    decoder = try Decoder(
      track.parameters, hasAlpha: info.hasAlpha, threads: threads, path: path)
  }

  private static func open(
    _ track: MediaTrack, _ path: String, _ identity: FileIdentity
  ) throws(MediaError) -> Demuxer {
    let demuxer = try Demuxer(path, reading: track, identity: identity)
    if demuxer.formatName.hasPrefix("matroska"), let index = track.video?.index {
      // Without an index of its own the file would be read from its beginning at each seek.
      let stream = demuxer.stream(track.streamIndex)
      for key in index.keys where key.position >= 0 {
        av_add_index_entry(stream, key.position, key.stamp, 0, 0, AVINDEX_KEYFRAME)
      }
    }
    return demuxer
  }

  /// Whether a frame that comes out is as it would be after decoding everything.
  ///
  /// A decoder that keeps back the first pictures after the entry is at a stream that is refreshed
  /// bit by bit. What it takes for the end of that may still refer to pictures from before the entry,
  /// so only the refresh that begins at the next key is believed.
  func isTrustworthy(_ media: Int) -> Bool {
    guard let entry, let first, first > entry.media else { return true }
    guard let next = nextKey else { return false }
    return media >= next.media + first - entry.media
  }

  /// Whether decoding began early enough that a frame should have come before a later one.
  ///
  /// What follows the entry itself may have been lost with what it refers to.
  func isSettled(before media: Int) -> Bool {
    if beganAtStart { return true }
    guard let first, let number = info.index.keyNumber(for: media) else { return false }
    return first < info.index.key(number).media && isTrustworthy(media)
  }

  /// Starts again from a key frame, or from the beginning for nil.
  ///
  /// Returns whether the file had to be opened again.
  func seek(toKey number: Int?) throws(MediaError) -> Bool {
    let key = number.map { info.index.key($0) }
    nextKey = number.flatMap { info.index.hasKey($0 + 1) ? info.index.key($0 + 1) : nil }
    decoder.flush()
    (isDraining, isFinished, holdsPacket) = (false, false, false)
    (last, first, order, failedReads, hasSkipped) = (nil, nil, 0, 0, false)
    av_packet_unref(demuxer.packet)
    if let key, !info.isTimedByOrder, enter(key) {
      (entry, isAtStart, beganAtStart) = (key, false, false)
      return false
    }
    // The beginning can always be reached by opening the file anew.
    demuxer = try Self.open(track, path, identity)
    (entry, isAtStart, beganAtStart) = (nil, true, true)
    return true
  }

  /// Moves the demuxer to a key frame, or to a place before it where that is sure to work.
  private func enter(_ key: FrameIndex.Key) -> Bool {
    let format = demuxer.formatName
    // Their indexes list every key frame, and every packet has a time of its own.
    if format.hasPrefix("mov") { return demuxer.seek(stream: track.streamIndex, to: key.decoding) }
    if format.hasPrefix("matroska") {
      return demuxer.seek(stream: track.streamIndex, to: key.stamp)
    }
    // Elsewhere times may be guessed from the packet before, which a seek leaves out: the key frame
    // has to show up with its own time, if need be after reading on from an earlier one.
    guard let number = info.index.keyNumber(for: key.media) else { return false }
    for distance in [0, 2] where number >= distance {
      if go(to: info.index.key(number - distance)), holdsPacket(of: key) { return true }
    }
    return false
  }

  private func go(to key: FrameIndex.Key) -> Bool {
    let format = demuxer.formatName
    if format.hasPrefix("mpegts") || format == "mpeg", key.position >= 0 {
      return demuxer.seek(toByte: key.position)
    }
    let time = key.decoding == vsff_no_pts ? key.stamp : key.decoding
    return demuxer.seek(stream: track.streamIndex, to: time)
  }

  /// Reads on to the packet of a key frame, which is then the next for the decoder.
  private func holdsPacket(of key: FrameIndex.Key) -> Bool {
    // Two groups of pictures with everything between them are shorter than this.
    for _ in 0..<4096 {
      guard demuxer.read() == .packet else { return false }
      let packet = demuxer.packet.pointee
      guard Int(packet.stream_index) == track.streamIndex else { continue }
      if packet.pts == key.stamp, packet.flags & AV_PKT_FLAG_KEY != 0, isAtPlace(packet, key) {
        holdsPacket = true
        return true
      }
      if packet.pts != vsff_no_pts, packet.flags & AV_PKT_FLAG_KEY != 0, packet.pts > key.stamp {
        return false
      }
    }
    return false
  }

  /// Whether a packet lies where the key frame does.
  ///
  /// A stream without times of its own has them counted anew after a seek.
  private func isAtPlace(_ packet: AVPacket, _ key: FrameIndex.Key) -> Bool {
    let format = demuxer.formatName
    if format.hasPrefix("mpegts") || format == "mpeg" { return true }
    return packet.pos < 0 || key.position < 0 || packet.pos == key.position
  }

  /// The next thing that comes out.
  func next(_ counters: inout ReaderCounters) throws(MediaError) -> Event {
    if isFinished { return .end }
    isAtStart = false
    while true {
      let box = spare ?? FrameBox()
      spare = nil
      switch decoder.receive(box.pointer) {
      case .done:
        counters.framesDecoded += 1
        guard let media = number(of: box) else {
          spare = box
          av_frame_unref(box.pointer)
          continue
        }
        var complaint = decoder.takeComplaint()
        // Pictures before the key that was entered at may miss others, which is no fault.
        if first == nil, !beganAtStart { complaint = nil }
        if first == nil { first = media }
        last = media
        return .frame(media: media, box, complaint: complaint)
      case .end:
        isFinished = true
        // What was said of pictures that never came.
        if let complaint = decoder.takeComplaint() {
          return .failure(stamp: nil, message: complaint)
        }
        return .end
      case .again:
        spare = box
        if let failure = feed(&counters) { return failure }
      case .failed(let code):
        spare = box
        // A frame that fails in a decoder thread is told here.
        return .failure(stamp: nil, message: reason(code))
      }
    }
  }

  /// Whether the decoder tells pictures that nothing refers to, and what comes out is told by time.
  private var canSkip: Bool {
    switch track.parameters.pointee.codec_id {
    case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4:
      !info.isTimedByOrder
    default: false
    }
  }

  /// Which media frame a decoded one is; nil for one that is not to be shown.
  private func number(of box: FrameBox) -> Int? {
    if info.isTimedByOrder {
      defer { order += 1 }
      return order < info.index.stamps.count ? order : nil
    }
    let frame = box.pointer.pointee
    let stamp = frame.pts != vsff_no_pts ? frame.pts : frame.best_effort_timestamp
    guard stamp != vsff_no_pts else { return nil }
    // Pictures before the key that was entered at refer to others that were never decoded.
    if let entry, stamp < entry.stamp { return nil }
    guard let media = info.index.stamps.index(of: stamp) else { return nil }
    // A second picture for one place, such as a field of its own, is not another frame.
    return media == last ? nil : media
  }

  /// Gives the decoder its next packet; returns a failure to report.
  private func feed(_ counters: inout ReaderCounters) -> Event? {
    if !holdsPacket {
      guard !isDraining else { return nil }
      switch demuxer.read() {
      case .end:
        isDraining = true
        _ = decoder.send(nil)
        return nil
      case .failed(let code):
        failedReads += 1
        let message = demuxer.takeComplaint() ?? ffmpegText(code)
        // Some demuxers go on after a damaged place; none does for ever.
        if failedReads > 16 {
          isDraining = true
          _ = decoder.send(nil)
        }
        return .failure(stamp: nil, message: "reading failed: \(message)")
      case .packet: break
      }
      let packet = demuxer.packet.pointee
      guard Int(packet.stream_index) == track.streamIndex else { return nil }
      counters.packets += 1
      // Half a picture, at the end of a cut file, that the track does not list.
      if packet.flags & AV_PKT_FLAG_CORRUPT != 0, info.index.stamps.index(of: packet.pts) == nil {
        return nil
      }
    }
    let stamp = demuxer.packet.pointee.pts
    holdsPacket = false
    let isPassed = canSkip && stamp != vsff_no_pts && neededFrom.map { stamp < $0 } ?? false
    decoder.context.pointee.skip_frame = isPassed ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    hasSkipped = hasSkipped || isPassed
    switch decoder.send(demuxer.packet) {
    case .again:
      holdsPacket = true
      return nil
    case .failed(let code):
      return .failure(stamp: stamp == vsff_no_pts ? nil : stamp, message: reason(code))
    case .done, .end: return nil
    }
  }

  /// Why decoding failed, in the decoder's own words where it had some.
  private func reason(_ code: Int32) -> String { decoder.takeComplaint() ?? ffmpegText(code) }
}
