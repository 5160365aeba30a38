import CFFmpeg
import Timing

extension TrackBuilder {
  /// Describes a sound track.
  func audioTrack(_ stream: StreamFacts) -> MediaTrack {
    guard let sound = stream.sound else { preconditionFailure("not a sound stream") }
    let rate = Int64(sound.rate)
    let box = box(for: stream)
    var media: Media
    if let table = table(for: stream) {
      media = tabled(table, stream, sound)
      if let gap = GaplessInformation(demuxer.context.pointee.metadata), box?.edits.isEmpty ?? true,
        gap.priming + gap.padding < media.timeline.end
      {
        (media.leadingSkip, media.trailingSkip) = (gap.priming, gap.padding)
      }
    } else {
      media = scannedMedia(stream, rate: rate)
    }
    let place =
      (box?.edits.isEmpty ?? true)
      ? nil : box.flatMap { edited(media, box: $0, stream: stream, rate: rate) }
    let pieces: [AudioPiece]
    let start: Time
    if let place {
      (pieces, start) = (place.pieces, place.start)
    } else {
      (pieces, start) = whole(&media, rate: rate)
    }
    let count = pieces.last?.end ?? 0
    let range = TimeRange(start: start, duration: Time(count, rate))
    return MediaTrack(
      id: stream.id, streamIndex: stream.index, mediaType: .audio,
      isEnabled: box?.isEnabled ?? stream.isDefault,
      alternateGroup: box?.alternateGroup ?? stream.alternateGroup,
      language: stream.language, metadata: stream.metadata,
      bitRate: bitRate(stream, bytes: media.byteCount, duration: range.duration),
      timeRange: range, naturalTimeScale: rate,
      segments: place == nil ? [Self.wholeMapping(range)] : Self.segments(box, range),
      parameters: stream.parameters, video: nil,
      audio: AudioTrackInfo(
        sampleRate: sound.rate, layout: sound.layout, sampleCount: count,
        timeline: media.timeline, pieces: pieces))
  }

  /// The sound as it is stored, before edits.
  private struct Media {
    var timeline: AudioTimeline
    /// Priming that the container declares itself.
    var leadingSkip: Int64 = 0
    /// Padding at the end.
    var trailingSkip: Int64 = 0
    var byteCount: Int64 = 0
    /// Priming that nothing but the encoder's signature tells of.
    var encoderDelay: Int64 = 0

    /// The first sample that is not such priming.
    var firstAudible: Int64 {
      encoderDelay == 0 ? timeline.start : timeline.nextSample(from: timeline.start + encoderDelay)
    }

    var end: Int64 { max(timeline.start, timeline.end - trailingSkip) }
  }

  /// The sound by an MP4's tables.
  private func tabled(_ table: MovieTrack, _ stream: StreamFacts, _ sound: SoundFacts) -> Media {
    let rate = Int64(sound.rate)
    var timeline = AudioTimeline(rate: rate, tick: stream.tick)
    let fixed = PacketLength(
      stream.parameters, rate: rate, tick: stream.tick, frameSize: sound.frameSize
    ).uniform
    var stamp: Int64 = 0
    var rest = table.completeCount
    var last: Int64 = 0
    for run in table.durations where rest > 0 {
      let count = min(rest, run.count)
      let declared = timeline.sample(of: run.value)
      last = declared
      let isExact = declared * stream.tick.denominator == run.value * stream.tick.numerator * rate
      if isExact, declared == fixed ?? declared {
        timeline.append(stamp: stamp, length: declared, count: count)
      } else {
        for number in 0..<count {
          timeline.append(stamp: stamp + Int64(number) * run.value, length: fixed ?? declared)
        }
      }
      stamp += run.value * Int64(count)
      rest -= count
    }
    // A last packet that is declared shorter than it decodes to ends where it is said to.
    let padding = fixed.map {
      last > 0 && table.completeCount == table.sampleCount ? max(0, $0 - last) : 0
    }
    return Media(
      timeline: timeline, trailingSkip: padding ?? 0, byteCount: table.byteCount,
      encoderDelay: encoderDelay(stream))
  }

