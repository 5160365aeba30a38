import Geometry

extension FilterCatalog {
  /// The filters that give each sample at once, at the same rate and in the same channels.
  static let sounds: [String: Rules] = {
    var rules: [String: Rules] = [:]
    for name in plainSounds { rules[name] = Rules() }
    rules["compand"] = Rules(refused: ["delay": "it would come late"])
    return rules
  }()

  private static let plainSounds = [
    "acompressor", "aecho", "agate", "deesser", "acontrast", "acrusher", "adenorm",
    "aderivative", "aemphasis", "aexciter", "allpass",
    "asupercut", "asuperpass", "asuperstop", "atilt", "bandpass",
    "bandreject", "bass", "biquad", "bs2b", "crossfeed", "crystalizer", "dcshift", "equalizer",
    "extrastereo", "haas", "highpass", "highshelf", "lowpass", "lowshelf", "stereotools",
    "stereowiden", "tiltshelf", "treble", "asoftclip",
  ]
}
