import TestSupport
import Testing

/// Two hundred clips: exact to the last sample, in little memory, with few files open.
@Suite struct ManyClipsTests {
  @Test func soundIsInPlaceAfterTwoHundredJoins() {
    // 17 frames at 30000/1001 are 27,227.2 samples: each join falls between two samples.
    let clips = (0..<200).map { id in
      pcmClip(id) { ($0.width, $0.height, $0.rate, $0.count) = (96, 64, Ratio(30000, 1001), 17) }
    }
    let made = merge(clips, rate: Ratio(30000, 1001))
    let report = made.report()
    #expect(report.problems == [])
    #expect(report.frames == 3400 && report.samples == 5_445_440)
    #expect(report.clicksFound == report.clicksExpected && report.clicksExpected >= 400)
  }

  @Test func memoryAndOpenFilesDoNotGrowWithTheClips() {
    let clips = (0..<200).map { id in
      CodedClip(
        id,
        picture: {
          ($0.width, $0.height, $0.rate, $0.count) = (640, 360, Ratio(30), 36)
          $0.options = ["-crf", "18"]
        }, sound: { $0.codec = "aac" })
    }
    let many = merge(
      clips, rate: Ratio(30), output: "film.mp4", options: fastCoding, countOpenFiles: true)
    #expect(many.report(sound: .aac).problems == [])
    #expect(many.openFilesAndMemoryFit)
    let few = merge(
      Array(clips[..<50]), rate: Ratio(30), output: "film.mp4", options: fastCoding)
    #expect(few.run.status == 0)
    #expect(Double(many.run.peakMemory) < 1.1 * Double(few.run.peakMemory))
  }
}

extension MadeFilm {
  var openFilesAndMemoryFit: Bool {
    print("200 clips: \(run.peakMemory >> 20) MiB, \(run.openFilesPeak) files open at most")
    return run.openFilesPeak > 0 && run.openFilesPeak <= 64 && run.peakMemory <= 150 << 20
  }
}
