import Geometry
@preconcurrency import Glibc
import Imaging
import Synchronization
import Testing
import Timing

@testable import Media

/// A folder of its own for a test, removed with everything in it.
final class ScratchFolder {
  let path: String
  private static let counter = Atomic<Int>(0)

  init(in parent: String = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") {
    let number = Self.counter.add(1, ordering: .relaxed).newValue
    path = "\(parent)/vscript-writing-\(getpid())-\(number)"
    mkdir(path, 0o755)
  }

  deinit { _ = run(["rm", "-rf", path]) }

  func file(_ name: String) -> String { path + "/" + name }

  var names: [String] {
    run(["ls", "-A", path]).split(separator: "\n").map(String.init)
  }
}

/// Runs a program and returns what it printed.
func run(_ words: [String], errors: Bool = false) -> String {
  var command = words.map {
    "'"
      + $0.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }.joined(separator: " ")
  command += errors ? " 2>&1" : " 2>/dev/null"
  guard let pipe = popen(command, "r") else { return "" }
  defer { pclose(pipe) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&block, 1, block.count, pipe)
    guard count > 0 else { break }
    bytes += block[0..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Runs a program and returns its bytes as samples.
func runSamples(_ words: [String]) -> [Float] {
  let command = words.map { "'" + $0 + "'" }.joined(separator: " ") + " 2>/dev/null"
  guard let pipe = popen(command, "r") else { return [] }
  defer { pclose(pipe) }
  var samples: [Float] = []
  var block = [Float](repeating: 0, count: 65536)
  while true {
    let count = fread(&block, MemoryLayout<Float>.size, block.count, pipe)
    guard count > 0 else { break }
    samples += block[0..<count]
  }
  return samples
}

/// The lines of one section of ffprobe's answer, for one stream.
func probe(_ path: String, _ stream: String, entries: String) -> [String] {
  run([
    "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", entries, "-of",
    "csv=p=0", path,
  ]).split(separator: "\n").map(String.init)
}

/// A frame whose luma tells its number.
func makeFrame(
  _ number: Int, format: PixelFormat = .yuv420p, width: Int = 64, height: Int = 48,
  pool: FramePool
) -> VideoFrame {
  let frame = pool.makeFrame(format: format, width: width, height: height, color: .bt601)
  for (index, plane) in frame.planes.enumerated() {
    for y in 0..<plane.height {
      let row = plane.row(y)
      for x in 0..<plane.width {
        let value = index == 0 ? 16 + (number * 13 + x + y) % 200 : 128
        if format.bytesPerSample == 1 {
          row.storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
        } else {
          row.storeBytes(
            of: UInt16(value) << UInt16(format.bitDepth - 8), toByteOffset: 2 * x, as: UInt16.self)
        }
      }
    }
  }
  return frame
}

/// Silence with one loud sample at each of the given places.
func makeClicks(_ count: Int, at places: [Int], channels: Int = 2) -> AudioBuffer {
  let buffer = AudioBuffer(channels: channels, capacity: max(1, count))
  buffer.frames = count
  for channel in 0..<channels {
    for index in 0..<count { buffer[channel][index] = 0 }
    for place in places { buffer[channel][place] = 0.9 }
  }
  return buffer
}

/// What a written film is made of.
struct Film {
  var fileType = "mp4"
  var videoCodec: String?
  var audioCodec: String?
  var frames = 30
  var step = Time(1, 30)
  var times: [Int64]?
  var pixelFormat: PixelFormat?
  var samples = 48_000
  var clicks = [0, 24_000]
  var rate = 48_000
  var channels = 2
  var end: Time?
  var fastStart = false
  var videoOptions: [(String, String)] = [("preset", "ultrafast")]
  var transform: Transform?
  var pixelAspect = PixelAspect.square
  var color = ColorDescription.bt601

  /// Writes the film under a name.
  func write(to path: String, overwrite: Bool = false) throws {
    let output = try OutputFile(path: path, overwrite: overwrite)
    var spec = try ContainerSpec(fileType: fileType)
    spec.fastStart = fastStart
    let muxer = try Muxer(container: spec, output: output)
    var video: VideoEncoder?
    var audio: AudioEncoder?
    let pool = FramePool()
    if let videoCodec {
      var settings = VideoEncoderSettings(
        codec: videoCodec, width: 64, height: 48, color: color, timeBase: step,
        frameRate: times == nil ? FrameRate(frameDuration: step) : nil)
      settings.pixelFormat = pixelFormat
      settings.options = videoOptions
      settings.threads = 1
      settings.globalHeader = spec.needsGlobalHeader
      settings.transform = transform
      settings.pixelAspect = pixelAspect
      let encoder = try VideoEncoder(settings)
      try muxer.addVideo(encoder)
      video = encoder
    }
    if let audioCodec {
      var settings = AudioEncoderSettings(
        codec: audioCodec, sampleRate: rate,
        layout: channels == 1 ? .mono : .stereo)
      settings.globalHeader = spec.needsGlobalHeader
      let encoder = try AudioEncoder(settings)
      try muxer.addAudio(encoder)
      audio = encoder
    }
    try muxer.start()
    if let video {
      for index in 0..<frames {
        let frame = makeFrame(index, format: video.pixelFormat, pool: pool)
        for packet in try video.encode(frame, pts: times?[index] ?? Int64(index)) {
          try muxer.write(packet)
        }
      }
      for packet in try video.finish(end: end) { try muxer.write(packet) }
    }
    if let audio {
      let whole = makeClicks(samples, at: clicks.filter { $0 < samples }, channels: channels)
      var start = 0
      // Blocks of an odd size, as they come from a mixer.
      while start < samples {
        let count = min(1601, samples - start)
        let block = AudioBuffer(channels: channels, capacity: count)
        block.frames = count
        for channel in 0..<channels {
          block[channel].update(from: whole[channel] + start, count: count)
        }
        for packet in try audio.encode(block) { try muxer.write(packet) }
        start += count
      }
      for packet in try audio.finish() { try muxer.write(packet) }
    }
    try muxer.finish()
    try output.commit()
  }
}
