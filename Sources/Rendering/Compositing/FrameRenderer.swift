import Composition
import Imaging
import Media
import Timing

/// Pulls pictures from a plan, one by one: its decoders, its compositor, and where it was last.
///
/// Times may come in any order and are cheapest in order. Owned by one thread.
package final class FrameRenderer {
  private let plan: RenderPlan
  private let calls: CompositorCalls
  private let compositor: Compositor
  private let cursors: PictureCursors
  private let resources: RenderResources
  private var lastSpan = -1
  private var framesUntilLook = 0
  /// The last span whose files were opened in advance.
  private var preparedSpan = -1

  /// How long before a span its files are opened: long enough for a group of pictures.
  private static let lead = Time(1)
  /// How many frames pass between two looks at the memory in use.
  private static let lookInterval = 4

  /// - Parameters:
  ///   - threads: codec threads for each decoder, and those that draw; 0 chooses from the cores.
  ///   - calls: how compositors are reached; directly only where this is their own thread.
  package convenience init(
    _ plan: RenderPlan, threads: Int, calls: CompositorCalls = CompositorCalls()
  ) {
    self.init(plan, RenderResources(threads: threads), calls: calls)
  }

  package init(
    _ plan: RenderPlan, _ resources: RenderResources, calls: CompositorCalls = CompositorCalls()
  ) {
    (self.plan, self.resources, self.calls) = (plan, resources, calls)
    let memory = resources.memory
    compositor = Compositor(
      canvas: plan.canvas, threads: resources.threads, idleBytes: memory.idleBytes)
    compositor.clock = resources.clock
    let count =
      resources.decoders
      ?? memory.decoderLimit(
        frameBytes: plan.canvas.frameBytes, threads: resources.threads)
    cursors = PictureCursors(
      resources, count: count, deinterlaces: plan.deinterlaces, calls: calls)
  }

  /// The picture at a time of the edit; the plan must have one there.
  package func frame(at time: Time) throws -> VideoFrame {
    guard let index = plan.spanIndex(at: time) else {
      throw RenderError(
        "no_image_at_time", number: -11832, "the edit has no picture at \(time)", time: time,
        hint: "it is \(plan.duration) long")
    }
    let span = plan.spans[index]
    if index != lastSpan {
      // A decoder that neither this span nor the next one needs gives its memory back.
      let near = plan.spans[index..<min(index + 2, plan.spans.count)]
      cursors.keepOnly { key in near.contains { $0.allLayers.contains { $0.source.key == key } } }
      lastSpan = index
    }
    prepare(index + 1, at: time)
    defer { keepWithinMemory(span) }
    guard let clock = resources.clock else { return try draw(span, at: time) }
    return try clock.measure(span: index) { try draw(span, at: time) }
  }

  /// Opens the files of a span that begins soon, beside the work on the present one.
  private func prepare(_ next: Int, at time: Time) {
    guard let willNeed = resources.willNeed, next < plan.spans.count, next != preparedSpan else {
      return
    }
    let span = plan.spans[next]
    guard span.range.start - time <= Self.lead else { return }
    preparedSpan = next
    guard willNeed(span.range.start) else { return }
    for layer in span.layers where layer.look.opacity.value(at: span.range.start) > 0 {
      guard case .file(let file, let track) = layer.source.kind,
        let frame = layer.frameIndex(at: span.range.start)
      else { continue }
      cursors.prepare(frame, of: track, in: file, layer.source.key)
    }
  }

  private func draw(_ span: VideoSpan, at time: Time) throws -> VideoFrame {
    let settled = try plan.computed.map { try settle(span, at: time, $0) } ?? span
    return try compositor.render(settled, at: time) { try cursors.frame($0, of: $1) }
  }

  /// Near the limit only what the present frame needs stays.
  private func keepWithinMemory(_ span: VideoSpan) {
    framesUntilLook -= 1
    guard framesUntilLook <= 0 else { return }
    framesUntilLook = Self.lookInterval
    guard resources.memory.isTight else { return }
    cursors.keepOnly { key in span.allLayers.contains { $0.source.key == key } }
    cursors.holdDown()
    compositor.dropCaches()
    Allocator.trim()
  }

  /// The span with the layers that a compositor says for one frame.
  private func settle(
    _ span: VideoSpan, at time: Time, _ computed: ComputedFrames
  ) throws -> VideoSpan {
    let values = try calls.layers(of: computed, at: time)
    try computed.composition.check(values, at: time)
    var settled = span
    // The model lists the topmost layer first; drawing goes from the bottom up.
    settled.layers = values.reversed().compactMap { values in
      guard var layer = span.candidates.first(where: { $0.trackID == values.track.id }) else {
        return nil
      }
      let instruction = LayerInstruction(values, from: time)
      // Whether it will move is not known; one sampler must do for all of its frames.
      layer.look = LayerLook(
        opacity: instruction.opacity, transform: instruction.transform,
        cropRectangle: instruction.cropRectangle, blendMode: values.blendMode,
        filters: values.filters, isMoving: true)
      return layer
    }
    return settled
  }

  /// Faults of the sources met so far.
  package var issues: [SourceIssue] { cursors.issues }
  package var counters: ReaderCounters { cursors.counters }

  package func close() { cursors.closeAll() }
}
