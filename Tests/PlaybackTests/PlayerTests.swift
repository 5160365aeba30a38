import Composition
import Geometry
import Glibc
import Imaging
import Media
import Rendering
import TestSupport
import Testing
import Timing

@testable import Playback

/// A player without a window; with sound it uses SDL's dummy device, which keeps time like a real one.
@Suite(.serialized) struct PlayerTests {
  /// Two seconds at 25 frames a second, 50 coded frames with B-frames and sound.
  private static let clip = CodedClip(
    611,
    picture: {
      ($0.rate, $0.count, $0.bFrames, $0.keyInterval) = (TestSupport.Ratio(25), 50, 2, 12)
    }, sound: { _ in })

  private func makePlayer(
    sound: Bool = false, range: TimeRange? = nil
  ) throws -> Player {
    setenv("SDL_AUDIODRIVER", "dummy", 1)
    let path = Self.clip.make()
    let source = FileSource(try MediaAsset.open(path))
    var options = Player.Options()
    (options.hasWindow, options.hasSound, options.timeRange) = (false, sound, range)
    return try Player(Composition(wrapping: source.tracks), options)
  }

  private func code(_ player: Player) throws -> CodedPicture.Code? {
    let shown = try #require(player.shownPicture(milliseconds: 20_000))
    var bytes: [UInt8] = []
    for plane in shown.frame.planes {
      for y in 0..<plane.height {
        bytes += UnsafeRawBufferPointer(start: UnsafeRawPointer(plane.row(y)), count: plane.width)
      }
    }
    let picture = DecodedPicture(
      width: shown.frame.width, height: shown.frame.height, bytes: bytes)
    return picture.code(at: picture.whole)
  }

  private func frame(_ number: Int) -> CodedPicture.Code {
    CodedPicture.Code(clip: Self.clip.id, frame: number)
  }

  /// Waits until the player has come to an end.
  private func waitForEnd(_ player: Player) -> [PlaybackEvent] {
    var events: [PlaybackEvent] = []
    for _ in 0..<3000 {
      events += player.takeEvents()
      for event in events { if case .ended = event { return events } }
      usleep(10_000)
    }
    return events
  }

  @Test func seeksByTimeAndByFrameShowExactlyTheFrameThatIsThere() throws {
    let player = try makePlayer()
    defer { player.close() }
    #expect(try code(player) == frame(0))
    for number in [49, 0, 13, 12, 11, 37, 24, 48] {
      try player.seek(toFrame: number)
      #expect(try code(player) == frame(number))
      #expect(player.currentTime == Time(Int64(number), 25))
      // Just before the next frame it is still this one.
      player.seek(to: Time(Int64(number), 25) + Time(39_999, 1_000_000))
      #expect(try code(player) == frame(number))
      #expect(player.frameIndex == number)
    }
    #expect(throws: PlaybackError.self) { try player.seek(toFrame: 50) }
  }

  @Test func stepsGoFrameByFrameAndStopAtTheEnds() throws {
    let player = try makePlayer()
    defer { player.close() }
    for (count, number) in [(1, 1), (1, 2), (-1, 1), (30, 31), (100, 49), (-1, 48), (-99, 0)] {
      try player.step(count)
      #expect(try code(player) == frame(number))
      #expect(player.currentTime == Time(Int64(number), 25))
    }
  }

  @Test func aPauseStaysOnTheFrameInViewAtItsOwnTime() throws {
    let player = try makePlayer()
    defer { player.close() }
    try player.setRate(.one)
    usleep(700_000)
    player.pause()
    let number = try #require(player.frameIndex)
    #expect(player.currentTime == Time(Int64(number), 25))
    #expect(try code(player) == frame(number))
    usleep(100_000)
    #expect(player.frameIndex == number)
  }

  @Test(arguments: [Ratio(1), Ratio(4), Ratio(-2)])
  func theEndIsReachedAndToldInBothDirections(rate: Timing.Ratio) throws {
    let player = try makePlayer(sound: true)
    defer { player.close() }
    if rate < Timing.Ratio(0) { player.seek(to: Time(2)) }
    let token = player.observe(boundaries: [Time(1)])
    try player.setRate(rate)
    let events = waitForEnd(player)
    let passed = events.compactMap { event -> Time? in
      if case .observed(token, let time) = event { time } else { nil }
    }
    #expect(passed == [Time(1)])
    #expect(player.status == .paused)
    #expect(player.currentTime == (rate < Timing.Ratio(0) ? .zero : Time(2)))
    #expect(try code(player) == frame(rate < Timing.Ratio(0) ? 0 : 49))
    #expect(player.failure == nil)
  }

  @Test func aRangeAndALoopComeBackToTheRangesStart() throws {
    let player = try makePlayer(range: TimeRange(from: Time(1), to: Time(6, 5)))
    defer { player.close() }
    #expect(try code(player) == frame(25))
    player.loops = true
    let token = player.observe(boundaries: [Time(11, 10)])
    try player.setRate(.one)
    var passes = 0
    for _ in 0..<3000 where passes < 3 {
      for case .observed(token, _) in player.takeEvents() { passes += 1 }
      usleep(10_000)
    }
    #expect(passes >= 3)
    #expect(player.status != .paused)
  }

  @Test func aCanvasIsDrawnAtItsRenderScaleAndShowsTheSameFrames() throws {
    let source = FileSource(try MediaAsset.open(Self.clip.make()))
    let edit = Composition(wrapping: source.tracks)
    var options = Player.Options()
    (options.hasWindow, options.hasSound) = (false, false)
    var video = VideoComposition.of(edit)
    let natural = video.renderSize
    for (scale, width) in [(0.5, natural.width / 2), (2, natural.width * 2)] {
      video.renderScale = scale
      options.videoComposition = video
      let player = try Player(edit, options)
      defer { player.close() }
      for number in [0, 31] {
        try player.seek(toFrame: number)
        #expect(try code(player) == frame(number))
        let shown = try #require(player.shownPicture(milliseconds: 20_000))
        #expect(Double(shown.frame.width) == width)
      }
    }
    video.renderScale = 0
    options.videoComposition = video
    #expect(throws: CompositionError.self) { try Player(edit, options) }
  }

  @Test func ratesBeyondFourAreRefusedAndNothingIsPlayedAfterClose() throws {
    let player = try makePlayer()
    #expect(throws: PlaybackError.self) { try player.setRate(Timing.Ratio(9, 2)) }
    player.close()
    player.close()
    #expect(player.status == .closed)
    #expect(player.shownPicture(milliseconds: 10) == nil)
  }

  @Test func anEditOfNothingIsRefused() {
    #expect(throws: PlaybackError.self) { try Player(Composition(), Player.Options()) }
  }
}
