import TestSupport
import Testing

/// Films of random pieces at random exact times: the rule holds wherever the cuts fall.
@Suite struct RandomEditTests {
  /// A small generator with a seed, so that a failure can be run again.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }

  @Test(arguments: 1...8)
  func everyPieceShowsAndSoundsWhatItsTimeSays(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 977)
    let times = [0, 2, 3, 5, 9, 10, 14, 20, 21, 22, 26, 33, 40, 41, 45].map {
      Ratio($0 * 1001, 30000)
    }
    let clips = [
      pcmClip(190) { ($0.rate, $0.count, $0.bFrames, $0.keyInterval) = (Ratio(30), 50, 2, 15) },
      pcmClip(191) { ($0.rate, $0.count) = (Ratio(24000, 1001), 45) },
      pcmClip(192) { ($0.rate, $0.count, $0.width, $0.height) = (Ratio(25), 40, 128, 96) },
      pcmClip(193) { ($0.times, $0.count) = (times, times.count) },
    ]
    let rate = [Ratio(30), Ratio(24000, 1001), Ratio(25), Ratio(60)][dice.roll(4)]
    let scales = [1000, 48000, 7, 30, 90000, 24, 997]
    let folder = TemporaryFolder("random")
    let path = folder("film.mov")
    var words = [
      "\(Vscript.packageFolder)/Tests/MergeTests/Scenarios/pieces.lua", path,
      "\(Ratio(1) / rate)",
    ]
    var pieces: [ExpectedFilm.Piece] = []
    for index in 0..<10 {
      let scale = scales[dice.roll(scales.count)]
      // The first and the last are clips: a gap at an end is no part of a film.
      let isGap = index > 0 && index < 9 && dice.roll(6) == 0
      let clip = clips[dice.roll(clips.count)]
      let whole = isGap ? Ratio(1) : clip.pictureLength
      let last = (whole * Ratio(scale)).floor
      let start = dice.roll(last * 2 / 3 + 1)
      let end = start + 1 + dice.roll(last - start)
      let (from, to) = (Ratio(start, scale), Ratio(min(end, last), scale))
      guard from < to else { continue }
      pieces.append(isGap ? .gap(to - from) : .part(clip, from: from, to: to))
      words += [isGap ? "-" : clip.make(), "\(from)", "\(to)"]
    }
    while pieces.last?.clip == nil { pieces.removeLast() }
    let first = pieces.lazy.compactMap(\.clip).first!.picture!
    let made = MadeFilm(
      folder: folder, path: path, run: runVscript(words),
      expected: ExpectedFilm(pieces, frameRate: rate, canvas: (first.width, first.height)))
    // Half a sample of shift, where a cut is between two, is 22 dB at a click's edge.
    var limits = FilmReport.SoundLimits.exact
    limits.likeness = 20
    #expect(made.report(sound: limits).problems == [], "seed \(seed): \(words.dropFirst(2))")
  }
}
