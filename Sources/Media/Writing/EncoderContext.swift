import CFFmpeg
import Geometry
@preconcurrency import Glibc
import Imaging
import Timing

/// Owns one of FFmpeg's encoders.
final class EncoderContext {
  let pointer: UnsafeMutablePointer<AVCodecContext>
  let name: String

  /// Finds an encoder by FFmpeg's name without opening it.
  init(name: String) throws(MediaError) {
    _ = FFmpegLog.isInstalled
    if name == "libsvtav1" { _ = Self.quietSVT }
    guard let codec = avcodec_find_encoder_by_name(name),
      let context = avcodec_alloc_context3(codec)
    else {
      throw MediaError(.unknownCodec, action: "encode", detail: "there is no encoder '\(name)'")
    }
    pointer = context
    self.name = name
  }

  /// SVT-AV1 greets on standard error unless its environment says that only errors count.
  private static let quietSVT = setenv("SVT_LOG", "1", 0)

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = pointer
    // What was handed in stays the caller's, by FFmpeg's rule.
    av_freep(&pointer.pointee.stats_in)
    avcodec_free_context(&context)
  }

  var codec: AVCodec { pointer.pointee.codec.pointee }

  /// Opens the encoder; an option that it does not know is an error that names the nearest.
  ///
  /// `options` are the user's, `defaults` are ours and never to blame.
  func open(
    defaults: [(String, String)] = [], options: [(String, String)]
  ) throws(MediaError) {
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in defaults + options { av_dict_set(&dictionary, key, value, 0) }
    _ = FFmpegLog.takeLastError()
    // What is wrong inside a list of the library's own parameters is only a warning to FFmpeg.
    let hasParameters = options.contains { Self.parameterLists.contains($0.0) }
    if hasParameters { pointer.pointee.log_level_offset = AV_LOG_ERROR - AV_LOG_WARNING }
    let status =
      name == "libsvtav1"
      ? ThreadSchedules.keepingOrdinary { avcodec_open2(pointer, nil, &dictionary) }
      : avcodec_open2(pointer, nil, &dictionary)
    pointer.pointee.log_level_offset = 0
    if status < 0 {
      let given = options.map { "\($0)=\($1)" }.joined(separator: " ")
      let isOption = status == vsff_error_option_not_found || status == -EINVAL
      throw MediaError(
        isOption && !options.isEmpty ? .invalidOption : .encodeFailed, ffmpeg: status,
        action: "open the encoder \(name)",
        hint: given.isEmpty ? Self.hint(for: status) : "it was opened with \(given)")
    }
    if hasParameters, let line = FFmpegLog.takeLastError(), line.lowercased().contains("option") {
      throw MediaError(
        .invalidOption, action: "open the encoder \(name)",
        detail: "it does not know one of its parameters", libraryMessage: line)
    }
    if let entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
      throw Self.unknownOption(
        String(cString: entry.pointee.key), of: "the encoder \(name)",
        known: optionNames(of: UnsafeMutableRawPointer(pointer)))
    }
  }

  /// Options that are lists of parameters which FFmpeg hands on unread.
  private static let parameterLists = [
    "x264-params", "x264opts", "x265-params", "svtav1-params", "aom-params",
  ]

  static func unknownOption(_ name: String, of owner: String, known: [String]) -> MediaError {
    let nearest = Spelling.nearest(to: name, among: known)
    return MediaError(
      .unknownOption, action: "set '\(name)'", detail: "\(owner) has no such option",
      hint: nearest.map { "did you mean '\($0)'?" })
  }

  /// Sends a frame, or the end where it is nil, and collects what comes out.
  func send(
    _ frame: UnsafePointer<AVFrame>?, makePacket: () -> Packet
  ) throws(MediaError) -> [Packet] {
    var status = avcodec_send_frame(pointer, frame)
    guard status >= 0 || status == vsff_error_eof else { throw encodeError(status) }
    var packets: [Packet] = []
    while true {
      let packet = makePacket()
      status = avcodec_receive_packet(pointer, packet.pointer)
      if status == vsff_error_again || status == vsff_error_eof { return packets }
      guard status >= 0 else { throw encodeError(status) }
      packets.append(packet)
    }
  }

  private func encodeError(_ status: Int32) -> MediaError {
    MediaError(
      .encodeFailed, ffmpeg: status, action: "encode with \(name)", hint: Self.hint(for: status))
  }

  /// A library behind FFmpeg tells no reason, and memory is the usual one.
  private static func hint(for status: Int32) -> String? {
    guard status == vsff_error_external || status == -ENOMEM else { return nil }
    return "it probably lacked memory: make the film smaller, or give fewer threads or more memory"
  }
}

/// The names of all options of one of FFmpeg's objects and of its private part.
func optionNames(of object: UnsafeMutableRawPointer) -> [String] {
  var names: [String] = []
  var target: UnsafeMutableRawPointer? = object
  var child: UnsafeMutableRawPointer?
  while let current = target {
    var option: UnsafePointer<AVOption>?
    while let next = av_opt_next(current, option) {
      option = next
      if next.pointee.type != AV_OPT_TYPE_CONST { names.append(String(cString: next.pointee.name)) }
    }
    child = av_opt_child_next(object, child)
    target = child
  }
  return names
}
