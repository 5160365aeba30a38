import CFFmpeg
import Timing

/// Everything that reading a file's packets once, without decoding them, tells of its streams.
///
/// For containers whose own index is missing or does not list every packet with its exact time.
struct PacketScan {
  /// What was found in one stream.
  struct Stream {
    /// Picture packets in decoding order.
    var samples: [Sample] = []
    /// Sound packets, to the sample.
    var sound: AudioTimeline?
    /// Samples to drop at the beginning: the encoder's priming.
    var leadingSkip: Int64 = 0
    /// Priming that the container does not tell, by the encoder's signature.
    var encoderDelay: Int64 = 0
    /// Samples to drop at the end: the encoder's padding.
    var trailingSkip: Int64 = 0
    var byteCount: Int64 = 0
    /// Packets without any timestamp were put one duration after the one before.
    var hasGuessedTimes = false
  }

  private(set) var streams: [Stream]
  /// The latest time of each stream that is believed: a century.
  private let limits: [Int64]
  private let family: ContainerFamily

  /// What libavformat complained of since the file was opened, or why reading ended; nil after a
  /// proper end.
  private(set) var failure: String?
  /// Whether whoever waited for it has given it up.
  private(set) var isGivenUp = false

  /// Packets between two looks at who waits.
  private static let watchInterval = 256

  /// What another scan of the same file found.
  init(streams: [Stream], failure: String?) {
    (self.streams, self.failure) = (streams, failure)
    // Only a scan under way asks for these.
    (limits, family) = ([], .untimed)
  }

