import Composition
import Glibc
import Media
import Testing
import Timing

@testable import Rendering

@Suite struct SpeedSoundTests {
  private let rate = 48_000

  /// A mixer over one track; the tone is 1 s to 2 s of a longer one unless `build` says otherwise.
  private func mixer(
    _ algorithm: TimePitchAlgorithm? = nil, layout: ChannelLayout = .mono,
    _ build: (inout CompositionTrack) throws(CompositionError) -> Void
  ) throws -> AudioMixer {
    var edit = Composition()
    let id = edit.addTrack(.audio)
    try edit.edit(id, build)
    var parameters = try MixParameters(try #require(edit.reference(to: id)))
    parameters.timePitchAlgorithm = algorithm
    let plan = try RenderPlan(
      edit, video: .silent, mix: try AudioMix([parameters]), canvas: smallCanvas)
    return AudioMixer(plan, rate: rate, layout: layout, origin: .zero)
  }

  /// One second of a tone, made to last `length`, and another second as it is.
  private func scaled(
    _ source: GeneratorSource, to length: Time, _ algorithm: TimePitchAlgorithm?
  ) throws -> AudioMixer {
    try mixer(algorithm) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
      try track.scale(TimeRange(start: .zero, duration: Time(1)), to: length)
    }
  }

  /// The frequency of a sine, from the distance between its first and last rising crossing.
  private func frequency(_ samples: ArraySlice<Float>) -> Double {
    var crossings: [Double] = []
    for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
      let (left, right) = (Double(samples[index - 1]), Double(samples[index]))
      crossings.append(Double(index) - right / (right - left))
    }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) / (last - first) * Double(rate)
  }

  private func level(_ samples: ArraySlice<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1 * $1) } / Double(max(1, samples.count))).squareRoot()
  }

  @Test(arguments: [
    (TimePitchAlgorithm?.none, 440.0, 440.0), (.spectral, 440, 440), (.timeDomain, 440, 440),
    (.varispeed, 220, 880),
  ])
  func pitchIsKeptUnlessItIsToFollow(
    _ algorithm: TimePitchAlgorithm?, slow: Double, fast: Double
  ) throws {
    let source = try tone(440)
    for (length, expected) in [(Time(2), slow), (Time(1, 2), fast)] {
      let mixer = try scaled(source, to: length, algorithm)
      let count = Int(length.units(per: 48_000))
      let out = try mixer.mix(from: 0, count: count + 10_000).samples()
      let inner = out[2400..<count - 2400]
      let found = frequency(inner)
      #expect((found / expected - 1).magnitude < 0.005, "\(found) Hz for \(expected)")
      // As loud as the source all through: 0.25 of amplitude.
      for start in stride(from: 2400, to: count - 7200, by: 4800) {
        let level = level(out[start..<start + 4800])
        #expect((level / (0.25 / 2.0.squareRoot()) - 1).magnitude < 0.1, "\(level) at \(start)")
      }
      // What follows begins on its own sample: nothing was lost or added.
      let isNatural = out[count...].elementsEqual(
        source.samples(from: 48_000, count: 10_000).samples())
      #expect(isNatural, "\(String(describing: algorithm))")
    }
  }

  @Test(arguments: [TimePitchAlgorithm.spectral, .timeDomain, .varispeed])
  func blocksInAnyOrderAreTheSameSamples(_ algorithm: TimePitchAlgorithm) throws {
    let source = try tone(440)
    let whole = try scaled(source, to: Time(3, 2), algorithm).mix(from: 0, count: 80_000).samples()
    let other = try scaled(source, to: Time(3, 2), algorithm)
    for start in [50_000, 3, 20_000, 71_990, 70_000, 0] {
      let block = try other.mix(from: Int64(start), count: 700).samples()
      let isSame = block.elementsEqual(whole[start..<start + 700])
      #expect(isSame, "from \(start)")
    }
  }

  @Test(arguments: [TimePitchAlgorithm.spectral, .timeDomain, .varispeed])
  func aPartExportedAloneHasTheSamplesOfTheWhole(_ algorithm: TimePitchAlgorithm) throws {
    let source = try tone(440)
    var edit = Composition()
    let id = edit.addTrack(.audio)
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
      try track.scale(TimeRange(start: .zero, duration: Time(1)), to: Time(3, 2))
      try track.reverse(TimeRange(start: Time(1), duration: Time(1)))
    }
    var parameters = try MixParameters(try #require(edit.reference(to: id)))
    parameters.timePitchAlgorithm = algorithm
    let plan = try RenderPlan(
      edit, video: .silent, mix: try AudioMix([parameters]), canvas: smallCanvas)
    let whole = try AudioMixer(plan, rate: rate, layout: .mono, origin: .zero)
      .mix(from: 0, count: 120_000).samples()
    let part = try AudioMixer(plan, rate: rate, layout: .mono, origin: Time(3, 4))
      .mix(from: 0, count: 84_000).samples()
    let isSame = part.elementsEqual(whole[36_000...])
    #expect(isSame)
  }

  @Test func varispeedIsTheSourceBetweenItsSamples() throws {
    let source = try tone(400)
    let out = try scaled(source, to: Time(2), .varispeed).mix(from: 0, count: 96_000).samples()
    let worst = (100..<95_900).map {
      (out[$0] - Float(0.25 * sin(2 * .pi * 200 * Double($0) / 48_000))).magnitude
    }.max()
    #expect(worst ?? 1 < 2e-5, "\(worst ?? 1)")
  }

  @Test func varispeedDoesNotFoldBackWhatGetsTooHigh() throws {
    // 15 kHz at four times the speed would be 60 kHz.
    let out = try scaled(try tone(15_000), to: Time(1, 4), .varispeed)
      .mix(from: 0, count: 12_000).samples()
    #expect(level(out[1000..<11_000]) < 1e-3)
  }

  @Test func speedsThatCannotBeHeardAreSilent() throws {
    let source = try tone(440)
    for (length, isHeard) in [
      (Time(33), false), (Time(1, 33), false), (Time(32), true), (Time(1, 32), true),
    ] {
      let mixer = try scaled(source, to: length, .timeDomain)
      let count = Int(min(length.units(per: 48_000), 9600))
      let out = try mixer.mix(from: 0, count: count).samples()
      #expect((level(out[...]) > 0.05) == isHeard, "\(length)")
    }
  }

  @Test func atHighSpeedsTheSoundIsStillOne() throws {
    let source = try tone(440)
    for speed in [5, 10, 31] as [Int64] {
      let count = Int(Time(1, speed).units(per: 48_000))
      for _ in 0..<4 {
        let out = try scaled(source, to: Time(1, speed), .spectral)
          .mix(from: 0, count: count).samples()
        #expect(out.allSatisfy { $0.isFinite && $0.magnitude <= 0.6 }, "\(speed)")
        #expect(level(out[...]) > 0.05, "\(speed)")
      }
    }
  }

  @Test func backwardEverySampleIsHeardOnceFromTheLastToTheFirst() throws {
    let source = try tone(441)
    let mixer = try mixer { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
      try track.reverse(TimeRange(start: Time(1, 4), duration: Time(3, 2)))
    }
    let out = try mixer.mix(from: 0, count: 96_000).samples()
    let dry = source.samples(from: 0, count: 96_000).samples()
    let isExact =
      out[..<12_000] == dry[..<12_000] && out[84_000...] == dry[84_000...]
      && out[12_000..<84_000].elementsEqual(dry[12_000..<84_000].reversed())
    #expect(isExact)
    // In small blocks and from the middle as well.
    for start in [83_990, 40_000, 77_536, 11_990] {
      let block = try mixer.mix(from: Int64(start), count: 20).samples()
      #expect(block == Array(out[start..<start + 20]))
    }
  }

  @Test func backwardAndSlowedThePitchIsKeptAndTheLengthExact() throws {
    let source = try tone(440)
    let mixer = try mixer(.spectral) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
      try track.reverse(TimeRange(start: .zero, duration: Time(1)))
      try track.scale(TimeRange(start: .zero, duration: Time(1)), to: Time(4, 3))
    }
    let out = try mixer.mix(from: 0, count: 70_000).samples()
    #expect((frequency(out[2400..<61_000]) - 440).magnitude < 2)
    let isNatural = out[64_000...].elementsEqual(
      source.samples(from: 48_000, count: 6000).samples())
    #expect(isNatural)
    // It ends with the source's first samples, backward.
    #expect((out[63_999] - source.samples(from: 0, count: 1).samples()[0]).magnitude < 1e-3)
  }

  @Test(arguments: [TimePitchAlgorithm.spectral, .timeDomain])
  func cutsInsideAStretchAreNotHeard(_ algorithm: TimePitchAlgorithm) throws {
    let source = try tone(440)
    let plain = try scaled(source, to: Time(3, 2), algorithm).mix(from: 0, count: 72_000).samples()
    let cut = try mixer(algorithm) { track throws(CompositionError) in
      for piece in 0..<10 {
        try track.insert(
          TimeRange(start: Time(Int64(piece), 10), duration: Time(1, 10)), of: source.audioTrack,
          at: .invalid)
      }
      try track.scale(TimeRange(start: .zero, duration: Time(1)), to: Time(3, 2))
    }
    let out = try cut.mix(from: 0, count: 72_000).samples()
    #expect((frequency(out[2400..<70_000]) - 440).magnitude < 2)
    for start in stride(from: 2400, to: 67_000, by: 480) {
      #expect(
        (level(out[start..<start + 480]) / level(plain[start..<start + 480]) - 1).magnitude < 0.2)
    }
  }

  @Test(arguments: TimePitchAlgorithm.allCases)
  func aPieceTooShortForASampleBridgesNoSilence(_ algorithm: TimePitchAlgorithm) throws {
    let source = try tone(440)
    let (half, bit) = (Time(1, 2), Time(1, 200_000))
    let edges = [.zero, half, half + bit, Time(1)]
    let mixer = try mixer(algorithm) { track throws(CompositionError) in
      for (from, to) in zip(edges, edges.dropFirst()) {
        try track.insert(TimeRange(from: from, to: to), of: source.audioTrack, at: .invalid)
      }
      try track.scale(TimeRange(start: .zero, duration: Time(1)), to: Time(2))
      // Held are the samples before the short piece, which is at 1 s and lasts 0.48 samples.
      try track.freeze(at: Time(1), for: Time(1))
    }
    let out = try mixer.mix(from: 0, count: 144_000).samples()
    let isSilent = out[48_000..<96_000].allSatisfy { $0 == 0 }
    #expect(isSilent)
    for heard in [out[2400..<45_600], out[98_400..<141_600]] {
      #expect(level(heard) > 0.1)
      let expected: Double = algorithm == .varispeed ? 220 : 440
      #expect((frequency(heard) / expected - 1).magnitude < 0.005)
    }
  }

  @Test(arguments: [TimePitchAlgorithm.spectral, .timeDomain])
  func alongACurveThePitchIsKeptAndTheEndExact(_ algorithm: TimePitchAlgorithm) throws {
    let source = try tone(440)
    let mixer = try mixer(algorithm) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
      try track.remap(
        TimeRange(start: .zero, duration: Time(1)),
        along: SpeedCurve([.init(progress: 0, speed: 1), .init(progress: 1, speed: 0.5)]))
    }
    // The mean pace of 1 and 2 makes 1.5 s of it.
    let out = try mixer.mix(from: 0, count: 80_000).samples()
    #expect((frequency(out[4800..<67_200]) - 440).magnitude < 3)
    let isNatural = out[72_000...].elementsEqual(
      source.samples(from: 48_000, count: 8000).samples())
    #expect(isNatural)
  }

  @Test func alongACurveVarispeedGlides() throws {
    let source = try tone(440)
    let mixer = try mixer(.varispeed) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
      try track.remap(
        TimeRange(start: .zero, duration: Time(2)),
        along: SpeedCurve([.init(progress: 0, speed: 1), .init(progress: 1, speed: 0.5)]))
    }
    let out = try mixer.mix(from: 0, count: 144_000).samples()
    #expect((frequency(out[0..<4800]) - 435).magnitude < 8)
    #expect((frequency(out[139_000..<143_800]) - 222).magnitude < 5)
    // Joins of its pieces are smooth: no step larger than the steepest slope of the tone.
    let steepest = 0.25 * 2 * .pi * 440 / 48_000
    let jump = zip(out, out.dropFirst()).map { ($0 - $1).magnitude }.max() ?? 1
    #expect(Double(jump) < steepest * 1.02, "\(jump)")
  }
}
