import CFFmpeg
import Geometry

/// The names of encoders: those that people write, and those of FFmpeg.
package enum Codecs {
  /// FFmpeg's name of a video encoder; takes a codec's usual name or an encoder's.
  package static func videoEncoder(named name: String) throws(MediaError) -> String {
    try resolve(name, among: video, type: AVMEDIA_TYPE_VIDEO)
  }

  /// FFmpeg's name of an audio encoder; takes a codec's usual name or an encoder's.
  package static func audioEncoder(named name: String) throws(MediaError) -> String {
    try resolve(name, among: audio, type: AVMEDIA_TYPE_AUDIO)
  }

  /// The encoders that a type of file gets unless told otherwise; nil where it holds no such track.
  ///
  /// Matroska gets FLAC: it is exact to the sample there, which AAC is not.
  package static func defaults(fileType: String) -> (video: String?, audio: String?) {
    switch fileType {
    case "mp4", "m4v", "mov": ("libx264", "aac")
    case "mkv": ("libx264", "flac")
    case "webm": ("libvpx-vp9", "libopus")
    case "m4a": (nil, "aac")
    case "wav": (nil, "pcm_s16le")
    case "flac": (nil, "flac")
    case "ogg", "opus": (nil, "libopus")
    case "null": ("wrapped_avframe", "pcm_s16le")
    default: (nil, nil)
    }
  }

  /// Usual names and the encoders behind them, the preferred one first.
  private static let video: [(name: String, encoders: [String])] = [
    ("h264", ["libx264"]), ("avc", ["libx264"]), ("x264", ["libx264"]),
    ("hevc", ["libx265"]), ("h265", ["libx265"]), ("x265", ["libx265"]),
    ("vp8", ["libvpx"]), ("vp9", ["libvpx-vp9"]),
    ("av1", ["libsvtav1", "libaom-av1", "librav1e"]),
    ("prores", ["prores_ks"]), ("ffv1", ["ffv1"]), ("png", ["png"]),
    ("raw", ["rawvideo"]), ("mjpeg", ["mjpeg"]), ("mpeg4", ["mpeg4"]),
    ("mpeg2", ["mpeg2video"]), ("qtrle", ["qtrle"]),
  ]

  private static let audio: [(name: String, encoders: [String])] = [
    ("aac", ["aac"]), ("opus", ["libopus"]), ("flac", ["flac"]), ("alac", ["alac"]),
    ("vorbis", ["libvorbis"]), ("mp3", ["libmp3lame"]), ("ac3", ["ac3"]),
    ("pcm", ["pcm_s16le"]), ("pcm_16", ["pcm_s16le"]), ("pcm_24", ["pcm_s24le"]),
    ("pcm_float", ["pcm_f32le"]),
  ]

  private static func resolve(
    _ name: String, among usual: [(name: String, encoders: [String])], type: AVMediaType
  ) throws(MediaError) -> String {
    let wanted = name.lowercased()
    if let entry = usual.first(where: { $0.name == wanted }) {
      if let found = entry.encoders.first(where: { avcodec_find_encoder_by_name($0) != nil }) {
        return found
      }
      throw MediaError(
        .unknownCodec, action: "encode", detail: "this FFmpeg cannot write '\(name)'",
        hint: "it lacks the encoder \(entry.encoders[0])")
    }
    let kind = type == AVMEDIA_TYPE_VIDEO ? "video" : "audio"
    if let codec = avcodec_find_encoder_by_name(wanted) {
      if codec.pointee.type == type { return wanted }
      throw MediaError(
        .unknownCodec, action: "encode", detail: "'\(name)' is no \(kind) encoder")
    }
    let nearest = Spelling.nearest(to: wanted, among: usual.map(\.name) + encoders(of: type))
    let names = usual.map(\.name).joined(separator: ", ")
    throw MediaError(
      .unknownCodec, action: "encode", detail: "there is no \(kind) encoder '\(name)'",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "known are \(names), and FFmpeg's own names")
  }

  private static func encoders(of type: AVMediaType) -> [String] {
    var names: [String] = []
    var state: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&state) {
      if codec.pointee.type == type, av_codec_is_encoder(codec) != 0 {
        names.append(String(cString: codec.pointee.name))
      }
    }
    return names
  }
}
