import TestSupport
import Timing

@testable import Composition
@testable import Rendering

/// One random timeline: the product's edit and the model of what it must be, made side by side.
///
/// It has one to three pairs of a video and an audio track. Some edits are of one pair, some of the
/// whole composition.
struct RandomTimeline {
  /// A track of pictures and one of sound that are edited alike.
  struct Lane {
    let video: Int32
    let audio: Int32
    var model = TimelineModel()
  }

  let clips: TimelineClips
  var generator: Seeded
  private(set) var edit = Composition()
  private(set) var lanes: [Lane] = []
  /// Whether it is rendered as a source of another edit.
  let isNested: Bool
  /// The edits, for a failure.
  var story: [String] = []
  /// Fractions of fractions of fractions need more than 64 bits.
  private var scalings = 0

  init(seed: UInt64, clips: TimelineClips) throws {
    self.clips = clips
    generator = Seeded(state: seed &* 0x2545_f491_4f6c_dd1d)
    isNested = seed % 3 == 0
    if isNested { story.append("nested") }
    for _ in 0..<[1, 1, 2, 2, 3].randomElement(using: &generator)! {
      lanes.append(Lane(video: edit.addTrack(.video), audio: edit.addTrack(.audio)))
      try insert(into: lanes.count - 1)
    }
    for _ in 0..<Int.random(in: 2...10, using: &generator) {
      let lane = Int.random(in: lanes.indices, using: &generator)
      let isWhole = Int.random(in: 0..<3, using: &generator) == 0
      switch Int.random(in: 0..<13, using: &generator) {
      case 0..<4: try isWhole ? insertWhole() : insert(into: lane)
      case 4: try insertGap(isWhole ? nil : lane)
      case 5, 6: try remove(isWhole ? nil : lane)
      case 7, 8: try reverse(isWhole ? nil : lane)
      case 9: try freeze(isWhole ? nil : lane)
      case 10: try remap()
      default: try scale(isWhole ? nil : lane)
      }
      if lanes.allSatisfy(\.model.pieces.isEmpty) { try insert(into: 0) }
    }
  }

  /// The end of the longest track.
  var duration: Exact { lanes.map(\.model.duration).max() ?? .zero }

  // MARK: Edits

  /// Does the same to both tracks of a lane, or without one to the whole composition.
  private mutating func apply(
    _ words: String, to lane: Int?,
    _ track: (inout CompositionTrack) throws(CompositionError) -> Void,
    _ whole: (inout Composition) throws(CompositionError) -> Void,
    model: (inout TimelineModel) -> Void
  ) throws {
    story.append((lane.map { "lane \($0): " } ?? "") + words)
    guard let lane else {
      try whole(&edit)
      for index in lanes.indices { model(&lanes[index].model) }
      return
    }
    try edit.edit(lanes[lane].video, track)
    try edit.edit(lanes[lane].audio, track)
    model(&lanes[lane].model)
  }

  /// A time on one of the usual grids, from 0 to `end`.
  mutating func time(upTo end: Exact, scale: Int128? = nil) -> Exact {
    let scale = scale ?? [24, 25, 30, 600].randomElement(using: &generator)!
    let last = (end * Exact(scale)).floor
    return Exact(Int128(Int.random(in: 0...max(last, 0), using: &generator)), scale)
  }

  private mutating func range(upTo end: Exact) -> (Exact, Exact) {
    let (a, b) = (time(upTo: end), time(upTo: end))
    return a < b ? (a, b) : (b, a)
  }

  private func end(of lane: Int?) -> Exact { lane.map { lanes[$0].model.duration } ?? duration }

  /// A clip, and a part of it: a quarter of them whole.
  private mutating func part() -> (clip: Int, from: Exact, to: Exact)? {
    let clip = Int.random(in: clips.videos.indices, using: &generator)
    let length = clips.length(clip)
    var (from, to) = range(upTo: length)
    if Int.random(in: 0..<4, using: &generator) == 0 { (from, to) = (.zero, length) }
    return from < to ? (clip, from, to) : nil
  }

  private mutating func insert(into lane: Int) throws {
    guard let (clip, from, to) = part() else { return }
    let at = time(upTo: lanes[lane].model.duration + Exact(1, 2))
    let sources = clips
    story.append("lane \(lane): insert \(clip) [\(from), \(to)) at \(at)")
    let part = TimeRange(from: from.time, to: to.time)
    try edit.edit(lanes[lane].video) { track throws(CompositionError) in
      try track.insert(part, of: sources.videos[clip], at: at.time)
    }
    try edit.edit(lanes[lane].audio) { track throws(CompositionError) in
      try track.insert(part, of: sources.audios[clip], at: at.time)
    }
    lanes[lane].model.insert(clip, from, to, at: at)
  }

