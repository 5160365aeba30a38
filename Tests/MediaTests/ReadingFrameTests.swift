import Imaging
import TestSupport
import Testing
import Timing

@testable import Media

/// Clips made once for all tests of reading.
let readingFolder = TemporaryFolder("reading")

/// Makes a clip with the `ffmpeg` command and returns its path; trap with its words if it cannot.
func makeClip(_ name: String, _ arguments: String) -> String {
  let path = readingFolder(name)
  let words = arguments.split(separator: " ").map(String.init)
  _ = runTool("ffmpeg", ["-v", "error", "-y"] + words + [path])
  return path
}

/// A number that tells pictures apart: all visible bytes, mixed.
func fingerprint(_ frame: VideoFrame) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for plane in frame.planes {
    let bytes = plane.width * frame.format.bytesPerSample
    for y in 0..<plane.height {
      let row = plane.row(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<bytes { hash = (hash ^ UInt64(row[x])) &* 0x100_0000_01b3 }
    }
  }
  return hash
}

/// The fingerprints of what the `ffmpeg` command decodes, in yuv420p.
func rawFingerprints(_ path: String, width: Int, height: Int) -> [UInt64] {
  let raw = readingFolder("raw.yuv")
  _ = runTool(
    "ffmpeg",
    [
      "-v", "error", "-y", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-pix_fmt",
      "yuv420p", "-f", "rawvideo", raw,
    ])
  let bytes = readFile(raw) ?? []
  let size = width * height * 3 / 2
  return stride(from: 0, to: bytes.count, by: size).map { start in
    bytes[start..<min(bytes.count, start + size)].reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }
}

@Suite("Reading pictures", .serialized)
struct ReadingFrameTests {
  @Test("An MP4 with B-frames and an edit list starts at 0 and has every frame on its exact grid")
  func presentsMP4() throws {
    let path = makeClip(
      "bframes.mp4", "-f lavfi -i testsrc2=s=64x48:r=30000/1001:d=2 -c:v libx264 -bf 3 -g 15")
    let asset = try MediaAsset.open(path)
    let track = try #require(asset.video)
    let video = try #require(track.video)
    #expect(video.frames.count == 60)
    #expect(video.frames.isGrid)
    #expect(video.frames.rate == FrameRate(30000, 1001))
    #expect(video.frames.start == .zero)
    #expect(video.frames.time(of: 59) == Time(59 * 1001, 30000))
    #expect(track.timeRange.duration == Time(60 * 1001, 30000))
    #expect(asset.formatName == "mp4" && track.codec == "h264")
    #expect(video.requiresFrameReordering)
  }

  @Test("Any order of reading gives the same frames as reading on, each the one FFmpeg decodes")
  func readsAtRandom() throws {
    for name in ["mp4", "mov", "mkv", "ts", "avi", "nut", "flv"] {
      let codec = name == "avi" ? "mpeg4 -bf 2" : "libx264 -bf 3"
      let path = makeClip(
        "random.\(name)",
        "-f lavfi -i testsrc2=s=64x48:r=25:d=4,noise=alls=30:allf=t -c:v \(codec) -g 12")
      try compareOrders(path, count: 100)
    }
    // Without an index, the file tells nothing of where its key frames are.
    try compareOrders(
      makeClip(
        "live.mkv",
        "-f lavfi -i testsrc2=s=64x48:r=25:d=4,noise=alls=30:allf=t -c:v libx264 -bf 2 -g 12 -live 1"
      ),
      count: 100)
    for (name, codec) in [
      ("crf.mkv", "libx265 -x265-params open-gop=1:keyint=12:bframes=3:log-level=none"),
      ("cra.mp4", "libx265 -x265-params open-gop=1:keyint=12:bframes=3:log-level=none"),
      ("cra.ts", "libx265 -x265-params open-gop=1:keyint=12:bframes=3:log-level=none"),
      ("two.ts", "mpeg2video -bf 2 -g 12"), ("two.mpg", "mpeg2video -bf 2 -g 12"),
      ("two.mkv", "mpeg2video -bf 2 -g 12"),
      ("nine.webm", "libvpx-vp9 -deadline realtime -cpu-used 8 -g 12"),
      ("one.mp4", "libsvtav1 -preset 12 -g 12"),
      ("still.mkv", "ffv1"),
      ("theora.ogv", "libtheora -g 12"),
      ("fragments.mp4", "libx264 -bf 3 -g 12 -movflags frag_keyframe+empty_moov"),
      ("raw.h264", "libx264 -bf 3 -g 12"),
    ] {
      let path = makeClip(
        name, "-f lavfi -i testsrc2=s=64x64:r=25:d=2,noise=alls=30:allf=t -c:v \(codec)")
      try compareOrders(path, count: 50, height: 64)
    }
    let open = makeClip(
      "open.mp4",
      "-f lavfi -i testsrc2=s=64x48:r=25:d=4,noise=alls=30:allf=t -c:v libx264 -bf 3 -g 12 -x264-params open-gop=1"
    )
    try compareOrders(open, count: 100)
    let webm = makeClip(
      "random.webm",
      "-f lavfi -i testsrc2=s=64x48:r=30000/1001:d=3,noise=alls=30:allf=t -c:v libvpx -auto-alt-ref 1 -lag-in-frames 16 -g 20"
    )
    try compareOrders(webm, count: 90)
  }

