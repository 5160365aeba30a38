import CFFmpeg
import Timing

/// A demuxer and a decoder that together deliver one stream's samples from some place on, each with
/// its exact number.
final class SoundSource {
  /// What is known of a sample number.
  enum LookUp {
    /// It is `first` samples into a decoded frame, which has `available` from there on.
    case samples(UnsafePointer<AVFrame>, first: Int, available: Int)
    /// The stream has nothing up to a sample number.
    case hole(end: Int64)
    /// More has to be decoded first.
    case ahead
    /// The stream is over.
    case end
  }

  private struct Block {
    let box: FrameBox
    let start: Int64
    let count: Int

    var end: Int64 { start + Int64(count) }
  }

  private let track: MediaTrack
  private let info: AudioTrackInfo
  private let path: String
  private let identity: FileIdentity
  private var demuxer: Demuxer
  private var decoder: Decoder
  private var rates: RateChange
  /// Decoded frames, in order; the last few stay for reads that overlap.
  private var blocks: [Block] = []
  /// Samples before this number come from an unsettled decoder, or were never decoded.
  private var validFrom: Int64 = .min
  /// Where the next frame begins if no timestamp says otherwise.
  private var expected: Int64?
  private var isDraining = false
  private var isFinished = false
  private var holdsPacket = false
  private var failedReads = 0
  /// Frames were let go since the last seek, so what lies before those kept is no hole.
  private var hasDropped = false

  private static let keptBlocks = 4

  init(
    _ track: MediaTrack, _ info: AudioTrackInfo, path: String, identity: FileIdentity
  ) throws(MediaError) {
    (self.track, self.info, self.path, self.identity) = (track, info, path, identity)
    demuxer = try Demuxer(path, reading: track, identity: identity)
    decoder = try Decoder(track.parameters, threads: 1, path: path)
    rates = RateChange(to: info.sampleRate)
  }

  /// How many packets a decoder needs before its output no longer depends on what came before.
  private var preroll: Int {
    switch track.parameters.pointee.codec_id {
    // Overlap of one packet, and a second for tools that look back; SBR looks further.
    case AV_CODEC_ID_AAC: return track.parameters.pointee.profile > 4 ? 4 : 2
    // A frame may take its bits from up to nine earlier ones, which must be there too.
    case AV_CODEC_ID_MP3: return 12
    // 80 ms by the codec's specification, after which 1 % of a difference may still be there: the
    // energies are predicted from packet to packet. 500 ms leave none.
    case AV_CODEC_ID_OPUS: return packetsInHalfASecond
    // The header of a packet only corrects what the ones before it led to.
    case AV_CODEC_ID_ADPCM_IMA_QT: return .max >> 1
    case AV_CODEC_ID_VORBIS, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_MP2: return 2
    default:
      let bits = av_get_exact_bits_per_sample(track.parameters.pointee.codec_id)
      let isLossless: Bool =
        switch track.parameters.pointee.codec_id {
        case AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC: true
        default: bits > 0
        }
      // Codecs of speech predict from long before, and are fast.
      return isLossless ? 0 : max(4, packetsInHalfASecond * 4)
    }
  }

  private var packetsInHalfASecond: Int {
    let length = info.timeline.runs.map(\.length).max() ?? 960
    return Int((Int64(info.sampleRate) / 2 + length - 1) / max(1, length))
  }

  /// Whether a sample comes, or came just now, without a seek.
  func canReach(_ sample: Int64, within distance: Int64) -> Bool {
    guard sample >= validFrom else { return false }
    if hasDropped, let first = blocks.first, sample < first.start { return false }
    let reached = blocks.last?.end ?? max(validFrom, info.timeline.start)
    return isFinished || sample <= reached + distance
  }

  /// Moves to a place from which a sample comes out as if everything had been decoded.
  ///
  /// Returns whether the file had to be opened again.
  func seek(to sample: Int64) throws(MediaError) -> Bool {
    decoder.flush()
    rates = RateChange(to: info.sampleRate)
    blocks = []
    (isDraining, isFinished, holdsPacket, hasDropped) = (false, false, false, false)
    (expected, failedReads) = (nil, 0)
    av_packet_unref(demuxer.packet)
    let stamp = info.timeline.seekStamp(for: sample, preroll: preroll)
    // In a program stream times are guessed from the packets before, which a seek leaves out.
    if let stamp, demuxer.formatName != "mpeg",
      demuxer.seek(stream: track.streamIndex, to: stamp), land(before: sample, from: nil)
    {
      return false
    }
    demuxer = try Demuxer(path, reading: track, identity: identity)
    // Not every decoder forgets all when flushed, and here little or nothing is decoded in advance.
    decoder = try Decoder(track.parameters, threads: 1, path: path)
    if let stamp {
      if land(before: sample, from: stamp) { return true }
      demuxer = try Demuxer(path, reading: track, identity: identity)
      holdsPacket = false
    }
    validFrom = .min
    return true
  }

