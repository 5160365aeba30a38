import CFFmpeg
import CZimg

/// What the libraries behind this module are and can do.
package enum MediaLibraries {
  /// Their names and versions.
  package static var versions: [(String, String)] {
    var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zimg_get_version_info(&major, &minor, &micro)
    return [
      ("libavformat", text(avformat_version())), ("libavcodec", text(avcodec_version())),
      ("libavutil", text(avutil_version())), ("libswresample", text(swresample_version())),
      ("zimg", "\(major).\(minor).\(micro)"),
    ]
  }

  /// The names of the encoders for pictures and sound, sorted.
  package static var encoders: [String] { names { av_codec_is_encoder($0) != 0 } }

  /// The names of the decoders for pictures and sound, sorted.
  package static var decoders: [String] { names { av_codec_is_decoder($0) != 0 } }

  private static func names(where fits: (UnsafePointer<AVCodec>) -> Bool) -> [String] {
    var names: Set<String> = []
    var state: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&state) {
      let kind = codec.pointee.type
      guard kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_AUDIO, fits(codec) else { continue }
      names.insert(String(cString: codec.pointee.name))
    }
    return names.sorted()
  }

  private static func text(_ version: UInt32) -> String {
    "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
  }
}
