import Glibc
import TestSupport
import Testing
import Timing

@testable import Media

/// Edit lists written into files by hand, with what they show reckoned by hand.
@Suite("Edit lists", .serialized)
struct ReadingEditTests {
  /// 50 frames at 25 fps, one in 512 units of the media; the movie has 1000 units a second.
  private static let clip = makeClip(
    "edits.mp4",
    "-f lavfi -i testsrc2=s=64x48:r=25:d=2,noise=alls=30:allf=t -c:v libx264 -bf 2 -g 12"
      + " -video_track_timescale 12800 -movie_timescale 1000")

  /// Where the media's first frame lies: the delay of the reordering, which the file's own edit skips.
  private static let delay: Int64 = 1024

  private func patched(
    _ name: String, _ clip: String, _ entries: [EditListPatch.Entry]
  ) throws -> MediaAsset {
    let path = readingFolder(name)
    let bytes = try #require(readFile(clip))
    writeFile(path, EditListPatch.replacing(track: 0, in: bytes, with: entries))
    return try MediaAsset.open(path)
  }

  /// Frames as numbers of the media's, in hundredths of a second.
  private struct Shown: Equatable {
    let time: Time
    let frame: Int
  }

  private func shown(_ asset: MediaAsset) throws -> [Shown] {
    let whole = try MediaAsset.open(Self.clip)
    let original = try VideoReader(try #require(whole.video), of: whole, threads: 1)
    let numbers = Dictionary(
      uniqueKeysWithValues: try (0..<50).map { (fingerprint(try original.frame($0)), $0) })
    let track = try #require(asset.video)
    let frames = try #require(track.video).frames
    let reader = try VideoReader(track, of: asset, threads: 1)
    // Backward, so that nothing depends on what was read before.
    return try (0..<frames.count).reversed().map { index in
      let number = try #require(numbers[fingerprint(try reader.frame(index))])
      return Shown(time: frames.time(of: index), frame: number)
    }.reversed()
  }

  private func entry(
    _ milliseconds: Int64, frame: Double, rate: Double = 1
  ) -> EditListPatch.Entry {
    EditListPatch.Entry(
      duration: milliseconds, start: frame < 0 ? -1 : Self.delay + Int64(frame * 512), rate: rate)
  }

  @Test("Several edits, an empty one between them, show their frames at their times")
  func severalEdits() throws {
    let asset = try patched(
      "several.mp4", Self.clip,
      [entry(400, frame: 30), entry(200, frame: -1), entry(400, frame: 10)])
    let first = (0..<10).map { Shown(time: Time(Int64($0) * 4, 100), frame: 30 + $0) }
    let second = (0..<10).map { Shown(time: Time(60 + Int64($0) * 4, 100), frame: 10 + $0) }
    #expect(try shown(asset) == first + second)
    #expect(asset.video?.timeRange == TimeRange(start: .zero, duration: Time(1)))
    #expect(asset.video?.segments.map(\.isEmptyEdit) == [false, true, false])
  }

  @Test("One stretch shown twice has its frames twice")
  func repeated() throws {
    let asset = try patched(
      "twice.mp4", Self.clip, [entry(200, frame: 20), entry(200, frame: 20)])
    #expect(
      try shown(asset) == (0..<10).map { Shown(time: Time(Int64($0), 25), frame: 20 + $0 % 5) })
  }

