import CFFmpeg
import Timing

/// An open file, read packet by packet.
///
/// Owned by one reader and used by one thread at a time; `deinit` closes the file.
final class Demuxer {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The packet read last.
  let packet: UnsafeMutablePointer<AVPacket>
  private let path: String
  private let input: FileInput
  private let complaints = Complaints()

  /// Opens a local file; with an identity only if it is still that file.
  ///
  /// Nothing but this file can be reached from it, edit lists are left to us, and timestamps that a
  /// container leaves out are filled in from the decoding order.
  init(_ path: String, identity: FileIdentity? = nil) throws(MediaError) {
    _ = FFmpegLog.isInstalled
    _ = FFmpegLog.takeLastError()
    try identity?.check(path)
    input = try FileInput(path)
    let format = try input.probe()
    guard let packet = av_packet_alloc() else { fatalError("out of memory") }
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    av_dict_set(&options, "ignore_editlist", "1", 0)
    av_dict_set(&options, "fflags", "+genpts", 0)
    var opened = avformat_alloc_context()
    opened?.pointee.pb = input.context
    opened?.pointee.interrupt_callback = input.interruption
    opened?.pointee.opaque = Unmanaged.passUnretained(complaints).toOpaque()
    input.restartClock()
    let status = avformat_open_input(&opened, input.neutralName, format, &options)
    av_dict_free(&options)
    guard status >= 0, let opened else {
      var unused: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&unused)
      throw Self.error(status, path: path)
    }
    (context, self.packet, self.path) = (opened, packet, path)
  }

  /// Opens a file for the packets of one of its tracks, which it must still have.
  convenience init(
    _ path: String, reading track: MediaTrack, identity: FileIdentity?
  ) throws(MediaError) {
    try self.init(path, identity: identity)
    // Where the header lists the streams, the description already has all that matters.
    if !formatName.hasPrefix("mov") && !formatName.hasPrefix("matroska") { try findStreamInfo() }
    guard track.streamIndex < streamCount else {
      throw MediaError(.fileChanged, path: path, action: "read")
    }
    select(track.streamIndex)
  }

  deinit {
    var unused: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&unused)
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  private static func error(_ status: Int32, path: String) -> MediaError {
    let kind: MediaError.Kind =
      switch status {
      case vsff_error_io: .ioFailed
      default: .notMedia
      }
    return MediaError(kind, ffmpeg: status, path: path, action: "open")
  }

  /// The container's short name, the first of FFmpeg's list.
  var formatName: String {
    String(cString: context.pointee.iformat.pointee.name)
  }

  /// How the container tells when its packets are to be shown or heard.
  var family: ContainerFamily { ContainerFamily(formatName) }

  var streamCount: Int { Int(context.pointee.nb_streams) }

  /// Whether the container gives each stream a number of its own that can serve as a track's id.
  ///
  /// AVI counts from 0, and some Matroska files repeat a number.
  var numbersItsStreams: Bool {
    let ids = (0..<streamCount).map { stream($0).pointee.id }
    return ids.allSatisfy { $0 > 0 } && Set(ids).count == ids.count
  }

  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
    guard index < streamCount, let stream = context.pointee.streams[index] else {
      preconditionFailure("no such stream")
    }
    return stream
  }

  /// Fills in what headers do not tell, by reading and decoding a little.
  ///
  /// About 1 ms for a small MP4.
  func findStreamInfo() throws(MediaError) {
    input.restartClock()
    let status = avformat_find_stream_info(context, nil)
    guard status >= 0 else {
      throw MediaError(.notMedia, ffmpeg: status, path: path, action: "read")
    }
  }

  /// Makes only one stream's packets come out.
  func select(_ wanted: Int) {
    for index in 0..<streamCount {
      stream(index).pointee.discard = index == wanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  enum Outcome: Equatable {
    case packet
    case end
    case failed(Int32)
  }

  /// Reads the next packet into `packet`.
  func read() -> Outcome {
    av_packet_unref(packet)
    input.restartClock()
    let status = av_read_frame(context, packet)
    if status >= 0 { return .packet }
    return status == vsff_error_eof ? .end : .failed(status)
  }

  /// The first error that it logged since the last look; nil if there was none.
  func takeComplaint() -> String? { complaints.take() }

  /// Moves to the last key packet of a stream at or before a time in its time base.
  func seek(stream index: Int, to time: Int64) -> Bool {
    input.restartClock()
    return av_seek_frame(context, Int32(index), time, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// Moves to a byte of the file.
  func seek(toByte position: Int64) -> Bool {
    input.restartClock()
    return av_seek_frame(context, -1, position, AVSEEK_FLAG_BYTE) >= 0
  }
}

/// How containers tell when their packets are to be shown or heard, as far as that asks for care.
enum ContainerFamily {
  /// Every packet has a time of its own that a seek does not change.
  case timedPackets
  /// The same; and an index lists what can be seeked to.
  case indexed
  /// Matroska: the same, and times are never left out.
  case timedBlocks
  /// Transport and program streams: packets have times, or none and follow the one before.
  case multiplex
  /// Ogg: pages have the time at which they end.
  case pages
  /// AVI: packets have a number.
  case interleaved
  /// Packets are counted from the beginning, or guessed from their place in the file.
  case untimed

  init(_ formatName: String) {
    let name = formatName.split(separator: ",").first.map(String.init) ?? formatName
    switch name {
    case "mov": self = .indexed
    case "matroska": self = .timedBlocks
    case "mpegts", "mpeg": self = .multiplex
    case "ogg": self = .pages
    case "avi": self = .interleaved
    case "flv", "live_flv", "nut", "asf", "ivf", "mxf", "gxf": self = .timedPackets
    default: self = .untimed
    }
  }
}
