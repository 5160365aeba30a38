import Composition
import Media
import Timing

/// Decides for every stretch of a film what is done with it.
///
/// What a plan is made from stays the same when it has to be made again, because a source turned out
/// to be other than it says.
struct OutputPlanner: Sendable {
  let stretches: [Stretch]
  let schedule: FrameSchedule
  let duration: Time
  var settings: VideoEncoderSettings
  let isMovie: Bool
  /// Why nothing at all is copied.
  let obstacle: String?

  /// Plans the pictures; sources in `excluded` are encoded anew, for the reasons given.
  func plan(excluding excluded: [PictureSource.Key: String] = [:]) throws -> OutputPlan {
    var plan = OutputPlan()
    guard obstacle == nil else {
      plan.spans = stretches.map { span(of: $0, because: obstacle) }
      return plan
    }
    var sources = SourceShelf(excluded: excluded)
    let base = try sources.base(of: stretches)
    for stretch in stretches {
      plan.spans += try spans(of: stretch, base: base, sources: &sources)
    }
    sources.close()
    guard let base, plan.spans.contains(where: { $0.action == .copy }) else {
      return plan
    }
    do {
      try finish(&plan, base: base, sources: sources)
    } catch let refusal as CopyRefusal {
      plan.spans = stretches.map { span(of: $0, because: refusal.reason) }
      (plan.stream, plan.island) = (nil, nil)
    }
    return plan
  }

  /// Settles the stream that all parts go into.
  private func finish(_ plan: inout OutputPlan, base: CodedFormat, sources: SourceShelf) throws {
    var keys: Set<PictureSource.Key> = []
    let parts = plan.spans.compactMap(\.part).filter { keys.insert($0.key).inserted }
    let formats = [base] + parts.map { $0.source.value.format }
    if plan.spans.contains(where: { $0.action != .copy }) {
      plan.island = try base.island(settings, beside: formats)
    }
    plan.stream = try CopiedStream(
      formats: formats, island: plan.island, settings: settings, isMovie: isMovie)
  }

  private func range(_ frames: Range<Int>) -> TimeRange {
    let end =
      frames.upperBound < schedule.count ? schedule.outputTime(of: frames.upperBound) : duration
    return TimeRange(from: schedule.outputTime(of: frames.lowerBound), to: end)
  }

  /// A stretch that is encoded whole.
  private func span(of stretch: Stretch, because reason: String?) -> OutputPlan.Span {
    switch stretch.content {
    case .drawn(let action, let own, let path):
      return OutputPlan.Span(
        frames: stretch.frames, range: range(stretch.frames), action: action, reason: own,
        path: path)
    case .untouched(_, let file, _, _):
      return OutputPlan.Span(
        frames: stretch.frames, range: range(stretch.frames), action: .reencode,
        reason: reason ?? "nothing can be copied", path: file.asset.path)
    }
  }

  private func spans(
    of stretch: Stretch, base: CodedFormat?, sources: inout SourceShelf
  ) throws -> [OutputPlan.Span] {
    guard case .untouched(let source, let file, let track, let first) = stretch.content else {
      return [span(of: stretch, because: nil)]
    }
    do {
      let copier = try sources.source(source.key, track, of: file.asset)
      if let base, let obstacle = base.obstacle(to: copier.format) {
        throw CopyRefusal(obstacle)
      }
      let found = try copier.span(of: first..<first + stretch.frames.count)
      return parts(of: stretch, first: first, found, copier, key: source.key)
    } catch let refusal as CopyRefusal {
      return [span(of: stretch, because: refusal.reason)]
    } catch let error as MediaError {
      // Drawing the frames will tell the user, or bridge it.
      return [span(of: stretch, because: "reading its packets failed: \(error)")]
    }
  }

  /// A copied part with what has to be encoded before and after it.
  private func parts(
    of stretch: Stretch, first: Int, _ found: CopySource.Span, _ source: CopySource,
    key: PictureSource.Key
  ) -> [OutputPlan.Span] {
    let path = source.asset.path
    let shift = stretch.frames.lowerBound - first
    let copied = found.frames.lowerBound + shift..<found.frames.upperBound + shift
    var result: [OutputPlan.Span] = []
    func encoded(_ frames: Range<Int>, _ reason: String?) {
      guard !frames.isEmpty else { return }
      result.append(
        OutputPlan.Span(
          frames: frames, range: range(frames), action: .reencode,
          reason: reason ?? "it lies beside a cut", path: path))
    }
    encoded(stretch.frames.lowerBound..<copied.lowerBound, found.head)
    result.append(
      OutputPlan.Span(
        frames: copied, range: range(copied), action: .copy,
        reason: "untouched", path: path,
        part: OutputPlan.CopyPart(key: key, source: Handed(source), span: found)))
    encoded(copied.upperBound..<stretch.frames.upperBound, found.tail)
    return result
  }
}

/// The tracks that a plan looks into, each opened once.
private struct SourceShelf {
  let excluded: [PictureSource.Key: String]
  private var known: [PictureSource.Key: Result<CopySource, CopyRefusal>] = [:]
  private var last: PictureSource.Key?

  init(excluded: [PictureSource.Key: String]) { self.excluded = excluded }

  mutating func source(
    _ key: PictureSource.Key, _ track: MediaTrack, of asset: MediaAsset
  ) throws(CopyRefusal) -> CopySource {
    if let reason = excluded[key] { throw CopyRefusal(reason) }
    if let known = known[key] {
      let source = try known.get()
      // One open file at a time: a long film has thousands.
      if last != key { closeLast() }
      last = key
      return source
    }
    closeLast()
    do {
      let source = try CopySource(track, of: asset)
      known[key] = .success(source)
      last = key
      return source
    } catch {
      known[key] = .failure(error)
      throw error
    }
  }

  private mutating func closeLast() {
    if let last, case .success(let source)? = known[last] { source.close() }
    last = nil
  }

  mutating func close() { closeLast() }

  /// The format that the most frames have; others are copied where they agree with it.
  mutating func base(of stretches: [Stretch]) throws -> CodedFormat? {
    var candidates: [(format: CodedFormat, frames: Int)] = []
    for stretch in stretches {
      guard case .untouched(let source, let file, let track, _) = stretch.content,
        let format = try? self.source(source.key, track, of: file.asset).format
      else { continue }
      if let place = candidates.firstIndex(where: { $0.format.obstacle(to: format) == nil }) {
        candidates[place].frames += stretch.frames.count
      } else if candidates.count < 64 {
        candidates.append((format, stretch.frames.count))
      }
    }
    return candidates.max { $0.frames < $1.frames }?.format
  }
}
