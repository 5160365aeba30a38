import Composition
import Geometry
import LuaRuntime
import Timing

func makeCompositionTrackClass() -> LuaClass {
  LuaClass.object(
    CompositionTrackObject.self, "A track of an edit: segments without a hole from 0 on."
  ) { type in
    addTrackProperties(to: type)
    addTrackInsertions(to: type)
    addTrackEdits(to: type)
  }
}

private func addTrackProperties(to type: LuaClassBuilder<CompositionTrackObject>) {
  type.property("composition", "The edit that it belongs to.") { $0.composition }
  type.property("id", "Its number, unique in its edit.") { $0.id }
  type.property("media_type", "What it carries, video or audio.") { try $0.value().mediaType }
  type.property("duration", "Where it ends.") { try $0.value().duration }
  type.property("time_range", "From its first media to its end.") { try $0.value().timeRange }
  type.property("natural_size", "The size of its first picture, not turned.") {
    try $0.value().naturalSize
  }
  type.property(
    "segments", "Its segments in order; a list of them may be assigned.",
    get: { try $0.value().segments },
    set: { (track: CompositionTrackObject, segments: [Segment]) in
      try track.composition.refuseCycle(through: segments.map(\.source))
      try track.edit { (value) throws(CompositionError) in try value.setSegments(segments) }
    })
  type.property(
    "preferred_transform", "What turns its picture upright where no instructions are given.",
    get: { try $0.value().preferredTransform },
    set: { (track: CompositionTrackObject, transform: Transform) in
      try track.edit { $0.preferredTransform = transform }
    })
  type.property(
    "preferred_volume", "Its volume before any audio mix, 1 is as recorded.",
    get: { NumberResult(try $0.value().preferredVolume) },
    set: { (track: CompositionTrackObject, volume: Double) in
      guard volume >= 0, volume.isFinite else {
        throw refusal("a volume is 0 or more, not \(volume)")
      }
      try track.edit { $0.preferredVolume = volume }
    })
  type.property(
    "enabled", "Whether it is shown or heard.", get: { try $0.value().isEnabled },
    set: { (track: CompositionTrackObject, isEnabled: Bool) in
      try track.edit { $0.isEnabled = isEnabled }
    })
  type.property(
    "natural_time_scale", "The scale of its times; 0 sets it back to that of its first media.",
    get: { try $0.value().naturalTimeScale },
    set: { (track: CompositionTrackObject, scale: Int64) in
      try track.edit { $0.naturalTimeScale = scale }
    })
  type.property(
    "language", "Its language tag, such as \"en\"; nil where not said.",
    get: { try $0.value().language },
    set: { (track: CompositionTrackObject, language: String?) in
      try track.edit { $0.language = language }
    })
}

private func addTrackInsertions(to type: LuaClassBuilder<CompositionTrackObject>) {
  type.method(
    "insert_time_range(range, source, at)",
    "Inserts a range of a track and moves what is later; at the end without at."
  ) {
    (track: CompositionTrackObject, range: TimeRange, source: Insertable, at: Time?) in
    try track.composition.refuseCycle(through: source.sources)
    try track.edit { (value) throws(CompositionError) in
      switch source {
      case .source(let source): try value.insert(range, of: source, at: at ?? .invalid)
      case .track(let other): try value.insert(range, of: other, at: at ?? .invalid)
      }
    }
  }
  type.method(
    "insert_time_ranges(list, at)",
    "Inserts several { range, source } one after the other, all or none; without source a gap."
  ) { (track: CompositionTrackObject, list: [RangeOfSource], at: Time?) in
    try track.composition.refuseCycle(through: list.flatMap { $0.source?.sources ?? [] })
    try track.edit { (value) throws(CompositionError) in
      try value.insertTimeRanges(list.map { ($0.range, $0.source) }, at: at ?? .invalid)
    }
  }
  type.method("insert_empty_time_range(range)", "Inserts a gap.") {
    (track: CompositionTrackObject, range: TimeRange) in
    try track.edit { (value) throws(CompositionError) in try value.insertEmpty(range) }
  }
}

private func addTrackEdits(to type: LuaClassBuilder<CompositionTrackObject>) {
  type.method("remove_time_range(range)", "Takes a range out and closes the gap.") {
    (track: CompositionTrackObject, range: TimeRange) in
    try track.edit { (value) throws(CompositionError) in try value.remove(range) }
  }
  type.method(
    "scale_time_range(range, duration)", "Makes a range last longer or less: slower or faster."
  ) { (track: CompositionTrackObject, range: TimeRange, duration: Time) in
    try track.edit { (value) throws(CompositionError) in try value.scale(range, to: duration) }
  }
  type.method("freeze(at, duration)", "Holds the frame at a time; a track of sound is silent.") {
    (track: CompositionTrackObject, at: Time, duration: Time) in
    try track.edit { (value) throws(CompositionError) in try value.freeze(at: at, for: duration) }
  }
  type.method("reverse_time_range(range)", "Lets a range run backward.") {
    (track: CompositionTrackObject, range: TimeRange) in
    try track.edit { (value) throws(CompositionError) in try value.reverse(range) }
  }
  type.method(
    "remap_time_range(range, curve)",
    "Changes speed along { { place 0 to 1, speed }, … }, or an easing that keeps the length."
  ) { (track: CompositionTrackObject, range: TimeRange, curve: SpeedCurveArgument) in
    try track.edit { (value) throws(CompositionError) in
      try value.remap(range, along: curve.curve)
    }
  }
  type.method(
    "validate_segments(list) -> fine, problem",
    "Whether a list could be assigned to segments; if not, also the error it would raise."
  ) { (track: CompositionTrackObject, segments: [Segment]) in
    var value = try track.value()
    do {
      try track.composition.refuseCycle(through: segments.map(\.source))
      try value.setSegments(segments)
      return LuaMultiple(true, LuaError?.none)
    } catch {
      return LuaMultiple(false, LuaError(wrapping: error))
    }
  }
  type.method("segment_for_track_time(time)", "The segment at a time, or the nearest one.") {
    (track: CompositionTrackObject, time: Time) in try track.value().segment(forTrackTime: time)
  }
}

/// One entry of `insert_time_ranges`: `{ range, source }`, or `{ range }` for a gap.
private struct RangeOfSource: LuaDecodable {
  let range: TimeRange
  let source: Insertable?

  static var luaType: String { "table" }

  static func decode(_ slot: LuaSlot) throws -> RangeOfSource {
    guard slot.kind == .table, (1...2).contains(slot.count) else {
      throw slot.refusal("an entry is { range, source }, or { range } for a gap")
    }
    return RangeOfSource(range: try slot.element(1), source: try slot.element(2))
  }
}
