import Geometry
import Imaging
import Testing
import Timing

@testable import Media

/// MP4 and MOV: ends are declared to the sample, and everything starts at 0.
@Suite struct WritingMovieTests {
  let folder = ScratchFolder()

  @Test func soundAndPictureEndAtTheSample() throws {
    let path = folder.file("a.mp4")
    try Film(
      videoCodec: "libx264", audioCodec: "aac", samples: 47_601, clicks: [0, 24_000, 47_000],
      end: Time(47_601, 48_000)
    ).write(to: path)
    let boxes = Boxes(path)
    #expect(boxes.movie == (48_000, 47_601))
    #expect(boxes.edits.map { $0.map(\.duration) } == [[47_601], [47_601]])
    #expect(boxes.edits.map { $0.map(\.start) } == [[0], [1024]])
    #expect(boxes.media[0] == (48_000, 47_601))
    #expect(boxes.media[1] == (48_000, 47_601 + 1024))
    #expect(probe(path, "v", entries: "stream=start_time,duration_ts") == ["0.000000,47601"])
    #expect(probe(path, "a", entries: "stream=start_time,duration_ts") == ["0.000000,47601"])
    #expect(clickPlaces(path) == [0, 24_000, 47_000])
  }

  @Test func reorderedFramesStartAtZero() throws {
    let path = folder.file("b.mp4")
    try Film(
      videoCodec: "libx264", audioCodec: "aac", frames: 24, step: Time(1001, 24_000),
      samples: 44_100, clicks: [0, 44_000], rate: 44_100, videoOptions: [("preset", "medium")]
    ).write(to: path)
    let boxes = Boxes(path)
    // The common multiple of 44100 and 24000 holds both exactly.
    #expect(boxes.movie == (3_528_000, 24 * 147_147))
    #expect(boxes.edits.map { $0.map(\.duration) } == [[24 * 147_147], [3_528_000]])
    #expect(boxes.edits[0][0].start == 2 * 147_147)
    let times = probe(path, "v", entries: "frame=pts")
    #expect(times.map(firstNumber) == (0..<24).map { $0 * 147_147 })
    #expect(clickPlaces(path) == [0, 44_000])
  }

  @Test func variableTimesAreKept() throws {
    let path = folder.file("v.mov")
    let times: [Int64] = [0, 3, 4, 9, 10, 17, 30, 31]
    try Film(
      fileType: "mov", videoCodec: "libx264", frames: 8, step: Time(1, 600), times: times,
      end: Time(40, 600), videoOptions: [("preset", "medium")]
    ).write(to: path)
    let scale = Boxes(path).media[0].scale
    let unit = Int(scale) / 600
    #expect(probe(path, "v", entries: "frame=pts").map(firstNumber) == times.map { Int($0) * unit })
    #expect(Boxes(path).edits[0][0].duration * 600 == Boxes(path).movie.scale * 40)
  }

  @Test func theIndexMovesToTheFront() throws {
    let path = folder.file("f.mp4")
    try Film(videoCodec: "libx264", audioCodec: "aac", fastStart: true).write(to: path)
    #expect(Boxes(path).top.prefix(2) == ["ftyp", "moov"])
    #expect(probe(path, "v", entries: "frame=pts").count == 30)
    #expect(clickPlaces(path) == [0, 24_000])
  }

  @Test func proResAndPCMAreExact() throws {
    let path = folder.file("p.mov")
    try Film(
      fileType: "mov", videoCodec: "prores_ks", audioCodec: "pcm_s16le", samples: 47_601,
      clicks: [0, 1, 47_600], videoOptions: []
    ).write(to: path)
    #expect(Boxes(path).edits.map { $0[0].duration } == [48_000, 47_601])
    #expect(clickPlaces(path) == [0, 1, 47_600])
    #expect(decodedSamples(path).count == 47_601)
    #expect(probe(path, "v", entries: "stream=pix_fmt") == ["yuv422p10le"])
  }

  @Test func newerCodecsStartAtZeroToo() throws {
    let path = folder.file("h.mp4")
    try Film(
      videoCodec: "libx265", audioCodec: "libopus", samples: 47_601, clicks: [0, 47_000]
    ).write(to: path)
    #expect(probe(path, "v", entries: "stream=codec_tag_string,start_time") == ["hvc1,0.000000"])
    #expect(Boxes(path).edits.map { $0[0].duration } == [48_000, 47_601])
    #expect(clickPlaces(path) == [0, 47_000])
  }

  @Test func tagsReachTheStream() throws {
    let path = folder.file("t.mp4")
    var film = Film(videoCodec: "libx264", frames: 2)
    film.transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
    film.pixelAspect = PixelAspect(4, 3)
    film.color = ColorDescription(
      matrix: .bt709, primaries: .bt709, transfer: .bt709, range: .full, chromaLocation: .left)
    try film.write(to: path)
    #expect(Boxes(path).matrices[0] == [0, 1, -1, 0, 48, 0])
    let tags = probe(
      path, "v",
      entries: "stream=sample_aspect_ratio,color_range,color_space,color_transfer,color_primaries")
    #expect(tags.first?.hasPrefix("4:3,pc,bt709,bt709,bt709") == true)
  }
}

/// The places of the loud samples of a file's sound, by ffmpeg.
func clickPlaces(_ path: String) -> [Int] {
  let samples = decodedSamples(path)
  return samples.indices.filter { abs(samples[$0]) > 0.3 }
}

/// A file's first channel as ffmpeg decodes it.
func decodedSamples(_ path: String) -> [Float] {
  runSamples([
    "ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-f", "f32le", "-af", "pan=mono|c0=c0", "-",
  ])
}

/// The number that a line of ffprobe begins with.
func firstNumber(_ line: String) -> Int {
  Int(line.prefix { $0 == "-" || $0.isNumber }) ?? .min
}
