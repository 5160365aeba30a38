import Timing

extension CompositionError: CustomStringConvertible {
  package var description: String { message }

  /// What was asked and why it cannot be.
  package var message: String {
    switch self {
    case .badRange(let range, let task):
      return "cannot \(task): \(Self.fault(of: range))"
    case .behindEnd(let range, let end, let task):
      return "cannot \(task): the range \(range) starts behind the end at \(end.exactClock)"
    case .badTime(let time, let task):
      return "cannot \(task) at \(time.exactClock)"
    case .badDuration(let length, let task):
      return "cannot \(task) to a length of \(length.exactClock)"
    case .tooLong(let label):
      return "\(label) cannot be so long: it would end behind \(Time.farthest.value) seconds"
    case .mediaType(let track, let wanted, let source):
      return "cannot put \(source) on \(track), which takes \(wanted.rawValue)"
    case .outsideSource(let range, let source, let available, _):
      return "nothing of \(range) exists in \(source), which has \(available)"
    case .badSegment(let index, let problem):
      return "segment \(index + 1) \(Self.text(of: problem))"
    case .noTrack(let id, let existing):
      let list = existing.map { "\($0)" }.joined(separator: ", ")
      return "the composition has no track \(id)"
        + (existing.isEmpty ? "; it has none" : "; it has \(list)")
    case .overlap(let property, let new, let existing):
      return "the \(Self.entry(of: property, new)) overlaps the existing "
        + Self.entry(of: property, existing)
    case .badValue(let property, let value):
      return "\(property.label) \(property.limits), not \(value)"
    case .badLayer(let fault, _, let time):
      return "the compositor's frame at \(time.exactClock) cannot be drawn: \(fault)"
    case .badCurve(let fault): return "the speed cannot follow this curve: \(fault)"
    case .mixOfPictures(let track):
      return "\(track.label) has no volume: mix parameters are for sound"
    case .mixedTwice(let track):
      return "the audio mix has two sets of parameters for \(track.label)"
    case .invalidVideoComposition(let problems):
      return Self.list(problems, of: "video composition")
    case .invalidAudioMix(let problems):
      return Self.list(problems, of: "audio mix")
    }
  }

  /// The way out, where one is known.
  package var hint: String? {
    switch self {
    case .badRange: "a range needs numbers: a start from 0 on, and a length above 0"
    case .behindEnd(_, let end, _): "use a range that starts before \(end.exactClock)"
    case .badTime(let time, _) where !time.isNumeric: "use a number of seconds, such as 1.5"
    case .badTime:
      "times on a track run from 0 to its end; an insertion without a time is appended"
    case .badDuration: "the new length must be a number above 0"
    case .tooLong: "times are in seconds; vs.frames(n, rate) and vs.time(value, scale) take others"
    case .mediaType(_, .video, _): "use the clip's video track, or add an audio track"
    case .mediaType(_, .audio, _): "use the clip's audio track, or add a video track"
    case .outsideSource(_, _, let available, _): "use a range within \(available)"
    case .badSegment(_, .notContiguous(_, let end)):
      "start it at \(end.exactClock), or put an empty segment between"
    case .badSegment: "durations are numbers above 0; a segment without source is empty"
    case .noTrack: "add it with add_track, or use one that exists"
    case .overlap(_, let new, let existing):
      if new.isEmpty {
        "set it at \(existing.end.exactClock) or later, or before the ramp"
      } else if existing.isEmpty {
        "start the ramp after \(existing.start.exactClock), or leave the fixed value out"
      } else {
        "a ramp may start at \(existing.end.exactClock), where the other ends"
      }
    case .badValue: "choose a value within these limits"
    case .invalidAudioMix(let problems): problems.first?.hint
    case .badLayer(_, let hint, _): hint
    case .badCurve: "use { { 0, 1 }, { 1, 0.5 } }, pairs of place and speed, or a rising easing"
    case .mixOfPictures: "use the audio track"
    case .mixedTwice: "put all volumes of a track into one object"
    case .invalidVideoComposition(let problems): problems.first?.hint
    }
  }

  private static func fault(of range: TimeRange) -> String {
    guard range.start.isNumeric, range.duration.isValid else {
      return "the range starts at \(range.start) and lasts \(range.duration)"
    }
    if range.duration < .zero { return "the range ends before it starts" }
    if range.isEmpty { return "the range at \(range.start.exactClock) is empty" }
    return "the range is \(range)"
  }

  private static func text(of problem: SegmentProblem) -> String {
    switch problem {
    case .notContiguous(let start, let end):
      return "starts at \(start.exactClock), but "
        + (end == .zero ? "the first starts at 0:00" : "the one before ends at \(end.exactClock)")
    case .targetDuration(let length):
      return "lasts \(length.exactClock) on the track"
    case .sourceStart(let start, let source):
      return "starts at \(start.exactClock) of \(source)"
    case .sourceDuration(let length, let source):
      return "takes \(length.exactClock) of \(source)"
    }
  }

  private static func entry(of property: AnimatedProperty, _ range: TimeRange) -> String {
    range.isEmpty
      ? "\(property.label) set at \(range.start.exactClock)" : "\(property.label) ramp \(range)"
  }

  /// One problem in the sentence, or all of them on lines of their own.
  private static func list(_ problems: [CompositionProblem], of subject: String) -> String {
    let start = "the \(subject) cannot be used"
    if problems.count == 1 { return "\(start): \(problems[0].message)" }
    return ([start + ", for \(problems.count) reasons:"] + problems.map { "  \($0.message)" })
      .joined(separator: "\n")
  }
}
