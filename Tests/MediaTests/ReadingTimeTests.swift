import Glibc
import TestSupport
import Testing
import Timing

@testable import Media

@Suite("Times of frames", .serialized)
struct ReadingTimeTests {
  private func video(_ path: String) throws -> (MediaTrack, VideoTrackInfo) {
    let asset = try MediaAsset.open(path)
    let track = try #require(asset.video)
    return (track, try #require(track.video))
  }

  @Test("Rounded timestamps come out as the exact rate's, from the first frame's own time on")
  func snapsToGrid() throws {
    for (text, rate) in [
      ("24000/1001", FrameRate(24000, 1001)), ("30000/1001", FrameRate(30000, 1001)),
      ("24", FrameRate(24)), ("60", FrameRate(60)), ("60000/1001", FrameRate(60000, 1001)),
      ("25/2", FrameRate(25, 2)), ("15", FrameRate(15)),
    ] {
      for (name, codec) in [
        ("mkv", "libx264"), ("webm", "libvpx -deadline realtime"), ("ts", "libx264"),
        ("mp4", "libx264"), ("flv", "libx264"), ("avi", "mpeg4"), ("mov", "mjpeg"),
      ] {
        let path = makeClip(
          "grid.\(name)", "-f lavfi -i testsrc2=s=32x32:r=\(text) -frames:v 36 -c:v \(codec)")
        let (track, video) = try video(path)
        #expect(video.frames.count == 36, "\(text) in \(name)")
        #expect(video.frames.rate == rate, "\(text) in \(name)")
        #expect(video.nominalFrameRate == rate, "\(text) in \(name)")
        let length = rate.frameDuration.multiplied(by: 36)
        #expect(track.timeRange.duration == length, "\(text) in \(name)")
        let step = video.frames.time(of: 20) - video.frames.start
        #expect(step == rate.frameDuration.multiplied(by: 20), "\(text) in \(name)")
      }
    }
  }

  @Test("A start that is not zero stays the first frame's time")
  func keepsStart() throws {
    let webm = makeClip(
      "start.webm",
      "-f lavfi -i testsrc2=s=32x32:r=30:d=1 -f lavfi -i sine=d=1 -c:v libvpx -c:a libopus")
    #expect(try video(webm).1.frames.start == Time(7, 1000))
    let stream = makeClip("start.ts", "-f lavfi -i testsrc2=s=32x32:r=25:d=1 -c:v libx264 -bf 2")
    let listed = runTool(
      "ffprobe", ["-v", "error", "-show_entries", "stream=start_pts", "-of", "csv=p=0", stream])
    let ticks = try #require(
      listed.split(whereSeparator: \.isWhitespace).first.flatMap { Int64($0) })
    #expect(ticks > 90000)
    #expect(try video(stream).1.frames.start == Time(ticks, 90000))
  }

  @Test(
    "Frames at irregular times keep their own, and the frame at a time is the last one not after it"
  )
  func keepsVariableTimes() throws {
    let path = makeClip(
      "vfr.mp4",
      "-f lavfi -i testsrc2=s=32x32:r=30:d=2 -vf select='not(eq(mod(n,7),3))' -fps_mode vfr -c:v libx264"
    )
    let (track, video) = try video(path)
    #expect(!video.frames.isGrid)
    let shown = (0..<60).filter { $0 % 7 != 3 }
    #expect(video.frames.count == shown.count)
    for (index, number) in shown.enumerated() {
      #expect(video.frames.time(of: index) == Time(Int64(number), 30))
      #expect(video.frames.index(at: Time(Int64(number), 30)) == index)
    }
    #expect(video.frames.index(at: Time(7, 60)) == 2)
    #expect(video.frames.index(at: Time(-1, 1000)) == nil)
    #expect(video.frames.index(at: Time(100)) == shown.count - 1)
    #expect(track.timeRange.end == Time(59, 30))
    #expect(video.nominalFrameRate == FrameRate(25))
    #expect(video.minFrameDuration == Time(1, 30))
  }

