import Composition
import Timing

/// An animated number laid out in output samples: what it is at each of them, without arithmetic of
/// times per sample.
///
/// A ramp is evaluated at every sample, whatever its easing: nothing is approximated.
struct GainCurve {
  /// One entry of the property.
  private struct Piece {
    /// The first sample at or after the entry's start, and after its end.
    let start, end: Int64
    /// Progress at sample n of a ramp is (n − place) · step.
    let place, step: Double
    let from, to: Double
    let easing: Easing
  }

  private let pieces: [Piece]
  private let property: AnimatedProperty
  private let defaultValue: Double
  /// The one value it has everywhere; nil where it changes.
  let constant: Double?

  init(_ animated: Animated<Double>, rate: Int, origin: Time) {
    property = animated.property
    defaultValue = animated.defaultValue
    func sample(_ time: Time) -> Int64 {
      (time - origin).units(per: Int64(rate), .towardPositiveInfinity)
    }
    pieces = animated.entries.map { entry in
      Piece(
        start: sample(entry.range.start), end: sample(entry.range.end),
        place: (entry.range.start - origin).seconds * Double(rate),
        step: entry.isRamp ? 1 / (entry.range.duration.seconds * Double(rate)) : 0,
        from: entry.from, to: entry.to, easing: entry.easing)
    }
    let value = defaultValue
    constant = pieces.allSatisfy { $0.from == value && $0.to == value } ? value : nil
  }

  /// The value at `count` samples from `first` on: one for all of them, or nil and each of them in
  /// `values`.
  func values(from first: Int64, count: Int, into values: inout [Float]) -> Double? {
    if let constant { return constant }
    let end = first + Int64(count)
    var index = lastPiece(at: first)
    if index < 0 || first >= pieces[index].end {
      let held = index < 0 ? defaultValue : pieces[index].to
      if index + 1 >= pieces.count || pieces[index + 1].start >= end { return held }
    }
    if values.count < count { values = [Float](repeating: 0, count: count) }
    var sample = first
    while sample < end {
      let next = index + 1 < pieces.count ? min(pieces[index + 1].start, end) : end
      if index >= 0, sample < pieces[index].end {
        let stop = min(pieces[index].end, next)
        fill(&values, pieces[index], sample..<stop, offset: first)
        sample = stop
      } else {
        let held = Float(index < 0 ? defaultValue : pieces[index].to)
        for place in sample..<max(sample, next) { values[Int(place - first)] = held }
        sample = max(sample, next)
        index += 1
      }
      if index + 1 < pieces.count, sample >= pieces[index + 1].start { index += 1 }
    }
    return nil
  }

  private func fill(
    _ values: inout [Float], _ piece: Piece, _ range: Range<Int64>, offset: Int64
  ) {
    let isLinear = piece.easing == .linear
    for sample in range {
      let progress = (Double(sample) - piece.place) * piece.step
      let fraction = isLinear ? progress : piece.easing(progress)
      let value = Double.interpolate(piece.from, piece.to, fraction).limited(as: property)
      values[Int(sample - offset)] = Float(value)
    }
  }

  /// The last piece that starts at or before a sample; −1 before the first.
  private func lastPiece(at sample: Int64) -> Int {
    pieces.partitioningIndex { $0.start > sample } - 1
  }
}

/// Adds `source × gain` to `target`.
func accumulate(
  _ source: UnsafePointer<Float>, gain: Float, count: Int,
  into target: UnsafeMutablePointer<Float>
) {
  if gain == 1 {
    for index in 0..<count { target[index] += source[index] }
  } else {
    for index in 0..<count { target[index] += source[index] * gain }
  }
}

/// Adds `source × gains` to `target`, a gain for each sample.
func accumulate(
  _ source: UnsafePointer<Float>, gains: UnsafePointer<Float>, count: Int,
  into target: UnsafeMutablePointer<Float>
) {
  for index in 0..<count { target[index] += source[index] * gains[index] }
}
