import Geometry
import Media

/// The converters in use, so that a graph is built once per kind of clip and not once per frame.
struct ConverterCache {
  private struct Key: Hashable {
    let source: FrameConverter.Shape
    let target: FrameConverter.Shape
    let window: Rect?
  }

  /// More kinds than this at once are rare, and a graph is built again within milliseconds.
  private static let capacity = 8
  private var entries: [(key: Key, converter: FrameConverter)] = []

  /// The converter for a pair of shapes; the most recently used ones are kept.
  mutating func converter(
    from source: FrameConverter.Shape, to target: FrameConverter.Shape, window: Rect?
  ) throws -> FrameConverter {
    let key = Key(source: source, target: target, window: window)
    if let index = entries.lastIndex(where: { $0.key == key }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.converter
    }
    let converter = try FrameConverter(from: source, to: target, window: window)
    if entries.count >= Self.capacity { entries.removeFirst() }
    entries.append((key, converter))
    return converter
  }
}
