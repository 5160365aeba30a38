import Imaging
import Media
import Rendering
import Timing

/// A picture that waits for its moment.
struct ReadyPicture: Sendable {
  let index: Int
  let generation: Int
  /// The time of the edit at which it becomes due, in the direction of play.
  let entry: Time
  /// As the edit has it.
  let frame: VideoFrame
  /// The same as a window can show it.
  let shown: VideoFrame
}

/// Samples that wait to be heard.
struct ReadySound: Sendable {
  let generation: Int
  /// How many samples of this generation come before.
  let first: Int64
  let samples: AudioBuffer
}

/// How well a player kept up.
package struct PlaybackStatistics: Sendable {
  /// Pictures that were shown.
  package var shown = 0
  /// Pictures that were late and never drawn.
  package var skipped = 0
  /// Pictures that were drawn, but whose time was over before they could be shown.
  package var late = 0
  /// Samples in each channel that were missing when the device wanted them.
  package var silentSamples = 0
  /// The largest distance in nanoseconds between what was heard when a picture appeared and the time
  /// that the picture stands for; 0 within its time.
  package var largestOffset: Int64 = 0
}

/// What a player tells its owner.
package enum PlaybackEvent: Sendable {
  /// An observer is due, with the time that it is due for.
  case observed(token: Int, time: Time)
  /// The end in the direction of play was reached.
  case ended
  case failed
  /// The window was closed.
  case closed
}

/// What the threads of a player share.
///
/// Every field is guarded by `monitor`; `wake` tells the presenter that something changed.
final class PlaybackState: @unchecked Sendable {
  let monitor = Monitor()
  /// Which picture is shown when; nil without pictures.
  let schedule: FrameSchedule?
  /// Whether sound is the master clock.
  var hasSound = false
  var transport: Transport
  var pictures: [ReadyPicture] = []
  var sound: [ReadySound] = []
  /// How many samples of the first block in `sound` were taken.
  var soundOffset = 0
  /// The picture in view.
  var current: ReadyPicture?
  var loops = false
  var volume: Float = 1
  var isMuted = false
  var showsOverlay = false
  var isFullScreen = false
  var isClosed = false
  var failure: (any Error)?
  var statistics = PlaybackStatistics()
  var observers = PlaybackObservers()
  var events: [PlaybackEvent] = []
  /// The last place that sound said it was at, unsmoothed: elapsed nanoseconds, and when.
  var heard: (elapsed: Int64, at: Int64)?
  /// Wakes the presenter; set once, before any thread runs.
  var wake: @Sendable () -> Void = {}

  /// Pictures made ahead of their time.
  static let pictureLimit = 3

  init(range: TimeRange, schedule: FrameSchedule?) {
    transport = Transport(range: range)
    self.schedule = schedule
  }

  /// Runs `body` with the lock held, then lets every thread look again.
  func change<Result>(_ body: (PlaybackState) throws -> Result) rethrows -> Result {
    defer { wake() }
    return try monitor.locked {
      defer { monitor.signal() }
      return try body(self)
    }
  }

  /// Runs `body` with the lock held.
  func read<Result>(_ body: (PlaybackState) throws -> Result) rethrows -> Result {
    try monitor.locked { try body(self) }
  }

  /// Something went wrong on one of the threads: playing stops where it is.
  func fail(_ error: any Error) {
    change {
      // Once it is closed, whatever is cut short is no failure.
      guard $0.failure == nil, !$0.isClosed else { return }
      $0.failure = error
      $0.transport.pause(at: $0.transport.time(at: machineTime()))
      $0.events.append(.failed)
    }
  }

  // MARK: With the lock held

  /// Throws away what was made for another place.
  func dropStale() {
    let generation = transport.generation
    pictures.removeAll { $0.generation != generation }
    if let first = sound.first, first.generation != generation {
      sound.removeAll { $0.generation != generation }
      soundOffset = 0
    }
  }

  /// Whether what a start waits for is there: the picture of the place in view, and some sound.
  var isReady: Bool {
    let generation = transport.generation
    let hasPicture = schedule == nil || current?.generation == generation
    let hasBlocks = !hasSound || sound.count(where: { $0.generation == generation }) >= 4
    return hasPicture && hasBlocks
  }
}
