import Composition
import Geometry
import Media
import Timing

/// The pictures of an output and what is done for each stretch of them.
///
/// The film follows its sources where something can then be copied; otherwise it is what it would
/// be without any copying.
struct PicturePlan {
  let spec: PictureSpec
  let plan: RenderPlan
  let planner: OutputPlanner
  let output: OutputPlan

  init(
    _ edit: Composition, _ request: ExportRequest, preset: Preset?, container: ContainerSpec,
    range: TimeRange, notes: inout [String]
  ) throws {
    let policy = try CopyPolicy(request, preset: preset, container: container)
    var target: CopyTarget?
    var obstacle = policy.obstacle
    if obstacle == nil {
      do {
        target = try (edit.firstFilm ?? edit.firstPicture).map {
          try policy.target($0, in: container)
        }
      } catch let refusal as CopyRefusal {
        obstacle = refusal.reason
      }
    }
    func make(_ target: CopyTarget?, _ notes: inout [String]) throws -> Self {
      try Self(
        edit, request, preset: preset, container: container, range: range, target: target,
        obstacle: target == nil ? obstacle ?? "nothing can be copied" : nil, notes: &notes)
    }
    var ownNotes: [String] = []
    var made = try make(target, &ownNotes)
    if target != nil, policy.mode != .never, !made.isWorthwhile(against: policy, container) {
      let reasons = made.output
      ownNotes = []
      made = try make(nil, &ownNotes)
      made = made.explained(by: reasons)
    }
    notes += ownNotes
    self = made
  }

  private init(
    _ edit: Composition, _ request: ExportRequest, preset: Preset?, container: ContainerSpec,
    range: TimeRange, target: CopyTarget?, obstacle: String?, notes: inout [String]
  ) throws {
    let spec = try PictureSpec(
      edit, request, preset: preset, container: container, range: range, target: target,
      notes: &notes)
    let plan = try RenderPlan(
      edit, video: spec.composition, mix: request.audioMix, canvas: spec.canvas,
      deinterlaces: spec.deinterlaces)
    let planner = OutputPlanner(
      stretches: plan.stretches(spec.schedule), schedule: spec.schedule, duration: range.duration,
      settings: spec.settings, isMovie: container.isMovie, obstacle: obstacle)
    self.init(spec: spec, plan: plan, planner: planner, output: try planner.plan())
  }

  private init(
    spec: PictureSpec, plan: RenderPlan, planner: OutputPlanner, output: OutputPlan
  ) {
    (self.spec, self.plan, self.planner, self.output) = (spec, plan, planner, output)
  }

  /// Whether copying decides what the film is made by.
  ///
  /// A codec other than the usual one is only followed where most of the film is copied: what is
  /// left would be encoded in it. Whoever asks for copying by name gets it.
  private func isWorthwhile(against policy: CopyPolicy, _ container: ContainerSpec) -> Bool {
    let copied = output.copiedFrames
    let usual = policy.encoder ?? Codecs.defaults(fileType: container.fileType).video
    return spec.settings.codec == usual || policy.followsAny
      ? copied > 0 : copied * 2 > spec.schedule.count
  }

  /// The same plan with the reasons that another one found.
  private func explained(by other: OutputPlan) -> Self {
    guard other.spans.last?.frames.upperBound == output.spans.last?.frames.upperBound else {
      return self
    }
    var output = output
    output.spans = other.spans.map { span in
      var span = span
      if span.action == .copy {
        span = OutputPlan.Span(
          frames: span.frames, range: span.range, action: .reencode,
          reason: "too little of the film could be copied", path: span.path)
      }
      return span
    }
    return Self(spec: spec, plan: plan, planner: planner, output: output)
  }
}

extension OutputPlan {
  /// Fails where anything would have to be encoded and must not be, with every reason and its range.
  func refuseEncoding(_ request: ExportRequest, preset: Preset?) throws(RenderError) {
    guard CopyPolicy.mode(request, preset: preset) == .never else { return }
    var reasons = spans.filter { $0.action != .copy }.map {
      "\($0.range.start.exactClock)–\($0.range.end.exactClock): \($0.reason)"
    }
    let time = spans.first { $0.action != .copy }?.range.start
    if let sound, sound.action != .copy { reasons.append("the sound: \(sound.reason)") }
    guard !reasons.isEmpty else { return }
    throw RenderError(
      "cannot_copy", number: -11871,
      "not everything can be copied: " + reasons.joined(separator: "; "), path: request.output,
      time: time, hint: "reencode = \"auto\" copies the rest and encodes only this")
  }
}

extension Composition {
  /// The first pictures on the time line that come from a film, and not from a still or a generator.
  fileprivate var firstFilm: SourceTrack? {
    shownTracks.compactMap { track in
      track.segments.first { $0.source?.source is FileSource }
    }.min { $0.target.start < $1.target.start }?.source
  }
}
