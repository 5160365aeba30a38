import Imaging

/// About how much memory an encoder takes, and which of its settings that depends on.
///
/// Measured with each library at several sizes, in frames of the layout that is encoded. Where
/// versions or contents differ it is rather too much than too little.
package struct EncoderMemory: Sendable {
  /// The threads that it has unless told otherwise.
  package let threads: Int
  /// How many frames it looks ahead unless told otherwise, and how few it can do with.
  package let lookahead: Int
  package let leastLookahead: Int
  private let model: Model
  private let frameBytes: Int

  /// Frames, and bytes beside them.
  private struct Model {
    var bytes: Int64 = 0
    /// With one thread and nothing looked ahead.
    var frames: Double
    var perThread = 2.0
    var perLookahead = 0.0
    var lookahead = 0
    var leastLookahead = 0
  }

  /// - Parameters:
  ///   - frameBytes: the memory of one frame.
  ///   - cores: what an encoder chooses its threads from.
  package init(_ settings: VideoEncoderSettings, frameBytes: Int, cores: Int) {
    let model = Self.model(settings)
    let options = Dictionary(settings.options) { $1 }
    let isX264 = settings.codec.hasPrefix("libx264")
    threads = settings.threads > 0 ? settings.threads : isX264 ? max(1, cores * 3 / 2) : cores
    let given = Self.lookaheadOption[settings.codec].flatMap { options[$0] }.flatMap { Int($0) }
    lookahead = given ?? model.lookahead
    // The user's word stands, whether it is an option or among the library's own parameters.
    let isFixed =
      given != nil || options.keys.contains { $0.hasSuffix("-params") || $0 == "x264opts" }
    leastLookahead = isFixed ? lookahead : min(model.leastLookahead, lookahead)
    (self.model, self.frameBytes) = (model, frameBytes)
  }

  /// What it takes with so many threads and frames looked ahead.
  package func bytes(threads: Int, lookahead: Int) -> Int64 {
    let frames =
      model.frames + model.perThread * Double(threads - 1)
      + model.perLookahead * Double(lookahead)
    return model.bytes + Int64(frames * Double(frameBytes))
  }

  private static func model(_ settings: VideoEncoderSettings) -> Model {
    let options = Dictionary(settings.options) { $1 }
    switch settings.codec {
    case "libx264", "libx264rgb":
      let effort = X264Effort(settings)
      let group = options["g"].flatMap { Int($0) } ?? 250
      // A reference frame is kept four times, for its fractions of pixels; one that waits is kept
      // with a small copy.
      return Model(
        frames: 4.4 * Double(effort.references + 2) + 2.1 * Double(effort.between + 2),
        perThread: 17, perLookahead: 2.1, lookahead: min(effort.lookahead, max(0, group)))
    case "libx265":
      return Model(
        bytes: 26 << 20, frames: 92, perThread: 9, perLookahead: 4.8, lookahead: 20,
        leastLookahead: 8)
    case "libvpx-vp9", "libvpx":
      return Model(
        bytes: 12 << 20, frames: 54, perThread: 10, perLookahead: 1.9, lookahead: 25)
    case "libaom-av1":
      return Model(bytes: 6 << 20, frames: 40, perThread: 6, perLookahead: 3.8, lookahead: 35)
    case "libsvtav1": return Model(bytes: 50 << 20, frames: 150, perThread: 4)
    case "ffv1": return Model(bytes: 4 << 20, frames: 110)
    case "mpeg4", "mpeg2video", "mjpeg", "prores_ks", "prores", "prores_aw":
      return Model(frames: 12)
    default: return Model(frames: 20, perThread: 4)
    }
  }

  /// By which option an encoder is told how far to look ahead.
  fileprivate static let lookaheadOption = [
    "libx264": "rc-lookahead", "libx264rgb": "rc-lookahead", "libvpx": "lag-in-frames",
    "libvpx-vp9": "lag-in-frames", "libaom-av1": "lag-in-frames",
  ]
}

extension VideoEncoderSettings {
  /// Makes the encoder look only so many frames ahead.
  package mutating func lookAhead(_ frames: Int) {
    if let option = EncoderMemory.lookaheadOption[codec] {
      options.append((option, "\(frames)"))
    } else if codec == "libx265" {
      options.append(("x265-params", "rc-lookahead=\(frames)"))
    }
  }
}
