import Composition
import Media
import TestSupport
import Testing
import Timing

import struct TestSupport.Ratio

@testable import Rendering

/// A film made by copying, with all that a test wants to know of it.
struct Copies {
  let folder = TemporaryFolder("copies")
  let report: ExportReport
  let plan: OutputPlan
  let path: String
  let expected: ExpectedFilm

  /// A part of a clip, in frames.
  struct Part {
    let clip: CodedClip
    let frames: Range<Int>
    var path: String?

    init(_ clip: CodedClip, _ frames: Range<Int>? = nil, path: String? = nil) {
      (self.clip, self.path) = (clip, path)
      self.frames = frames ?? 0..<(clip.picture?.count ?? 0)
    }
  }

  static func edit(_ parts: [Part]) throws -> Composition {
    var edit = Composition()
    let video = edit.addTrack(.video)
    let audio = parts.contains { $0.clip.sound != nil } ? edit.addTrack(.audio) : nil
    for part in parts {
      let file = FileSource(try MediaAsset.open(part.path ?? part.clip.make()))
      let picture = try #require(file.tracks.first { $0.mediaType == .video })
      let at = edit.duration
      let rate = try #require(part.clip.picture?.rate)
      func time(_ frame: Int) -> Time {
        picture.timeRange.start
          + Time(Int64(frame)).multiplied(
            by: Int64(rate.denominator), over: Int64(rate.numerator))
      }
      let range = TimeRange(
        from: time(part.frames.lowerBound), to: time(part.frames.upperBound))
      try edit.edit(video) { track throws(CompositionError) in
        try track.insert(range, of: picture, at: at)
      }
      guard let audio, let sound = file.tracks.first(where: { $0.mediaType == .audio }) else {
        continue
      }
      try edit.edit(audio) { track throws(CompositionError) in
        try track.insert(range, of: sound, at: at)
      }
    }
    return edit
  }

  init(
    _ parts: [Part], to name: String = "film.mp4",
    _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws {
    path = folder(name)
    var request = ExportRequest()
    (request.output, request.reencode) = (path, .auto)
    change(&request)
    let edit = try Copies.edit(parts)
    plan = try OutputSpec(edit, request).output
    let session = try ExportSession(edit, request)
    try session.start()
    while !session.wait(milliseconds: 50) {}
    report = try #require(session.result).get()
    let rate = try #require(parts[0].clip.picture?.rate)
    expected = ExpectedFilm(
      parts.map { part in
        .part(
          part.clip, from: part.clip.time(of: part.frames.lowerBound),
          to: part.clip.time(of: part.frames.lowerBound)
            + Ratio(part.frames.count) / rate)
      }, frameRate: rate)
  }

  var actions: [OutputPlan.Action] { plan.spans.map(\.action) }

  /// The plan's spans as frames and actions, for comparing.
  var outline: [String] { plan.spans.map { "\($0.frames) \($0.action.rawValue)" } }

  /// Everything that must hold of any film made by copying.
  func problems(exactTimes: Bool = true) -> [String] {
    var report = FilmReport()
    var limits = FilmReport.PictureLimits()
    limits.exactEnd = exactTimes
    report.checkPicture(Film(path), expected, limits: limits)
    var problems = report.problems
    let errors = decodingErrors(path)
    if !errors.isEmpty { problems.append("decoding says: \(errors)") }
    if !PacketList(path).isOrderly { problems.append("its decoding times are out of order") }
    return problems
  }

  /// Checks that as many packets as were said to be copied are a source's, byte for byte.
  func sharedPackets(with paths: [String]) -> Int {
    let film = PacketList(path)
    let known = Set(paths.flatMap { PacketList($0).packets.map(\.hash) })
    return film.packets.count { known.contains($0.hash) }
  }
}