  @Test("At double speed frames come twice as fast, at half speed half as fast")
  func speeds() throws {
    let fast = try patched("fast.mp4", Self.clip, [entry(500, frame: 10, rate: 2)])
    #expect(try shown(fast) == (0..<25).map { Shown(time: Time(Int64($0), 50), frame: 10 + $0) })
    let slow = try patched("slow2.mp4", Self.clip, [entry(800, frame: 10, rate: 0.5)])
    #expect(
      try shown(slow) == (0..<10).map { Shown(time: Time(Int64($0) * 8, 100), frame: 10 + $0) })
    let mixed = try patched(
      "mixed.mp4", Self.clip, [entry(200, frame: 0, rate: 2), entry(200, frame: 40)])
    #expect(
      try shown(mixed)
        == (0..<10).map { Shown(time: Time(Int64($0), 50), frame: $0) }
        + (0..<5).map { Shown(time: Time(5 + Int64($0), 25), frame: 40 + $0) })
    #expect(mixed.video?.timeRange.duration == Time(2, 5))
  }

  @Test("An edit without speed holds one frame for its length")
  func dwells() throws {
    let asset = try patched(
      "dwell.mp4", Self.clip, [entry(300, frame: 7, rate: 0), entry(200, frame: 8)])
    #expect(
      try shown(asset)
        == [Shown(time: .zero, frame: 7)]
        + (0..<5).map { Shown(time: Time(30 + Int64($0) * 4, 100), frame: 8 + $0) })
  }

  @Test("An edit that begins or ends within a frame shows the part of it")
  func cutsFrames() throws {
    let asset = try patched("cut2.mp4", Self.clip, [entry(100, frame: 10.5)])
    // Frame 10 for 20 ms, 11 and 12 whole.
    #expect(
      try shown(asset) == [
        Shown(time: .zero, frame: 10), Shown(time: Time(2, 100), frame: 11),
        Shown(time: Time(6, 100), frame: 12),
      ])
    #expect(asset.video?.timeRange.end == Time(1, 10))
  }

  @Test("A late start is kept, and an edit that ends one unit from the media's end ends there")
  func startsLate() throws {
    let asset = try patched(
      "late2.mp4", Self.clip, [entry(480, frame: -1), entry(1999, frame: 0)])
    #expect(
      try shown(asset)
        == (0..<50).map { Shown(time: Time(48 + Int64($0) * 4, 100), frame: $0) })
    #expect(asset.video?.timeRange == TimeRange(start: Time(12, 25), duration: Time(2)))
  }

  // MARK: Sound

  /// Two seconds of 440 Hz in the clear, 48,000 samples a second.
  private static let tone = makeClip(
    "tone.mov", "-f lavfi -i aevalsrc=0.5*sin(2*PI*440*t):s=48000:d=2 -c:a pcm_s16le")

  private func samples(_ entries: [EditListPatch.Entry]) throws -> [Float] {
    let asset = try patched("tone2.mov", Self.tone, entries)
    let track = try #require(asset.audio)
    let count = Int(try #require(track.audio).sampleCount)
    let buffer = try AudioReader(track, of: asset).read(from: 0, count: count)
    return Array(UnsafeBufferPointer(start: buffer[0], count: count))
  }

  @Test("Edits of sound are exact to the sample; what is empty or held is silent")
  func soundEdits() throws {
    let whole = try samples([.init(duration: 2000, start: 0)])
    #expect(whole.count == 96000)
    let edited = try samples([
      .init(duration: 250, start: 12000), .init(duration: 100, start: -1),
      .init(duration: 150, start: 5000, rate: 0), .init(duration: 500, start: 7),
    ])
    #expect(
      edited
        == Array(whole[12000..<24000]) + [Float](repeating: 0, count: 12000)
        + Array(whole[7..<24007]))
  }

  @Test("Sound at another speed has another pitch and ends in time", arguments: [2, 0.5, 1.5])
  func soundSpeeds(_ speed: Double) throws {
    let ours = try samples([.init(duration: 500, start: 4800, rate: speed)])
    #expect(ours.count == 24000)
    // Away from the ends, which have no neighbours to reckon with.
    let worst = (100..<23900).map { index in
      let position = 4800 + Double(index) * speed
      return abs(Double(ours[index]) - 0.5 * sin(2 * .pi * 440 * position / 48000))
    }.max()
    #expect((worst ?? 1) < 2e-3)
  }

  @Test("A track whose times would take weeks is left out, and a file of nothing else is refused")
  func timesBeyondBelief() throws {
    let fortyDays: Int64 = 40 * 24 * 3600 * 1000
    // One picture, held.
    let held = #expect(throws: MediaError.self) {
      try patched("held.mp4", Self.clip, [.init(duration: fortyDays, start: Self.delay, rate: 0)])
    }
    #expect(held?.kind == .damagedIndex)
    #expect(held?.message.contains("would last from 0:00 to 960:00:00") == true)
    let clip = makeClip(
      "late-picture.mp4",
      "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i sine=d=2 -c:v libx264 -bf 2 -c:a aac "
        + "-video_track_timescale 12800 -movie_timescale 1000")
    let late = try patched(
      "weeks.mp4", clip, [entry(fortyDays, frame: -1), entry(2000, frame: 0)])
    #expect(late.tracks.map(\.mediaType) == [.audio])
    #expect(late.duration == Time(2))
    #expect(
      late.warnings == [
        "track 1 is left out: its times are damaged, it would last from 960:00:00 to 960:00:02"
      ])
    // A day may pass.
    let day = try patched(
      "day.mp4", clip, [entry(23 * 3600 * 1000, frame: -1), entry(2000, frame: 0)])
    #expect(day.tracks.count == 2 && day.warnings == [])
  }
}
