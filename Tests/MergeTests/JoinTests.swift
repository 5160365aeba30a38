import TestSupport
import Testing

/// Whole clips end to end: no frame lost, doubled, black or foreign, the sound in its place.
@Suite struct JoinTests {
  @Test func clipsOfOneFormatJoinWithoutASeam() {
    let clips = (20..<23).map { id in pcmClip(id) { $0.count = 31 } }
    let report = merge(clips, rate: Ratio(24)).report()
    #expect(report.problems == [])
    #expect(report.frames == 93 && report.clicksFound == report.clicksExpected)
  }

  @Test func aacInMp4StartsAtZeroAndEndsWithThePicture() {
    let clips = (20..<24).map { id in
      CodedClip(id, picture: { ($0.rate, $0.count) = (Ratio(25), 33) }, sound: { $0.codec = "aac" })
    }
    let made = merge(clips, rate: Ratio(25), output: "film.mp4", options: fastCoding)
    let report = made.report(sound: .aac)
    #expect(report.problems == [])
    let film = made.film
    #expect(film.times.first == .zero && film.picture?.start == .zero && film.sound?.start == .zero)
    #expect(film.pictureEnd == Ratio(132, 25))
    #expect(film.sound?.length.map { ($0 * Ratio(48000)).rounded } == 132 * 1920)
  }

  @Test func mixedRatesShowTheSourceFrameOfTheMoment() {
    let rates = [Ratio(24), Ratio(30), Ratio(25), Ratio(30000, 1001)]
    let sizes = [(192, 108), (128, 96), (160, 90), (200, 112)]
    let clips = (0..<4).map { index in
      pcmClip(30 + index) {
        ($0.width, $0.height) = sizes[index]
        ($0.rate, $0.count) = (rates[index], 29 + index)
      }
    }
    let report = merge(clips, rate: Ratio(30)).report()
    #expect(report.problems == [])
  }

  @Test(arguments: [
    Ratio(24000, 1001), Ratio(30000, 1001), Ratio(60000, 1001), Ratio(60), Ratio(50),
  ])
  func lengthsThatAreNoWholeMillisecondsAddUp(rate: Ratio) {
    let clips = (40..<45).map { id in
      pcmClip(id) { ($0.rate, $0.count) = (rate, 37) }
    }
    let report = merge(clips, rate: rate).report()
    #expect(report.problems == [])
    #expect(report.frames == 185)
  }

  @Test func aVariableRateIsSampledAtTheFilmsMoments() {
    let times = [0, 1, 3, 4, 8, 9, 10, 15, 16, 17, 19, 24, 25].map { Ratio($0 * 3003, 90000) }
    let variable = CodedClip(
      46,
      picture: {
        $0.count = times.count
        $0.times = times
      })
    let steady = CodedClip(47, picture: { ($0.rate, $0.count) = (Ratio(30), 20) })
    let report = merge([steady, variable, steady], rate: Ratio(30), options: fastCoding)
      .report(sound: nil)
    #expect(report.problems == [])
  }

  @Test(arguments: ["libx264", "libx265", "mpeg4"])
  func reorderedFramesComeInTheirOrder(codec: String) {
    let clips = (50..<53).map { id in
      CodedClip(
        id,
        picture: {
          ($0.codec, $0.count, $0.bFrames, $0.keyInterval) = (codec, 40, 3, 17)
          if codec == "libx264" {
            $0.options = ["-preset", "veryfast", "-x264-params", "open-gop=1"]
          }
          if codec == "mpeg4" { $0.bFrames = 2 }
        })
    }
    let report = merge(clips, rate: Ratio(24), options: fastCoding).report(sound: nil)
    #expect(report.problems == [])
  }

  @Test func aPortraitPhoneClipStandsUpright() {
    let phone = CodedClip(60, picture: { ($0.turns, $0.count) = (1, 20) })
    let other = CodedClip(61, picture: { ($0.turns, $0.count) = (3, 20) })
    let wide = CodedClip(62, picture: { $0.count = 20 })
    let upright = merge([phone, other, wide], rate: Ratio(24), options: fastCoding)
    #expect(upright.report(sound: nil).problems == [])
    #expect(upright.film.width == 108 && upright.film.height == 192)
    let flat = merge([wide, phone], rate: Ratio(24), options: fastCoding)
    #expect(flat.report(sound: nil).problems == [])
    #expect(flat.film.width == 192 && flat.film.height == 108)
  }

  @Test func pixelsThatAreNotSquareAreShownInTheirShape() {
    let wide = CodedClip(63, picture: { ($0.width, $0.pixelAspect) = (144, Ratio(4, 3)) })
    let plain = CodedClip(64)
    let made = merge([plain, wide], rate: Ratio(24), options: fastCoding)
    #expect(made.report(sound: nil).problems == [])
  }

  @Test(arguments: ["yuv422p", "yuv444p", "yuv420p10le"])
  func otherPixelLayoutsJoinToo(format: String) {
    let deep = CodedClip(65, picture: { $0.pixelFormat = format })
    let plain = CodedClip(66)
    #expect(
      merge([plain, deep], rate: Ratio(24), options: fastCoding).report(sound: nil).problems == [])
  }
}