  /// The sound by what the packets say.
  private func scannedMedia(_ stream: StreamFacts, rate: Int64) -> Media {
    let scan = scanned(stream)
    var media = Media(
      timeline: scan?.sound ?? AudioTimeline(rate: rate, tick: stream.tick),
      leadingSkip: scan?.leadingSkip ?? 0, trailingSkip: scan?.trailingSkip ?? 0,
      byteCount: scan?.byteCount ?? 0, encoderDelay: scan?.encoderDelay ?? 0)
    // Matroska declares priming for the track, not with the first packet.
    if media.leadingSkip == 0 {
      media.leadingSkip = Int64(max(0, stream.parameters.pointee.initial_padding))
    }
    // A Vorbis decoder only makes sound from the second packet on.
    if stream.parameters.pointee.codec_id == AV_CODEC_ID_VORBIS,
      let first = media.timeline.runs.first
    {
      media.leadingSkip = max(media.leadingSkip, first.length)
    }
    if let frame = EncoderDelay.windowsMediaFrame(
      stream.parameters.pointee.codec_id, rate: rate), media.timeline.packetCount > 0
    {
      media.leadingSkip = 2 * frame
      media.timeline.append(stamp: nil, length: frame)
    }
    return media
  }

  /// All of the sound but priming and padding.
  ///
  /// Priming is there so that what follows begins at 0: where rounded times or a container without
  /// times say otherwise, the count is moved.
  private func whole(_ media: inout Media, rate: Int64) -> (pieces: [AudioPiece], start: Time) {
    if media.leadingSkip == 0 { media.leadingSkip = media.firstAudible - media.timeline.start }
    let tick = Time(media.timeline.tick.numerator, media.timeline.tick.denominator)
    let first = media.timeline.start + media.leadingSkip
    let isNearZero =
      Time(first.magnitude > 1 << 40 ? 1 << 40 : Int64(first.magnitude), rate) <= tick
    let isUnshifted = media.timeline.start == 0 && media.leadingSkip > 0 && hasOneTimedStream
    if isNearZero || isUnshifted { media.timeline.shift(by: -first) }
    let start = media.timeline.start + media.leadingSkip
    guard media.end > start else { return ([], Time(start, rate)) }
    return ([AudioPiece(start: 0, media: start, count: media.end - start)], Time(start, rate))
  }

  /// The sound by an edit list; nil where that shows nothing.
  private func edited(
    _ media: Media, box: MovieTrack, stream: StreamFacts, rate: Int64
  ) -> (pieces: [AudioPiece], start: Time)? {
    let coarse = Time(1, box.movieTimescale).units(per: rate, .awayFromZero)
    var pieces: [AudioPiece] = []
    var trackStart: Time?
    var time = Time.zero
    for edit in box.edits {
      let duration = Time(edit.duration, box.movieTimescale)
      defer { time += duration }
      // What stands still is not heard.
      guard !edit.isEmpty, edit.rate != 0 else { continue }
      if edit.rate < 0 {
        warn("track \(stream.id) is edited to run backwards, which is played forwards")
      }
      let speed = edit.rate < 0 ? Ratio.one : Ratio(Int64(edit.rate), 65536)
      let entry = media.timeline.sample(of: edit.mediaTime)
      var end =
        edit.duration > 0 ? entry + duration.scaled(by: speed).units(per: rate) : media.end
      // What an edit shows of an encoder's priming is silence.
      let first = max(entry, media.firstAudible)
      if end > media.end || (end - media.end).magnitude <= coarse.magnitude { end = media.end }
      guard end > first else { continue }
      let inverse = Ratio(speed.denominator, speed.numerator)
      let shown = time + Time(first - entry, rate).scaled(by: inverse)
      let origin = trackStart ?? shown
      trackStart = origin
      let piece = AudioPiece(
        start: (shown - origin).units(per: rate), media: first,
        count: Time(end - first).scaled(by: inverse).units(per: 1), speed: speed)
      // Rounded lengths may make pieces meet inexactly.
      if let previous = pieces.last, (previous.end - piece.start).magnitude <= coarse.magnitude,
        previous.speed == .one, speed == .one, previous.media + previous.count == first
      {
        pieces[pieces.count - 1] = AudioPiece(
          start: previous.start, media: previous.media, count: previous.count + end - first)
        continue
      }
      let overlap = max(0, (pieces.last?.end ?? 0) - piece.start)
      guard piece.count > overlap else { continue }
      pieces.append(piece.dropping(overlap))
    }
    guard let trackStart, !pieces.isEmpty else {
      warn("the edit list of track \(stream.id) shows nothing of its media and is ignored")
      return nil
    }
    return (pieces, trackStart)
  }
}

