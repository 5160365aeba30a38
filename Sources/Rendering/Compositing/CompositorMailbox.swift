import Composition
import Timing

/// Where threads that draw ask for layers, and the thread that compositors belong to answers.
///
/// While frames are asked for one after the other, those to come are answered some frames ahead, so
/// that neither side waits for the other; memory does not grow with the film.
package final class CompositorMailbox: CompositorCalls, @unchecked Sendable {
  /// What is asked of one compositor.
  private struct Stream {
    let frames: ComputedFrames
    /// The times that somebody waits for.
    var asked: [Time] = []
    /// Answers that were not fetched yet, in the order in which they were made.
    var answers: [(time: Time, layers: Result<[LayerValues], any Error>)] = []
    /// The last time that was fetched.
    var last: Time?
    /// Whether it is read onward, frame by frame.
    var isSequential = true

    /// The frame to answer ahead of being asked; nil where there is no room or no guess.
    var nextGuess: Time? {
      guard isSequential, asked.isEmpty, answers.count < CompositorMailbox.lookahead else {
        return nil
      }
      if case .failure? = answers.last?.layers { return nil }
      return (answers.last?.time ?? last).flatMap(frames.next)
    }
  }

  /// Frames that are answered ahead.
  private static let lookahead = 12

  // Everything below is guarded by `monitor`.
  private let monitor: Monitor
  private var streams: [ObjectIdentifier: Stream] = [:]
  private var isClosed = false

  /// - Parameter monitor: is signalled when there is something to answer.
  package init(_ monitor: Monitor = Monitor()) { self.monitor = monitor }

  /// Asks and waits for the answer.
  override func layers(of frames: ComputedFrames, at time: Time) throws -> [LayerValues] {
    let id = ObjectIdentifier(frames.compositor)
    return try monitor.locked {
      var stream = streams[id] ?? Stream(frames: frames)
      if !stream.answers.contains(where: { $0.time == time }) {
        stream.isSequential = stream.last.map { frames.next(after: $0) == time } ?? true
        stream.answers = []
        stream.asked.append(time)
        streams[id] = stream
        monitor.signal()
      }
      while true {
        if isClosed { throw Cancelled() }
        stream = streams[id] ?? stream
        if let place = stream.answers.firstIndex(where: { $0.time == time }) {
          let answer = stream.answers[place].layers
          stream.answers.removeSubrange(...place)
          stream.last = time
          // Behind a fault nothing is worth a guess.
          if case .failure = answer { stream.isSequential = false }
          streams[id] = stream
          // Half empty is soon enough: each signal wakes a thread.
          if stream.answers.count <= Self.lookahead / 2 { monitor.signal() }
          return try answer.get()
        }
        monitor.wait()
      }
    }
  }

  /// Whether `serve` would do something; only with the monitor locked.
  var hasWork: Bool {
    !isClosed && streams.values.contains { !$0.asked.isEmpty || $0.nextGuess != nil }
  }

  /// Answers what is asked and some frames that will be; on the compositors' own thread.
  ///
  /// What a compositor throws is the answer too, and thrown to whoever needs that frame.
  package func serve() {
    while let (frames, time) = monitor.locked({ next() }) {
      let id = ObjectIdentifier(frames.compositor)
      let layers = Result { try frames.layers(at: time) }
      monitor.locked {
        streams[id]?.asked.removeAll { $0 == time }
        streams[id]?.answers.append((time, layers))
        monitor.signal()
      }
    }
  }

  /// What to answer next: what somebody waits for comes first.
  private func next() -> (ComputedFrames, Time)? {
    guard !isClosed else { return nil }
    for stream in streams.values {
      if let time = stream.asked.first { return (stream.frames, time) }
    }
    for stream in streams.values {
      if let time = stream.nextGuess { return (stream.frames, time) }
    }
    return nil
  }

  /// Begins anew, for a job that is run once more.
  func open() {
    monitor.locked { (isClosed, streams) = (false, [:]) }
  }

  /// Lets everybody go who waits; nothing is answered from here on.
  package func close() {
    monitor.locked {
      isClosed = true
      streams = [:]
      monitor.signal()
    }
  }
}
