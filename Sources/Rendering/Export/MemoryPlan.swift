import Composition
import Imaging
import Media
import Timing

/// How an export divides its memory: what is chosen so that it stays within what is allowed.
///
/// First fewer frames are under way, then codecs get fewer threads, and at last the encoder looks
/// less far ahead, which alone changes how well it compresses. What then still is too much cannot be
/// done.
struct MemoryPlan: Sendable {
  /// Codec threads of each decoder, and those that draw.
  let threads: Int
  /// How many rendered frames may wait for the encoder.
  let queueCapacity: Int
  /// How many decoders may be open at once.
  let decoders: Int
  /// What the encoder is to be told; nil leaves it to its own choice.
  let encoderThreads: Int?
  let lookahead: Int?
  /// About the most that the process will take, in bytes.
  let expected: Int64
  private let demand: Demand

  /// Whether anything was chosen differently from what there is room for usually.
  var isTight: Bool { encoderThreads != nil || lookahead != nil || queueCapacity < 4 }

  /// What a job takes by its parts.
  struct Demand {
    /// What the process has taken so far, and what its codecs and threads take whatever they do.
    var base: Int64
    /// The sources of the span that needs the most, and how many decoders it has.
    var sources: DecoderMemory
    var decoders: Int
    var frameBytes: Int64
    var encoder: EncoderMemory?

    /// Everything together.
    func bytes(threads: Int, queue: Int, encoderThreads: Int, lookahead: Int) -> Int64 {
      // Beside those that wait, one frame is drawn and one encoded, and the last one is kept.
      base + sources.bytes(threads: threads) + frameBytes * Int64(queue + 3)
        + (encoder?.bytes(threads: encoderThreads, lookahead: lookahead) ?? 0)
    }
  }

  /// Divides what is allowed.
  ///
  /// - Parameters:
  ///   - threads: of each decoder, if there is room.
  ///   - isStrict: whether it is an error when even the least is too much.
  init(_ demand: Demand, limit: Int64, threads: Int, isStrict: Bool) throws(RenderError) {
    let encoder = demand.encoder
    var (ownThreads, codecThreads) = (threads, encoder?.threads ?? 1)
    var (queue, lookahead) = (4, encoder?.lookahead ?? 0)
    var bytes: Int64 {
      demand.bytes(
        threads: ownThreads, queue: queue, encoderThreads: codecThreads, lookahead: lookahead)
    }
    while bytes > limit {
      if queue > 1 {
        queue /= 2
      } else if ownThreads > 1 || codecThreads > 1 {
        ownThreads = max(1, ownThreads / 2)
        codecThreads = max(1, codecThreads / 2)
      } else if let encoder, lookahead > encoder.leastLookahead {
        lookahead = max(encoder.leastLookahead, lookahead - max(1, lookahead / 8))
      } else {
        break
      }
    }
    let needed = bytes
    guard needed <= limit || !isStrict else {
      let least = (needed + (1 << 20) - 1) >> 20
      throw RenderError(
        "invalid_memory", number: -11861,
        "the work needs about \(least) MiB of memory at least, and \(limit >> 20) are allowed",
        hint: "allow \(least)M or more, or make smaller pictures or choose a faster preset")
    }
    self.demand = demand
    self.threads = ownThreads
    queueCapacity = queue
    expected = needed
    encoderThreads = encoder.flatMap { codecThreads < $0.threads ? codecThreads : nil }
    self.lookahead = encoder.flatMap { lookahead < $0.lookahead ? lookahead : nil }
    // Decoders that are kept open only save time; what is left over is theirs.
    let each = demand.sources.bytes(threads: ownThreads) / Int64(max(1, demand.decoders))
    let spare = each > 0 ? Int(min(5, max(0, limit - needed) / each)) : 5
    decoders = max(1, demand.decoders + spare)
  }

  /// About what the process takes while it draws and encodes pictures of such sources.
  func bytes(drawing sources: DecoderMemory) -> Int64 {
    var demand = demand
    demand.sources = sources
    return demand.bytes(
      threads: threads, queue: queueCapacity,
      encoderThreads: encoderThreads ?? demand.encoder?.threads ?? 1,
      lookahead: lookahead ?? demand.encoder?.lookahead ?? 0)
  }

  /// About what it takes while it copies packets of such sources, whose seams are decoded once.
  func bytes(copying sources: DecoderMemory) -> Int64 {
    demand.base + sources.bytes(threads: threads)
  }
}

