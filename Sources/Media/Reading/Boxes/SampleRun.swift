/// A run of samples with one number in common, as `stts` and `ctts` list them.
struct SampleRun: Hashable {
  let count: Int
  let value: Int64
}

extension SampleRun {
  /// Reads a run-length table, cut or continued to exactly `total` samples.
  static func list(
    _ bytes: MovieBytes, _ box: Range<Int>?, total: Int, isSigned: Bool
  ) -> [SampleRun] {
    guard let box, let (first, count) = bytes.table(box, entrySize: 8), total > 0 else { return [] }
    var runs: [SampleRun] = []
    var rest = total
    for entry in 0..<count where rest > 0 {
      guard let samples = bytes.u32(first + entry * 8, in: box),
        let word = bytes.u32(first + entry * 8 + 4, in: box)
      else { break }
      let taken = min(rest, Int(samples))
      guard taken > 0 else { continue }
      // A duration in the upper half is a negative one written by a broken muxer.
      let value =
        isSigned || word > UInt32.max - 480_000 ? Int64(Int32(bitPattern: word)) : Int64(word)
      runs.append(SampleRun(count: taken, value: value))
      rest -= taken
    }
    // The last entry goes on where the table is short.
    if rest > 0, let last = runs.last, !isSigned {
      runs.append(SampleRun(count: rest, value: last.value))
    } else if rest > 0, !runs.isEmpty {
      runs.append(SampleRun(count: rest, value: 0))
    }
    return runs
  }

  /// Whether the sum of all durations stays within bounds all the way.
  static func isPlausible(_ runs: [SampleRun], limit: Int64) -> Bool {
    var total: Int64 = 0
    for run in runs {
      let (length, overflow) = run.value.multipliedReportingOverflow(by: Int64(run.count))
      guard !overflow, length.magnitude <= limit.magnitude else { return false }
      total += length
      guard total.magnitude <= limit.magnitude else { return false }
    }
    return true
  }
}
