import CFFmpeg

/// One of two passes over the same frames: the first only measures, the second spends the bits.
package enum EncoderPass: Sendable {
  /// Measures; `file` is where the encoder may keep what it finds.
  case first(file: String)
  /// Encodes by what the first pass found.
  case second(file: String, statistics: String?)

  var file: String {
    switch self {
    case .first(let file), .second(let file, _): file
    }
  }
}

extension VideoEncoder {
  /// The encoders that can look at the frames twice.
  package static let encodersOfTwoPasses = ["libx264", "libx264rgb", "libvpx", "libvpx-vp9"]

  /// Those of them that write what they find into a file themselves.
  static let keepsStatisticsInFile = ["libx264", "libx264rgb"]

  /// Tells the encoder which pass this is.
  func configurePass() throws(MediaError) {
    guard let pass = settings.pass else { return }
    guard Self.encodersOfTwoPasses.contains(settings.codec) else {
      throw MediaError(
        .unsupportedOutput, action: "encode",
        detail: "the encoder \(settings.codec) does not work in two passes",
        hint: "these do: " + Self.encodersOfTwoPasses.joined(separator: ", "))
    }
    switch pass {
    case .first: context.pointer.pointee.flags |= AV_CODEC_FLAG_PASS1
    case .second(_, let statistics):
      context.pointer.pointee.flags |= AV_CODEC_FLAG_PASS2
      if let statistics { context.pointer.pointee.stats_in = av_strdup(statistics) }
    }
  }
}
