import CFFmpeg
import Timing

/// Reads one sound track by sample number: 0 is the first presented sample, at the track's start.
///
/// Holds one open file and one decoder. Not Sendable: one thread at a time. Reading on from where the
/// last read ended never seeks; after a seek enough packets are decoded in advance that the same
/// samples come out as without it.
package final class AudioReader {
  package let track: MediaTrack
  package let sampleRate: Int
  package let layout: ChannelLayout
  package private(set) var counters = ReaderCounters()
  private let path: String
  private let identity: FileIdentity
  private let info: AudioTrackInfo
  private var source: SoundSource?
  private var mixer: LayoutMixer
  private var log = IssueLog()
  /// That the sound ends early is said once, not of every block of the silence that follows.
  private var hasToldEnd = false

  /// A read this far ahead decodes what lies between instead of seeking, in seconds.
  private static let readAhead: Int64 = 1

  /// Opens an audio track of an asset.
  package init(_ track: MediaTrack, of asset: MediaAsset) throws(MediaError) {
    guard let info = track.audio else {
      throw MediaError(
        .noTracks, path: asset.path, action: "read the sound of", detail: "the track is no sound")
    }
    self.track = track
    self.info = info
    (sampleRate, layout, path) = (info.sampleRate, info.layout, asset.path)
    mixer = LayoutMixer(layout: info.layout, rate: info.sampleRate)
    identity = asset.identity
    source = try SoundSource(track, info, path: path, identity: identity)
    counters.opens = 1
  }

  /// What could not be decoded since the last look.
  package var issues: [DecodeIssue] { log.drain() }

  /// Closes the file and the decoder.
  package func close() { source = nil }

  /// Exactly `count` samples from a number on, silent wherever the track has none.
  package func read(from sample: Int64, count: Int) throws(MediaError) -> AudioBuffer {
    let buffer = AudioBuffer(channels: layout.channels, capacity: count)
    try read(from: sample, count: count, into: buffer)
    return buffer
  }

  /// Fills the beginning of a buffer with exactly `count` samples; `frames` becomes `count`.
  package func read(
    from sample: Int64, count: Int, into buffer: AudioBuffer
  ) throws(MediaError) {
    precondition(count >= 0 && count <= buffer.capacity, "the buffer is too small")
    buffer.frames = count
    buffer.silence(0..<count)
    do {
      try fillPieces(from: sample, count: count, into: buffer)
    } catch {
      // What converts the sound after a change in the middle knows nothing of files.
      throw error.naming(
        path, at: track.timeRange.start + Time(sample, Int64(sampleRate)),
        action: "use the sound of")
    }
  }

  private func fillPieces(
    from sample: Int64, count: Int, into buffer: AudioBuffer
  ) throws(MediaError) {
    let end = sample + Int64(count)
    var number = info.pieces.partitioningIndex { $0.end > sample }
    while number < info.pieces.count, info.pieces[number].start < end {
      let piece = info.pieces[number]
      let (first, last) = (max(piece.start, sample), min(piece.end, end))
      if piece.speed == .one {
        let media = piece.media + first - piece.start
        try fill(media..<media + last - first, into: buffer, at: Int(first - sample))
      } else {
        try fill(first..<last, of: piece, into: buffer, at: Int(first - sample))
      }
      number += 1
    }
  }

  /// Copies a stretch of the media into a buffer that is silent there.
  private func fill(
    _ range: Range<Int64>, into buffer: AudioBuffer, at offset: Int
  ) throws(MediaError) {
    guard let source else {
      throw MediaError(.ioFailed, path: path, action: "read", detail: "its reader was closed")
    }
    var position = range.lowerBound
    if !source.canReach(position, within: Self.readAhead * Int64(sampleRate)) {
      counters.seeks += 1
      if try source.seek(to: position) { counters.opens += 1 }
    }
    while position < range.upperBound {
      let place = offset + Int(position - range.lowerBound)
      switch source.lookUp(position) {
      case .samples(let frame, let first, let available):
        let count = Int(min(Int64(available), range.upperBound - position))
        guard try mixer.copy(frame, from: first, count: count, into: buffer, at: place)
        else {
          throw MediaError(
            .unsupportedFormat, path: path, action: "use the sound of",
            detail: "its sample format is not supported")
        }
        position += Int64(count)
      case .hole(let end):
        position = min(end, range.upperBound)
      case .ahead:
        if let failure = try source.decode(&counters) {
          try identity.check(path)
          note(position, failure)
        }
      case .end:
        // A last packet may decode to less than it is listed with; more than that is missing.
        if !hasToldEnd, range.upperBound - position > info.timeline.longestPacket {
          hasToldEnd = true
          try identity.check(path)
          note(position, "the sound ends early, silence follows")
        }
        return
      }
    }
  }

  /// Samples of a piece that an edit plays at another speed, and so at another pitch.
  private func fill(
    _ range: Range<Int64>, of piece: AudioPiece, into buffer: AudioBuffer, at offset: Int
  ) throws(MediaError) {
    let kernel = SpeedKernel(piece.speed)
    // Whole seconds are interpolated at once, however fast they go by.
    var first = range.lowerBound
    while first < range.upperBound {
      let last = min(range.upperBound, first + 4096)
      let low = piece.position(of: first).units(per: 1, .towardNegativeInfinity) - kernel.reach
      let high = piece.position(of: last).units(per: 1, .towardPositiveInfinity) + kernel.reach
      let media = AudioBuffer(channels: buffer.channels, capacity: Int(high - low))
      media.silence(0..<media.capacity)
      // Before and after the media the kernel looks at silence.
      let start = max(low, info.timeline.start)
      let end = min(high, info.timeline.end)
      if start < end { try fill(start..<end, into: media, at: Int(start - low)) }
      for sample in first..<last {
        let position = piece.position(of: sample) - Time(low)
        for channel in 0..<buffer.channels {
          buffer[channel][offset + Int(sample - range.lowerBound)] = kernel.value(
            media[channel], at: position)
        }
      }
      first = last
    }
  }

  private func note(_ media: Int64, _ message: String) {
    let piece = info.pieces.first {
      media >= $0.media && Time(media) < $0.position(of: $0.end)
    }
    let sample = piece.map { $0.sample(of: media) } ?? 0
    log.add(track.timeRange.start + Time(sample, Int64(sampleRate)), message)
  }
}
