import Geometry
import Timing

/// A track of a composition: segments without a hole from zero on.
///
/// A value. Edits ripple: they push or pull what comes later and never overwrite. Times are exact
/// and targets are kept in lowest terms, so that joining many scales does not exhaust 64 bits.
package struct CompositionTrack: Sendable {
  /// Unique in the composition, never given twice.
  package let id: Int32
  package let mediaType: MediaType
  /// Contiguous from zero.
  ///
  /// Change it by the edits or by `setSegments`.
  package internal(set) var segments: [Segment] = []
  package var isEnabled = true
  package var preferredTransform = Transform.identity
  package var preferredVolume = 1.0
  /// A language tag; nil where not said.
  package var language: String?

  /// The formats of all media on the track, which decide what is compatible with it.
  package internal(set) var formats: Set<FormatSignature> = []
  private var chosenTimeScale: Int64 = 0

  package init(id: Int32, mediaType: MediaType) {
    (self.id, self.mediaType) = (id, mediaType)
  }

  /// The end of the last segment; zero for an empty track.
  package var duration: Time { segments.last?.target.end ?? .zero }

  /// From the end of the leading gap, if there is one, to the end.
  package var timeRange: TimeRange {
    let first = segments.first { !$0.isEmpty }
    return TimeRange(from: first?.target.start ?? .zero, to: first == nil ? .zero : duration)
  }

  /// That of the first media on the track unless set, 600 on a track without; 0 is automatic again.
  package var naturalTimeScale: Int64 {
    get {
      if chosenTimeScale > 0 { return chosenTimeScale }
      return firstSource?.naturalTimeScale ?? 600
    }
    set { chosenTimeScale = max(0, newValue) }
  }

  /// The size of the first picture on the track, not turned; zero without one.
  package var naturalSize: Size { firstSource?.naturalSize ?? .zero }

  /// The source of the first segment that is not empty.
  package var firstSource: SourceTrack? {
    segments.lazy.compactMap(\.source).first
  }

  /// For messages: `track 2 (audio)`.
  package var label: String { "track \(id) (\(mediaType.rawValue))" }
}

extension CompositionTrack {
  /// The index of the segment that contains a time; nil outside the track.
  ///
  /// Logarithmic.
  package func segmentIndex(at time: Time) -> Int? {
    guard time.isNumeric, time >= .zero, time < duration else { return nil }
    // The first starts at 0.
    return segments.partitioningIndex { $0.target.start > time } - 1
  }

  /// The segment that contains a time, else the nearest one; nil only on a track without any.
  package func segment(forTrackTime time: Time) -> Segment? {
    if let index = segmentIndex(at: time) { return segments[index] }
    return time < .zero ? segments.first : segments.last
  }

  /// The source time shown at a time of the track; invalid in gaps and outside.
  package func sourceTime(forTrackTime time: Time) -> Time {
    segmentIndex(at: time).map { segments[$0].sourceTime(at: time) } ?? .invalid
  }
}
