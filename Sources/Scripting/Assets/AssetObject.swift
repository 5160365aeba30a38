import Composition
import LuaRuntime
import Media
import Rendering
import Timing

import enum Composition.MediaType

/// A file, a generator, a picture or a nested edit as scripts see it.
final class AssetObject: LuaObject {
  enum Origin {
    case file(FileSource)
    /// Everything that is not a film in a file.
    case made(any TrackedSource)

    var source: any TrackedSource {
      switch self {
      case .file(let file): file
      case .made(let source): source
      }
    }
  }

  static var luaName: String { "Asset" }

  let origin: Origin
  /// The source's tracks in its own order, as both sides describe them.
  private var descriptions: [(media: MediaTrack?, source: SourceTrack?)] {
    // A nested edit changes while sources refer to it.
    if case .made(let source as NestedSource) = origin { return source.tracks.map { (nil, $0) } }
    return settled
  }
  private let settled: [(media: MediaTrack?, source: SourceTrack?)]
  /// Track objects that a script holds; they hold the asset, so it must not hold them.
  private var objects: [WeakReference<AssetTrackObject>]

  init(_ origin: Origin) {
    self.origin = origin
    switch origin {
    case .file(let file):
      settled = file.asset.tracks.map { ($0, file.sourceTrack($0)) }
    case .made(let source):
      settled = source.tracks.map { (nil, $0) }
    }
    objects = Array(repeating: WeakReference(nil), count: settled.count)
  }

  var path: String? { origin.source.path }
  var name: String { origin.source.name }
  var format: String { origin.source.formatName }

  /// The end of the latest track.
  var duration: Time {
    if case .file(let file) = origin { return file.asset.duration }
    return descriptions.compactMap(\.source?.timeRange.end).max() ?? .zero
  }

  var tracks: [AssetTrackObject] { descriptions.indices.map(track) }

  private func track(_ index: Int) -> AssetTrackObject {
    // A nested edit may have got another track since.
    while objects.count <= index { objects.append(WeakReference(nil)) }
    if let known = objects[index].object { return known }
    let object = AssetTrackObject(asset: self, index: index, media: settled[index].media)
    objects[index] = WeakReference(object)
    return object
  }

  /// How an edit sees a track; nil for what is neither picture nor sound.
  func sourceTrack(_ index: Int) -> SourceTrack? { descriptions[index].source }

  /// The first track of a kind; an enabled one where there is one.
  func first(_ type: MediaType) -> AssetTrackObject? {
    let fitting = tracks.filter { $0.source?.mediaType == type }
    return fitting.first { $0.isEnabled } ?? fitting.first
  }

  /// What an edit takes of the whole asset.
  var sourceTracks: [SourceTrack] { descriptions.compactMap(\.source) }

  /// The asset as an edit that shows it unchanged, for whoever only knows edits.
  ///
  /// Always the same edit: what names a track of it must find it again.
  var composition: Composition {
    if case .made(is NestedSource) = origin { wrapping.wrap(sourceTracks) }
    return wrapping
  }

  private lazy var wrapping: Composition = {
    var composition = Composition(wrapping: sourceTracks)
    composition.metadata = metadata
    return composition
  }()

  var metadata: [(key: String, value: String)] {
    guard case .file(let file) = origin else { return [] }
    return file.asset.metadata.map { (key: $0.key, value: $0.value) }
  }

  /// The description of the file; nil for what was made.
  var file: MediaAsset? {
    if case .file(let file) = origin { file.asset } else { nil }
  }

  /// What is odd about the file, in words.
  var warnings: [String] {
    if case .file(let file) = origin { file.asset.warnings } else { [] }
  }

  var chapters: [Chapter] {
    if case .file(let file) = origin { file.asset.chapters } else { [] }
  }

  var luaText: String {
    let parts = tracks.map(\.summary).joined(separator: ", ")
    return "Asset '\(name)' (\(duration.clock); \(parts.isEmpty ? "no tracks" : parts))"
  }
}

/// An object that may be gone.
struct WeakReference<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object?) { self.object = object }
}

/// Tells a function of a script how far a file was read.
private final class ReadingListener {
  private let function: LuaFunction
  /// The error with which the script ended the reading.
  private(set) var failure: (any Error)?

  init(_ function: LuaFunction) { self.function = function }

  func note(_ share: Double) -> Bool {
    do {
      try function.call(share)
      return true
    } catch {
      failure = error
      return false
    }
  }
}

/// The assets that are in use, so that a path means the same object while its file is unchanged.
final class AssetCatalog {
  // Descriptions are shared by path while the file is unchanged; what is built on them follows.
  private var objects = WeakTable<ObjectIdentifier, AssetObject>()
  private var files = WeakTable<ObjectIdentifier, FileSource>()

  /// Shows the reading of files that have no index, and lets Ctrl-C end it.
  var monitor: ReadingMonitor?

  /// Opens a file; `onProgress` is called with the share of it that was read, and with 1 at the end.
  ///
  /// `allowsNetwork` lets an address be fetched.
  func open(
    _ path: String, allowsNetwork: Bool = false, onProgress: LuaFunction? = nil
  ) throws -> AssetObject {
    let file = try source(path, allowsNetwork: allowsNetwork, onProgress: onProgress)
    let key = ObjectIdentifier(file.asset)
    if let known = objects[key] { return known }
    let object = AssetObject(.file(file))
    objects[key] = object
    return object
  }

  /// The source of a file, which an edit keeps alive after its asset object is collected.
  func source(
    _ path: String, allowsNetwork: Bool = false, onProgress: LuaFunction? = nil
  ) throws -> FileSource {
    let asset: MediaAsset
    if let onProgress {
      let listener = ReadingListener(onProgress)
      let result = Result {
        try MediaAsset.open(
          path, allowsNetwork: allowsNetwork, monitor: monitor?.told(to: listener.note))
      }
      if let failure = listener.failure { throw failure }
      asset = try result.get()
      try onProgress.call(1.0)
    } else {
      asset = try MediaAsset.open(path, allowsNetwork: allowsNetwork, monitor: monitor)
    }
    let key = ObjectIdentifier(asset)
    if let known = files[key] { return known }
    let file = FileSource(asset)
    files[key] = file
    return file
  }
}
