/// What x264 keeps at hand of other frames, by its preset and the options that say otherwise.
struct X264Effort {
  /// The frames that a prediction may refer to.
  let references: Int
  /// The most frames between two that they are predicted from.
  let between: Int
  /// The frames looked at before one is encoded.
  let lookahead: Int

  init(_ settings: VideoEncoderSettings) {
    let options = Dictionary(settings.options) { $1 }
    let preset = Self.presets[options["preset"] ?? "medium"] ?? (16, 8, 60)
    let isImmediate = options["tune"]?.contains("zerolatency") == true
    references = options["refs"].flatMap { Int($0) } ?? preset.references
    between = isImmediate ? 0 : options["bf"].flatMap { Int($0) } ?? preset.between
    lookahead = isImmediate ? 0 : preset.lookahead
  }

  private static let presets: [String: (references: Int, between: Int, lookahead: Int)] = [
    "ultrafast": (1, 0, 0), "superfast": (1, 3, 0), "veryfast": (1, 3, 10), "faster": (2, 3, 20),
    "fast": (2, 3, 30), "medium": (3, 3, 40), "slow": (5, 3, 50), "slower": (8, 3, 60),
    "veryslow": (16, 8, 60), "placebo": (16, 16, 60),
  ]
}
