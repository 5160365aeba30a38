import CFFmpeg
import Timing

/// Makes the tracks of one open file.
///
/// Times come from the container's own tables where there are complete ones, else from reading
/// every packet once.
final class TrackBuilder {
  let file: LocalFile
  let demuxer: Demuxer
  private let movie: MovieIndex?
  private(set) var warnings: [String] = []
  private(set) var truncatedAt: Time?
  /// Of a track that shows nothing of what is stored for it: how much that is.
  var undecodable: String?
  /// Of a track that is left out because its times cannot be meant: what they are.
  private(set) var unbelieved: String?
  /// Of a picture whose colours nobody here can make sense of: what they are.
  var unknownColors: String?
  /// Some picture or sound is encrypted.
  private(set) var hasEncryption = false
  /// What libavformat complained of, however it went on.
  private(set) var complaint: String?
  private var scan: PacketScan?
  private var timedStreams = 0
  /// The streams that were looked at for fields in samples of their own.
  private var fieldStreams: [Int: Bool] = [:]
  private var delays: [Int: Int64]?
  /// Told of the reading of all packets, where that is needed.
  private let watch: ReadingMonitor.Watch?

  init(
    file: LocalFile, demuxer: Demuxer, movie: MovieIndex?, watch: ReadingMonitor.Watch? = nil
  ) {
    (self.file, self.demuxer, self.movie, self.watch) = (file, demuxer, movie, watch)
  }

  /// Whether the packets were not read to their end because nobody waits for them.
  var isGivenUp: Bool { scan?.isGivenUp == true }

  func tracks() -> [MediaTrack] {
    let streams = (0..<demuxer.streamCount).map { index in
      StreamFacts(demuxer, index, path: file.path) { id in
        movie?.tracks.first { $0.id == id }?.isEncrypted ?? false
      }
    }
    for stream in streams where stream.isEncrypted {
      hasEncryption = true
      warn("track \(stream.id) is encrypted and left out")
    }
    timedStreams = streams.count { $0.mediaType == .video || $0.mediaType == .audio }
    scan(streams.filter { table(for: $0) == nil })
    let tracks = streams.map { stream in
      switch stream.mediaType {
      case .video: videoTrack(stream)
      case .audio: audioTrack(stream)
      case .subtitle, .other: plainTrack(stream)
      }
    }
    let believed = believed(tracks)
    complaint = scan?.failure ?? demuxer.takeComplaint()
    noteTruncation(tracks)
    noteEarlyEnd(tracks)
    if let complaint, truncatedAt == nil { warn("its structure is damaged: \(complaint)") }
    return believed
  }

  /// The tracks whose times can be meant.
  ///
  /// One damaged number can spread a second of media over months, and whoever plays or renders that
  /// would be held up for as long. No codec has less than eight bytes for a second, so what lasts
  /// longer than that, and more than a day, is left out, as is what lies so far from the rest.
  private func believed(_ tracks: [MediaTrack]) -> [MediaTrack] {
    let longest = Time(max(24 * 3600, file.identity.size / 8), 1)
    let timed = tracks.filter { $0.video != nil || $0.audio != nil }
    let start = timed.filter { $0.hasContent && $0.timeRange.duration <= longest }
      .map(\.timeRange.start).min()
    return tracks.filter { track in
      guard track.hasContent, track.video != nil || track.audio != nil else { return true }
      let isNear = start.map { track.timeRange.end - $0 <= longest } ?? false
      guard track.timeRange.duration > longest || !isNear else { return true }
      let text =
        "track \(track.id) is left out: its times are damaged, it would last from "
        + "\(track.timeRange.start.clock) to \(track.timeRange.end.clock)"
      warn(text)
      unbelieved = unbelieved ?? text
      return false
    }
  }

  /// The track's own sample tables, where they tell everything.
  func table(for stream: StreamFacts) -> MovieTrack? {
    guard let movie, !movie.hasFragments, !storesFields(stream) else { return nil }
    return movie.tracks.first { $0.id == stream.id && $0.sampleCount > 0 }
  }

