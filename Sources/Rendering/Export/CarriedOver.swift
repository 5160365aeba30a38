import Composition
import Media
import Timing

extension Composition {
  /// The metadata that a film takes over; what a container says of itself is not among it.
  var carriedMetadata: [(key: String, value: String)] {
    let technical = ["major_brand", "minor_version", "compatible_brands", "encoder"]
    return metadata.filter { !technical.contains($0.key.lowercased()) }
  }

  /// The chapters of the sources where the edit shows them, in the film's own time.
  ///
  /// Those of the first track of pictures count, or of sound where there are none. A chapter of
  /// which a part was cut out goes on after the cut; one that is shown twice is there twice.
  func chapters(in range: TimeRange) -> [Chapter] {
    var result: [Chapter] = []
    for segment in leadingTrack?.segments(overlapping: range) ?? [] {
      guard !segment.isFrozen, let file = segment.source?.source as? FileSource else { continue }
      let shown = file.asset.chapters.compactMap { chapter -> Chapter? in
        let part = chapter.range.intersection(segment.mapping.source)
        guard part.isNumeric, !part.isEmpty else { return nil }
        var place = TimeRange(
          from: segment.mapping.unmap(part.start), to: segment.mapping.unmap(part.end))
        if segment.isReversed {
          place = TimeRange(
            from: segment.target.start + (segment.target.end - place.end),
            to: segment.target.start + (segment.target.end - place.start))
        }
        place = place.intersection(range)
        guard !place.isEmpty else { return nil }
        return Chapter(
          range: TimeRange(start: place.start - range.start, duration: place.duration),
          title: chapter.title)
      }
      for chapter in segment.isReversed ? shown.reversed() : shown {
        if let last = result.last, last.title == chapter.title,
          last.range.end == chapter.range.start
        {
          result[result.count - 1] = Chapter(
            range: TimeRange(from: last.range.start, to: chapter.range.end), title: last.title)
        } else {
          result.append(chapter)
        }
      }
    }
    return result
  }
}

extension ExportRequest {
  /// The chapters that were asked for, in the film's own time; nil where the sources' own count.
  ///
  /// What lies beside the range is left out.
  func chapters(in range: TimeRange) throws(RenderError) -> [Chapter]? {
    guard let chapters else { return nil }
    var result: [Chapter] = []
    for (index, mark) in chapters.enumerated() {
      let next = index + 1 < chapters.count ? chapters[index + 1].start : nil
      let end = mark.end ?? next ?? max(range.end, mark.start)
      guard mark.start.isNumeric, mark.start >= .zero, end.isNumeric, end >= mark.start,
        next.map({ end <= $0 }) ?? true
      else {
        throw RenderError(
          "invalid_chapters",
          "chapter \(index + 1), '\(mark.title)', begins at \(mark.start) and ends at \(end)"
            + (next.map { "; the next one begins at \($0)" } ?? ""),
          hint: "give them in order: chapters = { { title = \"A\", from = 0 }, … }")
      }
      let part = TimeRange(from: mark.start, to: end).intersection(range)
      if part.isEmpty { continue }
      result.append(
        Chapter(
          range: TimeRange(start: part.start - range.start, duration: part.duration),
          title: mark.title))
    }
    return result
  }

  /// Fails where the numbers of passes and bytes make no sense.
  func checkPasses() throws(RenderError) {
    guard passes == 1 || passes == 2 else {
      throw RenderError(
        "invalid_passes", number: -11861, "passes is 1 or 2, not \(passes)",
        hint: "leave it out for one")
    }
    guard passes == 1 || bitRate != nil || fileType == "null" else {
      throw RenderError(
        "missing_bitrate", number: -11861, "two passes need a bit rate to spend",
        hint: "give bitrate = 5000000, or one pass and a quality")
    }
    guard fileLengthLimit >= 0 else {
      throw RenderError(
        "invalid_limit", number: -11861,
        "a limit of the file's length is 0 (none) or more bytes, not \(fileLengthLimit)",
        hint: "leave it out for a film of any length")
    }
  }
}
