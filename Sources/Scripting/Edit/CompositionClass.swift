import Composition
import Geometry
import LuaRuntime
import Rendering
import Timing

func makeCompositionClass() -> LuaClass {
  LuaClass.object(CompositionObject.self, "An edit: tracks of segments that point into sources.") {
    type in
    type.property("tracks", "Its tracks, in the order they were added.") { $0.tracks }
    type.property("duration", "The end of its longest track.") { $0.value.duration }
    type.property("video", "Its first track of pictures; nil without.") { $0.tracks(.video).first }
    type.property("audio", "Its first track of sound; nil without.") { $0.tracks(.audio).first }
    type.method("tracks_of(media_type)", "Its tracks of one kind, such as \"audio\".") {
      (composition: CompositionObject, type: MediaType) in composition.tracks(type)
    }
    type.property("format", "Always composition; of a file it is that of the container.") {
      (_: CompositionObject) in "composition"
    }
    type.property(
      "natural_size", "Its picture's size: that of its first picture unless set.",
      get: { $0.value.naturalSize }, set: { $0.value.naturalSize = $1 })
    type.property(
      "metadata", "The title and other words to be written into the file, by key.",
      get: { Dictionary($0.value.metadata.map { ($0.key, $0.value) }) { first, _ in first } },
      set: { (composition: CompositionObject, words: [String: String]) in
        composition.value.metadata = sortedPairs(words)
      })
    addTracks(to: type)
    addEdits(to: type)
    type.method("copy()", "An edit of its own with the same tracks.") {
      (composition: CompositionObject) in CompositionObject(composition.value.copy())
    }
    type.method(
      "save(path, options)", "Writes it as a JSON file that vs.load reads; files keep their places."
    ) { (composition: CompositionObject, path: PathArgument, options: SaveProjectOptions) in
      let project = Project(
        composition.value, videoComposition: options.videoComposition, audioMix: options.audioMix)
      try project.save(to: path.path, overwrite: options.overwrite)
    }
    type.method(
      "describe()", "Its timeline, drawn in text, with speeds and what is set on tracks."
    ) { (composition: CompositionObject) in TimelineText.drawing(of: composition.value) }
  }
}

/// Adding, removing and finding tracks.
private func addTracks(to type: LuaClassBuilder<CompositionObject>) {
  type.method("add_track(media_type, id)", "Adds an empty track, of that id if it is free.") {
    (composition: CompositionObject, type: MediaType, id: Int32?) in
    composition.track(composition.value.addTrack(type, preferredID: id ?? 0))
  }
  type.method("remove_track(track)", "Removes a track.") {
    (composition: CompositionObject, track: CompositionTrackObject) throws -> Void in
    guard track.composition === composition else {
      throw refusal(
        "track \(track.id) belongs to another composition",
        hint: "remove it from the composition that it was added to")
    }
    _ = try track.value()
    try composition.value.removeTrack(track.id)
  }
  type.method("track(id)", "The track of that id; nil without.") {
    (composition: CompositionObject, id: Int32) in
    composition.value.track(id).map { composition.track($0.id) }
  }
  type.method(
    "track_compatible_with(source)", "A track that any part of a source track can go on; or nil."
  ) { (composition: CompositionObject, source: AssetTrackObject) in
    composition.value.compatibleTrack(for: try source.usable()).map { composition.track($0.id) }
  }
}

/// Edits of all tracks at once.
private func addEdits(to type: LuaClassBuilder<CompositionObject>) {
  type.method(
    "insert_time_range(range, asset, at)",
    "Inserts a range of all tracks of an asset and moves what is later; at the end without at."
  ) { (composition: CompositionObject, range: TimeRange, asset: EditArgument, at: Time?) in
    let at = at ?? .invalid
    try composition.refuseCycle(
      through: asset.composition.tracks.flatMap(\.segments).map(\.source))
    switch asset {
    case .asset(let asset):
      try composition.value.insert(range, of: asset.sourceTracks, at: at)
    case .composition(let other):
      let inserted = other.value
      try composition.value.insert(range, of: inserted, at: at)
    }
  }
  type.method("insert_empty_time_range(range)", "Inserts a gap into every track.") {
    (composition: CompositionObject, range: TimeRange) in
    try composition.value.insertEmpty(range)
  }
  type.method("remove_time_range(range)", "Takes a range out of every track.") {
    (composition: CompositionObject, range: TimeRange) in try composition.value.remove(range)
  }
  type.method(
    "scale_time_range(range, duration)", "Makes a range of every track last longer or less."
  ) {
    (composition: CompositionObject, range: TimeRange, duration: Time) in
    try composition.value.scale(range, to: duration)
  }
  type.method(
    "reverse_time_range(range)", "Lets a range of every track run backward."
  ) { (composition: CompositionObject, range: TimeRange) in
    try composition.value.reverse(range)
  }
  type.method(
    "freeze(at, duration)", "Holds the picture at a time, in silence; what is later moves."
  ) { (composition: CompositionObject, at: Time, duration: Time) in
    try composition.value.freeze(at: at, for: duration)
  }
  type.method(
    "remap_time_range(range, curve)",
    "Changes the speed of every track along { { place 0 to 1, speed }, … }, or an easing that "
      + "keeps the length."
  ) { (composition: CompositionObject, range: TimeRange, curve: SpeedCurveArgument) in
    try composition.value.remap(range, along: curve.curve)
  }
}

private struct CompositionOptions: LuaOptions {
  var size: Size?

  static var options: [LuaOption<Self>] {
    [
      .optional("natural_size", "The picture's size; by default that of the first picture.") {
        $0.size = $1
      }
    ]
  }
}

/// `vs.composition`.
func addCompositionFunctions(to module: LuaModuleBuilder) {
  module.function("composition(options)", "A new, empty edit.") { (options: CompositionOptions) in
    var composition = Composition()
    if let size = options.size { composition.naturalSize = size }
    return CompositionObject(composition)
  }
}

/// Pairs in a fixed order, so that files made of them are equal.
func sortedPairs(_ words: [String: String]) -> [(key: String, value: String)] {
  words.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
}