  @Test("An edit list decides what is shown: a late start, a cut beginning, a rounded end")
  func appliesEdits() throws {
    // The picture starts 0.48 s after the sound: an empty edit.
    let late = makeClip(
      "late.mp4",
      "-f lavfi -i sine=d=2 -itsoffset 0.48 -f lavfi -i testsrc2=s=32x32:r=25:d=1 -map 0 -map 1 -fps_mode passthrough -c:v libx264 -c:a aac"
    )
    let (lateTrack, lateVideo) = try video(late)
    #expect(lateVideo.frames.start == Time(12, 25))
    #expect(lateVideo.frames.count == 25 && lateVideo.frames.isGrid)
    #expect(lateTrack.timeRange.end == Time(37, 25))
    #expect(lateTrack.segments.first?.isEmptyEdit == true)
    // Copied from the middle of a group of pictures: the edit hides what is only there to decode.
    let whole = makeClip(
      "whole.mp4", "-f lavfi -i testsrc2=s=32x32:r=25:d=4 -c:v libx264 -bf 0 -g 25")
    let cut = makeClip("cut.mp4", "-ss 1.2 -i \(whole) -c copy")
    let (_, cutVideo) = try video(cut)
    #expect(cutVideo.frames.start == .zero)
    #expect(cutVideo.frames.count == 70)
    let reader = try VideoReader(
      try #require(MediaAsset.open(cut).video), of: MediaAsset.open(cut), threads: 1)
    let source = try MediaAsset.open(whole)
    let original = try VideoReader(try #require(source.video), of: source, threads: 1)
    #expect(fingerprint(try reader.frame(0)) == fingerprint(try original.frame(30)))
    // 60060/24000 s is no whole number of milliseconds.
    let rounded = makeClip(
      "rounded.mp4", "-f lavfi -i testsrc2=s=32x32:r=24000/1001 -frames:v 60 -c:v libx264 -bf 2")
    #expect(try video(rounded).0.timeRange == TimeRange(start: .zero, duration: Time(60060, 24000)))
  }

  @Test(
    "An edit at half speed stretches the times of the frames, and one that repeats shows them again"
  )
  func appliesGeneralEdits() throws {
    let path = makeClip(
      "plain.mp4", "-f lavfi -i testsrc2=s=32x32:r=25:d=1 -c:v libx264 -bf 0 -movie_timescale 25")
    // One edit is patched to rate 1/2; its length in the movie is then twice the media's.
    var slow = try #require(readFile(path))
    let entry = try #require(editEntry(slow))
    slow.replaceSubrange(entry..<entry + 4, with: [0, 0, 0, 50])
    slow.replaceSubrange(entry + 8..<entry + 12, with: [0, 0, 0x80, 0])
    let slowPath = readingFolder("slow.mp4")
    write(slow, to: slowPath)
    let (track, frames) = try video(slowPath)
    #expect(frames.frames.count == 25)
    #expect(frames.frames.step == Time(2, 25))
    #expect(track.timeRange.duration == Time(2))
    #expect(track.segments.first?.rate == Ratio(1, 2))
  }

  /// Where the first entry of an edit list lies.
  private func editEntry(_ bytes: [UInt8]) -> Int? {
    let name = Array("elst".utf8)
    return (0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name }.map { $0 + 12 }
  }

  @Test("Hidden pictures of VP8 and VP9 are not frames")
  func leavesOutHidden() throws {
    for codec in ["libvpx", "libvpx-vp9"] {
      let path = makeClip(
        "hidden.webm",
        "-f lavfi -i testsrc2=s=64x64:r=30:d=3 -c:v \(codec) -auto-alt-ref 1 -lag-in-frames 25 -b:v 200k"
      )
      let (_, info) = try video(path)
      #expect(info.frames.count == 90, "\(codec)")
      #expect(info.frames.rate == FrameRate(30), "\(codec)")
    }
  }
}

/// Writes a file of a test.
func write(_ bytes: [UInt8], to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard file >= 0 else { fatalError("cannot write \(path)") }
  defer { close(file) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard count > 0 else { fatalError("cannot write \(path)") }
    rest = rest.dropFirst(count)
  }
}
