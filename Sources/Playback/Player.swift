import Composition
import Geometry
import Imaging
import Media
import Rendering
import Synchronization
import Timing

/// Plays an edit: its pictures in a window and its sound, in step.
///
/// Sound is the master clock; without a device, or without sound, the machine's clock is. Every member
/// may be called from any thread. Up to three threads work until `close()`: one makes pictures ready,
/// one mixes, one owns the window.
package final class Player {
  package struct Options: Sendable {
    package var videoComposition: VideoComposition?
    package var audioMix: AudioMix?
    /// The part to play; nil means all.
    package var timeRange: TimeRange?
    /// Without, nothing is seen, but frames and times are those that would be.
    package var hasWindow = true
    /// Without, nothing is heard, and the machine's clock is the master.
    package var hasSound = true
    package var title = "vscript"

    package init() {}
  }

  package enum Status: String, Sendable {
    case paused, waiting, playing, failed, closed
  }

  /// The largest speed, forward and backward.
  package static let fastest = Ratio(4)

  let state: PlaybackState
  private let device: SoundDevice?
  /// How the thread that draws reaches compositors.
  private let calls = CompositorMailbox()
  private var workers: [Worker] = []
  private let ending = Ending()
  /// Why it plays without sound, though the edit has some.
  package let silence: PlaybackError?

  /// Opens the window with the first picture in it, paused.
  package init(_ edit: Composition, _ options: Options) throws {
    let whole = TimeRange(start: .zero, duration: edit.duration)
    let range = options.timeRange.map { whole.intersection($0) } ?? whole
    guard range.isNumeric, !range.isEmpty else { throw PlaybackError.nothing }
    var pictures: MediaPuller?
    if edit.hasMedia(.video) {
      var request = ExportRequest()
      (request.videoComposition, request.usesRenderScale) = (options.videoComposition, true)
      pictures = try MediaPuller(edit, request, calls: calls) { [ending] in
        ending.isNear.load(ordering: .relaxed)
      }
    }
    var sound: MediaPuller?
    if options.hasSound, edit.hasMedia(.audio) {
      sound = try SoundFeed.puller(edit, options.audioMix, at: .one)
    }
    guard pictures != nil || edit.hasMedia(.audio) else { throw PlaybackError.nothing }

    let schedule = pictures?.schedule
    // A window is as large as the picture is meant to be, whatever it is drawn at.
    let natural = options.videoComposition?.renderSize ?? pictures?.canvasSize
    let state = PlaybackState(range: range, schedule: schedule)
    var (device, silence): (SoundDevice?, PlaybackError?) = (nil, nil)
    if let sound {
      do {
        device = try SoundDevice(state, sampleRate: sound.sampleRate, channels: sound.channels)
        state.change { $0.hasSound = true }
      } catch {
        silence = error
      }
    }
    (self.state, self.device, self.silence) = (state, device, silence)

    let opening = SurfaceOpening(
      title: options.title,
      // Mere sound has a place for the time.
      size: options.hasWindow
        ? pictures.flatMap { _ in natural } ?? Size(width: 640, height: 120) : nil)
    workers.append(
      Worker {
        guard let surface = opening.open() else { return }
        state.wake = { surface.wake() }
        opening.finish()
        Presenter(state, surface: surface).run { key in state.change { $0.obey(key) } }
      })
    do {
      try opening.wait()
    } catch {
      close()
      throw error
    }
    if let pictures, let schedule {
      let feed = Handed(PictureFeed(state, puller: pictures, schedule: schedule))
      workers.append(Worker { feed.value.run() })
    }
    if let sound, device != nil {
      let feed = Handed(SoundFeed(state, edit: edit, mix: options.audioMix, puller: sound))
      workers.append(Worker { feed.value.run() })
    }
  }

  deinit { close() }

  /// Calls the compositors that pictures are waiting for; on the thread that they belong to.
  package func serve() { calls.serve() }

  /// Ends all threads and closes the window; a second time does nothing.
  package func close() {
    state.change { $0.isClosed = true }
    ending.isNear.store(true, ordering: .relaxed)
    calls.close()
    guard !workers.isEmpty else { return }
    for worker in workers { worker.join() }
    workers = []
    device?.close()
  }
}

/// How a long way to a picture learns that nobody waits for it any more.
private final class Ending: Sendable {
  let isNear = Atomic(false)
}

/// A value that one thread made for another and never touches again.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// How the thread that opens a surface tells the one that waits for it.
private final class SurfaceOpening: @unchecked Sendable {
  private let title: String
  /// Nil for no window.
  private let size: Size?
  private let monitor = Monitor()
  private var result: Result<Void, any Error>?

  init(title: String, size: Size?) { (self.title, self.size) = (title, size) }

  /// On the surface's own thread.
  func open() -> (any Surface)? {
    guard let size else { return NoSurface() }
    do {
      return try PlayerWindow(title: title, width: Int(size.width), height: Int(size.height))
    } catch {
      settle(.failure(error))
      return nil
    }
  }

  func finish() { settle(.success(())) }

  private func settle(_ result: Result<Void, any Error>) {
    monitor.locked {
      self.result = result
      monitor.signal()
    }
  }

  /// On the thread that makes the player.
  func wait() throws {
    try monitor.locked {
      while result == nil { monitor.wait() }
      try result!.get()
    }
  }
}
