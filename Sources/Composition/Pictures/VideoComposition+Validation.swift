import Geometry
import Timing

extension VideoComposition {
  /// Every problem in the way of using it, in order of time.
  ///
  /// Instructions must follow each other without a hole from the range's start (or zero) to its
  /// end (or the composition's, whichever comes first). Only those that touch the range are looked
  /// at. Without a composition neither its length nor its tracks are checked.
  package func problems(
    for composition: Composition?, in range: TimeRange = .all
  ) -> [CompositionProblem] {
    var problems = valueProblems(range)
    if let timing = frameTimingTrack, let composition,
      let problem = composition.problem(
        with: timing, as: .video, in: range, user: "the frame timing")
    {
      problems.append(problem)
    }
    // Its layers are looked at when they are computed.
    if computed != nil { return problems }
    var covered = max(.zero, range.start)
    var isFirst = true
    for (index, instruction) in instructions.enumerated() {
      let (name, span) = ("instruction \(index + 1)", instruction.timeRange)
      guard span.isValid, span.start.isNumeric, !span.isIndefinite, !span.isEmpty else {
        problems.append(
          CompositionProblem(
            .invalidTimeRange, span, "\(name) has no usable time range (\(span))",
            hint: "give it a start and a length above 0"))
        continue
      }
      guard span.start < range.end, span.end > range.start else { continue }
      if span.start > covered {
        problems.append(Self.hole(from: covered, to: span.start, before: name))
      } else if span.start < covered, !isFirst {
        problems.append(
          CompositionProblem(
            .invalidTimeRange, TimeRange(from: span.start, to: min(span.end, covered)),
            "\(name) is at \(span), but the ones before it reach to \(covered.exactClock)",
            hint: "start it at \(covered.exactClock)"))
      }
      (covered, isFirst) = (max(covered, span.end), false)
      if let composition {
        problems += instruction.trackProblems(in: composition, name: name)
      }
    }
    if let composition {
      let end = min(range.end, composition.duration)
      if covered < end { problems.append(Self.hole(from: covered, to: end, before: nil)) }
    }
    return problems
  }

  /// Fails with all problems where there is one.
  ///
  /// A render scale other than 1 is a problem too, but for whoever draws at any scale.
  package func check(
    for composition: Composition, in range: TimeRange = .all, allowsScale: Bool = false
  ) throws(CompositionError) {
    var problems = problems(for: composition, in: range)
    if !allowsScale, renderScale > 0, renderScale.isFinite, renderScale != 1 {
      problems.append(
        CompositionProblem(
          .invalidValue, range, "the render scale is \(renderScale), which only a player draws at",
          hint: "set it to 1, and the render size to what the picture is to be"))
    }
    if !problems.isEmpty { throw .invalidVideoComposition(problems) }
  }

  private func valueProblems(_ range: TimeRange) -> [CompositionProblem] {
    var problems: [CompositionProblem] = []
    func refuse(_ message: String, _ hint: String) {
      problems.append(CompositionProblem(.invalidValue, range, message, hint: hint))
    }
    if !frameDuration.isNumeric || frameDuration <= .zero {
      refuse(
        "the frame duration is \(frameDuration)",
        "set the time between two frames, such as 1/30, or use video_composition.of")
    }
    if renderSize.isEmpty || !renderSize.width.isFinite || !renderSize.height.isFinite {
      refuse(
        "the render size is \(renderSize)",
        "set a size in pixels, such as 1920×1080, or use video_composition.of")
    }
    if !(renderScale > 0 && renderScale.isFinite) {
      refuse("the render scale is \(renderScale)", "set a number above 0; 1 is natural")
    }
    return problems
  }

  private static func hole(from start: Time, to end: Time, before name: String?)
    -> CompositionProblem
  {
    let range = TimeRange(from: start, to: end)
    return CompositionProblem(
      .emptyTimeRange, range,
      "no instruction covers \(range)"
        + (name.map { ", before \($0)" } ?? ", up to the end of the longest track"),
      hint: "let the instruction before reach to \(end.exactClock), or add one without layers")
  }
}

extension Instruction {
  fileprivate func trackProblems(
    in composition: Composition, name: String
  ) -> [CompositionProblem] {
    layers.enumerated().compactMap { number, layer in
      composition.problem(
        with: layer.track, as: .video, in: timeRange, user: "layer \(number + 1) of \(name)")
    }
  }
}
