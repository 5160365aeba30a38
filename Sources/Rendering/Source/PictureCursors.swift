import Imaging
import Media
import Timing

/// The open decoders of one consumer, bounded in number, that give the frames of any source.
///
/// A source keeps its decoder while it is read onward. Two places of one file that are far apart get
/// a decoder each, as long as there is room; the least recently used one makes way. Owned by one
/// thread.
final class PictureCursors {
  private struct Cursor {
    let key: PictureSource.Key
    let reader: VideoReader
    let weaver: FieldWeaver
    let path: String
    var lastUse: Int
  }

  private let resources: RenderResources
  /// How many decoders may be open at once.
  private var limit: Int
  /// Whether interlaced pictures are made whole.
  private let deinterlaces: Bool
  private let pool = FramePool()
  private let calls: CompositorCalls
  private var cursors: [Cursor] = []
  /// Files that are being opened because they are shown soon.
  private var preparations: [PreparedReader] = []
  private var nested: [PictureSource.Key: FrameRenderer] = [:]
  /// How many of a nested renderer's issues are among ours.
  private var nestedIssues: [ObjectIdentifier: Int] = [:]
  private var clock = 0
  private(set) var issues: [SourceIssue] = []
  private(set) var counters = ReaderCounters()

  /// - Parameters:
  ///   - count: how many decoders may be open at once.
  ///   - calls: how the compositors of nested edits are reached.
  init(
    _ resources: RenderResources, count: Int = 6, deinterlaces: Bool = true,
    calls: CompositorCalls = CompositorCalls()
  ) {
    (self.resources, limit) = (resources, count)
    (self.deinterlaces, self.calls) = (deinterlaces, calls)
  }

  /// Frame `index` of a source, exactly; decodes as little as it can.
  func frame(_ index: Int, of source: PictureSource) throws -> VideoFrame {
    switch source.kind {
    case .generator(let generator): return generator.frame(index)
    case .indexed(let pictures): return try pictures.frame(index)
    case .nested(let nested):
      let renderer = renderer(for: source.key, nested)
      defer { collectIssues(of: renderer) }
      return try renderer.frame(at: nested.schedule.time(of: index))
    case .file(let file, let track):
      guard let clock = resources.clock else {
        return try frame(index, of: track, in: file, source.key)
      }
      return try clock.measure(source: file.asset.path) {
        try frame(index, of: track, in: file, source.key)
      }
    }
  }

  private func frame(
    _ index: Int, of track: MediaTrack, in file: FileSource, _ key: PictureSource.Key
  ) throws -> VideoFrame {
    let place = try cursor(for: key, file: file, track: track, index: index)
    let cursor = cursors[place]
    let frame =
      deinterlaces ? try cursor.weaver.frame(index) : try cursor.reader.frame(index)
    collectIssues(of: place)
    return frame
  }

  /// From now on no second decoder is opened for a file, and no more than there are.
  func holdDown() { limit = max(1, min(limit, cursors.count)) }

  /// Closes the decoders of all sources but these: what follows no longer needs them.
  func keepOnly(_ isNeeded: (PictureSource.Key) -> Bool) {
    for place in cursors.indices.reversed() where !isNeeded(cursors[place].key) { close(place) }
    for key in nested.keys where !isNeeded(key) { closeNested(key) }
    for unneeded in preparations where !isNeeded(unneeded.key) { drop(unneeded) }
    preparations.removeAll { !isNeeded($0.key) }
  }

  func closeAll() {
    for place in cursors.indices.reversed() { close(place) }
    for key in nested.keys { closeNested(key) }
    for unneeded in preparations { drop(unneeded) }
    preparations = []
  }

  /// Begins to open a file and to decode a frame of it, on another thread, if there is room for it.
  func prepare(
    _ index: Int, of track: MediaTrack, in file: FileSource, _ key: PictureSource.Key
  ) {
    guard cursors.count + preparations.count < limit,
      !cursors.contains(where: { $0.key == key }),
      !preparations.contains(where: { $0.key == key })
    else { return }
    preparations.append(
      PreparedReader(key, path: file.asset.path) {
        [threads = resources.threads, shouldStop = resources.shouldStop] in
        let reader = try VideoReader(track, of: file.asset, threads: threads)
        reader.shouldStop = shouldStop
        // What goes wrong here goes wrong again when the frame is asked for.
        _ = try? reader.frame(index)
        return reader
      })
  }

  /// A reader that was opened in advance; nil where there is none.
  private func takePrepared(_ key: PictureSource.Key) throws -> VideoReader? {
    guard let place = preparations.firstIndex(where: { $0.key == key }) else { return nil }
    let prepared = preparations.remove(at: place)
    resources.clock?.add(decoding: prepared.path, prepared.time)
    return try prepared.take()
  }

  private func drop(_ prepared: PreparedReader) {
    guard let reader = try? prepared.take() else { return }
    counters += reader.counters
    reader.close()
  }

  /// What draws a nested edit; it keeps its decoders while it is in use.
  private func renderer(
    for key: PictureSource.Key, _ pictures: NestedPictures
  ) -> FrameRenderer {
    if let known = nested[key] { return known }
    var resources = resources
    // Its times are its own.
    resources.willNeed = nil
    let renderer = FrameRenderer(pictures.plan, resources, calls: calls)
    nested[key] = renderer
    return renderer
  }

  private func closeNested(_ key: PictureSource.Key) {
    guard let renderer = nested.removeValue(forKey: key) else { return }
    renderer.close()
    collectIssues(of: renderer)
    // Another renderer may get the same identity.
    nestedIssues[ObjectIdentifier(renderer)] = nil
    counters += renderer.counters
  }

  private func collectIssues(of renderer: FrameRenderer) {
    let id = ObjectIdentifier(renderer)
    let all = renderer.issues
    issues += all[(nestedIssues[id] ?? 0)...]
    nestedIssues[id] = all.count
  }

  private func cursor(
    for key: PictureSource.Key, file: FileSource, track: MediaTrack, index: Int
  ) throws -> Int {
    clock += 1
    let candidates = cursors.indices.filter { cursors[$0].key == key }
    let nearest = candidates.min {
      cursors[$0].reader.costToReach(index) < cursors[$1].reader.costToReach(index)
    }
    if let nearest {
      // A second decoder pays when the first would have to jump and is likely to be asked again for
      // what it holds now.
      let reader = cursors[nearest].reader
      let isFar = reader.costToReach(index) > 60 && !reader.isFollowedBackward(by: index)
      if !isFar || candidates.count > 1 || cursors.count >= limit {
        cursors[nearest].lastUse = clock
        return nearest
      }
    }
    if cursors.count >= limit,
      let oldest = cursors.indices.min(by: { cursors[$0].lastUse < cursors[$1].lastUse })
    {
      close(oldest)
    }
    let reader =
      try takePrepared(key)
      ?? VideoReader(track, of: file.asset, threads: resources.threads)
    reader.shouldStop = resources.shouldStop
    cursors.append(
      Cursor(
        key: key, reader: reader, weaver: FieldWeaver(reader, pool: pool), path: file.asset.path,
        lastUse: clock))
    return cursors.count - 1
  }

  private func close(_ place: Int) {
    collectIssues(of: place)
    let reader = cursors.remove(at: place).reader
    counters += reader.counters
    reader.close()
  }

  private func collectIssues(of place: Int) {
    for issue in cursors[place].reader.issues {
      issues.append(SourceIssue(path: cursors[place].path, issue: issue))
    }
  }
}
