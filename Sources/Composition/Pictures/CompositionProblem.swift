import Timing

/// One thing that keeps a video composition or an audio mix from being used.
package struct CompositionProblem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case invalidValue = "invalid_value"
    /// A stretch of time without an instruction.
    case emptyTimeRange = "empty_time_range"
    case invalidTimeRange = "invalid_time_range"
    case invalidTrack = "invalid_track"
  }

  package let kind: Kind
  /// Composition time; the range asked about where the problem has none of its own.
  package let range: TimeRange
  package let message: String
  package let hint: String

  package init(_ kind: Kind, _ range: TimeRange, _ message: String, hint: String) {
    (self.kind, self.range, self.message, self.hint) = (kind, range, message, hint)
  }
}

extension Composition {
  /// What is wrong with naming a track here; nil where it is one of this composition's tracks of
  /// that kind.
  func problem(
    with reference: TrackReference, as type: MediaType, in range: TimeRange, user: String
  ) -> CompositionProblem? {
    if let track = track(for: reference) {
      guard track.mediaType != type else { return nil }
      return CompositionProblem(
        .invalidTrack, range,
        "\(user) names \(track.label), but takes \(type.rawValue)",
        hint: "name one of the composition's \(type.rawValue) tracks\(list(of: type))")
    }
    if owns(reference) {
      return CompositionProblem(
        .invalidTrack, range,
        "\(user) names \(reference.label), which the composition does not have (any more)",
        hint: "name one of its \(type.rawValue) tracks\(list(of: type))")
    }
    let meant = tracks(showing: reference).filter { $0.mediaType == type }
    let place =
      reference.sourceTrack == nil ? "a track of another composition" : reference.label
    return CompositionProblem(
      .invalidTrack, range,
      "\(user) names \(place) instead of a track of the composition",
      hint: meant.isEmpty
        ? "name one of the composition's \(type.rawValue) tracks\(list(of: type))"
        : "name the composition's \(meant.map(\.label).joined(separator: " or ")), "
          + "which shows it")
  }

  private func list(of type: MediaType) -> String {
    let ids = tracks.filter { $0.mediaType == type }.map { "\($0.id)" }
    return ids.isEmpty ? " (it has none)" : " (\(ids.joined(separator: ", ")))"
  }
}
