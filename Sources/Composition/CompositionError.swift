import Timing

/// Why an edit, a ramp or a description of pictures or sound was refused.
package enum CompositionError: Error, Sendable {
  case badRange(TimeRange, doing: String)
  /// The range starts where what it is for has ended already.
  case behindEnd(TimeRange, end: Time, doing: String)
  case badTime(Time, doing: String)
  case badDuration(Time, doing: String)
  /// The edit would last longer than its times can count; the track or composition concerned.
  case tooLong(String)
  case mediaType(track: String, wanted: MediaType, source: String)
  case outsideSource(TimeRange, of: String, available: TimeRange, path: String?)
  case badSegment(Int, SegmentProblem)
  case noTrack(Int32, existing: [Int32])
  /// Two entries of one property claim the same time; a flat value has an empty range.
  case overlap(AnimatedProperty, new: TimeRange, existing: TimeRange)
  case badValue(AnimatedProperty, String)
  /// A layer that was computed for a frame cannot be drawn.
  case badLayer(String, hint: String?, at: Time)
  /// Why a curve of speeds cannot be followed.
  case badCurve(String)
  case mixOfPictures(TrackReference)
  case mixedTwice(TrackReference)
  case invalidVideoComposition([CompositionProblem])
  case invalidAudioMix([CompositionProblem])

  /// What is wrong with one segment of a list.
  package enum SegmentProblem: Sendable {
    case notContiguous(start: Time, previousEnd: Time)
    case targetDuration(Time)
    case sourceStart(Time, of: String)
    case sourceDuration(Time, of: String)
  }
}

extension CompositionError {
  /// A stable word for scripts.
  package var code: String {
    switch self {
    case .badRange, .behindEnd: "invalid_time_range"
    case .badTime: "invalid_time"
    case .badDuration: "invalid_duration"
    case .tooLong: "edit_too_long"
    case .mediaType: "media_type_mismatch"
    case .outsideSource: "range_outside_source"
    case .badSegment: "invalid_segments"
    case .noTrack: "no_such_track"
    case .overlap: "overlapping_ramps"
    case .badValue: "invalid_value"
    case .badLayer: "compositor_failed"
    case .badCurve: "invalid_curve"
    case .mixOfPictures: "not_an_audio_track"
    case .mixedTwice: "duplicate_mix_parameters"
    case .invalidVideoComposition: "invalid_video_composition"
    case .invalidAudioMix: "invalid_audio_mix"
    }
  }

  /// The reference's number, where it has one.
  package var number: Int? {
    switch self {
    case .badSegment(_, .notContiguous): -11824
    case .badSegment(_, .targetDuration): -11825
    case .badSegment(_, .sourceStart): -11826
    case .badSegment(_, .sourceDuration): -11827
    case .outsideSource: -11800
    case .invalidVideoComposition: -11841
    case .badLayer: -11858
    default: nil
    }
  }

  /// The file concerned.
  package var path: String? {
    if case .outsideSource(_, _, _, let path) = self { path } else { nil }
  }

  /// The time concerned, where it is a number.
  package var time: Time? {
    let time: Time? =
      switch self {
      case .badRange(let range, _), .behindEnd(let range, _, _), .outsideSource(let range, _, _, _):
        range.start
      case .overlap(_, let range, _): range.start
      case .badTime(let time, _), .badLayer(_, _, let time): time
      case .badSegment(_, .notContiguous(let start, _)): start
      case .invalidVideoComposition(let problems), .invalidAudioMix(let problems):
        problems.first?.range.start
      default: nil
      }
    return time?.isNumeric == true ? time : nil
  }
}