  @Test("A long way to a frame ends when it is told to stop")
  func stops() throws {
    let path = makeClip("stops.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=4 -c:v libx264 -g 100")
    let asset = try MediaAsset.open(path)
    let reader = try VideoReader(try #require(asset.video), of: asset, threads: 1)
    reader.shouldStop = { true }
    #expect(throws: MediaError.self) { try reader.frame(90) }
    reader.shouldStop = nil
    let frame = fingerprint(try reader.frame(90))
    #expect(frame == rawFingerprints(path, width: 64, height: 48)[90])
  }

  private func compareOrders(_ path: String, count: Int, height: Int = 48) throws {
    let asset = try MediaAsset.open(path)
    let track = try #require(asset.video)
    #expect(track.video?.frames.count == count, "\(path)")
    let sequential = try VideoReader(track, of: asset, threads: 2)
    let truth = try (0..<(track.video?.frames.count ?? 0)).map {
      fingerprint(try sequential.frame($0))
    }
    #expect(Set(truth).count == truth.count, "every picture of the source differs: \(path)")
    #expect(sequential.issues.isEmpty, "\(path)")
    #expect(sequential.counters.seeks == 0, "\(path)")
    #expect(sequential.counters.framesDecoded == count, "each is decoded once: \(path)")
    #expect(truth == rawFingerprints(path, width: 64, height: height), "\(path)")

    let reader = try VideoReader(track, of: asset, threads: 2)
    var generator = SeededRandom(UInt64(height))
    for _ in 0..<50 {
      let index = Int.random(in: truth.indices, using: &generator)
      #expect(fingerprint(try reader.frame(index)) == truth[index], "\(path) frame \(index)")
    }
    #expect(reader.issues.isEmpty, "\(path)")
  }

  @Test("A step back is free and the same request gives the same object")
  func keepsRecentFrames() throws {
    let path = makeClip(
      "recent.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v libx264 -bf 2")
    let asset = try MediaAsset.open(path)
    let reader = try VideoReader(try #require(asset.video), of: asset, threads: 1)
    let first = try reader.frame(10)
    let next = try reader.frame(11)
    #expect(first !== next)
    #expect(try reader.frame(10) === first)
    #expect(reader.costToReach(11) == 0)
    #expect(reader.counters.seeks == 0)
  }

  @Test("Backward, a group of pictures is decoded once, or as often as 64 MB make it")
  func readsBackward() throws {
    let path = makeClip(
      "backward.mp4",
      "-f lavfi -i testsrc2=s=64x48:r=25:d=4,noise=alls=30:allf=t -c:v libx264 -bf 3 -g 25")
    let asset = try MediaAsset.open(path)
    let track = try #require(asset.video)
    let forward = try VideoReader(track, of: asset, threads: 1)
    let truth = try (0..<100).map { fingerprint(try forward.frame($0)) }
    let reader = try VideoReader(track, of: asset, threads: 1)
    for index in (0..<100).reversed() {
      #expect(fingerprint(try reader.frame(index)) == truth[index], "frame \(index)")
    }
    // The last group twice (the first request does not know yet), and what a seek reads ahead.
    #expect(reader.counters.framesDecoded < 200, "\(reader.counters.framesDecoded)")
    #expect(reader.counters.seeks <= 8)
    // Forward again it keeps no more than a few.
    for index in 0..<100 { #expect(fingerprint(try reader.frame(index)) == truth[index]) }
  }
}
