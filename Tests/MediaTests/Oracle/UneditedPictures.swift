import Timing

/// The pictures of a movie as they are stored, and what its edit lists show of them by their own rule.
struct UneditedPictures {
  private let reference: OracleReference
  private let boxes: Boxes

  init(_ path: String, _ requests: [OracleReference.Request]) {
    reference = OracleReference(
      path, requests.filter { !$0.isSound }, options: ["-ignore_editlist", "1"])
    boxes = Boxes(path)
  }

  /// What is shown: each picture from when it or the edit begins, whichever is later, to when the next
  /// one or the end of the edit comes.
  ///
  /// What would be seen for less than the unit of the edits' lengths is their rounding.
  func shown(of track: Int) -> [OracleReference.Picture] {
    let pictures = reference.pictures[track] ?? []
    let (scale, movieScale) = (boxes.media[track].scale, boxes.movie.scale)
    var (shown, time) = ([OracleReference.Picture](), Time.zero)
    for edit in boxes.edits[track] {
      let duration = Time(edit.duration, movieScale)
      defer { time += duration }
      guard edit.start >= 0 else { continue }
      let start = Time(edit.start, scale)
      for (number, picture) in pictures.enumerated() {
        let next = number + 1 < pictures.count ? pictures[number + 1].time : .positiveInfinity
        let (from, to) = (max(picture.time, start), min(next, start + duration))
        guard to > from + Time(1, movieScale) else { continue }
        shown.append(
          OracleReference.Picture(
            time: time + from - start, size: picture.size, checksum: picture.checksum))
      }
    }
    return shown
  }
}
