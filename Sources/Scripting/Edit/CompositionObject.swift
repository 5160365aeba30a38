import Composition
import Geometry
import LuaRuntime
import Rendering
import Timing

/// A composition as scripts hold it: one that all its tracks and users share.
///
/// The value inside is what consumers get, so an edit made while an export runs does not disturb it.
final class CompositionObject: LuaObject {
  static var luaName: String { "Composition" }

  /// The edit itself, which nested sources follow.
  let live: LiveComposition
  var value: Composition {
    get { live.value }
    _modify { yield &live.value }
  }
  /// Track objects that a script holds; they hold the composition, so it must not hold them.
  private var objects: [Int32: WeakReference<CompositionTrackObject>] = [:]

  init(_ value: Composition = Composition()) { live = LiveComposition(value) }

  /// Fails where a source shows this very edit, which could never be drawn.
  func refuseCycle(through sources: [SourceTrack?]) throws {
    for case let nested as NestedSource in sources.map({ $0?.source }) where nested.leads(to: live)
    {
      throw NestedSource.cycleError
    }
  }

  /// The one object of a track.
  func track(_ id: Int32) -> CompositionTrackObject {
    if let known = objects[id]?.object { return known }
    let object = CompositionTrackObject(composition: self, id: id)
    objects[id] = WeakReference(object)
    return object
  }

  var tracks: [CompositionTrackObject] { value.tracks.map { track($0.id) } }

  func tracks(_ type: MediaType) -> [CompositionTrackObject] {
    value.tracks.filter { $0.mediaType == type }.map { track($0.id) }
  }

  var luaText: String {
    let size = value.naturalSize
    let parts = [value.duration.exactClock] + (size.isEmpty ? [] : ["\(size)"])
    let tracks = value.tracks.map { "\($0.mediaType.rawValue) \($0.id)" }.joined(separator: ", ")
    return "Composition (\(parts.joined(separator: ", ")); "
      + "\(tracks.isEmpty ? "no tracks" : tracks))"
  }
}

/// A track of a composition as scripts hold it; it keeps the composition alive.
final class CompositionTrackObject: LuaObject {
  static var luaName: String { "CompositionTrack" }

  let composition: CompositionObject
  let id: Int32

  init(composition: CompositionObject, id: Int32) {
    (self.composition, self.id) = (composition, id)
  }

  /// The track as it is now.
  func value() throws -> CompositionTrack {
    guard let track = composition.value.track(id) else { throw removed }
    return track
  }

  /// Changes the track in place.
  func edit<Result>(
    _ body: (inout CompositionTrack) throws(CompositionError) -> Result
  ) throws -> Result {
    guard composition.value.track(id) != nil else { throw removed }
    return try composition.value.edit(id, body)
  }

  /// How layers and volumes name the track.
  func reference() throws -> TrackReference {
    guard let reference = composition.value.reference(to: id) else { throw removed }
    return reference
  }

  private var removed: LuaError {
    LuaError(
      code: "track_removed", message: "track \(id) was removed from its composition",
      hint: "use one that is still in composition.tracks, or add one with add_track")
  }

  var luaText: String {
    guard let track = composition.value.track(id) else { return "CompositionTrack \(id) (removed)" }
    let count = track.segments.count
    return "CompositionTrack \(id) (\(track.mediaType.rawValue), \(track.duration.exactClock), "
      + "\(count) segment\(count == 1 ? "" : "s"))"
  }
}

/// A track of a file or generator, or one of a composition.
extension Insertable: LuaDecodable {
  package static var luaType: String { "AssetTrack|CompositionTrack" }

  package static func decode(_ slot: LuaSlot) throws -> Insertable {
    if let track = slot.value(as: AssetTrackObject.self) { return .source(try track.usable()) }
    if let track = slot.value(as: CompositionTrackObject.self) { return .track(try track.value()) }
    if slot.value(as: AssetObject.self) != nil || slot.value(as: CompositionObject.self) != nil {
      throw slot.refusal("a track expected, got a whole \(slot.typeName); use its .video or .audio")
    }
    throw slot.mismatch(luaType)
  }
}

/// What can be exported, inserted whole, or described: an asset or a composition.
enum EditArgument: LuaDecodable, LuaEncodable {
  case asset(AssetObject)
  case composition(CompositionObject)

  static var luaType: String { "Asset|Composition" }

  static func decode(_ slot: LuaSlot) throws -> EditArgument {
    if let asset = slot.value(as: AssetObject.self) { return .asset(asset) }
    if let composition = slot.value(as: CompositionObject.self) {
      return .composition(composition)
    }
    throw slot.mismatch(luaType)
  }

  func push(on stack: LuaStack) {
    switch self {
    case .asset(let asset): asset.push(on: stack)
    case .composition(let composition): composition.push(on: stack)
    }
  }

  /// The edit for sources that follow it; an asset's does not change.
  var live: LiveComposition {
    switch self {
    case .asset(let asset): LiveComposition(asset.composition)
    case .composition(let composition): composition.live
    }
  }

  /// The edit itself; an asset is wrapped in one.
  var composition: Composition {
    switch self {
    case .asset(let asset): asset.composition
    case .composition(let composition): composition.value
    }
  }
}

/// A track that a layer or a volume can be for.
enum TrackArgument: LuaDecodable, LuaEncodable {
  case asset(AssetTrackObject)
  case composition(CompositionTrackObject)

  static var luaType: String { "CompositionTrack|AssetTrack" }

  static func decode(_ slot: LuaSlot) throws -> TrackArgument {
    if let track = slot.value(as: CompositionTrackObject.self) { return .composition(track) }
    if let track = slot.value(as: AssetTrackObject.self) { return .asset(track) }
    throw slot.mismatch(luaType)
  }

  func push(on stack: LuaStack) {
    switch self {
    case .asset(let track): stack.push(track)
    case .composition(let track): stack.push(track)
    }
  }

  func reference() throws -> TrackReference {
    switch self {
    case .asset(let track): TrackReference(try track.usable())
    case .composition(let track): try track.reference()
    }
  }

  var id: Int32 {
    switch self {
    case .asset(let track): track.id
    case .composition(let track): track.id
    }
  }
}
