import Composition
import Geometry
import Imaging
import Media
import Timing

extension RenderPlan {
  /// Compiles an edit: n log n in the number of segments and instructions; opens no file.
  ///
  /// - Parameter end: up to where there are pictures, where that is behind the edit's own end.
  package convenience init(
    _ composition: Composition, video: VideoComposition, mix: AudioMix?, canvas: Canvas,
    deinterlaces: Bool = true, until end: Time? = nil
  ) throws {
    var sources = SourceTable()
    var spans: [VideoSpan] = []
    if let computed = video.computed {
      spans = try RenderPlan.candidates(
        of: computed, in: composition, beneath: canvas.format.hasAlpha ? .clear : .black,
        sources: &sources)
    }
    for instruction in video.instructions where instruction.timeRange.isNumeric {
      try spans.append(
        contentsOf: RenderPlan.spans(
          of: instruction, in: composition, beneath: canvas.format.hasAlpha ? .clear : .black,
          sources: &sources))
    }
    if let end, end > composition.duration, let last = spans.last {
      spans.append(
        VideoSpan(
          range: TimeRange(from: last.range.end, to: end), background: last.background, layers: []))
    }
    try self.init(
      duration: composition.duration, canvas: canvas, spans: spans,
      audio: RenderPlan.audioTracks(of: composition, mix: mix, sources: &sources),
      computed: video.computed.map {
        ComputedFrames(
          compositor: $0.compositor, composition: composition, step: video.frameDuration)
      },
      limitsSound: mix?.limitsPeaks ?? true, deinterlaces: deinterlaces)
  }

  /// The spans of an edit whose layers are computed: all that is there may be one.
  private static func candidates(
    of computed: VideoComposition.Computed, in composition: Composition, beneath: Color,
    sources: inout SourceTable
  ) throws -> [VideoSpan] {
    let whole = Instruction(
      timeRange: TimeRange(start: .zero, duration: composition.duration),
      layers: composition.shownTracks.compactMap { track in
        composition.reference(to: track.id).map(LayerInstruction.init)
      }, backgroundColor: computed.backgroundColor)
    return try spans(of: whole, in: composition, beneath: beneath, sources: &sources).map { span in
      var span = span
      (span.candidates, span.layers) = (span.layers, [])
      return span
    }
  }

  /// The spans of one instruction: cut wherever one of its layers passes from segment to segment.
  private static func spans(
    of instruction: Instruction, in composition: Composition, beneath background: Color,
    sources: inout SourceTable
  ) throws -> [VideoSpan] {
    let range = instruction.timeRange
    // The model lists the topmost layer first; drawing goes from the bottom up.
    let layers = instruction.layers.reversed().compactMap { layer in
      composition.track(for: layer.track).map { (LayerLook(layer, during: range), $0) }
    }
    var cuts = [range.start]
    for (_, track) in layers {
      for segment in track.segments(overlapping: range) {
        let target = segment.mapping.target
        if target.start > range.start { cuts.append(target.start) }
        if target.end < range.end { cuts.append(target.end) }
      }
    }
    cuts.sort()
    var spans: [VideoSpan] = []
    for (index, start) in cuts.enumerated() {
      let end = index + 1 < cuts.count ? cuts[index + 1] : range.end
      guard start < end else { continue }
      spans.append(
        VideoSpan(
          range: TimeRange(from: start, to: end),
          background: instruction.backgroundColor ?? background,
          layers: try layers.compactMap { look, track in
            guard let index = track.segmentIndex(at: start),
              let source = track.segments[index].source
            else { return nil }
            return PlannedLayer(
              source: try sources.picture(source), segment: track.segments[index], look: look,
              trackID: track.id)
          }))
    }
    return spans
  }

  private static func audioTracks(
    of composition: Composition, mix: AudioMix?, sources: inout SourceTable
  ) throws -> [AudioTrackPlan] {
    var plans: [AudioTrackPlan] = []
    for track in composition.tracks where track.mediaType == .audio && track.isEnabled {
      var segments: [AudioSegment] = []
      segments.reserveCapacity(track.segments.count)
      for segment in track.segments {
        guard let source = segment.source else { continue }
        segments.append(AudioSegment(source: try sources.sound(source), segment: segment))
      }
      guard !segments.isEmpty else { continue }
      let parameters = mix?.parameters(for: track, of: composition)
      plans.append(
        AudioTrackPlan(
          segments: segments, volume: parameters?.volume ?? Animated(.volume, default: 1),
          pan: parameters?.pan ?? Animated(.pan, default: 0),
          filters: parameters?.filters ?? [],
          pitchAlgorithm: parameters?.timePitchAlgorithm ?? .spectral,
          gain: track.preferredVolume))
    }
    return plans
  }
}

extension CompositionTrack {
  /// The segments that a range touches, in order; found by binary search.
  func segments(overlapping range: TimeRange) -> ArraySlice<Segment> {
    let start = max(range.start, .zero)
    guard range.end > start, let first = segmentIndex(at: start) else { return [] }
    let last = segmentIndex(at: range.end) ?? segments.count - 1
    return segments[last].target.start >= range.end
      ? segments[first..<last] : segments[first...last]
  }
}
