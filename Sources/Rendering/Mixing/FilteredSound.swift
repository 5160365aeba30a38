import Composition
import Media
import Timing

/// A track's sound through its filters, one after another.
///
/// They hear all of the track, so that they are settled where their range begins; there and at its
/// end 5 ms pass from one sound to the other. Going on is cheap. After a jump they start as long
/// before as they remember, so that samples do not depend on what was asked for before, but for
/// differences below −100 dB. Owned by one thread.
final class FilteredSound {
  private struct Stage {
    let filter: Filter
    /// The output samples in which it is heard.
    let range: Range<Int64>
    var running: SoundFilter?
  }

  private var stages: [Stage]
  private let rate: Int
  private let layout: ChannelLayout
  /// The next sample that the filters expect; nil before the first.
  private var position: Int64?
  /// How far ahead of a sample they must start, and how far a jump is passed over by going on.
  private var memory: Int64 = 0
  private let fade: Int64

  private static let blockLength: Int64 = 8192

  /// Nil where there are no filters.
  init?(_ filters: [Filter], rate: Int, layout: ChannelLayout, origin: Time) {
    guard !filters.isEmpty else { return nil }
    (self.rate, self.layout) = (rate, layout)
    func sample(_ time: Time) -> Int64 {
      (time - origin).units(per: Int64(rate), .towardPositiveInfinity)
    }
    stages = filters.map { filter in
      Stage(
        filter: filter,
        range: filter.range.map { sample($0.start)..<sample($0.end) } ?? Int64.min..<Int64.max)
    }
    fade = Int64(rate / 200)
  }

  /// Samples `first ..< first + count`; `source` gives those of the track itself.
  func read(
    from first: Int64, count: Int, of source: (Int64, Int) throws -> AudioBuffer
  ) throws -> AudioBuffer {
    if position == nil {
      let seconds = try stages.reduce(0) { try $0 + $1.filter.call.soundMemory() }
      memory = Int64((seconds * Double(rate)).rounded(.up))
    }
    if position.map({ first < $0 || first - $0 > memory }) ?? true {
      for index in stages.indices {
        stages[index].running = try SoundFilter(
          stages[index].filter.call, rate: rate, layout: layout)
      }
      position = first - memory
    }
    while let place = position, place < first {
      let next = min(Self.blockLength, first - place)
      _ = try filtered(source(place, Int(next)), from: place)
    }
    return try filtered(source(first, count), from: first)
  }

  private func filtered(_ block: AudioBuffer, from first: Int64) throws -> AudioBuffer {
    var block = block
    for stage in stages {
      guard let wet = try stage.running?.process(block) else { continue }
      block = mixed(block, wet, from: first, heardIn: stage.range)
    }
    position = first + Int64(block.frames)
    return block
  }

  /// The filtered sound inside a range, and the other outside of it.
  private func mixed(
    _ dry: AudioBuffer, _ wet: AudioBuffer, from first: Int64, heardIn range: Range<Int64>
  ) -> AudioBuffer {
    let end = first + Int64(dry.frames)
    guard range.lowerBound != .min else { return wet }
    guard range.overlaps(first..<end) else { return dry }
    if first >= range.lowerBound + fade, end <= range.upperBound - fade { return wet }
    for channel in 0..<dry.channels {
      let (from, to) = (dry[channel], wet[channel])
      for index in 0..<dry.frames {
        let place = first + Int64(index)
        let inside = min(place - range.lowerBound + 1, range.upperBound - place)
        let share = Float(min(max(inside, 0), fade)) / Float(fade)
        to[index] = from[index] + (to[index] - from[index]) * share
      }
    }
    return wet
  }
}
