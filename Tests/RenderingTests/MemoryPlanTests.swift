import Geometry
import Imaging
import Media
import Testing
import Timing

@testable import Rendering

/// What gives way when little memory is allowed, and in which order.
@Suite struct MemoryPlanTests {
  private let mebibyte: Int64 = 1 << 20

  /// Frames of 1 MiB, a base of 40, sources of 10 with one thread and 3 for each more.
  private func demand(_ options: [(String, String)] = []) -> MemoryPlan.Demand {
    var settings = VideoEncoderSettings(
      codec: "libx264", width: 1024, height: 682, color: .bt709, timeBase: Time(1, 30),
      frameRate: FrameRate(30))
    settings.options = options
    var sources = DecoderMemory()
    (sources.bytes, sources.bytesPerThread) = (10 * mebibyte, 3 * mebibyte)
    return MemoryPlan.Demand(
      base: 40 * mebibyte, sources: sources, decoders: 1, frameBytes: mebibyte,
      encoder: EncoderMemory(settings, frameBytes: Int(mebibyte), cores: 2))
  }

  private func plan(
    _ limit: Int64, _ options: [(String, String)] = [], isStrict: Bool = true
  ) throws -> MemoryPlan {
    try MemoryPlan(
      demand(options), limit: limit * mebibyte, threads: 2, isStrict: isStrict)
  }

  @Test func plentyChangesNothing() throws {
    let plan = try plan(4096)
    #expect(plan.encoderThreads == nil && plan.lookahead == nil)
    #expect(plan.threads == 2 && plan.queueCapacity == 4 && plan.decoders == 6)
  }

  @Test func stretchesOfAFilmCountWithWhatWasChosenForTheWhole() throws {
    let usual = try plan(4096)
    for limit in [4096, usual.expected / mebibyte - 10] {
      let plan = try plan(limit)
      #expect(plan.bytes(drawing: demand().sources) == plan.expected)
      #expect(plan.bytes(drawing: DecoderMemory()) < plan.expected)
      let read = plan.bytes(copying: demand().sources)
      #expect(read == (50 + 3 * Int64(plan.threads - 1)) * mebibyte)
    }
  }

  @Test func framesUnderWayGoFirstThenThreadsThenTheLookahead() throws {
    let usual = try plan(4096).expected / mebibyte
    let few = try plan(usual - 1)
    #expect(few.queueCapacity == 2 && few.encoderThreads == nil && few.lookahead == nil)
    let single = try plan(usual - 10)
    #expect(single.threads == 1 && single.encoderThreads == 1 && single.lookahead == nil)
    let short = try plan(usual - 60)
    #expect(short.threads == 1 && short.encoderThreads == 1)
    #expect(try #require(short.lookahead) < 40 && short.queueCapacity == 1)
    for plan in [few, single, short] { #expect(plan.expected <= usual * mebibyte) }
    #expect(short.expected <= (usual - 60) * mebibyte)
  }

  @Test func theLeastIsNamedAndIsEnough() throws {
    let error = #expect(throws: RenderError.self) { try plan(60) }
    #expect(error?.code == "invalid_memory")
    let words = try #require(error?.hint).split(separator: " ")
    let least = try #require(words.first { $0.hasSuffix("M") }.flatMap { Int64($0.dropLast()) })
    #expect(try plan(least).lookahead == 0)
    #expect(throws: RenderError.self) { try plan(least - 1) }
    // What the system allows is no promise of the user's: the least is tried.
    #expect(try plan(60, isStrict: false).expected <= least * mebibyte)
  }

  @Test func whatTheUserSaysOfTheEncoderStands() throws {
    let given = [("rc-lookahead", "30")]
    let error = #expect(throws: RenderError.self) { try plan(120, given) }
    #expect(error?.code == "invalid_memory")
    #expect(try plan(120).lookahead != nil)
    // A preset that looks less far ahead needs less.
    #expect(try plan(130, [("preset", "ultrafast")]).lookahead == nil)
  }
}
