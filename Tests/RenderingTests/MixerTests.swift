import Composition
import Glibc
import Media
import TestSupport
import Testing
import Timing

@testable import Rendering

@Suite struct MixerTests {
  /// A mixer over one audio track that `build` fills.
  private func mixer(
    rate: Int = 48_000, layout: ChannelLayout = .mono, origin: Time = .zero,
    mix: (Composition, Int32) throws -> AudioMix? = { _, _ in nil },
    _ build: (inout CompositionTrack) throws(CompositionError) -> Void
  ) throws -> AudioMixer {
    var edit = Composition()
    let id = edit.addTrack(.audio)
    try edit.edit(id, build)
    let plan = try RenderPlan(
      edit, video: .silent,
      mix: mix(edit, id), canvas: smallCanvas)
    return AudioMixer(plan, rate: rate, layout: layout, origin: origin)
  }

  @Test func samplesOfASegmentStandAtItsPlaceToTheSample() throws {
    let source = try tone(440)
    // [1, 2) of the source at 0.5: output sample n is source sample n + 24000 from sample 24000 on.
    let mixer = try mixer { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: Time(1), duration: Time(1)), of: source.audioTrack, at: Time(1, 2))
    }
    let block = try mixer.mix(from: 23_000, count: 3000)
    #expect(block.samples().prefix(1000).allSatisfy { $0 == 0 })
    #expect(
      Array(block.samples().dropFirst(1000)) == source.samples(from: 48_000, count: 2000).samples())
  }

  @Test func aThousandJoinsOfAnOddLengthDriftByNothing() throws {
    let source = try tone(440)
    let piece = Time(1001, 30_000)
    let mixer = try mixer { track throws(CompositionError) in
      for index in 0..<1000 {
        try track.insert(
          TimeRange(start: .zero, duration: piece), of: source.audioTrack,
          at: piece.multiplied(by: Int64(index)))
      }
    }
    for join in [1, 2, 500, 999] {
      let start = piece.multiplied(by: Int64(join)).units(per: 48_000)
      let block = try mixer.mix(from: start, count: 400).samples()
      // The source's sample nearest to the exact distance: 0, or a half sample's rounding away.
      let distance = -piece.multiplied(by: Int64(join))
      let first = start + distance.units(per: 48_000)
      #expect((-1...1).contains(first))
      #expect(block == source.samples(from: first, count: 400).samples(), "join \(join)")
    }
  }

  @Test func gapsAreSilent() throws {
    let source = try tone(440)
    let mixer = try mixer { track throws(CompositionError) in
      try track.insert(
        TimeRange(start: .zero, duration: Time(1, 100)), of: source.audioTrack, at: .zero)
      try track.insert(
        TimeRange(start: .zero, duration: Time(1, 100)), of: source.audioTrack, at: Time(3, 100))
    }
    let block = try mixer.mix(from: 480, count: 960).samples()
    #expect(block.allSatisfy { $0 == 0 })
    #expect(
      try mixer.mix(from: 1440, count: 480).samples()
        == source.samples(from: 0, count: 480).samples())
  }

  @Test func aResampledTrackHasTheSameSamplesWhereverReadingBegins() throws {
    let source = try tone(1000, sampleRate: 44_100)
    let build: (inout CompositionTrack) throws(CompositionError) -> Void = {
      track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
    }
    let inOrder = try mixer(build)
    var sequential: [Float] = []
    for block in 0..<20 {
      sequential += try inOrder.mix(from: Int64(block * 4096), count: 4096).samples()
    }
    for start in [1, 147, 160, 4095, 30_001, 77_777] {
      let jumped = try mixer(build).mix(from: Int64(start), count: 512).samples()
      let worst = zip(jumped, sequential[start...]).map { ($0 - $1).magnitude }.max() ?? 1
      #expect(worst < 1e-5, "from \(start): \(worst)")
    }
    // And they are the sine itself, in phase: the resampler adds no delay.
    let truth = (2000..<40_000).map { Float(0.25 * sin(2 * .pi * 1000 * Double($0) / 48_000)) }
    let worst = zip(truth, sequential[2000...]).map { ($0 - $1).magnitude }.max() ?? 1
    #expect(worst < 1e-3, "\(worst)")
  }

  @Test func volumeRampsAreLinearPerSampleAndHold() throws {
    var options = GeneratorSource.Options()
    (options.frequency, options.volume, options.channels) = (0.0, 1, 1)
    let source = try tone(12_000)  // every fourth sample is a peak of 0.25
    let mixer = try mixer(
      mix: { edit, id in
        var parameters = try MixParameters(edit.reference(to: id)!)
        try parameters.volume.setRamp(
          0.5, 0.2, TimeRange(start: Time(1, 10), duration: Time(1, 10)))
        return try AudioMix([parameters])
      },
      { track throws(CompositionError) in
        try track.insert(
          TimeRange(start: .zero, duration: Time(1)), of: source.audioTrack, at: .zero)
      })
    let out = try mixer.mix(from: 0, count: 24_000).samples()
    let dry = source.samples(from: 0, count: 24_000).samples()
    for (sample, volume) in [
      (1, 1.0), (4797, 1.0), (4801, 0.5 - 0.3 / 4800), (7201, 0.5 - 0.3 * 2401 / 4800), (9601, 0.2),
      (20_001, 0.2),
    ] {
      #expect((out[sample] - dry[sample] * Float(volume)).magnitude < 1e-5, "sample \(sample)")
    }
  }

  @Test func tracksAreAddedAtUnityGainAndClippedToFullScale() throws {
    let source = try tone(440)
    var edit = Composition()
    for _ in 0..<2 {
      let id = edit.addTrack(.audio)
      try edit.edit(id) { track throws(CompositionError) in
        try track.insert(
          TimeRange(start: .zero, duration: Time(1)), of: source.audioTrack, at: .zero)
      }
    }
    let plan = try RenderPlan(
      edit, video: .silent,
      mix: nil, canvas: smallCanvas)
    let mixed = try AudioMixer(plan, rate: 48_000, layout: .stereo, origin: .zero).mix(
      from: 100, count: 200)
    let dry = source.samples(from: 100, count: 200).samples()
    for index in 0..<200 {
      #expect((mixed.samples(0)[index] - 2 * dry[index]).magnitude < 1e-5)
      #expect(mixed.samples(0)[index] == mixed.samples(1)[index])
    }
  }

  @Test func clippingAndRampsEqualTheirScalarTwins() {
    var generator = SeededRandom(1)
    for count in [1, 15, 16, 17, 100] {
      let source = (0..<count).map { _ in Float.random(in: -2...2, using: &generator) }
      let start = (0..<count).map { _ in Float.random(in: -2...2, using: &generator) }
      let gains = (0..<count).map { _ in Float.random(in: 0...2, using: &generator) }
      for gain in [Float(1), 0.5, nil] {
        var result = start
        if let gain {
          accumulate(source, gain: gain, count: count, into: &result)
        } else {
          accumulate(source, gains: gains, count: count, into: &result)
        }
        for index in 0..<count {
          #expect(
            (result[index] - (start[index] + source[index] * (gain ?? gains[index]))).magnitude
              < 1e-5)
        }
        clip(&result, count: count)
        #expect(result.allSatisfy { (-1...1).contains($0) })
      }
    }
  }
}