  /// Looks at the first packet after a seek, or at the first one from a timestamp on, and finds from
  /// where on the output counts.
  private func land(before sample: Int64, from first: Int64?) -> Bool {
    while demuxer.read() == .packet {
      let packet = demuxer.packet.pointee
      guard Int(packet.stream_index) == track.streamIndex else { continue }
      let stamp = packet.pts != vsff_no_pts ? packet.pts : packet.dts
      if let first, stamp == vsff_no_pts || stamp < first { continue }
      guard stamp != vsff_no_pts,
        first != nil
          || info.timeline.isTrue(
            stamp: stamp, at: packet.pos, isExact: demuxer.family == .untimed),
        let settled = info.timeline.position(preroll, packetsAfter: stamp), settled <= sample
      else { return false }
      validFrom = settled
      holdsPacket = true
      return true
    }
    return false
  }

  /// Finds a sample among what is decoded.
  func lookUp(_ sample: Int64) -> LookUp {
    if let block = blocks.first(where: { $0.end > sample }) {
      if block.start <= sample {
        let first = Int(sample - block.start)
        return .samples(block.box.pointer, first: first, available: block.count - first)
      }
      return .hole(end: block.start)
    }
    return isFinished ? .end : .ahead
  }

  /// Decodes one more frame; returns what went wrong, if anything did.
  func decode(_ counters: inout ReaderCounters) throws(MediaError) -> String? {
    while true {
      let box = FrameBox()
      switch decoder.receive(box.pointer) {
      case .done:
        counters.framesDecoded += 1
        try take(box)
        return decoder.takeComplaint()
      case .end:
        for rest in try rates.end() { append(rest, at: expected ?? info.timeline.start) }
        isFinished = true
        return decoder.takeComplaint()
      case .again:
        if let failure = feed(&counters) { return failure }
        if isFinished { return nil }
      case .failed(let code):
        return reason(code)
      }
    }
  }

  /// Why decoding failed, in the decoder's own words where it had some.
  private func reason(_ code: Int32) -> String { decoder.takeComplaint() ?? ffmpegText(code) }

  private func take(_ box: FrameBox) throws(MediaError) {
    let isOther = rates.isOther(box)
    let isFirst = isOther && rates.isFirst(box)
    let frames = try rates.follow(box)
    // What an earlier stretch at another rate still owed.
    for rest in frames.dropLast() { append(rest, at: expected ?? info.timeline.start) }
    guard let last = frames.last else { return }
    // The filter looks ahead, so what comes out of it is counted from the first on.
    let goesOn = isOther && !isFirst
    append(last, at: (goesOn ? expected : nil) ?? start(of: box))
  }

  private func start(of box: FrameBox) -> Int64 {
    let frame = box.pointer.pointee
    var start = expected ?? info.timeline.start
    if frame.pts != vsff_no_pts {
      if expected != nil, info.timeline.isAmbiguous(frame.pts) {
        // Packets that follow one another are counted.
      } else if let position = info.timeline.position(of: frame.pts) {
        start = position
      } else if expected == nil {
        start = info.timeline.sample(of: frame.pts)
      }
    }
    return start
  }

  private func append(_ box: FrameBox, at start: Int64) {
    let count = Int(box.pointer.pointee.nb_samples)
    guard count > 0 else { return }
    expected = start + Int64(count)
    guard start + Int64(count) > validFrom else { return }
    blocks.append(Block(box: box, start: start, count: count))
    if blocks.count > Self.keptBlocks {
      blocks.removeFirst()
      hasDropped = true
    }
  }

  private func feed(_ counters: inout ReaderCounters) -> String? {
    if !holdsPacket {
      guard !isDraining else {
        isFinished = true
        return nil
      }
      switch demuxer.read() {
      case .end:
        isDraining = true
        _ = decoder.send(nil)
        return nil
      case .failed(let code):
        failedReads += 1
        if failedReads > 16 {
          isDraining = true
          _ = decoder.send(nil)
        }
        return "reading failed: " + (demuxer.takeComplaint() ?? ffmpegText(code))
      case .packet: break
      }
      let packet = demuxer.packet.pointee
      guard Int(packet.stream_index) == track.streamIndex else { return nil }
      // Half a packet, at the end of a cut file, that the track does not list.
      if packet.flags & AV_PKT_FLAG_CORRUPT != 0, info.timeline.position(of: packet.pts) == nil {
        return nil
      }
    }
    holdsPacket = false
    counters.packets += 1
    switch decoder.send(demuxer.packet) {
    case .again:
      holdsPacket = true
      return nil
    case .failed(let code): return reason(code)
    case .done, .end: return nil
    }
  }
}
