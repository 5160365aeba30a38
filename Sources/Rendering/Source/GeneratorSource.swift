import Composition
import Geometry
import Imaging
import Media
import Synchronization
import Timing

/// A source made by arithmetic: test pictures, colours, tones, silence; no file behind it.
///
/// Every frame and sample is a pure function of its index, so any of them can be pulled at any time
/// from any thread.
package final class GeneratorSource: MediaSource {
  /// What is drawn.
  enum Picture: Sendable {
    /// A moving gradient with a travelling box and the frame's number.
    case moving
    case solid(Color)
    case gradient(Color, Color)
    /// The eight bars of white, primaries and black.
    case bars
  }

  /// What is heard.
  enum Sound: Sendable {
    case silence
    /// A sine of a frequency in hertz and an amplitude of 0…1.
    case tone(frequency: Double, amplitude: Double)
  }

  package let name: String
  package var path: String? { nil }
  /// What it was made with.
  let options: Options
  let picture: Picture?
  let sound: Sound?
  let width: Int
  let height: Int
  let rate: FrameRate
  let duration: Time
  let sampleRate: Int
  let layout: ChannelLayout
  let frames: FrameTable
  let format = PixelFormat.yuv420p
  let color: ColorDescription
  let pool = FramePool(idleBytes: 32 << 20)
  /// The one picture of a generator that does not move, once it was drawn.
  let still = Mutex<VideoFrame?>(nil)

  /// What a script may ask for; nil takes the default of the kind.
  package struct Options: Sendable {
    package var width = 1280
    package var height = 720
    package var rate = FrameRate(30, 1)
    package var duration = Time(5)
    package var sampleRate = 48_000
    package var channels = 2
    package var color: Color?
    package var secondColor: Color?
    package var frequency: Double?
    package var volume: Double?

    package init() {}
  }

  /// The kinds, with a line of help each.
  package static let kinds: [(name: String, help: String)] = [
    ("test", "a moving picture with its frame number, and a tone"),
    ("bars", "colour bars, and a tone"),
    ("solid", "one colour (color =)"),
    ("gradient", "from one colour to another (color =, second_color =)"),
    ("tone", "a sine (frequency =, volume =)"),
    ("silence", "sound that is silent"),
  ]

  package init(kind: String, _ options: Options) throws(RenderError) {
    let tone = Sound.tone(
      frequency: options.frequency ?? 440, amplitude: options.volume ?? 0.125)
    switch kind {
    case "test": (picture, sound) = (.moving, tone)
    case "bars": (picture, sound) = (.bars, tone)
    case "solid": (picture, sound) = (.solid(options.color ?? .black), nil)
    case "gradient":
      picture = .gradient(options.color ?? .black, options.secondColor ?? .white)
      sound = nil
    case "tone": (picture, sound) = (nil, tone)
    case "silence": (picture, sound) = (nil, .silence)
    default:
      throw RenderError(
        "unknown_generator", "there is no generator '\(kind)'",
        hint: "choose one of " + Self.kinds.map(\.name).joined(separator: ", "))
    }
    try Self.check(options)
    name = kind
    self.options = options
    (width, height) = (options.width, options.height)
    (rate, duration) = (options.rate, options.duration.reduced)
    sampleRate = options.sampleRate
    layout = options.channels == 1 ? .mono : .stereo
    color = ColorDescription.assumed(width: width, height: height, model: .yuv)
    let count = duration.quotient(by: rate.frameDuration, .towardPositiveInfinity)
    frames = FrameTable(
      start: .zero, step: rate.frameDuration, count: Int(count), endOfLast: duration)
  }

  private static func check(_ options: Options) throws(RenderError) {
    guard options.duration.isNumeric, options.duration > .zero else {
      throw RenderError(
        "invalid_duration", "a generator needs a duration above 0, not \(options.duration)",
        hint: "leave it out for the usual one")
    }
    guard (2...16_384).contains(options.width), (2...16_384).contains(options.height) else {
      throw RenderError(
        "invalid_size",
        "a generator's size must lie in 2…16384, not \(options.width)×\(options.height)",
        hint: "size = { width, height } in whole pixels")
    }
    guard (8_000...192_000).contains(options.sampleRate), (1...2).contains(options.channels) else {
      throw RenderError(
        "invalid_sound",
        "a generator makes 8000…192000 samples a second in 1 or 2 channels, "
          + "not \(options.sampleRate) in \(options.channels)",
        hint: "48000 in 2 is usual")
    }
  }

  /// Samples in the whole of the sound.
  var sampleCount: Int64 { duration.units(per: Int64(sampleRate)) }

  /// The tracks, as an edit sees them: a picture (1), a sound (2), or both.
  package var tracks: [SourceTrack] {
    let range = TimeRange(start: .zero, duration: duration)
    var tracks: [SourceTrack] = []
    if picture != nil {
      tracks.append(
        SourceTrack(
          video: self, trackID: 1, timeRange: range, naturalTimeScale: rate.numerator,
          naturalSize: Size(width: Double(width), height: Double(height)),
          signature: .video(codec: "generator", width: width, height: height), frameRate: rate,
          frameCount: frames.count))
    }
    if sound != nil {
      tracks.append(
        SourceTrack(
          audio: self, trackID: 2, timeRange: range, sampleRate: sampleRate,
          channels: layout.channels,
          signature: .audio(
            codec: "generator", sampleRate: sampleRate, channels: layout.channels)))
    }
    return tracks
  }
}
