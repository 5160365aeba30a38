import Imaging
import Media

/// Gives the frames of one reader as whole pictures: interlaced ones are deinterlaced.
///
/// A picture is the same however it is come by: it follows from its frame and the two beside it.
/// Those are kept, so that going forward decodes every frame once. Owned by one thread.
final class FieldWeaver {
  private let reader: VideoReader
  private let count: Int
  /// Whether the file says that its pictures are made of fields.
  private let isDeclared: Bool
  private let pool: FramePool
  private var near: [(index: Int, frame: VideoFrame)] = []
  private var last: (index: Int, frame: VideoFrame)?

  init(_ reader: VideoReader, pool: FramePool) {
    self.reader = reader
    self.pool = pool
    count = reader.track.video?.frames.count ?? 0
    isDeclared = reader.track.video?.fieldOrder.isInterlaced ?? false
  }

  /// A frame as it is, or made whole; asking twice gives the same object.
  func frame(_ index: Int) throws -> VideoFrame {
    if let last, last.index == index { return last.frame }
    // In the order of decoding, where it is likely that all three are needed.
    if isDeclared { _ = try neighbour(index - 1) }
    let frame = try stored(index)
    guard frame.fields.isInterlaced, frame.format.isPlanar else { return frame }
    let previous = try neighbour(index - 1, like: frame)
    let next = try neighbour(index + 1, like: frame)
    let whole = deinterlace(frame, previous: previous, next: next, pool: pool)
    last = (index, whole)
    return whole
  }

  /// A frame beside; nil beyond the ends, and where it cannot be had.
  private func neighbour(_ index: Int) throws -> VideoFrame? {
    index >= 0 && index < count ? try stored(index) : nil
  }

  /// A frame beside of the same kind: a stream may go on with pictures of another size.
  private func neighbour(_ index: Int, like frame: VideoFrame) throws -> VideoFrame? {
    guard let beside = try neighbour(index), beside.format == frame.format,
      (beside.width, beside.height) == (frame.width, frame.height)
    else { return nil }
    return beside
  }

  private func stored(_ index: Int) throws -> VideoFrame {
    if let known = near.first(where: { $0.index == index }) { return known.frame }
    let frame = try reader.frame(index)
    near.append((index, frame))
    if near.count > 3 { near.removeFirst() }
    return frame
  }
}