extension TrackBuilder {
  /// The edit list as stretches of pictures.
  func pieces(_ box: MovieTrack, _ stream: StreamFacts) -> [Presentation.Piece] {
    var time = Time.zero
    return box.edits.compactMap { edit in
      let start = time
      let duration = Time(edit.duration, box.movieTimescale)
      time += duration
      guard !edit.isEmpty else { return nil }
      if edit.rate < 0 {
        warn("track \(stream.id) is edited to run backwards, which is played forwards")
      }
      let rate = edit.rate < 0 ? Ratio.one : Ratio(Int64(edit.rate), 65536)
      return Presentation.Piece(
        start: start, end: edit.duration > 0 ? start + duration : nil, mediaStart: edit.mediaTime,
        rate: rate)
    }
  }

  /// The edit list as mappings; what it leaves open ends with the track.
  static func segments(_ box: MovieTrack?, _ range: TimeRange) -> [TimeMapping] {
    guard let box else { return [wholeMapping(range)] }
    var time = Time.zero
    return box.edits.compactMap { edit in
      let rest = max(.zero, range.end - time)
      let duration = edit.duration > 0 ? Time(edit.duration, box.movieTimescale) : rest
      let target = TimeRange(start: time, duration: duration)
      time += duration
      guard duration > .zero else { return nil }
      if edit.isEmpty { return TimeMapping(emptyFor: target) }
      let length = duration.scaled(by: Ratio(Int64(max(0, edit.rate)), 65536))
      return TimeMapping(
        source: TimeRange(start: Time(edit.mediaTime, box.timescale), duration: length),
        target: target)
    }
  }

  static func wholeMapping(_ range: TimeRange) -> TimeMapping {
    TimeMapping(source: range, target: range)
  }

  /// The container's word for bits per second, else what the bytes make.
  func bitRate(_ stream: StreamFacts, bytes: Int64, duration: Time) -> Int64 {
    let declared = stream.stream.pointee.codecpar.pointee.bit_rate
    guard declared <= 0, bytes > 0, duration > .zero else { return max(0, declared) }
    return Time(bytes, 1).multiplied(by: 8).multiplied(by: duration.timescale, over: duration.value)
      .units(per: 1)
  }
}

/// What iTunes says of priming and padding in a file without an edit list.
struct GaplessInformation {
  let priming: Int64
  let padding: Int64

  /// Reads the tag "iTunSMPB": hexadecimal words, of which the second and third are meant.
  init?(_ metadata: OpaquePointer?) {
    guard let entry = av_dict_get(metadata, "iTunSMPB", nil, 0) else { return nil }
    let words = String(cString: entry.pointee.value).split(separator: " ")
    guard words.count >= 3, let priming = Int64(words[1], radix: 16),
      let padding = Int64(words[2], radix: 16), priming >= 0, padding >= 0
    else { return nil }
    (self.priming, self.padding) = (priming, padding)
  }
}
