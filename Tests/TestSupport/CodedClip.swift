import Glibc

/// A test clip that carries its id and its frame numbers in picture and sound.
///
/// A description only; `make()` writes the file, with the `ffmpeg` program, once per description.
package struct CodedClip: Hashable, Sendable {
  /// How the picture is coded and timed.
  package struct Picture: Hashable, Sendable {
    package var codec = "libx264"
    package var width = 192
    package var height = 108
    package var count = 24
    /// Frames per second, exact; not used when there are `times`.
    package var rate = Ratio(24)
    /// The frames' own times from the first frame on, for a variable rate.
    package var times: [Ratio]?
    package var bFrames = 0
    package var keyInterval = 250
    package var pixelFormat = "yuv420p"
    /// Quarter turns clockwise that a player applies.
    package var turns = 0
    package var pixelAspect = Ratio(1)
    /// Seconds by which the first frame is later than the file's start.
    package var offset = Ratio(0)
    package var options: [String] = []

    package init() {}
  }

  /// How the sound is coded, and where it begins and ends.
  package struct Sound: Hashable, Sendable {
    package var codec = "aac"
    package var rate = 48000
    package var channels = 2
    /// Seconds of sound; nil means the picture's length.
    package var seconds: Ratio?
    /// Seconds by which the first sample is later than the file's start.
    package var offset = Ratio(0)
    package var options: [String] = []

    package init() {}
  }

  package var id: Int
  package var picture: Picture?
  package var sound: Sound?
  package var container = "mp4"
  package var fastStart = false

  package init(
    _ id: Int, container: String = "mp4", picture: ((inout Picture) -> Void)? = { _ in },
    sound: ((inout Sound) -> Void)? = nil
  ) {
    self.id = id
    self.container = container
    if let picture {
      var value = Picture()
      picture(&value)
      self.picture = value
    }
    if let sound {
      var value = Sound()
      sound(&value)
      self.sound = value
    }
  }

  // MARK: what is known of it

  /// The time of a frame, counted from the first one.
  package func time(of frame: Int) -> Ratio {
    guard let picture else { return .zero }
    return picture.times?[frame] ?? Ratio(frame) / picture.rate
  }

  /// Seconds from the first frame's start to the last one's end.
  ///
  /// The last frame of a variable rate lasts one frame of `rate`, as `ffmpeg` writes it.
  package var pictureLength: Ratio {
    guard let picture else { return .zero }
    return time(of: picture.count - 1) + Ratio(1) / picture.rate
  }

  /// The frame shown `time` seconds after the first frame's start; nil before it and at the end.
  package func frame(shownAt time: Ratio) -> Int? {
    guard let picture, time >= .zero, time < pictureLength else { return nil }
    guard let times = picture.times else { return (time * picture.rate).floor }
    return times.lastIndex { $0 <= time }
  }

  /// The size at which a player shows it, in square pixels.
  package var shownSize: (width: Double, height: Double) {
    guard let picture else { return (0, 0) }
    let wide = Double(picture.width) * picture.pixelAspect.value
    return picture.turns % 2 == 0
      ? (wide, Double(picture.height)) : (Double(picture.height), wide)
  }

  package var sampleCount: Int {
    guard let sound else { return 0 }
    return ((sound.seconds ?? pictureLength) * Ratio(sound.rate)).rounded
  }

  /// Seconds from the first frame's start to the first sample; negative when it is earlier.
  ///
  /// `ffmpeg` 5.1 writes WebM with Opus so that its delay counts twice: the picture is moved by it,
  /// to 0.007, and the sound has it taken off again when read. That is then what the file says.
  package var soundLead: Ratio {
    let twice = container == "webm" && sound?.codec == "libopus" ? Ratio(-7, 1000) : .zero
    return (sound?.offset ?? .zero) - (picture?.offset ?? .zero) + twice
  }
}
