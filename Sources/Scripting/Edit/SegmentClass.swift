import Composition
import LuaRuntime
import Timing

extension Segment: LuaValueType {
  package static var luaName: String { "Segment" }
  package static var luaConversions: String? { "table" }

  private struct Options: LuaOptions {
    var target = TimeRange.invalid
    var source: TimeRange?
    var track: AssetTrackObject?

    static var luaName: String { "SegmentOptions" }
    static var options: [LuaOption<Self>] {
      [
        .required("target", "The range of the track.") { $0.target = $1 },
        .optional("source", "The range of the source; none in an empty segment.") {
          $0.source = $1
        },
        .optional("track", "The source's track; none in an empty segment.") { $0.track = $1 },
      ]
    }
  }

  /// `{ track =, source =, target = }`, or `{ target = }` for an empty segment.
  package static func convert(_ slot: LuaSlot) throws -> Segment? {
    guard slot.kind == .table else { return nil }
    let options = try Options.decode(slot)
    switch (options.track, options.source) {
    case (nil, nil): return Segment(emptyFor: options.target)
    case (let track?, let source?):
      return Segment(try track.usable(), source, target: options.target)
    default:
      throw slot.refusal("a segment has both a track and a source range, or neither")
    }
  }

  package var luaText: String {
    guard let source else { return "Segment \(target): empty" }
    let name = "'\(source.source.name)'"
    if isFrozen { return "Segment \(target): \(mapping.source.start.exactClock) of \(name), held" }
    return "Segment \(target): \(mapping.source) of \(name)\(isReversed ? ", backward" : "")"
  }
}

func makeSegmentClass() -> LuaClass {
  LuaClass.value(Segment.self, "A stretch of a track that shows a stretch of a source, or nothing.")
  { type in
    type.property("time_mapping", "Its source and target ranges.") { $0.mapping }
    type.property("is_empty", "Whether it shows nothing.") { $0.isEmpty }
    type.property("rate", "Its speed: 2 is twice as fast; nil in an empty segment.") {
      $0.rate.map { NumberResult(Double($0.numerator) / Double($0.denominator)) }
    }
    type.property("is_reversed", "Whether it shows its source backward.") {
      !$0.isFrozen && $0.isReversed
    }
    type.property("is_frozen", "Whether it holds one frame of its source.") { $0.isFrozen }
    type.property("source_name", "What it shows: a path, a generator's name, a text; nil in a gap.")
    {
      $0.source?.source.name
    }
    type.property("source_path", "The file that it shows; nil for a generator.") {
      $0.source?.source.path
    }
    type.property("source_track_id", "The id of the track that it shows.") { $0.source?.trackID }
  }
}
