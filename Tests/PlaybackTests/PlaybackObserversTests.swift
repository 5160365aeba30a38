import Testing
import Timing

@testable import Playback

@Suite struct PlaybackObserversTests {
  private func times(_ due: [(token: Int, time: Time)]) -> [Time] { due.map(\.time) }

  @Test func anIntervalIsDueAtItsMultiplesInBothDirectionsOnceEach() {
    var observers = PlaybackObservers()
    _ = observers.add(interval: Time(1, 2))
    #expect(times(observers.passed(from: Time(0), to: Time(49, 100))) == [])
    #expect(times(observers.passed(from: Time(49, 100), to: Time(1, 2))) == [Time(1, 2)])
    #expect(times(observers.passed(from: Time(1, 2), to: Time(6, 10))) == [])
    #expect(times(observers.passed(from: Time(6, 10), to: Time(4, 10))) == [Time(1, 2)])
    // Too dense: only the last one is told.
    #expect(times(observers.passed(from: Time(0), to: Time(22, 10))) == [Time(2)])
  }

  @Test func boundariesAreToldInTheOrderInWhichTheyArePassed() {
    var observers = PlaybackObservers()
    _ = observers.add(boundaries: [Time(3), Time(1), Time(2)])
    #expect(times(observers.passed(from: Time(1), to: Time(3))) == [Time(2), Time(3)])
    #expect(times(observers.passed(from: Time(3), to: Time(1))) == [Time(2), Time(1)])
    // Jumps are told to intervals alone.
    #expect(times(observers.changed(at: Time(2))) == [])
  }

  @Test func aTokenTakesItsObserverAwayOnce() {
    var observers = PlaybackObservers()
    let first = observers.add(interval: Time(1))
    let second = observers.add(interval: Time(1))
    let removals = [observers.remove(first), observers.remove(first)]
    #expect(removals == [true, false])
    #expect(observers.changed(at: Time(5)).map(\.token) == [second])
  }
}
