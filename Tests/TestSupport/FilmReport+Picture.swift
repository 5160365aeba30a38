extension FilmReport {
  /// How strict a check of pictures is.
  package struct PictureLimits: Sendable {
    /// Least likeness in dB of every frame; a neighbouring frame has about 19, a mixture 25.
    package var luma = 30.0
    package var chroma = 27.0
    /// Luma of bars and gaps.
    package var background = 16
    /// True where the file's times are no coarser than the frames' (not in Matroska).
    package var exactEnd = true

    package init() {}
  }

  /// Compares every frame of a film, its time, its code and its whole picture, with what is due.
  package mutating func checkPicture(
    _ film: Film, _ expected: ExpectedFilm, limits: PictureLimits = PictureLimits()
  ) {
    let count = expected.frameCount
    guard let stream = film.picture else {
      note("no picture stream, \(count) frames expected")
      lost += count
      return
    }
    checkTimes(film, expected, tick: stream.timeBase, exactEnd: limits.exactEnd)

    var seen: Set<CodedPicture.Code> = []
    var wanted: Set<CodedPicture.Code> = []
    var previous: CodedPicture.Code?
    let placings = Set(expected.pieces.compactMap(\.clip).map { expected.placing(of: $0) })
    var decoded = 0
    var dumps = 0
    let name = film.path.split(separator: "/").last.map(String.init) ?? film.path
    film.eachPicture { index, picture in
      decoded += 1
      guard index < count else {
        foreign += 1
        return noteFirst("frame \(index): one too many (\(count) expected)")
      }
      let due = expected.shown(inFrame: index)
      let moment = "frame \(index) (\(expected.time(ofFrame: index)) s)"
      let before = problems.count
      judge(picture, due, moment, placings, &previous, &seen, limits)
      if let code = due.code { wanted.insert(code) }
      if problems.count > before, dumps < 3 {
        dumps += 1
        note("  picture dumped to \(picture.dump("\(name)-\(index)"))")
      }
    }
    frames = decoded
    if decoded < count { noteFirst("\(decoded) frames decoded, \(count) expected") }
    if decoded != film.times.count { noteFirst("\(film.times.count) packets, \(decoded) frames") }
    for index in decoded..<max(decoded, count) {
      if let code = expected.shown(inFrame: index).code { wanted.insert(code) }
    }
    let missing = wanted.subtracting(seen)
    lost += missing.count
    let firsts = missing.sorted { ($0.clip, $0.frame) < ($1.clip, $1.frame) }.prefix(5)
    if !missing.isEmpty {
      noteFirst("lost \(missing.count): \(firsts.map(\.description).joined(separator: ", "))")
    }
  }

  /// The rule for times: frame k is at k · frame duration, to the file's own tick.
  private mutating func checkTimes(
    _ film: Film, _ expected: ExpectedFilm, tick: Ratio, exactEnd: Bool
  ) {
    for (index, time) in film.times.enumerated() {
      let due = expected.time(ofFrame: index)
      // Where the tick divides the frame duration there is nothing to round.
      let slack = (expected.frameDuration / tick).denominator == 1 ? .zero : tick * Ratio(1, 2)
      guard (time - due).magnitude > slack else { continue }
      irregularTimes += 1
      if irregularTimes <= 3 {
        note("frame \(index) is at \(time) s, due at \(due) s")
      }
    }
    if exactEnd, (film.pictureEnd - expected.duration).magnitude > tick {
      note("the picture ends at \(film.pictureEnd) s, due at \(expected.duration) s")
    }
  }

  private mutating func judge(
    _ picture: DecodedPicture, _ due: ExpectedFilm.Shown, _ moment: String,
    _ placings: Set<Placing>, _ previous: inout CodedPicture.Code?,
    _ seen: inout Set<CodedPicture.Code>, _ limits: PictureLimits
  ) {
    let found =
      picture.code(at: due.placing) ?? placings.lazy.compactMap { picture.code(at: $0) }.first
    defer { if found != nil { previous = found } }
    if let found { seen.insert(found) }
    guard let code = due.code else {
      let summary = picture.lumaSummary
      if max(summary.greatest - limits.background, limits.background - summary.least) > 12 {
        foreign += 1
        note("\(moment): background due, found \(found?.description ?? "another picture")")
      }
      return
    }
    guard let found else {
      if picture.isBlack { black += 1 } else { foreign += 1 }
      return note("\(moment): \(code) due, found \(picture.isBlack ? "black" : "no readable code")")
    }
    guard found == code else {
      if found == previous { doubled += 1 } else { foreign += 1 }
      return note("\(moment): \(code) due, found \(found)\(found == previous ? " (doubled)" : "")")
    }
    let likeness = picture.likeness(to: code, at: due.placing)
    worstLuma = min(worstLuma, likeness.luma)
    worstChroma = min(worstChroma, likeness.chroma)
    if likeness.luma < limits.luma || likeness.chroma < limits.chroma {
      foreign += 1
      note("\(moment): likeness \(tenth(likeness.luma)) dB luma, \(tenth(likeness.chroma)) chroma")
    }
    let surround = picture.surroundError(due.placing, level: limits.background)
    if surround > 20 {
      foreign += 1
      note("\(moment): the bars differ by \(surround) from the background")
    }
  }
}

extension DecodedPicture {
  /// Writes the picture as a PNG into a folder kept for looking at; returns its path.
  package func dump(_ name: String) -> String {
    let path = "/tmp/vscript-mismatch-\(name).png"
    let tool = ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(width)x\(height)",
        "-i", "pipe:0", path,
      ], input: bytes)
    tool.wait()
    return path
  }
}
