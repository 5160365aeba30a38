import Timing

/// Why something cannot be played: what the machine lacks, or what was asked that cannot be.
package struct PlaybackError: Error, Sendable, CustomStringConvertible {
  /// A stable word for scripts to test.
  package let code: String
  package let message: String
  /// What the user can do about it.
  package let hint: String?

  static func noLibrary(_ reason: String) -> PlaybackError {
    PlaybackError(
      code: "no_player",
      message: "the library that opens windows and plays sound is missing: \(reason)",
      hint: "install it: apt-get install libsdl2-2.0-0")
  }

  static func noWindow(_ reason: String) -> PlaybackError {
    PlaybackError(
      code: "no_display", message: "no window can be opened: \(reason)",
      hint: "play on a machine with a screen (DISPLAY or WAYLAND_DISPLAY is set there), "
        + "or save pictures with 'vscript frame'")
  }

  static let secondWindow = PlaybackError(
    code: "window_in_use", message: "another player has its window open",
    hint: "close() that player first; one window is shown at a time")

  static func badRate(_ text: String) -> PlaybackError {
    PlaybackError(
      code: "invalid_rate", message: "a rate of \(text) cannot be played",
      hint: "rates go from -4 to 4; 0 is a pause, 1 the natural speed, negative is backward")
  }

  static let nothing = PlaybackError(
    code: "nothing_to_play", message: "there are neither pictures nor sound to play",
    hint: "insert a time range of a clip into a track first")

  static let noPictures = PlaybackError(
    code: "no_pictures", message: "there are no pictures to go to, only sound",
    hint: "seek by time instead")

  static func noFrame(_ index: Int, count: Int) -> PlaybackError {
    PlaybackError(
      code: "no_such_frame", message: "there is no frame \(index)",
      hint: "the frames are 0 to \(count - 1)")
  }

  package var description: String { hint.map { "\(message) (\($0))" } ?? message }
}
