import CFFmpeg
@preconcurrency import Glibc
import Imaging
import Testing
import Timing

@testable import Media

@Suite struct WritingCodecTests {
  @Test func usualNamesFindTheirEncoders() throws {
    #expect(try Codecs.videoEncoder(named: "h264") == "libx264")
    #expect(try Codecs.videoEncoder(named: "H265") == "libx265")
    #expect(try Codecs.videoEncoder(named: "vp9") == "libvpx-vp9")
    #expect(try Codecs.videoEncoder(named: "prores") == "prores_ks")
    #expect(try Codecs.videoEncoder(named: "libx264") == "libx264")
    #expect(["libsvtav1", "libaom-av1"].contains(try Codecs.videoEncoder(named: "av1")))
    #expect(try Codecs.audioEncoder(named: "opus") == "libopus")
    #expect(try Codecs.audioEncoder(named: "pcm") == "pcm_s16le")
  }

  @Test func anUnknownNameGetsTheNearest() {
    let error = #expect(throws: MediaError.self) { try Codecs.videoEncoder(named: "libx246") }
    #expect(error?.code == "unknown_codec" && error?.number == -11834)
    #expect(error?.hint == "did you mean 'libx264'?")
    let wrongKind = #expect(throws: MediaError.self) { try Codecs.videoEncoder(named: "flac") }
    #expect(wrongKind?.message.contains("no video encoder") == true)
  }

  @Test func everyTypesDefaultsFitIntoIt() throws {
    for type in ContainerSpec.fileTypes {
      let spec = try ContainerSpec(fileType: type)
      let (video, audio) = Codecs.defaults(fileType: type)
      if let video { #expect(spec.holds(encoder: video), "\(video) in \(type)") }
      #expect(audio.map(spec.holds) == true, "\(audio ?? "") in \(type)")
    }
  }

  @Test func anUnknownOptionIsAnError() {
    var settings = VideoEncoderSettings(
      codec: "libx264", width: 64, height: 48, color: .bt601, timeBase: Time(1, 25),
      frameRate: FrameRate(25))
    settings.options = [("presset", "fast")]
    let error = #expect(throws: MediaError.self) { try VideoEncoder(settings) }
    #expect(error?.code == "unknown_option" && error?.hint == "did you mean 'preset'?")
    #expect(error?.message.contains("libx264") == true)
    settings.options = [("preset", "warp9")]
    let value = #expect(throws: MediaError.self) { try VideoEncoder(settings) }
    #expect(value?.code == "invalid_option" && value?.hint?.contains("preset=warp9") == true)
    settings.options = [("x264-params", "keyint=10:bframes=0"), ("crf", "30")]
    #expect(throws: Never.self) { try VideoEncoder(settings) }
    for (codec, list) in [("libx264", "x264-params"), ("libx265", "x265-params")] {
      settings.codec = codec
      settings.options = [(list, "keyintt=10")]
      let inner = #expect(throws: MediaError.self) { try VideoEncoder(settings) }
      #expect(inner?.code == "invalid_option" && inner?.message.contains("keyintt") == true)
    }
    var sound = AudioEncoderSettings(codec: "aac", sampleRate: 48_000, layout: .stereo)
    sound.options = [("aac_codr", "fast")]
    let audio = #expect(throws: MediaError.self) { try AudioEncoder(sound) }
    #expect(audio?.hint == "did you mean 'aac_coder'?")
  }

  @Test func whatAnEncoderCannotTakeIsRefused() {
    var settings = VideoEncoderSettings(
      codec: "libx264", width: 63, height: 48, color: .bt601, timeBase: Time(1, 25),
      frameRate: FrameRate(25))
    let odd = #expect(throws: MediaError.self) { try VideoEncoder(settings) }
    #expect(odd?.message.contains("63×48") == true)
    settings.width = 64
    settings.pixelFormat = .gbrap
    let format = #expect(throws: MediaError.self) { try VideoEncoder(settings) }
    #expect(format?.hint?.contains("yuv420p10le") == true)
    let rate = #expect(throws: MediaError.self) {
      try AudioEncoder(AudioEncoderSettings(codec: "libopus", sampleRate: 44_100, layout: .stereo))
    }
    #expect(rate?.hint?.contains("48000") == true)
    #expect(AudioEncoder.sampleRate(nearest: 44_100, for: "libopus") == 48_000)
    #expect(AudioEncoder.sampleRate(nearest: 44_100, for: "aac") == 44_100)
  }

  @Test func packetsCarryTheTimeUpToTheNextFrame() throws {
    var settings = VideoEncoderSettings(
      codec: "libx264", width: 64, height: 48, color: .bt601, timeBase: Time(1, 100),
      frameRate: nil)
    settings.options = [("preset", "ultrafast"), ("tune", "zerolatency")]
    settings.threads = 1
    let encoder = try VideoEncoder(settings)
    let pool = FramePool()
    var packets: [Packet] = []
    for (index, time) in [0, 4, 5, 11].enumerated() {
      packets += try encoder.encode(makeFrame(index, pool: pool), pts: Int64(time))
    }
    packets += try encoder.finish(end: Time(20, 100))
    #expect(packets.map(\.time) == [Time(0), Time(4, 100), Time(5, 100), Time(11, 100)])
    #expect(packets.map(\.duration) == [Time(4, 100), Time(1, 100), Time(6, 100), Time(9, 100)])
    #expect(packets[0].isKey && packets[0].byteCount > 0)
  }

