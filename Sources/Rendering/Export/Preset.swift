import Geometry

/// A named set of export settings: the reference's list of names, in this project's terms.
package struct Preset: Sendable {
  package let name: String
  package let help: String
  /// FFmpeg's or the field's name of the codec; nil for sound alone.
  let codec: String?
  let audioCodec: String?
  /// The largest picture, in displayed orientation; nil keeps the canvas.
  let bounds: (width: Int, height: Int)?
  let quality: Double?
  var codecOptions: [(name: String, value: String)] = []
  var pixelFormat: String?
  var fileType = "mp4"
  /// Everything is copied, nothing is encoded.
  var isPassthrough = false

  package static let all: [Preset] = [
    Preset(
      name: "highest", help: "H.264 at the canvas's own size", codec: "h264", audioCodec: "aac",
      bounds: nil, quality: nil),
    Preset(
      name: "high", help: "H.264 within 1920×1080", codec: "h264", audioCodec: "aac",
      bounds: (1920, 1080), quality: nil),
    Preset(
      name: "medium", help: "H.264 within 1280×720, smaller", codec: "h264", audioCodec: "aac",
      bounds: (1280, 720), quality: 23),
    Preset(
      name: "low", help: "H.264 within 640×360, small", codec: "h264", audioCodec: "aac",
      bounds: (640, 360), quality: 27),
    sized(3840, 2160), sized(1920, 1080), sized(1280, 720), sized(960, 540), sized(640, 480),
    Preset(
      name: "hevc_highest", help: "HEVC at the canvas's own size", codec: "hevc",
      audioCodec: "aac", bounds: nil, quality: nil),
    Preset(
      name: "hevc_3840x2160", help: "HEVC within 3840×2160", codec: "hevc", audioCodec: "aac",
      bounds: (3840, 2160), quality: nil),
    Preset(
      name: "hevc_1920x1080", help: "HEVC within 1920×1080", codec: "hevc", audioCodec: "aac",
      bounds: (1920, 1080), quality: nil),
    Preset(
      name: "prores_422", help: "ProRes 422 with PCM", codec: "prores", audioCodec: "pcm_s16le",
      bounds: nil, quality: nil, codecOptions: [("profile", "standard")],
      pixelFormat: "yuv422p10le", fileType: "mov"),
    Preset(
      name: "prores_4444", help: "ProRes 4444 with PCM", codec: "prores", audioCodec: "pcm_s16le",
      bounds: nil, quality: nil, codecOptions: [("profile", "4444")],
      pixelFormat: "yuv444p10le", fileType: "mov"),
    Preset(
      name: "audio", help: "the sound alone, AAC", codec: nil, audioCodec: "aac", bounds: nil,
      quality: nil, fileType: "m4a"),
    Preset(
      name: "passthrough", help: "copies the media as it is, or says why it cannot", codec: nil,
      audioCodec: nil, bounds: nil, quality: nil, isPassthrough: true),
  ]

  private static func sized(_ width: Int, _ height: Int) -> Preset {
    Preset(
      name: "\(width)x\(height)", help: "H.264 within \(width)×\(height)", codec: "h264",
      audioCodec: "aac", bounds: (width, height), quality: nil)
  }

  static func named(_ name: String) throws(RenderError) -> Preset {
    if let preset = all.first(where: { $0.name == name }) { return preset }
    throw RenderError(
      "unknown_preset", "there is no preset '\(name)'",
      hint: Spelling.nearest(to: name, among: all.map(\.name)).map { "did you mean '\($0)'?" }
        ?? "choose one of " + all.map(\.name).joined(separator: ", "))
  }
}