  /// Reads all packets from the present place on.
  ///
  /// `lengths` has a counter for each sound stream; streams that are neither picture nor sound are
  /// not read.
  init(
    _ demuxer: Demuxer, pictures: Set<Int>, lengths: [Int: (PacketLength, AudioTimeline)],
    watch: ReadingMonitor.Watch? = nil
  ) {
    defer { watch?.finish() }
    streams = Array(repeating: Stream(), count: demuxer.streamCount)
    family = demuxer.family
    limits = (0..<demuxer.streamCount).map { Self.century(of: demuxer.stream($0)) }
    for (index, length) in lengths { streams[index].sound = length.1 }
    for index in 0..<demuxer.streamCount {
      let isWanted = pictures.contains(index) || lengths[index] != nil
      demuxer.stream(index).pointee.discard = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
    var hidden: [Int: HiddenPictures] = [:]
    var fields: [Int: SecondFields] = [:]
    for index in pictures {
      let parameters = demuxer.stream(index).pointee.codecpar.pointee
      hidden[index] = HiddenPictures(parameters.codec_id)
      fields[index] = SecondFields(parameters)
    }
    var (count, incomplete) = (0, 0)
    loop: while true {
      count += 1
      if count % Self.watchInterval == 0, let watch,
        !watch.goesOn(at: demuxer.packet.pointee.pos)
      {
        isGivenUp = true
        return
      }
      switch demuxer.read() {
      case .packet: break
      case .end:
        failure = demuxer.takeComplaint()
        break loop
      case .failed(let code):
        failure = demuxer.takeComplaint() ?? ffmpegText(code)
        break loop
      }
      let packet = UnsafePointer(demuxer.packet)
      if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { incomplete += 1 }
      let index = Int(packet.pointee.stream_index)
      guard index < streams.count else { continue }
      streams[index].byteCount += Int64(packet.pointee.size)
      if let (length, _) = lengths[index] {
        addSound(packet, index, length)
      } else if fields[index]?.isSecond(packet) == true, !streams[index].samples.isEmpty {
        addField(packet, index)
      } else if pictures.contains(index) {
        // An AVI file has no times; where pictures are reordered, those made up for it are wrong.
        let isReordered = demuxer.stream(index).pointee.codecpar.pointee.video_delay > 0
        addPicture(
          packet, index, hidden: hidden[index], isTimed: family != .interleaved || !isReordered)
      }
    }
    if failure == nil, incomplete > 0 { failure = "\(incomplete) packets are incomplete" }
    for index in pictures { repairTimes(index) }
    if demuxer.formatName.hasPrefix("matroska") {
      for index in pictures { takeClusters(index, of: demuxer.stream(index)) }
    }
  }

  /// A century in the units of a stream's times.
  private static func century(of stream: UnsafeMutablePointer<AVStream>) -> Int64 {
    let tick = Ratio(stream.pointee.time_base)
    return min(
      1 << 56,
      Time(1 << 32, 1).multiplied(by: tick.denominator, over: tick.numerator).units(per: 1))
  }

  /// Notes for each key picture where its cluster begins, which is where a demuxer has to go.
  private mutating func takeClusters(_ index: Int, of stream: UnsafeMutablePointer<AVStream>) {
    for number in streams[index].samples.indices {
      let sample = streams[index].samples[number]
      guard sample.isKey,
        let entry = avformat_index_get_entry_from_timestamp(
          stream, sample.presentation, AVSEEK_FLAG_BACKWARD),
        entry.pointee.timestamp == sample.presentation
      else {
        streams[index].samples[number].position = -1
        continue
      }
      streams[index].samples[number].position = entry.pointee.pos
    }
  }

  /// A time that can be meant; nil for none and for the fruit of damage.
  private func believed(_ time: Int64, _ index: Int) -> Int64? {
    time != vsff_no_pts && time.magnitude <= limits[index].magnitude ? time : nil
  }

  private mutating func addSound(
    _ packet: UnsafePointer<AVPacket>, _ index: Int, _ length: PacketLength
  ) {
    let values = packet.pointee
    let stamp = believed(values.pts, index) ?? believed(values.dts, index)
    let declared =
      streams[index].sound.map { $0.sample(of: believed(values.duration, index) ?? 0) } ?? 0
    let samples = length.samples(in: packet, declared: declared)
    var (first, last): (UInt32, UInt32) = (0, 0)
    vsff_packet_skip(packet, &first, &last)
    if streams[index].sound?.runs.isEmpty == true {
      streams[index].leadingSkip = Int64(first)
      streams[index].encoderDelay = EncoderDelay.samples(packet, codec: length.codec)
    }
    // Only what the packets at the very end say counts.
    streams[index].trailingSkip = last > 0 ? streams[index].trailingSkip + Int64(last) : 0
    streams[index].sound?.append(stamp: stamp, length: samples)
    if family == .pages, let stamp, values.pos >= 0 {
      streams[index].sound?.addPage(at: values.pos, stamp: stamp)
    }
  }

  private mutating func addPicture(
    _ packet: UnsafePointer<AVPacket>, _ index: Int, hidden: HiddenPictures?, isTimed: Bool
  ) {
    let values = packet.pointee
    var sample = Sample(
      presentation: (isTimed ? believed(values.pts, index) : nil) ?? vsff_no_pts,
      decoding: believed(values.dts, index) ?? vsff_no_pts,
      duration: believed(values.duration, index) ?? 0,
      isKey: values.flags & AV_PKT_FLAG_KEY != 0, position: values.pos)
    sample.isHidden =
      values.flags & AV_PKT_FLAG_DISCARD != 0 || hidden?.isHidden(packet) == true
    streams[index].samples.append(sample)
  }

  /// Adds the second half of the last picture, which lasts as long as both.
  private mutating func addField(_ packet: UnsafePointer<AVPacket>, _ index: Int) {
    let values = packet.pointee
    let first = streams[index].samples[streams[index].samples.count - 1]
    let duration = believed(values.duration, index) ?? 0
    // Often only the first has a time.
    func after(_ time: Int64) -> Int64 {
      time == vsff_no_pts ? time : time + max(1, first.duration)
    }
    var sample = Sample(
      presentation: after(first.presentation),
      decoding: believed(values.dts, index) ?? after(first.decoding), duration: 0,
      isKey: false, position: values.pos)
    sample.isHidden = true
    streams[index].samples[streams[index].samples.count - 1].duration += duration
    streams[index].samples.append(sample)
  }

  /// Gives every picture a presentation time.
  ///
  /// Where the container has none for some, pictures are shown in the order of the decoding times,
  /// one after another.
  private mutating func repairTimes(_ index: Int) {
    let samples = streams[index].samples
    guard samples.contains(where: { $0.presentation == vsff_no_pts }) else { return }
    if family == .timedBlocks, samples.contains(where: { $0.presentation != vsff_no_pts }) {
      // Every block has a time there, and one before the file's beginning is not shown.
      for number in samples.indices where samples[number].presentation == vsff_no_pts {
        streams[index].samples[number].isHidden = true
        streams[index].samples[number].presentation = .min
      }
      return
    }
    streams[index].hasGuessedTimes = true
    var times: [Int64] = []
    times.reserveCapacity(samples.count)
    var next: Int64 = 0
    for sample in samples {
      let time =
        sample.decoding != vsff_no_pts
        ? max(sample.decoding, times.last.map { $0 + 1 } ?? .min) : next
      times.append(time)
      next = time + max(sample.isHidden ? 0 : 1, sample.duration)
    }
    for (number, time) in times.enumerated() {
      streams[index].samples[number].presentation = time
      streams[index].samples[number].decoding = time
    }
  }
}