  static let codecs = [
    "libx264", "libx265", "libvpx-vp9", "libsvtav1", "libaom-av1", "prores_ks", "ffv1", "png",
    "mpeg4", "libvpx", "mpeg2video",
  ]

  @Test(arguments: codecs)
  func everyFrameComesOutWithItsTime(codec: String) throws {
    let packets = try encodeFrames(12, codec: codec)
    #expect(packets.map(\.time).sorted() == (0..<12).map { Time($0, 25) })
    #expect(packets.allSatisfy { $0.duration == Time(1, 25) })
  }

  /// Films shorter than an encoder's delay are where encoders forget to write a decode time.
  @Test(arguments: codecs, 1...4)
  func shortFilmsHaveDecodeTimesToo(codec: String, count: Int) throws {
    // What x265 reads without having written it is no accidental zero then.
    if codec == "libx265" { mallopt(M_PERTURB, 0xA5) }
    defer { mallopt(M_PERTURB, 0) }
    let packets = try encodeFrames(count, codec: codec)
    let times = packets.map(\.decodeTime)
    #expect(packets.map(\.time).sorted() == (0..<count).map { Time(Int64($0), 25) })
    #expect(times == times.sorted() && Set(times).count == count)
    #expect(zip(times, packets).allSatisfy { $0 <= $1.time && $0 >= $1.time - Time(4, 25) })
  }

  /// SVT-AV1 asks for the highest real-time priority where it may; a loop that waits then waits for ever.
  @Test func noEncoderMakesRealTimeThreads() throws {
    var settings = VideoEncoderSettings(
      codec: "libsvtav1", width: 64, height: 64, color: .bt601, timeBase: Time(1, 25),
      frameRate: FrameRate(25))
    settings.options = [("preset", "12")]
    let encoder = try VideoEncoder(settings)
    #expect(ThreadSchedules.realTimeThreads.isEmpty)
    _ = try encoder.encode(makeFrame(0, width: 64, height: 64, pool: FramePool()), pts: 0)
    #expect(ThreadSchedules.realTimeThreads.isEmpty)
  }

  @Test(arguments: codecs) func aStreamMayEndBeforeItBegins(codec: String) throws {
    let settings = VideoEncoderSettings(
      codec: codec, width: 64, height: 64, color: .bt601, timeBase: Time(1, 25),
      frameRate: FrameRate(25))
    #expect(try VideoEncoder(settings).finish().isEmpty)
  }

  @Test func aThreadThatWasARealTimeOneStaysSo() {
    var (before, now) = (sched_param(), sched_param())
    let policy = sched_getscheduler(0)
    sched_getparam(0, &before)
    now.sched_priority = 1
    // Only who may do so can be asked to leave it alone.
    guard sched_setscheduler(0, SCHED_RR, &now) == 0 else { return }
    defer { sched_setscheduler(0, policy, &before) }
    #expect(ThreadSchedules.keepingOrdinary { sched_getscheduler(0) } == SCHED_RR)
    #expect(sched_getscheduler(0) == SCHED_RR)
  }

  private func encodeFrames(_ count: Int, codec: String) throws -> [Packet] {
    var settings = VideoEncoderSettings(
      codec: codec, width: 64, height: 64, color: .bt601, timeBase: Time(1, 25),
      frameRate: FrameRate(25))
    if codec == "libaom-av1" { settings.options = [("cpu-used", "8")] }
    let encoder = try VideoEncoder(settings)
    let pool = FramePool()
    var packets: [Packet] = []
    for index in 0..<count {
      let gray = makeFrame(index, width: 64, height: 64, pool: pool)
      let shape = FrameConverter.Shape(
        format: encoder.pixelFormat, width: 64, height: 64, color: .bt601)
      let frame =
        gray.format == encoder.pixelFormat
        ? gray : try FrameConverter(from: gray.shape, to: shape).convert(gray, pool: pool)
      packets += try encoder.encode(frame, pts: Int64(index))
    }
    return packets + (try encoder.finish(end: Time(Int64(count), 25)))
  }

  @Test func aHeldFrameIsNotCopied() throws {
    var settings = VideoEncoderSettings(
      codec: "libx264", width: 64, height: 48, color: .bt601, timeBase: Time(1, 25),
      frameRate: FrameRate(25))
    settings.options = [("preset", "ultrafast"), ("tune", "zerolatency")]
    let encoder = try VideoEncoder(settings)
    let pool = FramePool()
    for index in 0..<20 {
      _ = try encoder.encode(makeFrame(index, pool: pool), pts: Int64(index))
    }
    _ = try encoder.finish()
    // Every frame came back, so one or two pieces of memory did for all.
    #expect(pool.allocationCount <= 2)
  }
}
