import Synchronization

/// Names one composition for as long as the process runs.
package struct CompositionID: Hashable, Sendable {
  private let number: UInt64

  private static let last = Atomic<UInt64>(0)

  /// Makes an identity that no other composition has.
  package init() {
    number = Self.last.add(1, ordering: .relaxed).newValue
  }
}

/// Whose track a reference means.
package enum TrackOwner: Hashable, Sendable {
  case composition(CompositionID)
  case source(ObjectIdentifier)
}

/// A track by owner and id, as layer instructions and mix parameters name it.
///
/// The id alone would not do: a file's track 1 and a composition's track 1 are easily confused.
package struct TrackReference: Sendable {
  package let owner: TrackOwner
  package let id: Int32
  package let mediaType: MediaType
  /// For messages.
  package let label: String
  /// The source's track, kept alive so that its identity is not given to another object.
  package let sourceTrack: SourceTrack?

  /// Means a composition's track.
  package init(composition: CompositionID, id: Int32, mediaType: MediaType) {
    (owner, self.id, self.mediaType) = (.composition(composition), id, mediaType)
    (label, sourceTrack) = ("the composition's track \(id) (\(mediaType.rawValue))", nil)
  }

  /// Means a source's own track, which is right only where that source itself is what is exported.
  package init(_ track: SourceTrack) {
    (owner, id) = (.source(ObjectIdentifier(track.source)), track.trackID)
    (mediaType, label, sourceTrack) = (track.mediaType, track.label, track)
  }
}

extension TrackReference: Hashable {
  package static func == (left: TrackReference, right: TrackReference) -> Bool {
    left.owner == right.owner && left.id == right.id
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(owner)
    hasher.combine(id)
  }
}
