import CFFmpeg
import Geometry

/// What kind of file is written, and what is said about it as a whole.
package struct ContainerSpec: Sendable {
  /// One of `fileTypes`.
  package let fileType: String
  /// Whether the index is moved to the front, for playing while loading; MP4 and its kin only.
  package var fastStart = false
  package var metadata: [(String, String)] = []
  /// Named stretches of the film, in order; only written where `holdsChapters`.
  package var chapters: [Chapter] = []
  /// Units per second of an MP4's edit lists; nil takes one in which every track's end is exact.
  package var movieTimescale: Int64?

  /// Accepts one of `fileTypes`.
  package init(fileType: String) throws(MediaError) {
    let name = fileType.lowercased()
    guard Self.muxers[name] != nil else {
      let nearest = Spelling.nearest(to: name, among: Self.fileTypes)
      throw MediaError(
        .unsupportedOutput, action: "write", detail: "there is no file type '\(fileType)'",
        hint: nearest.map { "did you mean '\($0)'?" }
          ?? "known are \(Self.fileTypes.joined(separator: ", "))")
    }
    self.fileType = name
  }

  /// The type that a file's name asks for; nil where it has no known extension.
  package static func fileType(forPath path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let known = name[name.index(after: dot)...].lowercased()
    return known != "null" && muxers[known] != nil ? known : nil
  }

  package static let fileTypes = [
    "mp4", "mov", "m4v", "mkv", "webm", "m4a", "wav", "flac", "ogg", "opus", "null",
  ]

  /// Types and the libavformat muxers that write them.
  private static let muxers = [
    "mp4": "mp4", "m4v": "mp4", "mov": "mov", "m4a": "ipod", "mkv": "matroska", "webm": "webm",
    "wav": "wav", "flac": "flac", "ogg": "ogg", "opus": "opus", "null": "null",
  ]

  var muxerName: String { Self.muxers[fileType] ?? fileType }

  /// Whether encoders must put their headers into the container.
  package var needsGlobalHeader: Bool {
    guard let format = av_guess_format(muxerName, nil, nil) else { return true }
    return format.pointee.flags & AVFMT_GLOBALHEADER != 0
  }

  /// MP4 and its kin, whose times are declared by edit lists.
  package var isMovie: Bool { ["mp4", "mov", "ipod"].contains(muxerName) }

  /// Whether files of this type have chapters.
  package var holdsChapters: Bool { isMovie || isMatroska }

  var isMatroska: Bool { ["matroska", "webm"].contains(muxerName) }

  /// Whether a file of this type can hold what an encoder makes.
  package func holds(encoder name: String) -> Bool {
    guard let codec = avcodec_find_encoder_by_name(name),
      let format = av_guess_format(muxerName, nil, nil)
    else { return false }
    switch fileType {
    case "null": return true
    case "ogg", "opus":
      // libavformat's Ogg muxer does not answer the question.
      let known = [AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_FLAC]
      return fileType == "opus"
        ? codec.pointee.id == AV_CODEC_ID_OPUS : known.contains(codec.pointee.id)
    default: return avformat_query_codec(format, codec.pointee.id, FF_COMPLIANCE_EXPERIMENTAL) == 1
    }
  }
}
