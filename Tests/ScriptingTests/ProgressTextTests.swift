import Testing
import Timing

@testable import Scripting

@Suite struct ProgressTextTests {
  private let half = ProgressState(framesDone: 300, framesTotal: 600, fraction: 0.5, elapsed: 2)

  @Test func theBarTellsHowFarHowFastAndHowLongStill() {
    #expect(
      ProgressText.bar(half, name: "film.mp4", width: 80)
        == "film.mp4  ━━━━━━━━━━━━━━━───────────────  50 %  300/600  150 fps  0:02 left")
  }

  @Test(arguments: [20, 40, 60, 80, 200])
  func theBarFitsTheTerminal(width: Int) {
    #expect(ProgressText.bar(half, name: "a long name.mp4", width: width).count < width)
  }

  @Test func nothingIsGuessedBeforeThereIsSomethingToMeasure() {
    let start = ProgressState(framesDone: 0, framesTotal: 600, fraction: 0, elapsed: 0)
    #expect(start.framesPerSecond == nil)
    #expect(start.remaining == nil)
  }

  @Test func theLastLineTellsWhatWasWritten() {
    let result = ProgressResult(
      path: "out.mp4", frames: 300, duration: Time(10010, 1000), size: 1_234_567, seconds: 2.04,
      notes: [])
    #expect(
      ProgressText.summary(result) == "out.mp4: 300 frames, 10.01 s, 1.2 MB, in 2.0 s (147 fps)")
  }

  @Test func jsonIsOneObjectALine() {
    #expect(
      ProgressText.json(half, path: "a\"b.mp4")
        == #"{"event":"progress","output":"a\"b.mp4","frames":300,"total":600,"fraction":0.5,"seconds":2,"fps":150.0,"remaining":2.0}"#
    )
    let result = ProgressResult(
      path: nil, frames: 2, duration: Time(1, 3), size: 0, seconds: 1, notes: ["x\ny"])
    #expect(
      ProgressText.json(result)
        == #"{"event":"finished","output":null,"frames":2,"duration":0.333,"size":0,"seconds":1.00,"notes":["x\ny"]}"#
    )
  }

  @Test(arguments: [
    (0.0, 0, "0"), (1.25, 1, "1.3"), (-0.04, 1, "0.0"), (9.999, 2, "10.00"), (12.5, 0, "13"),
    (-2.5, 1, "-2.5"),
  ])
  func decimalsAreRounded(number: Double, places: Int, text: String) {
    #expect(decimalText(number, places: places) == text)
  }

  @Test(arguments: [
    (Int64(999), "999 bytes"), (1000, "1.0 kB"), (12_345, "12 kB"), (999_499, "999 kB"),
    (1_500_000, "1.5 MB"), (2_000_000_000, "2.0 GB"),
  ])
  func sizesAreInTheUnitPeopleUse(bytes: Int64, text: String) {
    #expect(sizeText(bytes) == text)
  }

  @Test func clocksHaveHoursOnlyWhereThereAreAny() {
    #expect(clockText(61.2) == "1:02")
    #expect(clockText(3599.5) == "1:00:00")
    #expect(clockText(.infinity) == "--:--")
  }
}
