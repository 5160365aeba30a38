import CFFmpeg
import Geometry
import Imaging
import Timing

/// What a video encoder is asked for.
package struct VideoEncoderSettings: Sendable {
  /// FFmpeg's name of the encoder; see `Codecs` for names that people write.
  package var codec: String
  package var width: Int
  package var height: Int
  /// The layout of the frames; nil takes the encoder's usual one.
  package var pixelFormat: PixelFormat?
  /// The tags that the stream gets.
  package var color: ColorDescription
  /// What a film of high dynamic range tells of its light.
  package var light: LightLevels?
  package var pixelAspect: PixelAspect = .square
  /// How the frames are made of fields, where the encoder knows of them.
  package var fields = FieldOrder.progressive
  /// The unit of the frames' times, such as 1001/30000.
  package var timeBase: Time
  /// The rate that is written down and that rate control counts with; nil for a variable one.
  package var frameRate: FrameRate?
  /// The encoder's own scale of constant quality (CRF, or the quantiser where it has no CRF).
  package var quality: Double?
  /// Bits per second; decides when it is set together with `quality`.
  package var bitRate: Int64?
  /// Options for the encoder, which win over everything above.
  package var options: [(String, String)] = []
  /// The number of threads; 0 leaves it to the encoder.
  package var threads = 0
  /// Whether parameter sets belong into the container; see `ContainerSpec.needsGlobalHeader`.
  package var globalHeader = true
  /// How a player is to turn the picture.
  package var transform: Transform?
  /// Which of two passes over the frames this is; nil for one alone.
  package var pass: EncoderPass?

  package init(
    codec: String, width: Int, height: Int, color: ColorDescription, timeBase: Time,
    frameRate: FrameRate?
  ) {
    self.codec = codec
    self.width = width
    self.height = height
    self.color = color
    self.timeBase = timeBase
    self.frameRate = frameRate
  }
}