  /// Takes a clip in as a composition of its own would be: the first tracks get it, if they can.
  private mutating func insertWhole() throws {
    guard let (clip, from, to) = part() else { return }
    let at = time(upTo: duration)
    let sources = [clips.videos[clip], clips.audios[clip]]
    let before = edit.tracks.count
    var trial = edit
    try trial.insert(TimeRange(from: from.time, to: to.time), of: sources, at: at.time)
    func receives(_ id: Int32) -> Bool {
      trial.track(id)!.segments.contains {
        $0.target.start == at.time && $0.target.duration == (to - from).time
          && ($0.source == sources[0] || $0.source == sources[1])
      }
    }
    // Which track is compatible is another test's business; here pairs have to stay together.
    guard trial.tracks.count == before,
      let lane = lanes.firstIndex(where: { receives($0.video) && receives($0.audio) })
    else { return }
    story.append("insert \(clip) [\(from), \(to)) at \(at), on lane \(lane)")
    edit = trial
    for index in lanes.indices {
      if index == lane {
        lanes[index].model.insert(clip, from, to, at: at)
      } else {
        lanes[index].model.insertGap(to - from, at: at)
      }
    }
  }

  private mutating func insertGap(_ lane: Int?) throws {
    let (at, length) = (time(upTo: end(of: lane)), time(upTo: Exact(1)) + Exact(1, 100))
    let range = TimeRange(start: at.time, duration: length.time)
    try apply(
      "gap \(length) at \(at)", to: lane,
      { track throws(CompositionError) in try track.insertEmpty(range) },
      { edit throws(CompositionError) in try edit.insertEmpty(range) },
      model: { $0.insertGap(length, at: at) })
  }

  private mutating func remove(_ lane: Int?) throws {
    let (from, to) = range(upTo: end(of: lane))
    guard from < to else { return }
    let range = TimeRange(from: from.time, to: to.time)
    try apply(
      "remove [\(from), \(to))", to: lane,
      { track throws(CompositionError) in try track.remove(range) },
      { edit throws(CompositionError) in try edit.remove(range) },
      model: { $0.remove(from, to) })
  }

  private mutating func reverse(_ lane: Int?) throws {
    let (from, to) = range(upTo: end(of: lane))
    guard from < to else { return }
    let range = TimeRange(from: from.time, to: to.time)
    try apply(
      "reverse [\(from), \(to))", to: lane,
      { track throws(CompositionError) in try track.reverse(range) },
      { edit throws(CompositionError) in try edit.reverse(range) },
      model: { $0.reverse(from, to) })
  }

  private mutating func freeze(_ lane: Int?) throws {
    let (end, length) = (end(of: lane), time(upTo: Exact(1)) + Exact(1, 100))
    let at = Int.random(in: 0..<5, using: &generator) == 0 ? end : time(upTo: end)
    guard end > .zero else { return }
    try apply(
      "freeze \(at) for \(length)", to: lane,
      { track throws(CompositionError) in try track.freeze(at: at.time, for: length.time) },
      { edit throws(CompositionError) in try edit.freeze(at: at.time, for: length.time) },
      model: { if at < $0.duration || $0.duration == end { $0.freeze(at, length) } })
  }

  private mutating func scale(_ lane: Int?) throws {
    let (from, to) = range(upTo: end(of: lane))
    let length = time(upTo: Exact(3), scale: 30) + Exact(1, 30)
    guard to - from > Exact(1, 20), scalings < 2 else { return }
    scalings += 1
    let range = TimeRange(from: from.time, to: to.time)
    try apply(
      "scale [\(from), \(to)) to \(length)", to: lane,
      { track throws(CompositionError) in try track.scale(range, to: length.time) },
      { edit throws(CompositionError) in try edit.scale(range, to: length.time) },
      model: { $0.scale(from, to, to: length) })
  }

  /// Speed along a curve, of everything at once: the two tracks of a lane may differ in length.
  private mutating func remap() throws {
    let (from, to) = range(upTo: duration)
    guard to - from > Exact(1, 20), scalings == 0 else { return }
    scalings = 2
    let shape = TimelineCurve.random(using: &generator)
    let knots = try shape.curve.knots(over: (to - from).time)
    story += shape.faults(of: knots, over: (to - from).time.seconds).map { "curve: \($0)" }
    try apply(
      "remap [\(from), \(to)) \(shape)", to: nil, { _ in },
      { edit throws(CompositionError) in
        try edit.remap(TimeRange(from: from.time, to: to.time), along: try shape.curve)
      },
      model: { $0.bend(from, to, knots.map { (Exact($0.content), Exact($0.target)) }) })
  }
}