/// What the sources take that are read at once.
struct SourceMemory {
  private let plan: RenderPlan
  private var known: [ObjectIdentifier: DecoderMemory] = [:]

  init(_ plan: RenderPlan) { self.plan = plan }

  /// The most during some ranges of the edit, and how many are decoded at once.
  mutating func most(during ranges: [TimeRange]) -> (memory: DecoderMemory, decoders: Int) {
    var most = DecoderMemory()
    var count = 0
    for range in ranges {
      var place = plan.spanIndex(at: range.start) ?? plan.spans.count
      while place < plan.spans.count, plan.spans[place].range.start < range.end {
        let (memory, decoders) = needed(by: plan.spans[place])
        most.formMaximum(memory)
        count = max(count, decoders)
        place += 1
      }
    }
    return (most, count)
  }

  private mutating func needed(by span: VideoSpan) -> (memory: DecoderMemory, decoders: Int) {
    var (sum, decoders) = (DecoderMemory(), 0)
    for layer in span.allLayers {
      if case .file(_, let track) = layer.source.kind, let video = track.video {
        // Clips that were made alike share their description.
        let key = ObjectIdentifier(track.parameters)
        let memory = known[key] ?? DecoderMemory(track)
        if video.frames.count > 0 { known[key] = memory }
        sum = sum + memory
        decoders += 1
      } else if case .nested(let pictures) = layer.source.kind {
        let whole = TimeRange(start: .zero, duration: pictures.plan.duration)
        var inside = SourceMemory(pictures.plan)
        let (memory, inner) = inside.most(during: [whole])
        sum = sum + memory
        sum.bytes += Int64(pictures.plan.canvas.frameBytes) * 4
        decoders += inner
      } else {
        let shape = layer.source.shape
        sum.bytes += Int64(
          shape.format.byteCount(width: max(1, shape.width), height: max(1, shape.height)) * 4)
      }
    }
    // Drawn together, each layer is converted to the canvas first.
    if span.allLayers.count > 1 {
      sum.bytes += Int64(span.allLayers.count * plan.canvas.frameBytes * 2)
    }
    return (sum, decoders)
  }
}

extension OutputSpec {
  /// What the program's own libraries, the sound and the container take once they are at work.
  private static let workingBytes: Int64 = 13 << 20

  /// Where a stretch of the film lies in the edit.
  func inEdit(_ span: OutputPlan.Span) -> TimeRange {
    TimeRange(start: range.start + span.range.start, duration: span.range.duration)
  }

  /// Divides the memory, and tells the encoders what that leaves for them.
  mutating func fitMemory(_ request: ExportRequest) throws(RenderError) {
    let resources = RenderResources(threads: request.threads, memory: request.memory)
    let budget = resources.memory
    var measure = SourceMemory(plan)
    let (sources, decoders) = measure.most(during: [range])
    let frameBytes = plan.canvas.frameBytes
    let isEncoded =
      video != nil && !isDiscarded && !(output.copiesPictures && output.renderedFrames.isEmpty)
    let encoder = video.flatMap { video in
      isEncoded
        ? EncoderMemory(
          output.island ?? video.settings, frameBytes: frameBytes, cores: resources.threads) : nil
    }
    let memory = try MemoryPlan(
      MemoryPlan.Demand(
        base: MemoryBudget.resident + Self.workingBytes, sources: sources, decoders: decoders,
        frameBytes: video == nil ? 0 : Int64(frameBytes), encoder: encoder),
      limit: budget.limit, threads: resources.threads, isStrict: request.memory > 0)
    self.memory = memory
    guard memory.encoderThreads != nil || memory.lookahead != nil else { return }
    func fitted(_ settings: VideoEncoderSettings) -> VideoEncoderSettings {
      var settings = settings
      if let threads = memory.encoderThreads { settings.threads = threads }
      if let frames = memory.lookahead { settings.lookAhead(frames) }
      return settings
    }
    video = video.map { Video(schedule: $0.schedule, settings: fitted($0.settings)) }
    if let settings = planner?.settings { planner?.settings = fitted(settings) }
    output.island = output.island.map(fitted)
    var changes: [String] = []
    if let threads = memory.encoderThreads { changes.append("threads: \(threads)") }
    if let frames = memory.lookahead { changes.append("frames it looks ahead: \(frames)") }
    notes.append(
      "to stay within \(budget.limit >> 20) MiB of memory the encoder does with less ("
        + changes.joined(separator: ", ") + ")")
  }
}
