import Imaging
import Rendering

/// Where pictures appear.
///
/// All members but `wake` belong to the presenter's thread.
protocol Surface: AnyObject, Sendable {
  /// Shows a picture with a line of text on it; nil shows black.
  func show(_ frame: VideoFrame?, text: String?) throws
  func setFullScreen(_ isFull: Bool)
  /// Waits for something to do, no longer than this, and returns what the user asked for.
  func wait(milliseconds: Int) -> [PlaybackKey]
  /// Ends a wait at once; callable from any thread, also before the wait begins.
  func wake()
  func close()
}

/// What a user may ask for at a window.
enum PlaybackKey: Equatable {
  case quit, togglePause, toggleFullScreen, leaveFullScreen, toggleOverlay, toggleLoop, toggleMute
  /// Single frames.
  case step(Int)
  /// Seconds.
  case skip(Int)
  case toStart, toEnd
  /// Steps of a tenth.
  case volume(Int)
  case slower, faster, backward
  /// The window must be drawn again.
  case redraw
}

/// No window at all: playing with nothing to see, for tests and for machines without a screen.
final class NoSurface: Surface, @unchecked Sendable {
  private let monitor = Monitor()
  private var isAwake = false

  func show(_ frame: VideoFrame?, text: String?) {}
  func setFullScreen(_ isFull: Bool) {}

  func wait(milliseconds: Int) -> [PlaybackKey] {
    monitor.locked {
      if !isAwake { _ = monitor.wait(milliseconds: milliseconds) }
      isAwake = false
    }
    return []
  }

  func wake() {
    monitor.locked {
      isAwake = true
      monitor.signal()
    }
  }

  func close() {}
}
