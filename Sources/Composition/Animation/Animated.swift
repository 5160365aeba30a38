import Geometry
import Timing

/// A property as a function of composition time: fixed values and ramps, in order of time.
///
/// The reference's rules: before the first entry the default; a fixed value holds until the next
/// entry; a ramp runs over its range and holds its last value after it. No entry may start within
/// (or at the start of) a ramp, but where a ramp ends the next may begin.
package struct Animated<Value: Animatable>: Hashable, Sendable {
  /// One fixed value or ramp.
  package struct Entry: Hashable, Sendable {
    /// Empty for a fixed value.
    package let range: TimeRange
    package let from: Value
    package let to: Value
    package let easing: Easing

    package var isRamp: Bool { !range.isEmpty }
  }

  /// A ramp as the getters report it; a fixed value lasts until the next entry.
  package struct Ramp: Hashable, Sendable {
    package let from: Value
    package let to: Value
    package let range: TimeRange
    package let easing: Easing
  }

  package let property: AnimatedProperty
  package let defaultValue: Value
  /// Sorted by start.
  package private(set) var entries: [Entry] = []

  package init(_ property: AnimatedProperty, default value: Value) {
    (self.property, defaultValue) = (property, value)
  }

  /// Fixes the value from a time until the next entry; replaces a fixed value at the same time.
  package mutating func set(_ value: Value, at time: Time) throws(CompositionError) {
    guard time.isNumeric else { throw .badTime(time, doing: "set \(property.label)") }
    try check(value)
    let range = TimeRange(start: time, duration: .zero)
    let entry = Entry(range: range, from: value, to: value, easing: .linear)
    let next = firstIndex(after: time)
    if next > 0 {
      let previous = entries[next - 1]
      if previous.range.contains(time) {
        throw .overlap(property, new: range, existing: previous.range)
      }
      if !previous.isRamp, previous.range.start == time {
        entries[next - 1] = entry
        return
      }
    }
    entries.insert(entry, at: next)
  }

  /// The same property with nothing but one value from a time on, which must be a proper one.
  func holding(_ value: Value, from time: Time) -> Animated {
    var result = Animated(property, default: defaultValue)
    let range = TimeRange(start: time, duration: .zero)
    result.entries = [Entry(range: range, from: value, to: value, easing: .linear)]
    return result
  }

  /// Lets the value run from one to another over a range and stay there.
  ///
  /// An empty range fixes the last value at its start.
  package mutating func setRamp(
    _ from: Value, _ to: Value, _ range: TimeRange, easing: Easing = .linear
  ) throws(CompositionError) {
    guard range.isNumeric else {
      throw .badRange(range, doing: "set a ramp of \(property.label)")
    }
    try check(from)
    guard !range.isEmpty else { return try set(to, at: range.start) }
    try check(to)
    guard easing.isUsable else { throw .badValue(property, "the numbers of this easing") }
    let next = firstIndex(after: range.start)
    if next > 0 {
      let previous = entries[next - 1].range
      if previous.contains(range.start) || (previous.isEmpty && previous.start == range.start) {
        throw .overlap(property, new: range, existing: previous)
      }
    }
    if next < entries.count, entries[next].range.start < range.end {
      throw .overlap(property, new: range, existing: entries[next].range)
    }
    entries.insert(Entry(range: range, from: from, to: to, easing: easing), at: next)
  }

  /// The value that a renderer uses.
  package func value(at time: Time) -> Value { value(at: time) { $0 } }

  /// The value at a time, each end of a ramp replaced by `ends` first.
  func value(at time: Time, ends: (Value) -> Value) -> Value {
    let next = firstIndex(after: time)
    guard next > 0 else { return defaultValue }
    let entry = entries[next - 1]
    guard entry.range.contains(time) else { return entry.to }
    let progress = (time - entry.range.start).seconds / entry.range.duration.seconds
    return Value.interpolate(ends(entry.from), ends(entry.to), entry.easing(progress))
      .limited(as: property)
  }

  /// The ramp in which a time lies, else the first that starts after it; nil after the last.
  ///
  /// Tells what was set, not the held or default value.
  package func ramp(at time: Time) -> Ramp? {
    let next = firstIndex(after: time)
    if next > 0, let ramp = ramp(next - 1), ramp.range.contains(time) { return ramp }
    return ramp(next)
  }

  /// All entries as ramps.
  package var ramps: [Ramp] { entries.indices.compactMap(ramp) }

  /// The one value it has all through a range; nil where it changes or may change.
  package func constant(over range: TimeRange) -> Value? {
    let first = firstIndex(after: range.start)
    let value = value(at: range.start)
    for entry in entries[max(0, first - 1)...] {
      if entry.range.start >= range.end { break }
      let isPast = entry.range.end <= range.start
      if !isPast, entry.from != value || entry.to != value { return nil }
    }
    return value
  }

  /// Whether any ramp leads from one value to another.
  package var hasChangingRamp: Bool { entries.contains { $0.isRamp && $0.from != $0.to } }

  private func ramp(_ index: Int) -> Ramp? {
    guard index < entries.count else { return nil }
    let entry = entries[index]
    let end =
      index + 1 < entries.count ? entries[index + 1].range.start : Time.positiveInfinity
    return Ramp(
      from: entry.from, to: entry.to,
      range: entry.isRamp ? entry.range : TimeRange(from: entry.range.start, to: end),
      easing: entry.easing)
  }

  private func check(_ value: Value) throws(CompositionError) {
    guard value.isAllowed(as: property) else { throw .badValue(property, "\(value)") }
  }

  /// The index of the first entry that starts after a time.
  ///
  /// Logarithmic.
  private func firstIndex(after time: Time) -> Int {
    entries.partitioningIndex { $0.range.start > time }
  }
}

extension Animated<Rect> {
  /// The crop within a picture: an infinite end of a ramp stands for the whole picture.
  package func value(at time: Time, within full: Rect) -> Rect {
    let crop = value(at: time) { $0.isInfinite ? full : $0 }
    return crop.isInfinite ? full : crop
  }
}
