import Geometry
import Timing

/// The canvas and rate that follow from the media.
package struct AutomaticCanvas: Hashable, Sendable {
  /// The upright size of the first picture, in whole pixels; zero without pictures.
  package let size: Size
  /// The highest rate of all pictures, at most 60; 30 where none is known.
  package let rate: FrameRate
  /// What was decided otherwise than the media say, for the user.
  package let notes: [String]
}

extension Composition {
  /// The video tracks that are shown.
  package var shownTracks: [CompositionTrack] {
    tracks.filter { $0.mediaType == .video && $0.isEnabled }
  }

  /// The canvas and rate that `VideoComposition.of` takes where none is given.
  ///
  /// Linear.
  package var automaticCanvas: AutomaticCanvas {
    var first: (start: Time, source: SourceTrack)?
    var highest: FrameRate?
    var fastest: SourceTrack?
    for track in shownTracks {
      for segment in track.segments {
        guard let source = segment.source else { continue }
        if first.map({ segment.target.start < $0.start }) ?? true {
          first = (segment.target.start, source)
        }
        guard source !== fastest, let rate = source.frameRate ?? source.nominalFrameRate,
          highest.map({ rate > $0 }) ?? true
        else { continue }
        (highest, fastest) = (rate, source)
      }
    }
    let size = chosenSize ?? first?.source.displaySize ?? .zero
    let rate = highest ?? FrameRate(30)
    let limited = rate.limited(to: FrameRate(60))
    let notes =
      limited == rate
      ? [] : ["\(fastest?.label ?? "a clip") has \(rate) frames per second; made \(limited)"]
    return AutomaticCanvas(
      size: Size(width: size.width.rounded(), height: size.height.rounded()), rate: limited,
      notes: notes)
  }
}

extension FrameRate {
  /// This rate divided by the least whole number that brings it within a limit.
  ///
  /// Dividing keeps every output frame on a source frame: 119.88 becomes 59.94 and not 60.
  package func limited(to limit: FrameRate) -> FrameRate {
    let excess = Ratio(
      Time(numerator, denominator), over: Time(limit.numerator, limit.denominator))
    guard let excess, excess > .one else { return self }
    let divisor = (excess.numerator - 1) / excess.denominator + 1
    return FrameRate(numerator, denominator * divisor)
  }
}

extension VideoComposition {
  /// Whose times the output frames have.
  package enum FrameTiming: String, Hashable, Sendable, CaseIterable {
    /// A grid of the frame duration.
    case fixed
    /// The first video track's own frames.
    case source
  }

  /// What `of` takes instead of what the media say.
  package struct AutomaticOptions: Sendable {
    package var fit = Fit.contain
    package var renderSize: Size?
    package var frameDuration: Time?
    package var backgroundColor: Color?
    package var timing = FrameTiming.fixed

    package init(fit: Fit = .contain) { self.fit = fit }
  }

  /// Everything from the media: canvas, rate, and an instruction for each interval in which the
  /// same segments are shown, to the composition's end.
  ///
  /// Each segment is turned upright and placed by its own size. The first track is on top. Gaps
  /// show the background.
  package static func of(
    _ composition: Composition, _ options: AutomaticOptions = AutomaticOptions()
  ) -> VideoComposition {
    let automatic = composition.automaticCanvas
    let canvas = options.renderSize ?? automatic.size
    var result = VideoComposition(
      frameDuration: options.frameDuration ?? automatic.rate.frameDuration, renderSize: canvas)
    let tracks = composition.shownTracks
    if options.timing == .source {
      result.frameTimingTrack = tracks.first.flatMap { composition.reference(to: $0.id) }
    }
    var places = tracks.map { _ in 0 }
    let times = boundaries(of: tracks, end: composition.duration)
    for (start, end) in zip(times, times.dropFirst()) {
      var instruction = Instruction(
        timeRange: TimeRange(start: start, duration: (end - start).reduced),
        backgroundColor: options.backgroundColor)
      for (number, track) in tracks.enumerated() {
        while places[number] < track.segments.count,
          track.segments[places[number]].target.end <= start
        { places[number] += 1 }
        guard places[number] < track.segments.count,
          let source = track.segments[places[number]].source,
          let reference = composition.reference(to: track.id)
        else { continue }
        var layer = LayerInstruction(reference)
        layer.transform = layer.transform.holding(
          options.fit.transform(
            natural: source.naturalSize, preferred: source.preferredTransform, canvas: canvas),
          from: start)
        instruction.layers.append(layer)
      }
      result.instructions.append(instruction)
    }
    return result
  }

  /// All times at which what is shown changes, from zero to the end, rising.
  private static func boundaries(of tracks: [CompositionTrack], end: Time) -> [Time] {
    var times = [Time.zero, end]
    for track in tracks {
      for segment in track.segments where !segment.isEmpty {
        times += [segment.target.start, segment.target.end]
      }
    }
    times.sort()
    var rising: [Time] = []
    for time in times where rising.last != time { rising.append(time) }
    return rising
  }
}
