import TestSupport
import Testing

/// Containers that round their times, as sources and as films.
@Suite struct ContainerTests {
  @Test(arguments: [Ratio(30), Ratio(30000, 1001), Ratio(24)])
  func webmSourcesKeepTheirExactRate(rate: Ratio) {
    let clips = (100..<103).map { id in
      CodedClip(
        id, container: "webm", picture: { ($0.codec, $0.rate, $0.count) = ("libvpx", rate, 40) },
        sound: { $0.codec = "libopus" })
    }
    let report = merge(clips, rate: rate).report(sound: .millisecondSource)
    #expect(report.problems == [])
    #expect(report.frames == 120)
  }

  @Test(arguments: [Ratio(30), Ratio(30000, 1001), Ratio(25)])
  func transportStreamsKeepTheirExactRate(rate: Ratio) {
    let clips = (103..<106).map { id in
      CodedClip(
        id, container: "ts", picture: { ($0.rate, $0.count, $0.bFrames) = (rate, 40, 2) },
        sound: { $0.codec = "aac" })
    }
    var limits = FilmReport.SoundLimits.lossySource
    limits.click = 2
    let report = merge(clips, rate: rate).report(sound: limits)
    #expect(report.problems == [])
    #expect(report.frames == 120)
  }

  @Test func matroskaSourcesWithFlac() {
    let clips = (106..<109).map { id in
      CodedClip(
        id, container: "mkv", picture: { ($0.rate, $0.count) = (Ratio(30000, 1001), 40) },
        sound: { $0.codec = "flac" })
    }
    let report = merge(clips, rate: Ratio(30000, 1001)).report(sound: .millisecondSource)
    #expect(report.problems == [])
  }

  @Test(arguments: ["mkv", "webm", "mp4"])
  func filmsInEveryContainerHaveEveryFrame(container: String) {
    let clips = (110..<113).map { id in pcmClip(id) { $0.rate = Ratio(30) } }
    let options = container == "webm" ? ["--codec-options", "deadline=realtime"] : fastCoding
    let made = merge(clips, rate: Ratio(30), output: "film.\(container)", options: options)
    var limits = FilmReport.SoundLimits.aac
    limits.click = container == "mp4" ? 2 : 48
    limits.length = container == "mp4" ? 0 : 1920
    limits.declaredLength = container == "mp4"
    limits.likeness = container == "mp4" ? 14 : -10
    // What a decoder throws away is written before 0 there, so that what is heard starts at 0.
    if container == "webm" { limits.start = Ratio(-7, 1000) }
    #expect(made.report(sound: limits).problems == [])
  }

  @Test(arguments: ["mkv", "webm"])
  func clipsAreTurnedWhereTheFileCannotSayHow(container: String) {
    let clips = (114..<116).map { id in
      pcmClip(id) { ($0.turns, $0.rate, $0.count) = (1, Ratio(30), 20) }
    }
    let options = container == "webm" ? ["--codec-options", "deadline=realtime"] : fastCoding
    let made = merge(clips, rate: Ratio(30), output: "film.\(container)", options: options)
    let report = made.report(sound: nil)
    #expect(report.problems == [])
    #expect(report.frames == 40)
  }
}
