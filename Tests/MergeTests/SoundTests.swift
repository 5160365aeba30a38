import TestSupport
import Testing

/// Where every sample of the sources goes, and silence where they have none.
@Suite struct SoundTests {
  @Test func aClipWithoutSoundIsSilent() {
    let mute = CodedClip(70, container: "mov", picture: { $0.count = 30 })
    let report = merge([pcmClip(71), mute, pcmClip(72), mute], rate: Ratio(24)).report()
    #expect(report.problems == [])
  }

  @Test func soundThatIsShorterThanThePictureEndsInSilence() {
    let short = pcmClip(73) {
      $0.count = 36
    } sound: {
      $0.seconds = Ratio(7, 10)
    }
    let report = merge([short, pcmClip(74), short], rate: Ratio(24)).report()
    #expect(report.problems == [])
  }

  @Test func soundThatIsLongerThanThePictureIsCutThere() {
    let long = pcmClip(75) {
      $0.count = 24
    } sound: {
      $0.seconds = Ratio(8, 5)
    }
    let made = merge([long, pcmClip(76), long], rate: Ratio(24))
    let report = made.report()
    #expect(report.problems == [])
    #expect(report.frames == 72 && report.samples == 144000)
  }

  @Test func soundThatStartsLateStaysLate() {
    let late = pcmClip(77) {
      $0.count = 30
    } sound: {
      $0.offset = Ratio(3, 25)
    }
    let report = merge([late, pcmClip(78), late], rate: Ratio(24)).report()
    #expect(report.problems == [])
  }

  @Test func aPictureThatStartsLateKeepsItsSoundInStep() {
    let late = pcmClip(79) {
      ($0.count, $0.offset) = (30, Ratio(1, 2))
    } sound: { _ in
    }
    let report = merge([late, pcmClip(78), late], rate: Ratio(24)).report()
    #expect(report.problems == [])
  }

  @Test func ratesAndLayoutsMeetInTheHighestAndTheWidest() {
    let mono = pcmClip(80) { _ in
    } sound: {
      ($0.rate, $0.channels) = (44100, 1)
    }
    let low = pcmClip(81) { _ in
    } sound: {
      ($0.rate, $0.channels) = (32000, 2)
    }
    let made = merge([mono, pcmClip(82), low], rate: Ratio(24))
    var limits = FilmReport.SoundLimits.exact
    limits.likeness = 25
    #expect(made.report(sound: limits).problems == [])
    #expect(made.film.sampleRate == 48000 && made.film.channels == 2)
  }

  @Test func primingAndPaddingOfAacSourcesAreCutToTheSample() {
    let clips = (83..<88).map { id in
      CodedClip(id, picture: { $0.count = 31 }, sound: { $0.codec = "aac" })
    }
    let report = merge(clips, rate: Ratio(24)).report(sound: .lossySource)
    #expect(report.problems == [])
    #expect(report.clicksFound == report.clicksExpected && report.clicksExpected >= 20)
  }

  @Test func aSoundOfAnotherLengthThanItsSamplesSayLosesNothingAtJoins() {
    // 1.0427 s of picture at 30000/1001 are no whole number of samples: 50,050 − 1.6.
    let clips = (90..<100).map { id in
      pcmClip(id) { ($0.rate, $0.count) = (Ratio(30000, 1001), 32) }
    }
    let report = merge(clips, rate: Ratio(30000, 1001)).report()
    #expect(report.problems == [])
    #expect(report.samples == (Ratio(320 * 1001, 30000) * Ratio(48000)).rounded)
  }
}