  /// Whether two samples of the track may be the fields of one picture, of which tables know nothing.
  private func storesFields(_ stream: StreamFacts) -> Bool {
    if let known = fieldStreams[stream.index] { return known }
    let found = SecondFields(stream.parameters.pointee).map { fields in
      guard let demuxer = try? Demuxer(file.path), stream.index < demuxer.streamCount else {
        return false
      }
      demuxer.select(stream.index)
      // Each picture may be coded in either way; what moves is soon coded in fields.
      for _ in 0..<64 {
        guard demuxer.read() == .packet else { break }
        let isOurs = Int(demuxer.packet.pointee.stream_index) == stream.index
        if isOurs, fields.isSecond(demuxer.packet) { return true }
      }
      return false
    }
    fieldStreams[stream.index] = found ?? false
    return found ?? false
  }

  /// The track's box, for its edit list and flags.
  func box(for stream: StreamFacts) -> MovieTrack? {
    movie?.tracks.first { $0.id == stream.id }
  }

  /// Nothing else is timed together with the stream.
  var hasOneTimedStream: Bool { timedStreams == 1 }

  func warn(_ text: String) {
    if !warnings.contains(text) { warnings.append(text) }
  }

  private func scan(_ streams: [StreamFacts]) {
    let pictures = Set(streams.filter { $0.mediaType == .video }.map(\.index))
    var lengths: [Int: (PacketLength, AudioTimeline)] = [:]
    for stream in streams where stream.mediaType == .audio {
      guard let sound = stream.sound else { continue }
      lengths[stream.index] = (
        PacketLength(
          stream.parameters, rate: Int64(sound.rate), tick: stream.tick, frameSize: sound.frameSize),
        AudioTimeline(rate: Int64(sound.rate), tick: stream.tick)
      )
    }
    guard !pictures.isEmpty || !lengths.isEmpty else { return }
    // Where tables were thought to tell all, packets may have been read already.
    let isBegun = streams.contains { fieldStreams[$0.index] == true }
    let source = isBegun ? (try? Demuxer(file.path)) ?? demuxer : demuxer
    let scan = IndexCache.user.scan(of: file, pictures: pictures, sounds: Set(lengths.keys)) {
      PacketScan(source, pictures: pictures, lengths: lengths, watch: watch)
    }
    if let failure = scan.failure { warn("while its packets were read, FFmpeg said: \(failure)") }
    self.scan = scan
  }

  /// Priming that nothing but the first packet of a tabled sound tells of.
  ///
  /// The packets are mostly those that were read to open the file, so this costs next to nothing.
  func encoderDelay(_ stream: StreamFacts) -> Int64 {
    guard stream.parameters.pointee.codec_id == AV_CODEC_ID_AAC, scan == nil else { return 0 }
    // The first packets may have been read already, to complete what the header says.
    if delays == nil { delays = (try? Demuxer(file.path)).map(Self.encoderDelays) ?? [:] }
    return delays?[stream.index] ?? 0
  }

  /// The priming of each stream whose first packet comes early.
  private static func encoderDelays(_ demuxer: Demuxer) -> [Int: Int64] {
    let isSound = (0..<demuxer.streamCount).map {
      demuxer.stream($0).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }
    // What is discarded is not even read.
    for index in isSound.indices where !isSound[index] {
      demuxer.stream(index).pointee.discard = AVDISCARD_ALL
    }
    var delays: [Int: Int64] = [:]
    // A second of picture may come before the first sound.
    for _ in 0..<64 where delays.count < isSound.count(where: \.self) {
      guard demuxer.read() == .packet else { break }
      let index = Int(demuxer.packet.pointee.stream_index)
      guard index < isSound.count, isSound[index], delays[index] == nil else { continue }
      let codec = demuxer.stream(index).pointee.codecpar.pointee.codec_id
      delays[index] = EncoderDelay.samples(demuxer.packet, codec: codec)
    }
    return delays
  }

