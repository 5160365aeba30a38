/// The files that we present otherwise than the `ffmpeg` program, each with the reason.
///
/// What differs is spelled out and has to be just that, so that no second fault hides behind it. To
/// be reviewed whenever it grows; no more than one file in twenty may be in it.
enum OracleExceptions {
  struct Exception {
    /// The end of the file's name.
    let name: String
    let reason: String
    let differences: [String]
  }

  static let all = [
    Exception(
      name: "__sample_eac3.mp4",
      reason: "each packet is said to last 1536 samples and holds 256; after the last of them too "
        + "we are silent until the container's end",
      differences: ["track 1 (eac3): 82944 samples for 81664"])
  ]

  /// Files whose edit begins within a frame.
  ///
  /// The program leaves that frame out and lets the next one begin at once, before its time. So the
  /// frames are taken from it without edits, and the edits are applied here by their own rule.
  static let cutFrames = ["__iibbibb_editlist_videoonly.mp4", "__sample_edit_list.mp4"]

  /// Files whose sound has loud noise that the decoder makes up, which is another after every seek.
  static let noisy = ["__hdr10_av1.mp4"]

  /// Files of which the program decodes nothing, and which are refused when they are opened.
  static let refusals = ["__invalid_bitstream.webm"]

  static func exception(_ name: String) -> Exception? { all.first { name.hasSuffix($0.name) } }

  static func isNoisy(_ name: String) -> Bool { noisy.contains { name.hasSuffix($0) } }

  static func edits(_ name: String) -> OracleComparison.Edits {
    cutFrames.contains { name.hasSuffix($0) } ? .ours : .ffmpeg
  }
}
