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

/// What `--memory` allows is what is taken, or the least that is possible is said.
@Suite struct AllowedMemoryTests {
  private let clips = (0..<4).map { id in
    CodedClip(
      id + 670,
      picture: {
        ($0.width, $0.height, $0.rate, $0.count) = (1280, 720, Ratio(30), 45)
        $0.options = ["-preset", "ultrafast"]
      })
  }

  private func run(_ memory: Int) -> MadeFilm {
    merge(
      clips, rate: Ratio(30), output: "film.mp4",
      options: ["--memory", "\(memory)M", "--reencode", "always"])
  }

  @Test func theLeastIsSaidAndIsEnough() throws {
    let refused = run(70)
    #expect(refused.run.status != 0 && fileSize(refused.path) == nil)
    let words = refused.run.errors.split { $0 == " " || $0 == "\n" }
    let place = try #require(words.firstIndex(of: "allow"), "\(refused.run.errors)")
    let least = try #require(Int(words[place + 1].dropLast()), "\(refused.run.errors)")
    for memory in [least, least + 50] {
      let made = run(memory)
      #expect(made.report(sound: nil).problems == [])
      print("--memory \(memory)M: \(made.run.peakMemory >> 20) MiB")
      #expect(Double(made.run.peakMemory) <= Double(memory << 20) * 1.1)
    }
  }
}

extension MadeFilm {
  var openFilesAndMemoryFit: Bool {
    print("200 clips: \(run.peakMemory >> 20) MiB, \(run.openFilesPeak) files open at most")
    return run.openFilesPeak > 0 && run.openFilesPeak <= 64 && run.peakMemory <= 150 << 20
  }
}
