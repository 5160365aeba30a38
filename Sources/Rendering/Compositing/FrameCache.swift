import Imaging

/// What was made of pictures that stay the same from frame to frame: stills, and held frames.
///
/// What one rendered frame did not ask for is let go with it. Owned by one thread.
final class FrameCache<Use: Equatable, Value> {
  private struct Entry {
    /// Held, so that no other picture can come to lie at its place while it is known by it.
    let frame: VideoFrame
    let use: Use
    var value: Value
    var isUsed = true
  }

  private var entries: [Entry] = []

  /// What was made of a picture for a use; asking for it keeps it.
  subscript(frame: VideoFrame, use: Use) -> Value? {
    get {
      guard let index = index(of: frame, use) else { return nil }
      entries[index].isUsed = true
      return entries[index].value
    }
    set {
      if let index = index(of: frame, use) { entries.remove(at: index) }
      if let newValue { entries.append(Entry(frame: frame, use: use, value: newValue)) }
    }
  }

  private func index(of frame: VideoFrame, _ use: Use) -> Int? {
    entries.firstIndex { $0.frame === frame && $0.use == use }
  }

  /// Lets go what was not asked for since the last call.
  func dropUnused() {
    entries.removeAll { !$0.isUsed }
    for index in entries.indices { entries[index].isUsed = false }
  }
}
