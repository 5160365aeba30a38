import Composition
import Glibc
import Media
import TestSupport
import Testing
import Timing

@testable import Rendering

/// Volumes, places between the speakers, and what happens at full scale.
@Suite struct LoudnessTests {
  /// A mixer over tracks that each have one tone of 2 s.
  private func mixer(
    _ sources: [GeneratorSource], layout: ChannelLayout = .mono, limits: Bool = true,
    _ change: (inout MixParameters) throws -> Void = { _ in }
  ) throws -> AudioMixer {
    var edit = Composition()
    var inputs: [MixParameters] = []
    for source in sources {
      let id = edit.addTrack(.audio)
      try edit.edit(id) { track throws(CompositionError) in
        try track.insert(
          TimeRange(start: .zero, duration: Time(2)), of: source.audioTrack, at: .zero)
      }
      var parameters = try MixParameters(try #require(edit.reference(to: id)))
      try change(&parameters)
      inputs.append(parameters)
    }
    var mix = try AudioMix(inputs)
    mix.limitsPeaks = limits
    let plan = try RenderPlan(edit, video: .silent, mix: mix, canvas: smallCanvas)
    return AudioMixer(plan, rate: 48_000, layout: layout, origin: .zero)
  }

  /// The peak of a signal and of what lies between its samples, by a long sinc at 8 places each.
  private func truePeak(_ samples: [Float]) -> Double {
    let weights = (0..<8).map { part in
      (-39...40).map { tap -> Double in
        let x = Double(tap) - Double(part) / 8
        return x == 0 ? 1 : sin(.pi * x) / (.pi * x) * (0.5 + 0.5 * cos(.pi * x / 41))
      }
    }
    var peak = 0.0
    for index in 40..<samples.count - 41 {
      peak = max(peak, Double(samples[index].magnitude))
      guard samples[index].magnitude > 0.65 else { continue }
      for part in 1..<8 {
        var value = 0.0
        for (tap, weight) in weights[part].enumerated() {
          value += Double(samples[index - 39 + tap]) * weight
        }
        peak = max(peak, value.magnitude)
      }
    }
    return peak
  }

  @Test func curvedVolumesAreExactAtEverySample() throws {
    let source = try tone(12_000)  // every fourth sample is a peak of 0.25
    for (name, range) in [
      ("ease_in_out_cubic", TimeRange(start: Time(1, 10), duration: Time(1, 10))),
      ("ease_out_expo", TimeRange(start: Time(1001, 30_000), duration: Time(1, 7))),
      ("ease_in_bounce", TimeRange(start: Time(1, 3), duration: Time(1, 100))),
    ] {
      let easing = try #require(Easing.named[name])
      let mixer = try mixer([source]) { try $0.volume.setRamp(0.2, 0.9, range, easing: easing) }
      let out = try mixer.mix(from: 0, count: 48_000).samples()
      let dry = source.samples(from: 0, count: 48_000).samples()
      var worst: Float = 0
      for sample in 0..<48_000 {
        let place = (Double(sample) / 48_000 - range.start.seconds) / range.duration.seconds
        let volume = place < 0 ? 1 : (place >= 1 ? 0.9 : 0.2 + 0.7 * easing(place))
        worst = max(worst, (out[sample] - dry[sample] * Float(volume)).magnitude)
      }
      #expect(worst < 1e-6, "\(name): \(worst)")
    }
  }

  @Test func manyEntriesAreFoundInAnyBlock() throws {
    let source = try tone(12_000)
    let mixer = try mixer([source]) { parameters in
      for step in 0..<100 {
        let start = Time(Int64(step), 100)
        if step.isMultiple(of: 3) {
          try parameters.volume.set(Double(step) / 100, at: start)
        } else {
          try parameters.volume.setRamp(
            0, Double(step) / 100, TimeRange(start: start, duration: Time(1, 200)))
        }
      }
    }
    let whole = try mixer.mix(from: 0, count: 60_000).samples()
    for start in [0, 479, 480, 481, 25_000, 47_999, 50_000] {
      let block = try mixer.mix(from: Int64(start), count: 1000).samples()
      #expect(block.elementsEqual(whole[start..<start + 1000]), "from \(start)")
    }
    // A third of a second in: set to 0.33, then 34 and 35 run from 0.
    #expect((whole[33 * 480 + 1].magnitude - 0.25 * 0.33).magnitude < 1e-5)
    #expect((whole[35 * 480 + 400 + 1].magnitude - 0.25 * 0.35).magnitude < 1e-5)
    #expect(whole[34 * 480 + 1].magnitude < 0.001)
  }

  @Test func panHasTheSamePowerEverywhereAndLeavesTheMiddleAlone() throws {
    let source = try tone(12_000)
    for (pan, left, right) in [
      (-1.0, 2.0.squareRoot(), 0.0), (0, 1, 1), (1, 0, 2.0.squareRoot()),
      (0.5, 2.0.squareRoot() * cos(.pi * 3 / 8), 2.0.squareRoot() * sin(.pi * 3 / 8)),
    ] {
      let mixer = try mixer([source], layout: .stereo) { try $0.pan.set(pan, at: .zero) }
      let out = try mixer.mix(from: 0, count: 400)
      #expect((Double(out.samples(0)[101].magnitude) - 0.25 * left).magnitude < 1e-6, "\(pan)")
      #expect((Double(out.samples(1)[101].magnitude) - 0.25 * right).magnitude < 1e-6, "\(pan)")
    }
    let moving = try mixer([source], layout: .stereo) {
      try $0.pan.setRamp(-1, 1, TimeRange(start: .zero, duration: Time(1)))
      try $0.volume.setRamp(0, 1, TimeRange(start: .zero, duration: Time(1)))
    }
    let out = try moving.mix(from: 0, count: 48_000)
    for sample in [4801, 24_001, 36_001] {
      let place = Double(sample) / 48_000
      let power = (0..<2).reduce(0.0) {
        $0 + Double(out.samples($1)[sample] * out.samples($1)[sample])
      }
      #expect((power.squareRoot() - 0.25 * place * 2.0.squareRoot()).magnitude < 1e-5)
      let angle = place * .pi / 2
      #expect(
        (Double(out.samples(0)[sample].magnitude) - 0.25 * place * 2.0.squareRoot() * cos(angle))
          .magnitude < 1e-5)
    }
    // One speaker has no sides.
    let mono = try mixer([source]) { try $0.pan.set(1, at: .zero) }
    #expect((try mono.mix(from: 0, count: 400).samples()[101].magnitude - 0.25).magnitude < 1e-6)
  }

