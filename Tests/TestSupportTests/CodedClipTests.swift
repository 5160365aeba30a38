import TestSupport
import Testing

/// The checker judges everything else, so it is judged first: films that `ffmpeg` itself joined.
@Suite struct CodedClipTests {
  private func check(
    _ path: String, _ expected: ExpectedFilm, sound: FilmReport.SoundLimits? = .exact
  ) -> FilmReport {
    let film = Film(path)
    var limits = FilmReport.PictureLimits()
    limits.exactEnd = path.hasSuffix(".mp4") || path.hasSuffix(".mov")
    var report = FilmReport()
    report.checkPicture(film, expected, limits: limits)
    if let sound { report.checkSound(film, expected, limits: sound) }
    return report
  }

  @Test func aClipIsItsOwnExactFilm() {
    let clip = CodedClip(3, container: "mov", sound: { $0.codec = "pcm_s16le" })
    let report = check(clip.make(), ExpectedFilm([.clip(clip)], frameRate: Ratio(24)))
    #expect(report.problems == [])
    #expect(report.frames == 24 && report.clicksFound == 4 && report.worstClick < 0.05)
    #expect(report.worstLuma > 36 && report.worstChroma > 33 && report.worstSound > 60)
  }

  @Test(arguments: [1, 2, 3])
  func aTurnedClipIsReadAsAPlayerShowsIt(turns: Int) {
    let clip = CodedClip(4, picture: { $0.turns = turns })
    let expected = ExpectedFilm([.clip(clip)], frameRate: Ratio(24))
    #expect(expected.canvas == (turns == 2 ? (192, 108) : (108, 192)))
    #expect(check(clip.make(), expected, sound: nil).problems == [])
  }

  @Test func aacKeepsTheClicksWithinASample() {
    let clip = CodedClip(5, picture: { $0.count = 48 }, sound: { $0.codec = "aac" })
    let report = check(clip.make(), ExpectedFilm([.clip(clip)], frameRate: Ratio(24)), sound: .aac)
    #expect(report.problems == [])
    #expect(report.clicksFound == 8 && report.worstClick < 1)
  }

  @Test func bFramesAndOddRatesKeepTheirOrder() {
    let clip = CodedClip(
      6,
      picture: {
        $0.rate = Ratio(30000, 1001)
        $0.bFrames = 3
        $0.count = 40
        $0.options = ["-preset", "veryfast"]
      })
    let expected = ExpectedFilm([.clip(clip)], frameRate: Ratio(30000, 1001))
    #expect(check(clip.make(), expected, sound: nil).problems == [])
  }

  @Test func aVariableRateHasTheTimesThatWereAsked() {
    let times = [0, 1, 3, 4, 8, 9, 10, 15].map { Ratio($0, 30) }
    let clip = CodedClip(
      7,
      picture: {
        $0.count = times.count
        $0.times = times
      })
    let film = Film(clip.make())
    #expect(film.times == times)
    #expect(film.pictureEnd == clip.pictureLength && clip.pictureLength == Ratio(13, 24))
  }

  @Test func aLostAndADoubledFrameAreNamed() {
    let clip = CodedClip(
      8, picture: { $0.options = ["-vf", "select='not(eq(n,5))',setpts=N/24/TB"] })
    let report = check(clip.make(), ExpectedFilm([.clip(clip)], frameRate: Ratio(24)), sound: nil)
    #expect(report.lost == 1)
    #expect(report.problems.contains { $0.contains("frame 5 (5/24 s): clip 8 frame 5 due") })
    #expect(report.problems.contains("lost 1: clip 8 frame 5"))

    let doubled = CodedClip(8, picture: { $0.options = ["-vf", "loop=loop=1:size=1:start=7"] })
    let second = check(
      doubled.make(), ExpectedFilm([.clip(clip)], frameRate: Ratio(24)), sound: nil)
    #expect(second.doubled == 1)
    #expect(second.problems.contains { $0.contains("(doubled)") })
  }

  @Test func blackMixedAndShiftedFilmsFail() {
    let black = CodedClip(
      9, picture: { $0.options = ["-vf", "drawbox=enable='eq(n,4)':t=fill:c=black"] })
    let expected = ExpectedFilm([.clip(black)], frameRate: Ratio(24))
    #expect(check(black.make(), expected, sound: nil).black == 1)

    let mixed = CodedClip(9, picture: { $0.options = ["-vf", "tblend=all_mode=average"] })
    #expect(check(mixed.make(), expected, sound: nil).foreign > 20)

    let late = CodedClip(9, container: "mov", sound: { $0.codec = "pcm_s16le" })
    var wrong = late
    wrong.sound?.offset = Ratio(1, 48000)
    let report = check(late.make(), ExpectedFilm([.clip(wrong)], frameRate: Ratio(24)))
    #expect(report.problems.contains { $0.contains("-1.0 samples off its place") })
  }
}
