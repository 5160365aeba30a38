import Testing

@testable import Timing

@Suite struct TextTests {
  @Test(arguments: [
    ("3", Time(3)), ("3.5", Time(7, 2)), (".5", Time(1, 2)), ("-0.04", Time(-1, 25)),
    ("1:02:03.5", Time(7447, 2)), ("2:03", Time(123)), ("90:00", Time(5400)),
    ("1001/30000", Time(1001, 30000)), ("-2/4", Time(-1, 2)), (" 7 ", Time(7)),
    ("90f@30", Time(3)), ("30f@29.97", Time(1001, 1000)), ("90f@30000/1001", Time(3003, 1000)),
    ("01:00:00:12@25", Time(90012, 25)), ("00:00:01:00@29.97", Time(1001, 1000)),
    ("01:00:00;00@29.97", Time(107_892 * 1001, 30000)),
    ("01:00:00;12@29.97", Time(107_904 * 1001, 30000)),
    ("00:01:00;02@29.97", Time(1800 * 1001, 30000)),
    ("00:01:00;04@59.94", Time(3600 * 1001, 60000)),
    ("invalid", .invalid), ("indefinite", .indefinite), ("+infinity", .positiveInfinity),
    ("-infinity", .negativeInfinity),
  ])
  func textIsReadExactly(_ text: String, _ time: Time) throws {
    #expect(try Time(text: text) == time)
  }

  @Test(arguments: [
    ("", TimeTextError.Problem.unreadable), ("abc", .unreadable), ("1:2:x", .unreadable),
    ("1/0", .unreadable), ("1/2/3", .unreadable), ("--3", .unreadable), ("1.2.3", .unreadable),
    ("1:75", .field(name: "seconds", value: 75, limit: 60)),
    ("1:75:00", .field(name: "minutes", value: 75, limit: 60)),
    ("00:00:00:25@25", .field(name: "frames", value: 25, limit: 25)),
    ("90f", .missingRate), ("01:00:00:12", .missingRate), ("01:00:00;12", .missingRate),
    ("90f@fast", .unknownRate("fast")), ("90f@0", .unknownRate("0")),
    ("01:00:00;12@25", .noDropFrame(FrameRate(25))),
    ("00:01:00;01@29.97", .droppedFrame(FrameRate(30000, 1001))),
    ("9223372036854775807:00", .tooLarge),
    ("01:00:00:12@9000000000000000000", .unknownRate("9000000000000000000")),
  ])
  func textThatIsNoTimeSaysWhy(_ text: String, _ problem: TimeTextError.Problem) {
    #expect(throws: TimeTextError(text: text, problem: problem)) { try Time(text: text) }
  }

  @Test func errorsNameTheTextAndTheWayOut() {
    let error = TimeTextError(text: "90f", problem: .missingRate)
    #expect(error.message == "cannot read '90f' as a time: frames need a rate")
    #expect(error.hint.contains("90f@30"))
  }

  @Test(arguments: [
    Time(2, 2), Time(5), Time(-1001, 30000), .invalid, .indefinite, .positiveInfinity,
    .negativeInfinity,
  ])
  func descriptionReadsBack(_ time: Time) throws {
    #expect(try Time(text: "\(time)") == time)
  }

  @Test func descriptionKeepsTheFraction() {
    #expect("\(Time(2, 2))" == "2/2" && "\(Time(4))" == "4" && "\(Time(-5, 6))" == "-5/6")
  }

  @Test func clocksAreForPeople() {
    #expect(Time(4).clock == "0:04" && Time(7447, 2).clock == "1:02:03.5")
    #expect(Time(1, 30).clock == "0:00.033" && Time(-3, 2).clock == "-0:01.5")
    #expect(Time(3_599_999_6, 10000).clock == "1:00:00")
    #expect(Time(1, 30).exactClock == "0:00.033 (1/30)" && Time(1, 8).exactClock == "0:00.125")
  }

  @Test func timecodeCountsFrames() {
    #expect(Time(90012, 25).timecode(FrameRate(25)) == "01:00:00:12")
    #expect(Time(1, 50).timecode(FrameRate(25)) == "00:00:00:00")
    #expect(Time(-1, 25).timecode(FrameRate(25)) == "-00:00:00:01")
    #expect(Time(1).timecode(FrameRate(25), drop: true) == nil)
    #expect(Time.invalid.timecode(FrameRate(25)) == nil)
    #expect(Time(3_600_000_000).timecode(FrameRate(25)) == nil)
    #expect(Time(-3_599_999_999).timecode(FrameRate(25)) == "-999999:59:59:00")
    #expect(Time(.max).timecode(FrameRate(30000, 1001), drop: true) == nil)
  }

  @Test func dropFrameTimecodeGoesBothWays() throws {
    for rate in [FrameRate(30000, 1001), FrameRate(60000, 1001)] {
      for frame in stride(from: Int64(0), to: 120_000, by: 7) {
        let time = rate.frameDuration.multiplied(by: frame)
        let text = try #require(time.timecode(rate, drop: true))
        #expect(try Time(text: "\(text)@\(rate)") == time)
      }
    }
    let rate = FrameRate(30000, 1001)
    #expect(rate.frameDuration.multiplied(by: 1799).timecode(rate, drop: true) == "00:00:59;29")
    #expect(rate.frameDuration.multiplied(by: 1800).timecode(rate, drop: true) == "00:01:00;02")
    #expect(rate.frameDuration.multiplied(by: 17982).timecode(rate, drop: true) == "00:10:00;00")
  }
}

@Suite struct FrameRateTests {
  @Test(arguments: [
    ("25", FrameRate(25)), ("30000/1001", FrameRate(30000, 1001)), ("12.5", FrameRate(25, 2)),
    ("29.97", FrameRate(30000, 1001)), ("23.976", FrameRate(24000, 1001)),
    ("23.98", FrameRate(24000, 1001)), ("23.97", FrameRate(24000, 1001)),
    ("59.94", FrameRate(60000, 1001)), ("119.88", FrameRate(120000, 1001)),
    ("29.97002997002997", FrameRate(30000, 1001)), ("25.0", FrameRate(25)),
    ("50/2", FrameRate(25)), ("24.5", FrameRate(49, 2)),
  ])
  func textMeansTheExactRate(_ text: String, _ rate: FrameRate) {
    #expect(FrameRate(text: text) == rate)
  }

  @Test(arguments: ["", "0", "-25", "fast", "30/0", "1/2/3", "30000/"])
  func otherTextIsRefused(_ text: String) {
    #expect(FrameRate(text: text) == nil)
  }

  @Test func averagesSnapToTheNearestStandardRate() {
    #expect(FrameRate.nearestStandard(to: FrameRate(2996, 100)) == FrameRate(30000, 1001))
    #expect(FrameRate.nearestStandard(to: FrameRate(2399, 100)) == FrameRate(24))
    #expect(FrameRate.nearestStandard(to: FrameRate(240)) == FrameRate(60))
    #expect(FrameRate.nearestStandard(to: FrameRate(10)) == FrameRate(24000, 1001))
  }

  @Test func durationsAndRatesAreInverse() {
    #expect(FrameRate(30000, 1001).frameDuration == Time(1001, 30000))
    #expect(FrameRate(frameDuration: Time(2002, 60000)) == FrameRate(30000, 1001))
    #expect(FrameRate(frameDuration: .zero) == nil && FrameRate(frameDuration: .invalid) == nil)
    #expect(FrameRate(24000, 1001) < FrameRate(24) && FrameRate(30000, 1001).nominal == 30)
  }
}
