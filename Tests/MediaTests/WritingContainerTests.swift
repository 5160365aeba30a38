import Imaging
import Testing
import Timing

@testable import Media

/// Containers other than MP4, and what they cannot hold.
@Suite struct WritingContainerTests {
  let folder = ScratchFolder()

  /// Matroska counts in milliseconds; its grid is found again by rounding.
  @Test(arguments: [
    ("mkv", "libx264", "flac"), ("mkv", "libx264", "libopus"), ("webm", "libvpx-vp9", "libopus"),
    ("mkv", "ffv1", "pcm_s16le"),
  ])
  func matroskaStartsAtZeroAndEndsAtTheSample(type: String, video: String, audio: String) throws {
    let path = folder.file("m." + type)
    try Film(
      fileType: type, videoCodec: video, audioCodec: audio, samples: 47_601,
      clicks: [0, 24_000, 47_000],
      videoOptions: video == "libx264" ? [("preset", "medium")] : []
    ).write(to: path)
    let times = probe(path, "v", entries: "frame=pts").map(firstNumber)
    #expect(times == (0..<30).map { ($0 * 1000 + 15) / 30 })
    #expect(clickPlaces(path) == [0, 24_000, 47_000])
    #expect(decodedSamples(path).count == 47_601)
    // The first packet of Opus lies 6.5 ms before its first sample.
    let first = probe(path, "a", entries: "packet=pts").first.map(firstNumber)
    #expect(first == (audio == "libopus" ? -7 : 0))
  }

  @Test func aacInMatroskaIsPlacedByItsDelay() throws {
    let path = folder.file("a.mkv")
    try Film(fileType: "mkv", videoCodec: "libx264", audioCodec: "aac").write(to: path)
    #expect(probe(path, "v", entries: "frame=pts").first.map(firstNumber) == 0)
    #expect(probe(path, "a", entries: "packet=pts").first.map(firstNumber) == -21)
  }

  @Test(arguments: [
    ("wav", "pcm_s16le"), ("flac", "flac"), ("m4a", "aac"), ("ogg", "libopus"),
    ("opus", "libopus"), ("ogg", "flac"),
  ])
  func soundAloneIsExact(type: String, codec: String) throws {
    let path = folder.file("s." + type)
    try Film(fileType: type, audioCodec: codec, samples: 47_601, clicks: [0, 24_000, 47_000])
      .write(to: path)
    #expect(clickPlaces(path) == [0, 24_000, 47_000])
    // This FFmpeg plays AAC's last block to its end; the edit list says otherwise.
    #expect(decodedSamples(path).count == (codec == "aac" ? 48_128 : 47_601))
    if type == "m4a" { #expect(Boxes(path).edits[0][0].duration == 47_601) }
  }

  @Test(arguments: [0, 1, 1023, 1024, 1025, 2048])
  func anyNumberOfSamplesIsKept(count: Int) throws {
    for (type, codec) in [("m4a", "aac"), ("flac", "flac"), ("wav", "pcm_s16le")] {
      if count == 0, type == "flac" { continue }
      let path = folder.file("\(count).\(type)")
      try Film(fileType: type, audioCodec: codec, samples: count, clicks: []).write(to: path)
      switch type {
      case "m4a":
        if count > 0 { #expect(Boxes(path).edits[0][0].duration == Int64(count)) }
      default: #expect(decodedSamples(path).count == count)
      }
    }
  }

  @Test func nothingIsKeptOfNull() throws {
    let spec = try ContainerSpec(fileType: "null")
    let settings = VideoEncoderSettings(
      codec: "wrapped_avframe", width: 64, height: 48, color: .bt601, timeBase: Time(1, 25),
      frameRate: FrameRate(25))
    let encoder = try VideoEncoder(settings)
    let muxer = try Muxer(container: spec, output: nil)
    try muxer.addVideo(encoder)
    try muxer.start()
    let pool = FramePool()
    for index in 0..<5 {
      for packet in try encoder.encode(makeFrame(index, pool: pool), pts: Int64(index)) {
        try muxer.write(packet)
      }
    }
    for packet in try encoder.finish() { try muxer.write(packet) }
    try muxer.finish()
    // Frames go through by reference and come back to the pool.
    #expect(pool.allocationCount <= 3)
  }

  @Test func whatDoesNotFitIsRefusedWithTheWayOut() throws {
    let error = #expect(throws: MediaError.self) {
      try Film(fileType: "mp4", audioCodec: "pcm_s16le").write(to: folder.file("x.mp4"))
    }
    #expect(error?.code == "unsupported_output" && error?.number == -11861)
    #expect(error?.hint == "these can: mov, mkv, wav")
    #expect(folder.names == [])
    #expect(throws: MediaError.self) {
      try Film(fileType: "webm", videoCodec: "libx264").write(to: folder.file("x.webm"))
    }
    let type = #expect(throws: MediaError.self) { try ContainerSpec(fileType: "mkw") }
    #expect(type?.hint == "did you mean 'mkv'?")
  }

  @Test func theNameTellsTheType() {
    #expect(ContainerSpec.fileType(forPath: "/a.b/c.MP4") == "mp4")
    #expect(ContainerSpec.fileType(forPath: "/a.mp4/c") == nil)
    #expect(ContainerSpec.fileType(forPath: "x.null") == nil)
    #expect(ContainerSpec.fileType(forPath: ".mkv") == nil)
  }
}
