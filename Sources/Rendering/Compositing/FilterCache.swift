import Composition
import Geometry
import Imaging
import Media
import Timing

/// The filters of a renderer's layers, and what they made of the frames of the last picture: stills
/// and held frames are filtered once.
///
/// Owned by one thread.
final class FilterCache {
  private let threads: Int
  private var filters: [(call: FilterCall, filter: PictureFilter)] = []
  private let results = FrameCache<[FilterCall], VideoFrame>()

  /// Filters that are kept set up; where their options change with every frame they soon are many.
  private static let capacity = 16

  init(threads: Int) { self.threads = threads }

  /// What the filters that act at a time make of a frame, in their order.
  func frame(
    _ frame: VideoFrame, through filters: [Filter], at time: Time, pool: FramePool
  ) throws -> VideoFrame {
    let calls = filters.filter { $0.acts(at: time) }.map(\.call)
    guard !calls.isEmpty else { return frame }
    if let known = results[frame, calls] { return known }
    var result = frame
    for call in calls { result = try filter(call).apply(to: result, pool: pool) }
    results[frame, calls] = result
    return result
  }

  private func filter(_ call: FilterCall) -> PictureFilter {
    if let index = filters.lastIndex(where: { $0.call == call }) {
      let known = filters.remove(at: index)
      filters.append(known)
      return known.filter
    }
    if filters.count >= Self.capacity { filters.removeFirst() }
    let filter = PictureFilter(call, threads: threads)
    filters.append((call, filter))
    return filter
  }

  /// Lets go the pictures that were not asked for since the last call.
  func dropUnused() { results.dropUnused() }
}
