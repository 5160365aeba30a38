import Geometry
import Timing

/// A filter on a track's pictures or sound, and when it acts; whether there is such a filter is for
/// the renderer to say.
package struct Filter: Hashable, Sendable {
  package let call: FilterCall
  /// In composition time; nil for all of it.
  package let range: TimeRange?

  /// Fails for a range that is none.
  package init(_ call: FilterCall, during range: TimeRange? = nil) throws(CompositionError) {
    if let range, !range.isNumeric || range.duration <= .zero {
      throw .badRange(range, doing: "filter")
    }
    (self.call, self.range) = (call, range)
  }

  /// Whether it acts at a time.
  package func acts(at time: Time) -> Bool { range.map { $0.contains(time) } ?? true }

  /// Whether it acts at any time of a range.
  package func acts(during other: TimeRange) -> Bool {
    range.map { !$0.intersection(other).isEmpty } ?? true
  }
}

extension [Filter] {
  /// Those that act somewhere in a range, as people read them; nil where none does.
  package func label(during range: TimeRange) -> String? {
    let names = filter { $0.acts(during: range) }.map(\.call.name)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
