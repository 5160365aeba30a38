import Testing
import Timing

@testable import Playback

@Suite struct TransportTests {
  private let range = TimeRange(from: Time(2), to: Time(6))

  private func playing(_ rate: Ratio, from position: Time, at moment: Int64) -> Transport {
    var transport = Transport(range: range)
    transport.play(at: rate, from: position)
    transport.start(at: moment, isTimed: true)
    return transport
  }

  @Test func timeStandsStillUntilWhatIsWaitedForIsThere() {
    var transport = Transport(range: range)
    transport.play(at: .one, from: Time(3))
    #expect(transport.status == .waiting)
    #expect(transport.time(at: 9_000_000_000) == Time(3))
    transport.start(at: 10_000_000_000, isTimed: true)
    #expect(transport.time(at: 10_250_000_000) == Time(13, 4))
  }

  @Test func timeIsThePositionPlusTheElapsedTimeAtEverySpeedExactly() {
    let half = playing(Ratio(1, 2), from: Time(2), at: 100)
    #expect(half.time(at: 100 + 1_000_000_001) == Time(2) + Time(1_000_000_001, 2_000_000_000))
    let back = playing(Ratio(-4), from: Time(6), at: 0)
    #expect(back.time(at: 250_000_000) == Time(5))
    #expect(back.nanoseconds(reaching: Time(4)) == 500_000_000)
    let third = playing(Ratio(1, 3), from: Time(2), at: 7)
    #expect(third.nanoseconds(reaching: Time(3)) == 3_000_000_007)
  }

  @Test func timeStaysWithinTheRangeAndItsEndIsKnownInBothDirections() {
    let forward = playing(.one, from: Time(5), at: 0)
    #expect(!forward.isAtEnd(at: 999_999_999))
    #expect(forward.isAtEnd(at: 1_000_000_000))
    #expect(forward.time(at: 5_000_000_000) == Time(6))
    let backward = playing(Ratio(-1), from: Time(3), at: 0)
    #expect(backward.isAtEnd(at: 1_000_000_000))
    #expect(backward.time(at: 5_000_000_000) == Time(2))
  }

  @Test func aJumpBeginsAGenerationAndKeepsWantingToPlay() {
    var transport = playing(.one, from: Time(2), at: 0)
    let before = transport.generation
    transport.seek(to: Time(100))
    #expect(transport.generation == before + 1)
    #expect(transport.status == .waiting)
    #expect(transport.position == Time(6))
    transport.pause(at: Time(3))
    transport.seek(to: Time(0))
    #expect(transport.status == .paused)
    #expect(transport.position == Time(2))
  }

  @Test func soundMovesTheClockSmoothlyForJitterAndAtOnceForAJump() {
    var transport = Transport(range: range)
    transport.play(at: .one, from: Time(2))
    transport.start(at: 1_000_000_000, isTimed: false)
    // Not one sample was heard yet.
    #expect(transport.time(at: 1_500_000_000) == Time(2))
    transport.follow(elapsed: 0, at: 2_000_000_000)
    #expect(transport.time(at: 2_000_000_000) == Time(2))
    // 16 ms late: a sixteenth of it is taken over.
    transport.follow(elapsed: 100_000_000, at: 2_116_000_000)
    #expect(transport.time(at: 2_101_000_000) == Time(21, 10))
    // Half a second late is no jitter.
    transport.follow(elapsed: 200_000_000, at: 2_700_000_000)
    #expect(transport.time(at: 2_700_000_000) == Time(22, 10))
  }
}
