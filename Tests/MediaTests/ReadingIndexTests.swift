import TestSupport
import Testing
import Timing

@testable import Media

@Suite("Finding the exact grid and the place of packets")
struct ReadingIndexTests {
  private let millisecond = Timing.Ratio(1, 1000)

  /// Frame numbers as times of a rate, rounded to a tick as muxers do.
  private func stamps(
    _ rate: FrameRate, _ count: Int, scale: Int64, from first: Int64 = 0,
    _ rounding: Rounding = .halfAwayFromZero
  ) -> [Int64] {
    (0..<count).map {
      first + rate.frameDuration.multiplied(by: Int64($0)).units(per: scale, rounding)
    }
  }

  @Test("Rounded or cut times of a usual rate fit that rate alone, however few or many there are")
  func findsRates() {
    for rate in FrameRate.standard {
      for scale: Int64 in [600, 1000, 90000] {
        for rounding in [Rounding.halfAwayFromZero, .towardZero] {
          // In the coarsest scale a second of 59.94 cannot be told from one of 60.
          for count in scale == 600 ? [300, 20_000] : [60, 300, 20_000] {
            let fit = GridFit(
              stamps(rate, count, scale: scale, from: 7, rounding), tick: Timing.Ratio(1, scale))
            #expect(
              fit?.duration(tick: Timing.Ratio(1, scale)) == rate.frameDuration,
              "\(rate) in 1/\(scale), \(count) frames")
          }
        }
      }
    }
  }

  @Test("What the container declares decides where few frames leave a choice")
  func prefersDeclared() {
    let few = stamps(FrameRate(24000, 1001), 5, scale: 1000)
    let declared = GridFit(few, tick: millisecond, declared: FrameRate(24000, 1001))
    #expect(declared?.duration(tick: millisecond) == Time(1001, 24000))
    let decimal = GridFit(few, tick: millisecond, declared: FrameRate(23976, 1000))
    #expect(decimal?.duration(tick: millisecond) == Time(1001, 24000))
    let wrong = GridFit(
      stamps(FrameRate(25), 100, scale: 1000), tick: millisecond, declared: FrameRate(30))
    #expect(wrong?.duration(tick: millisecond) == Time(1, 25))
  }

  @Test("A missing frame, a long one or jitter beyond a tick is no grid")
  func refusesVariable() {
    var times = stamps(FrameRate(25), 100, scale: 1000)
    times.remove(at: 50)
    #expect(GridFit(times, tick: millisecond) == nil)
    times = stamps(FrameRate(25), 100, scale: 1000)
    times[50] += 3
    #expect(GridFit(times, tick: millisecond) == nil)
    #expect(GridFit([0], tick: millisecond) == nil && GridFit([], tick: millisecond) == nil)
    #expect(GridFit([5, 5], tick: millisecond) == nil)
  }

  @Test("Unusual but even distances are a grid too")
  func findsUnusual() {
    #expect(
      GridFit((0..<50).map { $0 * 3001 }, tick: Timing.Ratio(1, 90000))?.step == Timing.Ratio(3001))
    #expect(GridFit((0..<50).map { $0 }, tick: Timing.Ratio(1, 25))?.step == Timing.Ratio(1))
    let odd = GridFit(stamps(FrameRate(17), 200, scale: 1000), tick: millisecond)
    #expect(odd?.duration(tick: millisecond) == Time(1, 17))
  }

  @Test("A frame is the one at a time until the next begins, on a cut grid too")
  func findsFrames() {
    let grid = FrameTable(
      start: Time(-1, 100), step: Time(1, 25), count: 10, cut: .zero, endOfLast: Time(39, 100))
    #expect(grid.start == .zero && grid.time(of: 1) == Time(3, 100))
    #expect(grid.index(at: Time(-1, 1000)) == nil)
    #expect(grid.index(at: .zero) == 0 && grid.index(at: Time(29, 1000)) == 0)
    #expect(grid.index(at: Time(30, 1000)) == 1 && grid.index(at: Time(9)) == 9)
    #expect(grid.rate == FrameRate(25))
    let list = FrameTable(values: [0, 3, 4, 10], scale: 10, endOfLast: Time(11, 10))
    #expect(list.index(at: Time(39, 100)) == 1 && list.index(at: Time(4, 10)) == 2)
    #expect(list.minimumStep == Time(1, 10) && list.step == nil)
  }

  @Test("The frame before a time is the last that starts strictly earlier")
  func looksUpBefore() {
    let grid = FrameTable(start: .zero, step: Time(1, 25), count: 10)
    #expect(grid.index(before: .zero) == nil && grid.index(before: Time(1, 1000)) == 0)
    #expect(grid.index(before: Time(1, 25)) == 0 && grid.index(before: Time(41, 1000)) == 1)
    #expect(grid.index(before: Time(10, 25)) == 9 && grid.index(before: Time(9)) == 9)
    let cut = FrameTable(start: Time(-1, 100), step: Time(1, 25), count: 10, cut: .zero)
    #expect(cut.index(before: .zero) == nil && cut.index(before: Time(1, 100)) == 0)
    let list = FrameTable(values: [0, 3, 4, 10], scale: 10, endOfLast: Time(11, 10))
    #expect(list.index(before: Time(4, 10)) == 1 && list.index(before: Time(41, 100)) == 2)
    #expect(list.index(before: .zero) == nil && list.index(before: Time(11, 10)) == 3)
  }

  @Test("Packets are counted from the first; only a real gap or overlap starts anew")
  func countsPackets() {
    var timeline = AudioTimeline(rate: 48000, tick: millisecond)
    for packet in 0..<100 {
      let time = Time(Int64(packet) * 1024, 48000).units(per: 1000)
      timeline.append(stamp: time + (packet >= 60 ? 500 : 0), length: 1024)
    }
    #expect(timeline.runs.count == 2 && timeline.packetCount == 100)
    #expect(timeline.runs[0].end == 60 * 1024)
    // The gap is half a second, told to the millisecond.
    let second = Time(60 * 1024, 48000).units(per: 1000) + 500
    #expect(timeline.runs[1].start == second * 48)
    #expect(timeline.position(of: Time(59 * 1024, 48000).units(per: 1000)) == Int64(59 * 1024))
    #expect(timeline.position(of: second) == second * 48)
    #expect(timeline.position(of: second - 250) == nil)
    #expect(
      timeline.seekStamp(for: 1024 * 10 + 5, preroll: 2) == Time(1024 * 8, 48000).units(per: 1000))
    #expect(timeline.seekStamp(for: 1024, preroll: 2) == nil)
    #expect(
      timeline.seekStamp(for: second * 48 + 1024, preroll: 2)
        == Time(59 * 1024, 48000).units(per: 1000))
  }

  @Test("A gap in the timestamps is silence of its length, and what comes after keeps its place")
  func keepsGaps() throws {
    let path = makeClip(
      "gap.mkv",
      "-f lavfi -i aevalsrc=exprs=0.5:s=48000:d=2 -af asetnsamples=n=480,aselect='lt(t,0.5)+gte(t,1)' -c:a pcm_s16le"
    )
    let asset = try MediaAsset.open(path)
    let track = try #require(asset.audio)
    #expect(track.audio?.sampleCount == 96000)
    let reader = try AudioReader(track, of: asset)
    let buffer = try reader.read(from: -100, count: 96200)
    let loud = (0..<96200).filter { buffer[0][$0] > 0.4 }
    #expect(loud == Array(100..<24100) + Array(48100..<96100))
    #expect(reader.counters.seeks == 0)
  }

  @Test("An index with damaged bytes is read or refused, never believed blindly")
  func survivesDamage() throws {
    let path = makeClip(
      "fuzz.mp4",
      "-f lavfi -i testsrc2=s=32x32:r=30000/1001:d=0.5 -f lavfi -i sine=d=0.5 -c:v libx264 -bf 2 -c:a aac"
    )
    let whole = try #require(readFile(path))
    let name = Array("moov".utf8)
    let index = try #require((0..<whole.count - 4).first { Array(whole[$0..<$0 + 4]) == name })
    let damaged = readingFolder("fuzzed.mp4")
    var state: UInt64 = 88_172_645_463_325_252
    func random(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    var opened = 0
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0...random(5) {
        let offset = index + random(whole.count - index - 4)
        let value: [UInt8] = random(2) == 0 ? [255, 255, 255, 255] : [UInt8(random(256))]
        bytes.replaceSubrange(offset..<offset + value.count, with: value)
      }
      write(bytes, to: damaged)
      guard let asset = try? MediaAsset.open(damaged) else { continue }
      opened += 1
      for track in asset.tracks {
        if let video = track.video, video.frames.count > 0 {
          let reader = try? VideoReader(track, of: asset, threads: 1)
          _ = try? reader?.frame(video.frames.count - 1)
        }
        if track.audio != nil {
          _ = try? AudioReader(track, of: asset).read(from: 5, count: 3000)
        }
      }
    }
    #expect(opened > 10 && opened < 150)
  }
}