/// Compresses frames; not Sendable, one thread at a time.
///
/// Frames are sent by reference and kept alive until the encoder has done with them. Packets come
/// out late, in the order in which a muxer wants them, and with durations that run up to the next
/// frame's time; a packet is held back until that is known.
package final class VideoEncoder {
  package let settings: VideoEncoderSettings
  /// The layout that `encode` takes.
  package let pixelFormat: PixelFormat
  let context: EncoderContext
  private let timeBase: AVRational
  private var packer: FrameConverter?
  private let pool = FramePool()
  /// The time of the last frame that was sent.
  private var lastTime: Int64?
  private var frameCount = 0
  /// How long the frames last whose packets are still to come, by their time.
  private var durations: [Int64: Int64] = [:]
  /// Packets that wait for their duration, or behind one that does.
  private var held: [Packet] = []

  /// Opens the encoder.
  package init(_ settings: VideoEncoderSettings) throws(MediaError) {
    self.settings = settings
    context = try EncoderContext(name: settings.codec)
    let unit = settings.timeBase.reduced
    guard unit.isNumeric, let top = Int32(exactly: unit.value), top > 0,
      let bottom = Int32(exactly: unit.timescale)
    else {
      throw MediaError(
        .unsupportedOutput, action: "encode",
        detail: "the time base \(settings.timeBase) is out of an encoder's range")
    }
    timeBase = AVRational(num: top, den: bottom)
    pixelFormat = try Self.choosePixelFormat(settings)
    try configure()
    try configurePass()
    let (defaults, options) = openingOptions()
    try context.open(defaults: defaults, options: options)
  }

  deinit {
    // SVT-AV1 waits for ever for the end of a stream that never began, even when it is closed.
    guard settings.codec == "libsvtav1", lastTime == nil else { return }
    let frame = pool.makeFrame(
      format: pixelFormat, width: settings.width, height: settings.height, color: settings.color)
    _ = try? encode(frame, pts: 0)
    _ = try? send(nil)
  }

  /// Compresses one frame; times are in units of the time base and rise from frame to frame.
  ///
  /// The frame has the encoder's layout, or the planar one that holds the same and is packed here.
  package func encode(_ frame: VideoFrame, pts: Int64) throws(MediaError) -> [Packet] {
    let frame = frame.format == pixelFormat ? frame : try packed(frame)
    precondition(
      frame.format == pixelFormat && frame.width == settings.width
        && frame.height == settings.height, "a frame must have the encoder's shape")
    precondition(lastTime.map { pts > $0 } ?? true, "frames come in the order of their times")
    if let lastTime { durations[lastTime] = pts - lastTime }
    lastTime = pts
    frameCount += 1
    let reference = FrameReference(
      frame, color: settings.color, pixelAspect: settings.pixelAspect, fields: settings.fields)
    reference.pointer.pointee.pts = pts
    return try release(send(reference.pointer))
  }

  /// Ends the stream and returns what is left.
  ///
  /// The last frame is shown until `end`; without one after it, it lasts one frame of the rate, or
  /// one unit where there is no rate. An end between two units is kept for the muxer, whose unit is finer.
  package func finish(end: Time? = nil) throws(MediaError) -> [Packet] {
    guard let lastTime else { return [] }
    let unit = settings.timeBase
    let exactEnd = end.flatMap { $0 > unit.multiplied(by: lastTime) ? $0 : nil }
    let usual = settings.frameRate.map { $0.frameDuration.quotient(by: unit) } ?? 1
    durations[lastTime] =
      exactEnd.map { $0.quotient(by: unit, .towardPositiveInfinity) - lastTime } ?? max(1, usual)
    let packets = try release(drain())
    packets.last { $0.pointer.pointee.pts == lastTime }?.exactEnd = exactEnd
    return packets
  }

  /// What the first pass found, for the second; complete after `finish`.
  package var passStatistics: String? {
    context.pointer.pointee.stats_out.map { String(cString: $0) }
  }

  private func packed(_ frame: VideoFrame) throws(MediaError) -> VideoFrame {
    let shape = FrameConverter.Shape(
      format: frame.format, width: frame.width, height: frame.height, color: frame.color)
    if packer?.source != shape {
      packer = try FrameConverter(
        from: shape,
        to: FrameConverter.Shape(
          format: pixelFormat, width: frame.width, height: frame.height, color: frame.color))
    }
    return try packer?.convert(frame, pool: pool) ?? frame
  }

  /// Ends the encoder, and gives the packets that were still in it decode times where it has none.
  private func drain() throws(MediaError) -> [Packet] {
    let packets = try send(nil)
    if settings.codec == "libx265", frameCount <= Self.framesWithoutDelay {
      Self.setDecodeTimes(of: packets)
    }
    return packets
  }

  /// The most frames of a film in which x265 writes no decode time.
  ///
  /// It takes the delay of its B-frames, of two frames at most, from the frame after them, and
  /// subtracts memory that was never written where none came.
  private static let framesWithoutDelay = 2

  /// Decodes packets in the order in which they stand, none of them after its own time.
  ///
  /// Works for all packets of a film only: the n-th is decoded at the n-th of all times, all moved
  /// back by what the frame that waits longest needs.
  private static func setDecodeTimes(of packets: [Packet]) {
    let times = packets.map(\.pointer.pointee.pts)
    let ordered = times.sorted()
    let delay = zip(ordered, times).map { $0 - $1 }.max() ?? 0
    for (packet, time) in zip(packets, ordered) { packet.pointer.pointee.dts = time - delay }
  }

  private func send(_ frame: UnsafePointer<AVFrame>?) throws(MediaError) -> [Packet] {
    try context.send(frame) {
      Packet(origin: ObjectIdentifier(self), timeBase: timeBase)
    }
  }

  /// Hands out the packets whose duration is known, in their order.
  ///
  /// Only the last frame's is not; a time that no frame had is the encoder's own affair.
  private func release(_ packets: [Packet]) -> [Packet] {
    held += packets
    var count = 0
    for packet in held {
      let time = packet.pointer.pointee.pts
      if let duration = durations.removeValue(forKey: time) {
        packet.pointer.pointee.duration = duration
      } else if time == lastTime {
        break
      }
      count += 1
    }
    defer { held.removeFirst(count) }
    return Array(held.prefix(count))
  }
}
