import CFFmpeg
import TestSupport
import Testing

@testable import Media

@Suite struct ReadingOpeningTests {
  /// What a description takes from the parameters of a stream, in FFmpeg's numbers.
  private func facts(_ demuxer: Demuxer) -> [[Int]] {
    (0..<demuxer.streamCount).map { index in
      let values = demuxer.stream(index).pointee.codecpar.pointee
      return [
        Int(values.codec_id.rawValue), Int(values.format), Int(values.profile), Int(values.level),
        Int(values.width), Int(values.height), Int(values.color_range.rawValue),
        Int(values.color_space.rawValue), Int(values.color_primaries.rawValue),
        Int(values.color_trc.rawValue), Int(values.chroma_location.rawValue),
        Int(values.sample_aspect_ratio.num), Int(values.sample_aspect_ratio.den),
        Int(values.video_delay), Int(values.field_order.rawValue), Int(values.sample_rate),
        Int(values.frame_size),
        Int(values.ch_layout.nb_channels),
      ]
    }
  }

  @Test(
    "One packet of each stream tells what FFmpeg finds by decoding a dozen",
    arguments: [
      ("baseline", "-c:v libx264 -profile:v baseline -c:a aac"),
      ("bframes", "-c:v libx264 -bf 3 -b_strategy 0 -pix_fmt yuv420p -c:a aac -ac 1"),
      ("ten", "-c:v libx264 -pix_fmt yuv420p10le -c:a aac -ar 44100"),
      ("full", "-c:v libx264 -pix_fmt yuvj444p -aspect 4:3"),
      (
        "tagged",
        "-c:v libx264 -pix_fmt yuv422p -colorspace bt709 -color_primaries bt709 -color_trc bt709"
      ),
      ("fields", "-c:v libx264 -flags +ilme+ildct -x264-params tff=1"),
      ("hevc", "-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le -c:a aac"),
      ("sound", "-vn -c:a aac -ar 22050"),
    ])
  func onePacketIsEnough(name: String, coding: String) throws {
    let path = makeClip(
      "opening-\(name).mp4",
      "-f lavfi -i testsrc2=s=80x48:r=25:d=1 -f lavfi -i sine=d=1:r=48000 " + coding)
    let quick = try Demuxer(path)
    #expect(FirstPackets.complete(quick, path: path))
    let thorough = try Demuxer(path)
    try thorough.findStreamInfo()
    #expect(facts(quick) == facts(thorough))
  }

  @Test("A table of weak references forgets what is gone and finds what is not")
  func weakTable() {
    final class Object {}
    var table = WeakTable<Int, Object>()
    let kept = (0..<10).map { _ in Object() }
    for (index, object) in kept.enumerated() { table[index] = object }
    for index in 10..<1000 { table[index] = Object() }
    #expect((0..<10).allSatisfy { table[$0] === kept[$0] })
    #expect((10..<1000).allSatisfy { table[$0] == nil })
    table[3] = nil
    #expect(table[3] == nil)
  }
}