  func scanned(_ stream: StreamFacts) -> PacketScan.Stream? { scan?.streams[stream.index] }

  private func plainTrack(_ stream: StreamFacts) -> MediaTrack {
    let duration = stream.declaredDuration
    let range = TimeRange(start: .zero, duration: duration)
    return MediaTrack(
      id: stream.id, streamIndex: stream.index, mediaType: stream.mediaType,
      isEnabled: box(for: stream)?.isEnabled ?? stream.isDefault,
      alternateGroup: box(for: stream)?.alternateGroup ?? stream.alternateGroup,
      language: stream.language, metadata: stream.metadata,
      bitRate: stream.stream.pointee.codecpar.pointee.bit_rate, timeRange: range,
      naturalTimeScale: stream.tick.denominator,
      segments: [TimeMapping(source: range, target: range)], parameters: stream.parameters,
      video: nil, audio: nil)
  }

  /// A file that ends long before the time that its header announces was cut, too.
  ///
  /// Little is rounding where nothing else speaks for it.
  private func noteEarlyEnd(_ tracks: [MediaTrack]) {
    let context = demuxer.context.pointee
    if let announced = announcedBytes, announced > file.identity.size,
      let end = tracks.map(\.timeRange.end).max()
    {
      truncatedAt = max(.zero, end)
      warn(
        "the file is cut short: it announces \(announced) bytes and has \(file.identity.size); "
          + "it ends at \(end.secondsText) s")
      return
    }
    guard movie == nil, context.duration_estimation_method == AVFMT_DURATION_FROM_STREAM,
      context.duration > 0, let end = tracks.map(\.timeRange.end).max()
    else { return }
    let announced =
      Time(context.duration, 1_000_000)
      + Time(max(0, context.start_time == vsff_no_pts ? 0 : context.start_time), 1_000_000)
    let slack =
      complaint == nil ? max(Time(1, 10), announced.multiplied(by: 1, over: 20)) : Time(1, 50)
    // Subtitles and data may go on after the last picture.
    let isPlain = tracks.allSatisfy { $0.mediaType == .video || $0.mediaType == .audio }
    guard announced > end + slack, isPlain || complaint != nil else { return }
    truncatedAt = max(.zero, end)
    warn(
      "the file is cut short: it announces \(announced.secondsText) s and ends at "
        + "\(end.secondsText) s" + (complaint.map { " (\($0))" } ?? ""))
  }

  /// The bytes that an AVI file has by its own account; nil where it gives none.
  ///
  /// From those that are there libavformat guesses how long such a file is.
  private var announcedBytes: Int64? {
    guard demuxer.formatName == "avi", let input = demuxer.context.pointee.pb,
      avio_seek(input, 4, 0) >= 0
    else { return nil }
    let size = Int64(avio_rl32(input))
    // What was never finished says 0 or all ones.
    return size > 0 && size < 0xFFFF_FFF0 ? size + 8 : nil
  }

  /// A cut file shows what is wholly there; say so and from when on something is missing.
  private func noteTruncation(_ tracks: [MediaTrack]) {
    guard let movie, movie.isCut else { return }
    var missing = 0
    for track in tracks {
      guard let box = movie.tracks.first(where: { $0.id == track.id }),
        box.completeCount < box.sampleCount, track.mediaType == .video || track.mediaType == .audio
      else { continue }
      let end = track.timeRange.end
      truncatedAt = min(truncatedAt ?? end, end)
      if track.mediaType == .video { missing += box.sampleCount - box.completeCount }
    }
    guard let end = truncatedAt else { return }
    let frames = missing > 0 ? "; \(missing) frames are missing" : ""
    warn(
      "the file is cut short: its index lists more than is there, which ends at "
        + "\(end.secondsText) s\(frames)")
  }
}
