import Media

/// The samples of a source in the direction in which they play, from a first one on.
///
/// Backward they are read in long pieces, each forward, so that a decoder does not start anew for
/// every block. Owned by one thread.
final class RunInput {
  private let base: Int64
  private let isReversed: Bool
  /// How many samples are meant; beyond them there is silence, unless nil.
  private let count: Int64?
  private let fetch: (Int64, Int) throws -> AudioBuffer
  private var piece: (number: Int64, samples: AudioBuffer)?

  private static let pieceLength: Int64 = 65_536

  /// `fetch` reads source samples by their number.
  init(
    base: Int64, isReversed: Bool, count: Int64?,
    fetch: @escaping (Int64, Int) throws -> AudioBuffer
  ) {
    (self.base, self.isReversed, self.count, self.fetch) = (base, isReversed, count, fetch)
  }

  /// Samples `first ..< first + count` as they play.
  func read(from first: Int64, count: Int) throws -> AudioBuffer {
    let samples = isReversed ? try backward(first, count) : try fetch(base + first, count)
    if let limit = self.count {
      let before = min(max(0, -first), Int64(count))
      let inside = min(max(0, limit - first), Int64(count))
      if before > 0 { samples.silence(0..<Int(before)) }
      if inside < Int64(count) { samples.silence(Int(inside)..<count) }
    }
    return samples
  }

  private func backward(_ first: Int64, _ count: Int) throws -> AudioBuffer {
    var result: AudioBuffer?
    var done = 0
    while done < count {
      let place = first + Int64(done)
      let number = place >= 0 ? place / Self.pieceLength : (place + 1) / Self.pieceLength - 1
      let samples = try backwardPiece(number)
      let offset = Int(place - number * Self.pieceLength)
      let taken = min(count - done, Int(Self.pieceLength) - offset)
      let target = result ?? AudioBuffer(channels: samples.channels, capacity: count)
      for channel in 0..<samples.channels {
        (target[channel] + done).update(from: samples[channel] + offset, count: taken)
      }
      result = target
      done += taken
    }
    return try result ?? fetch(base, 0)
  }

  private func backwardPiece(_ number: Int64) throws -> AudioBuffer {
    if let piece, piece.number == number { return piece.samples }
    let length = Self.pieceLength
    let samples = try fetch(base - (number + 1) * length + 1, Int(length))
    for channel in 0..<samples.channels {
      var wave = UnsafeMutableBufferPointer(start: samples[channel], count: Int(length))
      wave.reverse()
    }
    piece = (number, samples)
    return samples
  }
}

/// A stretch of an input that moves on: what was read stays at hand for a little way back.
struct InputWindow {
  private let input: RunInput
  private var start: Int64 = 0
  private var samples: AudioBuffer?

  private static let block: Int64 = 8192

  init(_ input: RunInput) { self.input = input }

  /// The samples of a range, one pointer for each channel, valid until the next call.
  mutating func samples(in range: Range<Int64>) throws -> [UnsafePointer<Float>] {
    let end = start + Int64(samples?.frames ?? 0)
    if samples == nil || range.lowerBound < start || range.lowerBound > end + Self.block {
      let count = max(Self.block, range.upperBound - range.lowerBound)
      samples = try input.read(from: range.lowerBound, count: Int(count))
      start = range.lowerBound
    } else if range.upperBound > end, let old = samples {
      let added = max(Self.block, range.upperBound - end)
      let more = try input.read(from: end, count: Int(added))
      // Only what is asked for now, or later, is kept: nobody goes further back than this range.
      let kept = max(0, Int(end - range.lowerBound))
      let joined = AudioBuffer(channels: old.channels, capacity: kept + Int(added))
      for channel in 0..<old.channels {
        joined[channel].update(from: old[channel] + old.frames - kept, count: kept)
        (joined[channel] + kept).update(from: more[channel], count: Int(added))
      }
      samples = joined
      start = end - Int64(kept)
    }
    guard let samples else { return [] }
    let offset = Int(range.lowerBound - start)
    return (0..<samples.channels).map { UnsafePointer(samples[$0] + offset) }
  }
}
