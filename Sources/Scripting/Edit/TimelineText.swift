import Composition
import Geometry
import Timing

/// A composition drawn in text: one line for each track, in proportion.
enum TimelineText {
  /// Columns of the longest track.
  private static let width = 60

  static func drawing(of composition: Composition) -> String {
    let end = composition.duration
    var lines = ["0:00" + padding(width - 4) + " " + end.exactClock]
    for track in composition.tracks {
      lines.append(strip(of: track, end: end) + " " + legend(of: track))
    }
    return lines.joined(separator: "\n")
  }

  /// What a track is, and what is set on it.
  private static func legend(of track: CompositionTrack) -> String {
    var parts = ["\(track.id) \(track.mediaType.rawValue)"]
    if !track.isEnabled { parts.append("off") }
    if track.preferredVolume != 1 { parts.append("volume \(plain(track.preferredVolume))") }
    if track.preferredTransform != .identity {
      parts.append("transform \(track.preferredTransform)")
    }
    return parts.joined(separator: ", ")
  }

  /// Segments begin with a bar and carry their source's name and speed as far as they fit; gaps are
  /// dots.
  private static func strip(of track: CompositionTrack, end: Time) -> String {
    var text = ""
    for segment in track.segments {
      let columns = column(segment.target.end, end: end) - text.count
      guard columns > 0 else { continue }
      let name = segment.source.map { shortName($0.source) + speed(of: segment) } ?? ""
      let body = "|" + name.prefix(columns - 1)
      let fill: Character = segment.isEmpty ? "." : "-"
      text += body + String(repeating: fill, count: columns - body.count)
    }
    return text + padding(width - text.count)
  }

  private static func speed(of segment: Segment) -> String {
    if segment.isFrozen { return " held" }
    let direction = segment.isReversed ? " backward" : ""
    guard let rate = segment.rate, rate != .one else { return direction }
    let number = Double(rate.numerator) / Double(rate.denominator)
    return " " + decimalText(number, places: 2, trimmed: true) + "x" + direction
  }

  private static func column(_ time: Time, end: Time) -> Int {
    guard let share = Ratio(time, over: end) else { return 0 }
    return Int((Double(share.numerator) / Double(share.denominator) * Double(width)).rounded())
  }

  private static func shortName(_ source: any MediaSource) -> String {
    guard let path = source.path else { return source.name }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func padding(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
