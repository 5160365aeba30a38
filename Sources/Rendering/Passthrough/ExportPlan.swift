import Composition
import Imaging
import Media
import Timing

/// What an export will do, stretch by stretch, with what it will about cost.
package struct ExportPlan: Sendable {
  package struct Span: Sendable {
    /// "video" or "audio".
    package let media: String
    /// In the film's own time.
    package let range: TimeRange
    /// 0 for sound.
    package let frames: Int
    /// "copy", "re-encode" or "composite".
    package let action: String
    package let reason: String
    /// The file that is shown or heard; nil where it is not only one.
    package let path: String?
    package let cost: Cost
  }

  /// Estimates; they tell what is dear from what is cheap, and no more.
  package struct Cost: Sendable {
    /// Of one processor.
    package var seconds = 0.0
    package var size: Int64 = 0
    /// Bytes of memory while the stretch is worked on.
    package var memory: Int64 = 0
  }

  /// The file that would be written; nil where nothing would be kept.
  package let output: String?
  package let spans: [Span]
  package let duration: Time
  package let frames: Int
  package let copiedFrames: Int
  package let total: Cost
}

extension ExportReport {
  /// What an export that was only planned would do: its figures are estimates.
  init(planned plan: ExportPlan) {
    self.init(
      path: plan.output, frames: plan.frames, copiedFrames: plan.copiedFrames,
      duration: plan.duration, seconds: plan.total.seconds, size: plan.total.size,
      reachedLimit: false, notes: [], issues: [])
  }
}

extension OutputSpec {
  /// The plan for people.
  func exportPlan(output path: String?) -> ExportPlan {
    var estimate = CostEstimate(self)
    var spans = output.spans.map { span in
      ExportPlan.Span(
        media: "video", range: span.range, frames: span.frames.count,
        action: span.action.rawValue, reason: span.reason, path: span.path,
        cost: estimate.cost(of: span))
    }
    if let sound = output.sound {
      spans.append(
        ExportPlan.Span(
          media: "audio", range: TimeRange(start: .zero, duration: range.duration), frames: 0,
          action: sound.action.rawValue, reason: sound.reason, path: sound.path,
          cost: estimate.soundCost(sound.action)))
    }
    var total = ExportPlan.Cost()
    for span in spans {
      total.seconds += span.cost.seconds
      total.size += span.cost.size
    }
    total.memory = memory?.expected ?? 0
    return ExportPlan(
      output: isDiscarded ? nil : path, spans: spans, duration: range.duration,
      frames: video?.schedule.count ?? 0, copiedFrames: output.copiedFrames, total: total)
  }
}

/// Rules of thumb for what a stretch of a film costs.
private struct CostEstimate {
  private let spec: OutputSpec
  private var sources: SourceMemory

  init(_ spec: OutputSpec) { (self.spec, sources) = (spec, SourceMemory(spec.plan)) }

  /// Bytes that a processor copies in a second, from file to file through both containers.
  private static let copiedBytes = 400e6
  /// Pixels that one processor decodes, draws and encodes in a second, by the encoder.
  private static let pixels: [String: Double] = [
    "libx264": 12e6, "libx265": 3e6, "libvpx-vp9": 4e6, "libaom-av1": 2e6, "libsvtav1": 8e6,
    "prores_ks": 10e6, "mjpeg": 60e6, "mpeg4": 40e6, "mpeg2video": 40e6, "ffv1": 20e6,
  ]
  private static let usualPixels = 20e6
  /// Bits of a pixel where neither a rate nor a source says anything.
  private static let usualBits = 0.12
  private static let soundRealtime = 60.0

  mutating func cost(of span: OutputPlan.Span) -> ExportPlan.Cost {
    guard let settings = spec.video?.settings else { return ExportPlan.Cost() }
    let duration = Double(span.range.duration.units(per: 1_000_000)) / 1e6
    let pixels = Double(settings.width * settings.height)
    let source = span.part.map { Double($0.source.value.track.bitRate) } ?? sourceRate(span)
    let read = sources.most(during: [spec.inEdit(span)]).memory
    if span.action == .copy {
      let bytes = (source ?? pixels * Self.usualBits * 25) * duration / 8
      return ExportPlan.Cost(
        seconds: bytes / Self.copiedBytes, size: Int64(bytes),
        memory: spec.memory?.bytes(copying: read) ?? 0)
    }
    let bits =
      settings.bitRate.map { Double($0) * duration }
      ?? source.map { $0 * duration } ?? pixels * Self.usualBits * Double(span.frames.count)
    return ExportPlan.Cost(
      seconds: Double(span.frames.count) * pixels
        / (Self.pixels[settings.codec] ?? Self.usualPixels),
      size: Int64(bits / 8), memory: spec.memory?.bytes(drawing: read) ?? 0)
  }

  /// The rate of the file that a stretch shows.
  private func sourceRate(_ span: OutputPlan.Span) -> Double? {
    guard let path = span.path else { return nil }
    for other in spec.plan.spans {
      for layer in other.layers {
        if case .file(let file, let track) = layer.source.kind, file.asset.path == path {
          return track.bitRate > 0 ? Double(track.bitRate) : nil
        }
      }
    }
    return nil
  }

  func soundCost(_ action: OutputPlan.Action) -> ExportPlan.Cost {
    guard let settings = spec.audio?.settings else { return ExportPlan.Cost() }
    let duration = Double(spec.range.duration.units(per: 1_000_000)) / 1e6
    let rate = settings.bitRate ?? Int64(64_000 * settings.layout.channels)
    return ExportPlan.Cost(
      seconds: action == .copy ? duration / 10_000 : duration / Self.soundRealtime,
      size: Int64(Double(rate) * duration / 8),
      memory: spec.memory?.bytes(copying: DecoderMemory()) ?? 0)
  }
}
