import Testing
import Timing

@testable import Composition

/// Rules that hold for every sequence of edits; a failure names the seed that shows it again.
@Suite struct RandomEditTests {
  private static let sequences = 2000

  /// Segments follow each other from zero, and no gap ends the track.
  private func expectContiguous(_ track: CompositionTrack, _ seed: UInt64) {
    var end = Time.zero
    for segment in track.segments {
      #expect(segment.target.start == end && segment.target.duration > .zero, "seed \(seed)")
      end = segment.target.end
    }
    #expect(track.segments.last?.isEmpty != true, "seed \(seed)")
    #expect(throws: Never.self, "seed \(seed)") {
      try CompositionTrack.validate(track.segments)
    }
  }

  /// Against a track made of single ticks, where each edit is a plain change of a list.
  @Test func editsEqualThoseOfAListOfTicks() throws {
    let units = [Time(1, 12), Time(1001, 30000), Time(1024, 44100), Time(1, 90000)]
    for seed in 0..<UInt64(Self.sequences) {
      var random = SeededGenerator(seed: seed)
      let unit = units.randomElement(using: &random)!
      func time(_ ticks: Int) -> Time { unit.multiplied(by: Int64(ticks)) }
      func span(_ start: Int, _ length: Int) -> TimeRange {
        TimeRange(start: time(start), duration: time(length))
      }
      let leads = [0, 3, 5]
      let sources = leads.map { video("S\($0)", time(20), start: time($0)) }
      var track = CompositionTrack()
      var ticks: [(source: Int, tick: Int)?] = []

      for _ in 0..<Int.random(in: 4...14, using: &random) {
        let place = Int.random(in: 0...ticks.count + 3, using: &random)
        let length = Int.random(in: 1...9, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2:
          let source = Int.random(in: 0..<3, using: &random)
          let start = Int.random(in: 0..<20, using: &random)
          // At least the last tick of the range exists, so the insertion succeeds.
          let real = max(length, leads[source] + 1 - start)
          try track.insert(span(start, real), of: sources[source], at: time(place))
          let end = min(start + real, leads[source] + 20)
          while ticks.count < place { ticks.append(nil) }
          ticks.insert(
            contentsOf: (start..<end).map { $0 < leads[source] ? nil : (source, $0) }, at: place)
        case 3:
          try track.insertEmpty(span(place, length))
          if place < ticks.count {
            ticks.insert(contentsOf: Array(repeating: nil, count: length), at: place)
          }
        default:
          try track.remove(span(place, length))
          let end = min(place + length, ticks.count)
          if place < end { ticks.removeSubrange(place..<end) }
        }
        while let last = ticks.last, last == nil { ticks.removeLast() }
        expectContiguous(track, seed)
      }

      #expect(track.duration == time(ticks.count), "seed \(seed)")
      for (index, expected) in ticks.enumerated() {
        let segment = track.segmentIndex(at: time(index)).map { track.segments[$0] }
        #expect(
          segment?.source?.source.name == expected.map { sources[$0.source].source.name },
          "seed \(seed)")
        if let expected {
          #expect(segment?.sourceTime(at: time(index)) == time(expected.tick), "seed \(seed)")
        }
      }
    }
  }

  /// Seconds of media used within a range.
  private func sourceTime(_ track: CompositionTrack, in range: TimeRange = .all) -> Time {
    track.segments.reduce(.zero) { sum, segment in
      let part = segment.target.intersection(range)
      guard !segment.isEmpty, !part.isEmpty else { return sum }
      return sum + (segment.sourceTime(at: part.end) - segment.sourceTime(at: part.start))
    }
  }

  @Test func sourceTimeIsConservedAndLaterContentMovesExactly() throws {
    let scales: [Int64] = [24, 25, 30, 600, 44100, 48000]
    for seed in 0..<UInt64(Self.sequences) {
      var random = SeededGenerator(seed: seed)
      func randomTime(_ limit: Time) -> Time {
        let scale = scales.randomElement(using: &random)!
        let units = max(1, limit.units(per: scale))
        return Time(Int64.random(in: 0..<units, using: &random), scale)
      }
      let sources = (0..<3).map { video("S\($0)", Time(10)) }
      var track = CompositionTrack()
      try track.insert(range(0, 10), of: sources[0], at: .zero)
      var scalings = 0

      for _ in 0..<Int.random(in: 2...10, using: &random) {
        let before = track
        let at = randomTime(track.duration)
        let length = randomTime(Time(5)) + Time(1, 25)
        let edited = TimeRange(start: at, duration: length)
        let total = sourceTime(before)
        /// How far what comes after `from` has moved.
        var (shift, from, expected) = (Time.zero, at, total)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let start = randomTime(Time(9))
          let taken = min(length, Time(10) - start)
          try track.insert(
            TimeRange(start: start, duration: length),
            of: sources.randomElement(using: &random)!, at: at)
          (shift, expected) = (taken, total + taken)
        case 1:
          try track.insertEmpty(edited)
          shift = length
        case 2:
          try track.remove(edited)
          (shift, from) = (-length, edited.end)
          expected = total - sourceTime(before, in: edited)
        default:
          guard scalings < 3 else { continue }
          scalings += 1
          let wanted = length.multiplied(
            by: Int64.random(in: 1...4, using: &random),
            over: Int64.random(in: 1...4, using: &random))
          try track.scale(edited, to: wanted)
          (shift, from) = (wanted - length, edited.end)
        }
        expectContiguous(track, seed)
        #expect(sourceTime(track) == expected, "seed \(seed)")
        for _ in 0..<4 {
          let probe = randomTime(before.duration)
          let moved = probe >= from ? probe + shift : probe
          guard probe < before.duration, probe < at || probe >= from else { continue }
          #expect(
            track.sourceTime(forTrackTime: moved) == before.sourceTime(forTrackTime: probe),
            "seed \(seed)")
        }
      }
    }
  }

  @Test func severalInsertionsAreAllOrNothing() throws {
    let source = video("S", Time(10))
    for seed in 0..<UInt64(Self.sequences) {
      var random = SeededGenerator(seed: seed)
      var track = CompositionTrack()
      try track.insert(range(0, 10), of: source, at: .zero)
      var list: [(range: TimeRange, source: SourceTrack?)] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let start = Int64.random(in: 0..<9, using: &random)
        list.append((range(start, start + 1), Bool.random(using: &random) ? source : nil))
      }
      let at = Time(Int64.random(in: 0...12, using: &random))
      var single = track
      var cursor = at
      for (range, source) in list {
        if let source {
          try single.insert(range, of: source, at: cursor)
        } else {
          try single.insertEmpty(TimeRange(start: cursor, duration: range.duration))
        }
        cursor += range.duration
      }
      let before = track.segments
      let bad: [(TimeRange, SourceTrack?)] = [
        (range(20, 21), source), (.invalid, source), (.all, nil),
        (range(0, 1), audio("T", Time(1))),
      ]
      var broken = list
      broken.insert(
        bad.randomElement(using: &random)!, at: Int.random(in: 0...list.count, using: &random))
      #expect(throws: CompositionError.self, "seed \(seed)") {
        try track.insertTimeRanges(broken.map { ($0, $1.map(Insertable.source)) }, at: at)
      }
      #expect(track.segments == before, "seed \(seed)")
      try track.insertTimeRanges(list.map { ($0, $1.map(Insertable.source)) }, at: at)
      #expect(track.timeline == single.timeline, "seed \(seed)")
    }
  }

  @Test func editsOfTheCompositionKeepPictureAndSoundInStep() throws {
    for seed in 0..<UInt64(Self.sequences) {
      var random = SeededGenerator(seed: seed)
      func randomTime(_ limit: Int64) -> Time {
        Time(Int64.random(in: 0..<limit * 48, using: &random), 48)
      }
      var lengths: [String: Time] = [:]
      var composition = Composition()
      for number in 0..<Int.random(in: 2...9, using: &random) {
        let edited = TimeRange(start: randomTime(12), duration: randomTime(3) + Time(1, 48))
        switch number == 0 ? 0 : Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let source = NamedSource("S\(number)")
          let sound = Time(Int64.random(in: 1...6, using: &random))
          lengths[source.name] = sound
          let clip = [
            video(source.name, Time(5), source: source), audio(source.name, sound, source: source),
          ]
          let at = [Time.invalid, edited.start].randomElement(using: &random)!
          let part = TimeRange(start: randomTime(4), duration: edited.duration)
          try composition.insert(part, of: clip, at: at)
        case 2: try composition.insertEmpty(edited)
        case 3: try composition.remove(edited)
        default: try composition.scale(edited, to: edited.duration.multiplied(by: 2, over: 3))
        }
      }
      for track in composition.tracks { expectContiguous(track, seed) }
      let pictures = composition.tracks.filter { $0.mediaType == .video }
      let sounds = composition.tracks.filter { $0.mediaType == .audio }
      guard let picture = pictures.first, let sound = sounds.first else { continue }
      #expect(pictures.count == 1 && sounds.count <= 1, "seed \(seed)")
      for step in 0..<60 {
        let time = Time(Int64(step) * 5, 17)
        guard let index = picture.segmentIndex(at: time),
          let source = picture.segments[index].source
        else { continue }
        let shown = picture.sourceTime(forTrackTime: time)
        let heard = sound.sourceTime(forTrackTime: time)
        if heard.isNumeric {
          #expect(heard == shown, "seed \(seed)")
          let segment = sound.segment(forTrackTime: time)
          #expect(segment?.source?.source === source.source, "seed \(seed)")
        } else {
          #expect(shown >= lengths[source.source.name]!, "seed \(seed)")
        }
      }
    }
  }
}
