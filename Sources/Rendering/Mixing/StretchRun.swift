import Composition
import Timing

/// Sound at another speed: one or more segments that read on in one source, as a stretch of output.
///
/// Segments that continue each other are one run, however many there are: what keeps the pitch is
/// set up once for all of them and hears no joins. Places are in samples of the output's rate,
/// relative to the run's first, in the direction in which it plays.
struct StretchRun {
  /// A place of the output and the place of the input that is heard there.
  struct Knot {
    let output: Double
    let input: Double
  }

  let source: SoundSource
  let algorithm: TimePitchAlgorithm
  /// The first source sample that is heard; the next is one behind it or one before it.
  let base: Int64
  let isReversed: Bool
  /// In output samples.
  let range: Range<Int64>
  /// Rising in both; the first is the start and the last the end.
  let knots: [Knot]

  var outputCount: Int64 { range.upperBound - range.lowerBound }

  /// The samples of the source that it takes.
  var inputCount: Int64 {
    max(1, Int64(((knots.last?.input ?? 0) - (knots.first?.input ?? 0)).rounded()))
  }

  /// Where in the input an output sample is.
  func input(at output: Double) -> Double {
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].output <= output { low = middle } else { high = middle }
    }
    let (left, right) = (knots[low], knots[high])
    return left.input + (output - left.output) * (right.input - left.input)
      / (right.output - left.output)
  }

  /// The highest of its speeds.
  var fastest: Double {
    zip(knots, knots.dropFirst()).reduce(0) {
      max($0, ($1.1.input - $1.0.input) / max($1.1.output - $1.0.output, 1e-9))
    }
  }

  /// Input samples per output sample around a place.
  func rate(at output: Double) -> Double { input(at: output + 0.5) - input(at: output - 0.5) }
}

extension StretchRun {
  /// The speeds at which sound can be heard; beyond them it is silent: the reference's limits.
  static let audibleRates = Ratio(1, 32)...Ratio(32)

  /// What one segment covers at another speed.
  init(
    _ segment: AudioSegment, range: Range<Int64>, origin: Time, rate: Int,
    algorithm: TimePitchAlgorithm
  ) {
    self.source = segment.source
    self.algorithm = algorithm
    self.range = range
    let edit = segment.segment
    isReversed = edit.isReversed
    let place = (edit.sourceTime(at: edit.target.start) - segment.source.start)
    base = SoundPlace.first(of: edit, in: segment.source, rate: rate)
    let start = (place - Time(isReversed ? base + 1 : base, Int64(rate))).seconds * Double(rate)
    let first = isReversed ? -start : start
    let output = (edit.target.start - origin - Time(range.lowerBound, Int64(rate))).seconds
    let from = output * Double(rate)
    knots = [
      Knot(output: from, input: first),
      Knot(
        output: from + edit.target.duration.seconds * Double(rate),
        input: first + edit.mapping.source.duration.seconds * Double(rate)),
    ]
  }

  /// This run and another that continues it.
  func joined(_ next: StretchRun) -> StretchRun {
    // Places of the next one count from here.
    let shift = Double(range.upperBound - range.lowerBound)
    let start = knots[knots.count - 1]
    let origin = next.knots[0]
    let more = next.knots.dropFirst().map {
      Knot(output: $0.output + shift, input: start.input + $0.input - origin.input)
    }
    return StretchRun(
      source: source, algorithm: algorithm, base: base, isReversed: isReversed,
      range: range.lowerBound..<next.range.upperBound, knots: knots + more)
  }
}

/// Where segments begin among the samples of their source.
enum SoundPlace {
  /// The source sample that is heard in the first moment of a segment, at the output's rate.
  ///
  /// Backward it is the last one before the mapped time.
  static func first(of segment: Segment, in source: SoundSource, rate: Int) -> Int64 {
    let place = segment.sourceTime(at: segment.target.start) - source.start
    return place.units(per: Int64(rate)) - (segment.isReversed ? 1 : 0)
  }
}
