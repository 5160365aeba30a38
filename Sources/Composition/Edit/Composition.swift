import Geometry
import Timing

/// An edit: tracks of segments that point into sources.
///
/// A value; it holds no file and renders nothing.
package struct Composition: Sendable {
  /// The same in every copy of the value; `copy()` gives another.
  package let id: CompositionID
  /// The compositions that this one was copied from, whose references it understands.
  private let origins: Set<CompositionID>
  /// The source whose own track ids this composition carries; see `init(wrapping:)`.
  private let wrapped: (any MediaSource)?

  package internal(set) var tracks: [CompositionTrack] = []
  /// Ids that were ever given: none is given twice, not even after its track is removed.
  private(set) var usedIDs: Set<Int32> = []
  /// Keys and values to be written to the output.
  package var metadata: [(key: String, value: String)] = []
  /// The size set by the user; nil for the size of the first video track.
  package var chosenSize: Size?

  /// Makes an empty composition.
  package init() {
    (id, origins, wrapped) = (CompositionID(), [], nil)
  }

  /// Makes the composition that shows a source as it is: one track for each of its tracks, under
  /// the same ids and at the same times.
  ///
  /// References to the source's own tracks are understood. Tracks that have no length stay empty.
  /// The reference's rule: the first enabled picture is shown and all enabled sounds are heard; of
  /// those that the source calls alternatives, such as languages, the first. Where the source has
  /// switched off all of a kind, the first is played.
  package init(wrapping sources: [SourceTrack]) {
    (id, origins, wrapped) = (CompositionID(), [], sources.first?.source)
    wrap(sources)
  }

  /// Makes the tracks of what it wraps anew: a source that is an edit itself may have changed.
  package mutating func wrap(_ sources: [SourceTrack]) {
    (tracks, usedIDs) = ([], [])
    let played = Self.played(sources, .video).prefix(1) + Self.played(sources, .audio)
    for source in sources {
      var track = CompositionTrack(
        id: addTrack(source.mediaType, preferredID: source.trackID), mediaType: source.mediaType)
      track.preferredTransform = source.preferredTransform
      track.isEnabled = played.contains(source)
      if source.timeRange.isNumeric, !source.timeRange.isEmpty {
        let start = max(.zero, source.timeRange.start)
        track.splice(Insertable.source(source).pieces(source.timeRange), at: start)
      }
      tracks[tracks.count - 1] = track
    }
  }

  /// The tracks of a kind that play together.
  private static func played(_ sources: [SourceTrack], _ type: MediaType) -> [SourceTrack] {
    let fitting = sources.filter { $0.mediaType == type }
    var groups: Set<Int> = []
    let chosen = fitting.filter {
      $0.isEnabled && ($0.alternateGroup == 0 || groups.insert($0.alternateGroup).inserted)
    }
    return chosen.isEmpty ? Array(fitting.prefix(1)) : chosen
  }

  /// Whether it shows a source as it is.
  package var isWrapped: Bool { wrapped != nil }

  /// Where a source that is shown as it is has its first picture or sound; 0 for any other edit.
  ///
  /// Transport streams begin at some time of day, and nothing is missing before it.
  package var naturalStart: Time {
    guard wrapped != nil else { return .zero }
    return tracks.filter(\.isEnabled)
      .compactMap { $0.segments.first { $0.source != nil }?.target.start }.min() ?? .zero
  }

  /// Where a source that is shown as it is has its last picture or sound; the duration of any other
  /// edit.
  package var naturalEnd: Time {
    guard wrapped != nil else { return duration }
    return tracks.filter(\.isEnabled).map(\.duration).max() ?? duration
  }

  private init(copying other: Composition) {
    (id, wrapped) = (CompositionID(), other.wrapped)
    origins = other.origins.union([other.id])
    (tracks, usedIDs) = (other.tracks, other.usedIDs)
    (metadata, chosenSize) = (other.metadata, other.chosenSize)
  }

  /// An edit of its own with the same tracks and ids.
  ///
  /// Layer instructions and mix parameters made for the original fit the copy too.
  package func copy() -> Composition { Composition(copying: self) }

  /// The end of the longest track.
  package var duration: Time { tracks.reduce(.zero) { max($0, $1.duration) } }

  /// The size set, else that of the first video track's first picture, not turned.
  ///
  /// Setting an empty size is automatic again.
  package var naturalSize: Size {
    get { chosenSize ?? tracks.first { $0.mediaType == .video }?.naturalSize ?? .zero }
    set { chosenSize = newValue.isEmpty ? nil : newValue }
  }
}

extension Composition {
  /// Adds an empty track and returns its id.
  ///
  /// The preferred id is taken if it is positive and was never used here.
  @discardableResult
  package mutating func addTrack(_ type: MediaType, preferredID: Int32 = 0) -> Int32 {
    var id = preferredID
    if id <= 0 || usedIDs.contains(id) {
      id = Int32(truncatingIfNeeded: usedIDs.count + 1)
      while usedIDs.contains(id) { id += 1 }
    }
    usedIDs.insert(id)
    tracks.append(CompositionTrack(id: id, mediaType: type))
    return id
  }

  package mutating func removeTrack(_ id: Int32) throws(CompositionError) {
    tracks.remove(at: try index(of: id))
  }

  package func track(_ id: Int32) -> CompositionTrack? { tracks.first { $0.id == id } }

  /// Edits a track in place, so that nothing is copied.
  package mutating func edit<Result>(
    _ id: Int32, _ body: (inout CompositionTrack) throws(CompositionError) -> Result
  ) throws(CompositionError) -> Result {
    try body(&tracks[try index(of: id)])
  }

  private func index(of id: Int32) throws(CompositionError) -> Int {
    guard let index = tracks.firstIndex(where: { $0.id == id }) else {
      throw .noTrack(id, existing: tracks.map(\.id))
    }
    return index
  }

  /// The first track into which any part of a source track can be inserted: the same kind of
  /// media in the same format, or an empty track.
  package func compatibleTrack(for source: SourceTrack) -> CompositionTrack? {
    compatibleIndex(for: .source(source), except: []).map { tracks[$0] }
  }

  func compatibleIndex(for media: Insertable, except taken: Set<Int>) -> Int? {
    tracks.indices.first { index in
      let track = tracks[index]
      return !taken.contains(index) && track.mediaType == media.mediaType
        && (track.formats.isEmpty || media.formats.isSubset(of: track.formats))
    }
  }
}

extension Composition {
  /// How layer instructions and mix parameters name one of its tracks.
  package func reference(to id: Int32) -> TrackReference? {
    track(id).map { TrackReference(composition: self.id, id: id, mediaType: $0.mediaType) }
  }

  /// The track that a reference means here; nil for a track that is gone or another owner's.
  package func track(for reference: TrackReference) -> CompositionTrack? {
    owns(reference) ? track(reference.id) : nil
  }

  /// Whether a reference was made for this edit, for one that it was copied from, or for the
  /// source that it wraps.
  package func owns(_ reference: TrackReference) -> Bool {
    switch reference.owner {
    case .composition(let owner): owner == id || origins.contains(owner)
    case .source(let owner): wrapped.map { ObjectIdentifier($0) == owner } ?? false
    }
  }

  /// The tracks that show a source's track, for telling which one was meant.
  package func tracks(showing reference: TrackReference) -> [CompositionTrack] {
    guard let source = reference.sourceTrack else { return [] }
    return tracks.filter { $0.segments.contains { $0.source == source } }
  }
}
