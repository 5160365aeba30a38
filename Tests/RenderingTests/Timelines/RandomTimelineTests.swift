import Glibc
import TestSupport
import Testing

/// Random edits of coded clips on tracks that overlap, rendered frame by frame and sample by sample.
///
/// What must come out is worked out apart from the product. `VSCRIPT_TIMELINES` says how many (a few
/// by default), `VSCRIPT_SEED` the first one's seed; a failure names the seed that makes it again.
@Suite struct RandomTimelineTests {
  @Test func everyFrameAndSampleOfARandomTimelineIsTheOneMeant() throws {
    let count = number("VSCRIPT_TIMELINES") ?? 12
    let first = number("VSCRIPT_SEED") ?? 1
    let clips = try TimelineClips()
    var totals = TimelineTotals()
    for seed in first..<first + count {
      var timeline = try RandomTimeline(seed: UInt64(seed), clips: clips)
      let faults = try timeline.faults(&totals)
      #expect(faults == [], "VSCRIPT_SEED=\(seed) VSCRIPT_TIMELINES=1: \(timeline.story)")
      if !faults.isEmpty { break }
    }
    print(
      "\(count) timelines: \(totals.frames) frames (\(totals.covering) over others, "
        + "\(totals.reversed) backward, \(totals.held) held, \(totals.scaled) at another speed), "
        + "\(totals.changes) times of changes; \(totals.samples) samples, \(totals.checked) compared, "
        + "\(totals.summed) of them sums")
    #expect(totals.frames > 20 * count && totals.checked > 100 * count)
  }

  private func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}

struct TimelineTotals {
  var (frames, covering, reversed, held, scaled) = (0, 0, 0, 0, 0)
  var (changes, samples, checked, summed) = (0, 0, 0, 0)
}
