import Timing

/// Finds the exact grid that rounded timestamps came from.
///
/// Containers round times to their tick (1 ms in Matroska, 1/90000 s in transport streams). Taken
/// literally, "the last frame with a timestamp not after t" picks the wrong frame in a third of
/// cases, so timestamps that all lie within one tick of `first + k · step` are taken for that grid.
struct GridFit {
  /// Ticks between frames, exact.
  let step: Ratio

  /// Rates that cameras, films and muxers use, in order of preference where several explain the
  /// timestamps equally well.
  private static let plausibleRates: [FrameRate] =
    FrameRate.standard + [
      FrameRate(120), FrameRate(120000, 1001), FrameRate(48000, 1001), FrameRate(100),
      FrameRate(15), FrameRate(15000, 1001), FrameRate(25, 2), FrameRate(12),
      FrameRate(12000, 1001),
      FrameRate(10), FrameRate(20), FrameRate(90), FrameRate(72), FrameRate(144), FrameRate(240),
      FrameRate(18), FrameRate(16), FrameRate(8), FrameRate(15, 2), FrameRate(6), FrameRate(5),
      FrameRate(4), FrameRate(3), FrameRate(2), FrameRate(1),
    ]

  /// Fits ascending timestamps in ticks of `tick` seconds.
  ///
  /// `declared` is what the container says of the rate, for breaking ties. Nil where no grid
  /// explains every timestamp.
  init?(_ stamps: [Int64], tick: Ratio, tolerance: Int64 = 1, declared: FrameRate? = nil) {
    guard stamps.count > 1, let first = stamps.first, let last = stamps.last, last > first else {
      return nil
    }
    let span = last - first
    let uniform = Self.commonDelta(stamps)
    // Within a few ticks per frame anything would fit, so only equal distances count.
    let average = Double(span) / Double(stamps.count - 1)
    let slack = average >= 4 * Double(tolerance) ? tolerance : 0
    guard slack > 0 else {
      guard let uniform else { return nil }
      step = Ratio(uniform)
      return
    }
    guard let bounds = Self.bounds(stamps, slack: slack) else { return nil }
    func ticks(_ rate: FrameRate) -> Ratio? {
      // Ticks per frame = (1 / rate) / tick.
      let (top, overflowTop) = rate.denominator.multipliedReportingOverflow(by: tick.denominator)
      let (bottom, overflow) = rate.numerator.multipliedReportingOverflow(by: tick.numerator)
      return overflowTop || overflow ? nil : Ratio(top, bottom)
    }
    func error(_ candidate: Ratio) -> Double? {
      let value = Double(candidate.numerator) / Double(candidate.denominator)
      guard value >= bounds.lowerBound - 1e-6 * value, value <= bounds.upperBound + 1e-6 * value
      else { return nil }
      return Self.spread(stamps, step: candidate, limit: slack)
    }

    var best: (step: Ratio, error: Double)?
    if let declared {
      let near = Self.plausibleRates.first { Self.areClose($0, declared) } ?? declared
      if let step = ticks(near), error(step) != nil {
        self.step = step
        return
      }
    }
    for rate in Self.plausibleRates {
      guard let step = ticks(rate), let error = error(step) else { continue }
      if error < (best?.error ?? .infinity) - 1e-9 { best = (step, error) }
    }
    if let uniform, best == nil || (best?.error ?? 0) > 0.5 * Double(slack) {
      // Distances that are all equal are exact unless a usual rate explains them as well; with a
      // coarse tick and few frames it does.
      if best == nil || average >= 100 || stamps.count > 32 { best = (Ratio(uniform), 0) }
    }
    if best == nil, let simple = Self.simplestRate(bounds, tick: tick), let step = ticks(simple),
      let error = error(step)
    {
      best = (step, error)
    }
    guard let best else { return nil }
    step = best.step
  }

  /// The time between frames.
  func duration(tick: Ratio) -> Time {
    Time(step.numerator, step.denominator).multiplied(
      by: tick.numerator, over: tick.denominator
    ).reduced
  }

  private static func commonDelta(_ stamps: [Int64]) -> Int64? {
    let delta = stamps[1] - stamps[0]
    for index in 2..<max(2, stamps.count) where stamps[index] - stamps[index - 1] != delta {
      return nil
    }
    return delta
  }

  /// The steps for which every timestamp is within the slack of the grid; nil where there is none.
  private static func bounds(_ stamps: [Int64], slack: Int64) -> ClosedRange<Double>? {
    var (low, high) = (0.0, Double.infinity)
    for index in 1..<stamps.count {
      let distance = Double(stamps[index] - stamps[0])
      let count = Double(index)
      low = max(low, (distance - Double(slack)) / count)
      high = min(high, (distance + Double(slack)) / count)
    }
    // Room for the rounding of the quotients; each candidate is checked exactly.
    let room = 1e-9 * high
    return low <= high + room ? min(low, high) - room...max(low, high) + room : nil
  }

  /// The width of the band that the timestamps' errors fill; nil where one exceeds the limit.
  private static func spread(_ stamps: [Int64], step: Ratio, limit: Int64) -> Double? {
    let bound = Int128(limit) * Int128(step.denominator)
    var (lowest, highest) = (Int128(0), Int128(0))
    var place = Int128(0)
    for stamp in stamps {
      let error = Int128(stamp - stamps[0]) * Int128(step.denominator) - place
      lowest = min(lowest, error)
      highest = max(highest, error)
      if -lowest > bound || highest > bound { return nil }
      place += Int128(step.numerator)
    }
    return Double(highest - lowest) / Double(step.denominator)
  }

  /// Rates that differ by less than what a rounded decimal of one would.
  private static func areClose(_ left: FrameRate, _ right: FrameRate) -> Bool {
    let (a, b) = (
      Double(left.numerator) / Double(left.denominator),
      Double(right.numerator) / Double(right.denominator)
    )
    return abs(a - b) < a * 2e-4
  }

  /// The rate with the smallest denominator whose step lies within the bounds.
  private static func simplestRate(_ bounds: ClosedRange<Double>, tick: Ratio) -> FrameRate? {
    let ticksPerSecond = Double(tick.denominator) / Double(tick.numerator)
    let (low, high) = (ticksPerSecond / bounds.upperBound, ticksPerSecond / bounds.lowerBound)
    guard low > 0, high.isFinite else { return nil }
    for denominator in 1...1001 {
      let numerator = (low * Double(denominator)).rounded(.up)
      if numerator >= 1, numerator <= high * Double(denominator) {
        return FrameRate(Int64(numerator), Int64(denominator))
      }
    }
    return nil
  }
}
