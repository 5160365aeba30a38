import Media
import Synchronization
import Timing

/// Where the time of an export went.
package struct ExportProfile: Sendable {
  /// What a thread can be busy with.
  package enum Stage: String, Sendable, CaseIterable {
    /// Pictures decoded, with the reading of their file.
    case decode
    /// Pictures scaled or given another layout or colour.
    case convert
    /// Pictures filtered.
    case filter
    /// Layers mixed and drawn.
    case draw
    /// Pictures compressed.
    case encode
    /// Sound decoded and mixed.
    case mix
    /// Sound compressed.
    case encodeSound = "encode_sound"
    /// Packets written.
    case mux
    /// Threads held up by one another.
    case wait
  }

  /// What was spent on something, and how many frames it gave.
  package struct Share: Sendable {
    package var seconds = 0.0
    package var frames = 0
  }

  /// Seconds of each stage, summed over the threads of the pipeline.
  ///
  /// Threads that a codec or a kernel starts for itself are not among them: theirs is the time that
  /// the pipeline waited for the result.
  package internal(set) var stages: [Stage: Double] = [:]
  /// What reading and decoding the pictures of each file took.
  package internal(set) var sources: [String: Share] = [:]
  /// What making the pictures of each span of the edit took, in order.
  package internal(set) var spans: [(range: TimeRange, share: Share)] = []
}

/// Collects what the threads of an export measured.
final class ProfileCollector: Sendable {
  private let state = Mutex(ExportProfile())

  func add(_ clock: StageClock, spans: [VideoSpan] = []) {
    state.withLock { profile in
      for (stage, time) in zip(ExportProfile.Stage.allCases, clock.times) where time > .zero {
        profile.stages[stage, default: 0] += time.seconds
      }
      for (path, share) in clock.sources {
        profile.sources[path, default: .init()].seconds += share.seconds
        profile.sources[path, default: .init()].frames += share.frames
      }
      for (index, share) in clock.spans.sorted(by: { $0.key < $1.key }) {
        profile.spans.append((spans[index].range, share))
      }
    }
  }

  var result: ExportProfile { state.withLock { $0 } }
}

/// Measures what one thread is busy with; time inside another stage counts for that one alone.
///
/// Owned by one thread.
final class StageClock {
  private(set) var times = Array(
    repeating: Duration.zero, count: ExportProfile.Stage.allCases.count)
  fileprivate(set) var sources: [String: ExportProfile.Share] = [:]
  fileprivate(set) var spans: [Int: ExportProfile.Share] = [:]
  private var current: Int?
  private var since = ContinuousClock.now

  /// Runs `body`, whose time is the stage's.
  func measure<Result>(
    _ stage: ExportProfile.Stage, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = current
    turn(to: Self.indices[stage])
    defer { turn(to: outer) }
    return try body()
  }

  private func turn(to stage: Int?) {
    let now = ContinuousClock.now
    if let current { times[current] += now - since }
    (current, since) = (stage, now)
  }

  private static let indices = Dictionary(
    uniqueKeysWithValues: zip(ExportProfile.Stage.allCases, 0...))

  /// Runs `body`, which makes a frame out of a file.
  func measure<Result>(source path: String, _ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    defer {
      sources[path, default: .init()].seconds += (ContinuousClock.now - start).seconds
      sources[path, default: .init()].frames += 1
    }
    return try measure(.decode, body)
  }

  /// Counts the decoding of a file that went on beside this thread.
  func add(decoding path: String, _ time: Duration) {
    times[Self.indices[.decode] ?? 0] += time
    sources[path, default: .init()].seconds += time.seconds
  }

  /// Runs `body`, which makes a frame of a span.
  func measure<Result>(span index: Int, _ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    defer {
      spans[index, default: .init()].seconds += (ContinuousClock.now - start).seconds
      spans[index, default: .init()].frames += 1
    }
    return try measure(.draw, body)
  }
}

/// Runs `body` and, where somebody wants to know, measures it.
func measured<Result>(
  _ clock: StageClock?, _ stage: ExportProfile.Stage, _ body: () throws -> Result
) rethrows -> Result {
  guard let clock else { return try body() }
  return try clock.measure(stage, body)
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
