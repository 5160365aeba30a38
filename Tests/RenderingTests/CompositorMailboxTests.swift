import Composition
import Synchronization
import Testing
import Timing

@testable import Rendering

/// A compositor that says of each frame its number, and counts.
private final class Counting: LayerComputing {
  let asked = Mutex<[Int]>([])
  private let track: TrackReference
  private let faultyFrame: Int?

  struct Fault: Error {}

  init(_ track: TrackReference, faultyFrame: Int? = nil) {
    (self.track, self.faultyFrame) = (track, faultyFrame)
  }

  func layers(at moment: FrameMoment) throws -> [LayerValues] {
    asked.withLock { $0.append(moment.index) }
    if moment.index == faultyFrame { throw Fault() }
    var values = LayerValues(track)
    values.opacity = Double(moment.index) / 1000
    return [values]
  }
}

@Suite struct CompositorMailboxTests {
  private let monitor = Monitor()
  private let frames: ComputedFrames
  private let compositor: Counting

  init() throws { (frames, compositor) = try Self.frames() }

  private static func frames(
    faultyFrame: Int? = nil
  ) throws -> (ComputedFrames, Counting) {
    var edit = Composition()
    let id = edit.addTrack(.video)
    let clip = try solid(0.5, duration: Time(10)).videoTrack
    try edit.edit(id) { track throws(CompositionError) in
      try track.insert(TimeRange(start: .zero, duration: Time(10)), of: clip, at: .zero)
    }
    let compositor = Counting(edit.reference(to: id)!, faultyFrame: faultyFrame)
    return (
      ComputedFrames(compositor: compositor, composition: edit, step: Time(1, 25)), compositor
    )
  }

  /// Asks for frames on another thread while this one answers.
  private func fetch(
    _ indices: [Int], of frames: ComputedFrames, by mailbox: CompositorMailbox,
    serving: Bool = true
  ) -> [Result<Double, any Error>] {
    let results = Mutex<[Result<Double, any Error>]>([])
    let isOver = Mutex(false)
    let worker = Worker { [monitor] in
      for index in indices {
        let time = Time(Int64(index), 25)
        let result = Result { try mailbox.layers(of: frames, at: time)[0].opacity * 1000 }
        results.withLock { $0.append(result) }
      }
      isOver.withLock { $0 = true }
      monitor.locked { monitor.signal() }
    }
    while serving, !isOver.withLock({ $0 }) {
      mailbox.serve()
      monitor.locked {
        if !isOver.withLock({ $0 }), !mailbox.hasWork { _ = monitor.wait(milliseconds: 20) }
      }
    }
    worker.join()
    return results.withLock { $0 }
  }

  @Test func framesInOrderAreComputedOnceEachAndSomeAhead() throws {
    let mailbox = CompositorMailbox(monitor)
    let values = try fetch(Array(0..<250), of: frames, by: mailbox).map { try $0.get().rounded() }
    #expect(values == (0..<250).map(Double.init))
    #expect(compositor.asked.withLock { $0 } == Array(0..<250))
  }

  @Test func notMoreThanADozenFramesAreComputedAhead() throws {
    let mailbox = CompositorMailbox(monitor)
    _ = fetch([0], of: frames, by: mailbox)
    mailbox.serve()
    #expect(compositor.asked.withLock { $0 } == Array(0...12))
    #expect(monitor.locked { !mailbox.hasWork })
  }

  @Test func framesOutOfOrderAreThoseAskedFor() throws {
    let mailbox = CompositorMailbox(monitor)
    let order = [100, 99, 98, 7, 8, 9, 249, 0]
    let values = try fetch(order, of: frames, by: mailbox).map { try $0.get().rounded() }
    #expect(values == order.map(Double.init))
  }

  @Test func aFaultIsThrownToWhoeverNeedsThatFrameOnly() throws {
    let (frames, compositor) = try Self.frames(faultyFrame: 5)
    let mailbox = CompositorMailbox(monitor)
    let early = fetch(Array(0..<5), of: frames, by: mailbox)
    #expect(early.allSatisfy { (try? $0.get()) != nil })
    let late = fetch([5], of: frames, by: mailbox)
    #expect(throws: Counting.Fault.self) { try late[0].get() }
    // Nothing is computed behind the fault, and the faulty frame is not tried twice.
    #expect(compositor.asked.withLock { $0 } == Array(0...5))
  }

  @Test func closingLetsGoWhoeverWaits() throws {
    let mailbox = CompositorMailbox(monitor)
    let closer = Worker { [monitor] in
      monitor.locked { while !mailbox.hasWork { monitor.wait() } }
      mailbox.close()
    }
    let results = fetch([0, 1], of: frames, by: mailbox, serving: false)
    closer.join()
    for result in results { #expect(throws: Cancelled.self) { try result.get() } }
    #expect(compositor.asked.withLock { $0 } == [])
  }
}