  @Test func underGainTheTruePeakStaysBelowFullScale() throws {
    // 11025 Hz: its samples miss its peaks, so clipping samples would not hold it.
    for (frequency, gain) in [(11_025.0, 5.0), (440, 8), (60, 4.2), (7000, 20)] {
      let mixer = try mixer([try tone(frequency)]) { try $0.volume.set(gain, at: .zero) }
      let out = try mixer.mix(from: 0, count: 6000).samples()
      let peak = truePeak(out)
      #expect(peak < 0.98855, "\(frequency) Hz × \(gain): \(20 * log10(peak)) dB")
      // And no lower than it must be.
      #expect(peak > 0.95, "\(frequency) Hz × \(gain): \(20 * log10(peak)) dB")
    }
  }

  @Test func theLimiterComesDownBeforeAPeakAndGoesUpAfterIt() throws {
    let mixer = try mixer([try tone(440)]) {
      try $0.volume.set(1, at: .zero)
      try $0.volume.set(8, at: Time(1, 2))
      try $0.volume.set(1, at: Time(51, 100))
    }
    let out = try mixer.mix(from: 0, count: 48_000).samples()
    let dry = try tone(440).samples(from: 0, count: 48_000).samples()
    // Further than 50 ms from the loud part nothing is touched.
    let isUntouched = out[..<21_000] == dry[..<21_000] && out[27_500...] == dry[27_500...]
    #expect(isUntouched)
    #expect(truePeak(Array(out[22_000..<27_000])) < 0.98855)
    // Any blocks in any order are the same.
    for start in [25_000, 23_000, 0, 23_999, 24_001] {
      let block = try mixer.mix(from: Int64(start), count: 333).samples()
      let worst = zip(block, out[start...]).map { ($0 - $1).magnitude }.max() ?? 1
      #expect(worst < 1e-6, "from \(start): \(worst)")
    }
  }

  @Test func withoutALimiterPeaksAreClipped() throws {
    let mixer = try mixer([try tone(440)], limits: false) { try $0.volume.set(8, at: .zero) }
    let out = try mixer.mix(from: 0, count: 4800).samples()
    let dry = try tone(440).samples(from: 0, count: 4800).samples()
    for index in 0..<4800 {
      #expect((out[index] - min(max(dry[index] * 8, -1), 1)).magnitude < 1e-5)
    }
  }

  @Test func aMixThatFitsIsLeftAlone() throws {
    let (low, high) = (try tone(440), try tone(660))
    let out = try mixer([low, high]).mix(from: 0, count: 9600).samples()
    let (a, b) = (
      low.samples(from: 0, count: 9600).samples(), high.samples(from: 0, count: 9600).samples()
    )
    let isSum = out == zip(a, b).map { $0 + $1 }
    #expect(isSum)
  }

  @Test func theSlidingMinimumIsThatOfEachWindow() {
    var generator = SeededRandom(1)
    for (count, reach) in [(1, 0), (7, 3), (50, 3), (101, 10), (64, 5)] {
      let values = (0..<count).map { _ in Float.random(in: 0...1, using: &generator) }
      let least = Limiter.slidingMinimum(values, reach: reach)
      #expect(least.count == count - 2 * reach)
      for (index, value) in least.enumerated() {
        #expect(value == values[index...index + 2 * reach].min())
      }
    }
  }
}
