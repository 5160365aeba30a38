@preconcurrency import Glibc
import TestSupport
import Testing

/// `vscript merge --transition`: A/B tracks judged frame by frame and sample by sample.
@Suite struct TransitionTests {
  /// Clips of one size and 36 frames that overlap by `overlap` frames.
  private struct Chain {
    let clips: [CodedClip]
    let overlap: Int
    let rate: Int

    init(_ count: Int, overlap: Int) {
      clips = (0..<count).map { id in
        pcmClip(id) { ($0.width, $0.height, $0.rate, $0.count) = (96, 64, Ratio(30), 36) }
      }
      (self.overlap, rate) = (overlap, 30)
    }

    var step: Int { clips[0].picture!.count - overlap }
    var frameCount: Int { step * clips.count + overlap }

    /// The source frames shown in frame k and their shares, the clip that goes first.
    func shown(_ k: Int) -> [(code: CodedPicture.Code, share: Double)] {
      let index = min(k / step, clips.count - 1)
      let inside = k - index * step
      let code = CodedPicture.Code(clip: clips[index].id, frame: inside)
      guard index > 0, inside < overlap else { return [(code, 1)] }
      let before = CodedPicture.Code(clip: clips[index - 1].id, frame: inside + step)
      let share = Double(inside) / Double(overlap)
      return [(before, 1 - share), (code, share)]
    }

    /// The waveform: every clip at its place, volumes crossing linearly.
    func wave(rate samples: Int) -> [Float] {
      var wave = [Float](repeating: 0, count: frameCount * samples / rate)
      let (own, fade) = (clips[0].sampleCount, overlap * samples / rate)
      for (index, clip) in clips.enumerated() {
        let start = index * step * samples / rate
        let isLast = index == clips.count - 1
        for n in 0..<own {
          var gain = 1.0
          if index > 0 { gain = min(gain, Double(n) / Double(fade)) }
          if !isLast { gain = min(gain, Double(own - n) / Double(fade)) }
          let value = CodedSound.value(at: Double(n), clip: clip.id, rate: samples, count: own)
          wave[start + n] += Float(gain * value)
        }
      }
      return wave
    }
  }

  private func make(_ chain: Chain, transition: String) -> MadeFilm {
    merge(
      chain.clips, rate: Ratio(30),
      options: fastCoding + exactSound + ["--transition", transition])
  }

  private func check(_ film: Film, _ chain: Chain) {
    #expect(film.times == (0..<chain.frameCount).map { Ratio($0, chain.rate) })
    #expect(film.pictureEnd == Ratio(chain.frameCount, chain.rate))

    var problems: [String] = []
    film.eachPicture { index, picture in
      let shown = chain.shown(index)
      if shown.count == 1, picture.code(at: picture.whole) != shown[0].code {
        problems.append("frame \(index): \(shown[0].code) due")
      }
      let likeness = picture.likeness(toMixtureOf: shown)
      if likeness < 30 { problems.append("frame \(index): \(likeness) dB like \(shown)") }
    }
    #expect(problems == [])

    let due = chain.wave(rate: 48000)
    for channel in film.samples() {
      #expect(channel.count == due.count)
      let worst = zip(channel, due).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 2.0 / 32768)
    }
  }

  @Test func fiftyClipsDissolveIntoEachOtherExactly() {
    let chain = Chain(50, overlap: 12)
    #expect(chain.frameCount == 1212)
    let made = make(chain, transition: "dissolve:12f@30")
    #expect(made.run.status == 0, "\(made.run.errors)")
    print("50 clips, 49 dissolves: \(made.run.peakMemory >> 20) MiB at most")
    #expect(made.run.peakMemory <= 200 << 20)
    check(made.film, chain)
  }

  @Test func aClipMayConsistOfItsTransitionsAlone() {
    let chain = Chain(3, overlap: 18)
    let made = make(chain, transition: "dissolve:0.6")
    #expect(made.run.status == 0, "\(made.run.errors)")
    check(made.film, chain)
  }

  @Test func mixedClipsAreFittedAndInTimeBetweenTheirTransitions() {
    let clips = [
      pcmClip(300) { ($0.width, $0.height, $0.rate, $0.count) = (192, 108, Ratio(30), 40) },
      pcmClip(301) { ($0.rate, $0.count, $0.turns) = (Ratio(24), 40, 1) },
      pcmClip(302) {
        ($0.width, $0.height, $0.rate, $0.count) = (160, 120, Ratio(30000, 1001), 40)
      },
    ]
    let overlap = Ratio(7, 20)  // 10½ frames
    let made = merge(
      clips, rate: Ratio(30), options: fastCoding + exactSound + ["--transition", "dissolve:0.35"])
    #expect(made.run.status == 0, "\(made.run.errors)")
    var starts: [Ratio] = []
    var end = Ratio.zero
    for clip in clips {
      starts.append(starts.isEmpty ? .zero : end - overlap)
      end = starts.last! + clip.pictureLength
    }
    let film = made.film
    #expect(film.times.count == (end * Ratio(30)).ceiling)
    #expect(film.samples().first?.count == (end * Ratio(48000)).rounded)
    var pure = 0
    film.eachPicture { k, picture in
      let time = Ratio(k, 30)
      let shown = clips.indices.filter {
        time >= starts[$0] && time < starts[$0] + clips[$0].pictureLength
      }
      guard shown.count == 1 else { return }
      let clip = clips[shown[0]]
      let found = picture.code(at: made.expected.placing(of: clip))
      let frame = clip.frame(shownAt: time - starts[shown[0]])!
      #expect(found == .init(clip: clip.id, frame: frame), "frame \(k)")
      pure += 1
    }
    #expect(pure > 80)
  }

  @Test func oneClipHasNoTransition() {
    #expect(make(Chain(1, overlap: 0), transition: "dissolve:1").report().problems == [])
  }

  @Test(arguments: [
    ("disolve:0.5", 1, "no transition 'disolve'; did you mean 'dissolve'?"),
    (
      "dissolve:0.7", 1,
      "clip 2, $CLIP, is 1.2 s long, too short for its transitions, which take 1.4 s"
    ),
    ("dissolve:soon", 2, "--transition needs NAME or NAME:TIME, not 'dissolve:soon'"),
    ("dissolve:0", 1, "a transition needs a duration above 0, not 0"),
  ])
  func whatCannotBeIsSaid(words: String, status: Int32, message: String) {
    let chain = Chain(3, overlap: 12)
    let made = make(chain, transition: words)
    let clip = CodedClip.make(chain.clips)[1]
    #expect(made.run.status == status)
    #expect(made.run.errors.contains(message.replacing("$CLIP", with: clip)), "\(made.run.errors)")
    #expect(made.folder.names == [])
  }
}
