import Geometry
import Imaging
import Testing
import Timing

@testable import Media

/// What is written is what is read again: every time, every sample, every tag.
@Suite struct WritingRoundTripTests {
  let folder = ScratchFolder()

  @Test(arguments: [
    ("mp4", "libx264", "aac"), ("mov", "prores_ks", "pcm_s16le"), ("mp4", "libx265", "libopus"),
    ("mkv", "libx264", "flac"), ("mkv", "ffv1", "libopus"),
    ("webm", "libvpx-vp9", "libopus"),
  ])
  func timesAndSamplesComeBack(type: String, video: String, audio: String) throws {
    let path = folder.file("a." + type)
    let isX264 = video == "libx264"
    try Film(
      fileType: type, videoCodec: video, audioCodec: audio, frames: 24, step: Time(1001, 24_000),
      samples: 48_048, clicks: [0, 20_000, 47_500],
      videoOptions: isX264 ? [("preset", "medium")] : []
    ).write(to: path)
    let asset = try MediaAsset.open(path)
    let picture = try #require(asset.video)
    let frames = try #require(picture.video?.frames)
    #expect(frames.count == 24)
    #expect((0..<frames.count).allSatisfy { frames.time(of: $0) == Time(1001 * Int64($0), 24_000) })
    #expect(frames.endOfLast == Time(24 * 1001, 24_000))
    let sound = try #require(asset.audio)
    #expect(sound.timeRange.start == .zero)
    #expect(sound.audio?.sampleCount == 48_048)
    let buffer = try AudioReader(sound, of: asset).read(from: 0, count: 48_048)
    let loud = (0..<48_048).filter { abs(buffer[0][$0]) > 0.3 }
    #expect(loud == [0, 20_000, 47_500])
    let reader = try VideoReader(picture, of: asset, threads: 1)
    for index in [0, 23, 11] {
      let frame = try reader.frame(index)
      let shift = frame.format.bitDepth - 8
      let expected = 16 + (index * 13 + 20 + 20) % 200
      #expect(abs(frame.sample(0, 20, 20) >> shift - expected) < 40)
    }
  }

  @Test func pictureAndSoundEndTogether() throws {
    let path = folder.file("e.mp4")
    let end = Time(47_601, 48_000)
    try Film(videoCodec: "libx264", audioCodec: "aac", samples: 47_601, end: end).write(to: path)
    let asset = try MediaAsset.open(path)
    #expect(asset.duration == end)
    #expect(asset.video?.timeRange.end == end && asset.audio?.timeRange.end == end)
  }

  @Test func tagsComeBack() throws {
    let path = folder.file("t.mov")
    var film = Film(fileType: "mov", videoCodec: "libx264", frames: 3)
    film.transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
    film.pixelAspect = PixelAspect(4, 3)
    film.color = .bt709
    try film.write(to: path)
    let info = try #require(try MediaAsset.open(path).video?.video)
    #expect(info.preferredTransform == film.transform)
    #expect(info.pixelAspect == PixelAspect(4, 3))
    #expect(info.color.matrix == .bt709 && info.color.range == .limited)
    #expect(info.color.primaries == .bt709 && info.color.transfer == .bt709)
  }
}
