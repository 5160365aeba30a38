import Composition
import Geometry
import Timing

extension Animated where Value: CustomStringConvertible {
  /// A line for each entry that says something about a range, indented as details are.
  ///
  /// That is what starts within it, and what is in force when it begins.
  func lines(during range: TimeRange = .all) -> [String] {
    entries.indices.filter { index in
      let isOver = index + 1 < entries.count && entries[index + 1].range.start <= range.start
      return entries[index].range.start < range.end && !isOver
    }.map { "  \(property.rawValue) " + entries[$0].luaText }
  }
}

extension Animated.Entry where Value: CustomStringConvertible {
  /// `0.5 from 0:01`, or `0 to 1 over 0:01–0:02, ease_in`.
  fileprivate var luaText: String {
    guard isRamp else { return "\(text(to)) from \(range.start.exactClock)" }
    let curve = easing == .linear ? "" : ", \(easing.luaText)"
    return "\(text(from)) to \(text(to)) over \(range)\(curve)"
  }

  private func text(_ value: Value) -> String {
    (value as? Double).map(plain) ?? "\(value)"
  }
}

extension [Filter] {
  /// A line for each filter that acts somewhere in a range, indented as details are.
  func lines(during range: TimeRange = .all) -> [String] {
    filter { $0.acts(during: range) }.map {
      "  filter \($0.call)" + ($0.range.map { " over \($0)" } ?? "")
    }
  }
}

extension [String] {
  /// Lines of something that belongs to something else.
  var indented: [String] { map { "  " + $0 } }
}
