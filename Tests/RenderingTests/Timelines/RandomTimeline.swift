import Composition
import Geometry
import Imaging
import Media
import TestSupport
import Timing

import enum Composition.MediaType

@testable import Rendering

/// One random timeline: the product's edit and the model of what it must be, made side by side.
struct RandomTimeline {
  private let clips: TimelineClips
  private var generator: Seeded
  private var edit = Composition()
  private var model = TimelineModel()
  private let video: Int32
  private let audio: Int32
  /// Whether it is rendered as a source of another edit.
  private let isNested: Bool
  /// The edits, for a failure.
  private(set) var story: [String] = []

  init(seed: UInt64, clips: TimelineClips) throws {
    self.clips = clips
    generator = Seeded(state: seed &* 0x2545_f491_4f6c_dd1d)
    (video, audio) = (edit.addTrack(.video), edit.addTrack(.audio))
    isNested = seed % 3 == 0
    if isNested { story.append("nested") }
    try insert()
    var scalings = 0
    for _ in 0..<Int.random(in: 2...10, using: &generator) {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<4: try insert()
      case 4: try insertGap()
      case 5, 6: try remove()
      case 7, 8: try reverse()
      case 9: try freeze()
      default:
        // Fractions of fractions of fractions need more than 64 bits.
        if scalings < 2 { try scale() }
        scalings += 1
      }
      if model.pieces.isEmpty { try insert() }
    }
  }

  private mutating func apply(
    _ words: String, _ body: (inout CompositionTrack) throws(CompositionError) -> Void
  ) throws {
    story.append(words)
    try edit.edit(video, body)
    try edit.edit(audio, body)
  }

  /// A time on one of the usual grids, from 0 to `end`.
  private mutating func time(upTo end: Exact, scale: Int128? = nil) -> Exact {
    let scale = scale ?? [24, 25, 30, 600].randomElement(using: &generator)!
    let last = (end * Exact(scale)).floor
    return Exact(Int128(Int.random(in: 0...max(last, 0), using: &generator)), scale)
  }

  private mutating func range() -> (Exact, Exact) {
    let end = model.duration
    let (a, b) = (time(upTo: end), time(upTo: end))
    return a < b ? (a, b) : (b, a)
  }

  private mutating func insert() throws {
    let clip = Int.random(in: clips.videos.indices, using: &generator)
    let length = clips.length(clip)
    var (from, to) = (time(upTo: length), time(upTo: length))
    if to < from { (from, to) = (to, from) }
    if Int.random(in: 0..<4, using: &generator) == 0 { (from, to) = (.zero, length) }
    guard from < to else { return }
    let at = time(upTo: model.duration + Exact(1, 2))
    let (sources, target) = (clips, at)
    story.append("insert \(clip) [\(from), \(to)) at \(at)")
    let part = TimeRange(from: from.time, to: to.time)
    try edit.edit(video) { track throws(CompositionError) in
      try track.insert(part, of: sources.videos[clip], at: target.time)
    }
    try edit.edit(audio) { track throws(CompositionError) in
      try track.insert(part, of: sources.audios[clip], at: target.time)
    }
    model.insert(clip, from, to, at: at)
  }

  private mutating func insertGap() throws {
    let (at, length) = (time(upTo: model.duration), time(upTo: Exact(1)) + Exact(1, 100))
    try apply("gap \(length) at \(at)") { track throws(CompositionError) in
      try track.insertEmpty(TimeRange(start: at.time, duration: length.time))
    }
    model.insertGap(length, at: at)
  }

  private mutating func remove() throws {
    let (from, to) = range()
    guard from < to else { return }
    try apply("remove [\(from), \(to))") { track throws(CompositionError) in
      try track.remove(TimeRange(from: from.time, to: to.time))
    }
    model.remove(from, to)
  }

  private mutating func reverse() throws {
    let (from, to) = range()
    guard from < to else { return }
    try apply("reverse [\(from), \(to))") { track throws(CompositionError) in
      try track.reverse(TimeRange(from: from.time, to: to.time))
    }
    model.reverse(from, to)
  }

  private mutating func freeze() throws {
    let (at, length) = (time(upTo: model.duration), time(upTo: Exact(1)) + Exact(1, 100))
    guard at < model.duration else { return }
    try apply("freeze \(at) for \(length)") { track throws(CompositionError) in
      try track.freeze(at: at.time, for: length.time)
    }
    model.freeze(at, length)
  }

  private mutating func scale() throws {
    let (from, to) = range()
    let length = time(upTo: Exact(3), scale: 30) + Exact(1, 30)
    guard to - from > Exact(1, 20) else { return }
    try apply("scale [\(from), \(to)) to \(length)") { track throws(CompositionError) in
      try track.scale(TimeRange(from: from.time, to: to.time), to: length.time)
    }
    model.scale(from, to, to: length)
  }

  // MARK: Checking

  /// An edit that shows the whole of a nested one, so that the same is expected of it.
  private func outer(
    _ source: NestedSource, _ type: MediaType
  ) throws -> (edit: Composition, track: Int32) {
    var outer = Composition()
    let id = outer.addTrack(type)
    let track = source.tracks.first { $0.mediaType == type }!
    try outer.edit(id) { value throws(CompositionError) in
      try value.insert(track.timeRange, of: track, at: .zero)
    }
    return (outer, id)
  }

  /// What is not as it must be, at most a few.
  mutating func faults(_ totals: inout TimelineTotals) throws -> [String] {
    var faults: [String] = []
    for track in edit.tracks {
      // Held frames have no sound, and a track does not end in a gap.
      let end = track.mediaType == .video ? model.duration : model.soundDuration
      guard track.duration != end.time else { continue }
      faults.append("\(track.label) ends at \(track.duration), not \(end)")
    }
    guard faults.isEmpty, !model.pieces.isEmpty else { return faults }
    try checkPictures(&faults, &totals)
    try checkSound(&faults, &totals)
    return Array(faults.prefix(5))
  }

  private mutating func checkPictures(
    _ faults: inout [String], _ totals: inout TimelineTotals
  ) throws {
    let rate = [Exact(24), Exact(25), Exact(30_000, 1001)].randomElement(using: &generator)!
    let size = Size(width: Double(TimelineClips.width), height: Double(TimelineClips.height))
    func canvas(of track: Int32, in edit: Composition) -> VideoComposition {
      let whole = TimeRange(start: .zero, duration: edit.duration)
      let layer = LayerInstruction(edit.reference(to: track)!)
      return VideoComposition(
        frameDuration: (Exact(1) / rate).time, renderSize: size,
        instructions: [Instruction(timeRange: whole, layers: [layer])])
    }
    var (shown, track) = (edit, video)
    if isNested {
      let source = try NestedSource(
        LiveComposition(edit), videoComposition: canvas(of: video, in: edit))
      (shown, track) = try outer(source, .video)
    }
    let plan = try RenderPlan(
      shown, video: canvas(of: track, in: shown), mix: nil,
      canvas: Canvas(
        width: TimelineClips.width, height: TimelineClips.height, format: .yuv420p,
        color: .bt601))
    let renderer = FrameRenderer(plan, threads: 1)
    defer { renderer.close() }
    let placed = model.placed
    var index = 0
    for number in 0..<(model.duration * rate).ceiling {
      let time = Exact(Int128(number)) / rate
      while index + 1 < placed.count, placed[index + 1].start <= time { index += 1 }
      let (start, piece) = placed[index]
      let expected = piece.clip.map { clip in
        CodedPicture.Code(
          clip: clips.pictures[clip].id,
          frame: clips.frame(clip, at: piece.source(time - start), before: piece.isReversed))
      }
      let picture = DecodedPicture(try renderer.frame(at: time.time))
      totals.frames += 1
      totals.held += piece.isHeld ? 1 : 0
      totals.reversed += piece.isReversed ? 1 : 0
      totals.scaled += piece.isHeld || piece.to - piece.from == piece.length ? 0 : 1
      let code = picture.code(at: picture.whole)
      if code != expected || (expected == nil && !picture.isBlack) {
        faults.append(
          "frame \(number) at \(time) shows \(code.map { "\($0)" } ?? "nothing"), "
            + "not \(expected.map { "\($0)" } ?? "black")")
      }
    }
  }

  private mutating func checkSound(
    _ faults: inout [String], _ totals: inout TimelineTotals
  ) throws {
    let rate = Int128(TimelineClips.sampleRate)
    var parameters = try MixParameters(edit.reference(to: audio)!)
    parameters.timePitchAlgorithm = TimePitchAlgorithm.allCases.randomElement(using: &generator)
    var (heard, mix): (Composition, AudioMix?) = (edit, try AudioMix([parameters]))
    if isNested {
      heard = try outer(NestedSource(LiveComposition(edit), audioMix: mix), .audio).edit
      mix = nil
    }
    let plan = try RenderPlan(heard, video: .silent, mix: mix, canvas: smallCanvas)
    let mixer = AudioMixer(
      plan, rate: TimelineClips.sampleRate, layout: .mono, origin: .zero)
    defer { mixer.close() }
    let count = (model.duration * Exact(rate)).rounded
    var sound: [Float] = []
    while sound.count < count {
      let block = min(4096, count - sound.count)
      sound += try mixer.mix(from: Int64(sound.count), count: block).samples()
    }
    totals.samples += count
    for (start, piece) in model.placed {
      let (first, end) = (
        (start * Exact(rate)).rounded, ((start + piece.length) * Exact(rate)).rounded
      )
      // Whole pieces are compared at a few hundred places, the ends among them.
      let step = max(1, (end - first) / 300)
      for sample in stride(from: first, to: end, by: step).map({ $0 }) + [end - 1]
      where sample >= first {
        guard let expected = expected(piece, start, sample, first) else { continue }
        totals.checked += 1
        if sound[sample] != expected {
          faults.append(
            "sample \(sample) in a piece from \(first) is \(sound[sample]), not \(expected)")
          break
        }
      }
    }
  }

  /// The sample that must be heard; nil where the speed is another and any may be.
  private func expected(
    _ piece: TimelineModel.Piece, _ start: Exact, _ sample: Int, _ first: Int
  ) -> Float? {
    guard let clip = piece.clip, !piece.isHeld else { return 0 }
    guard piece.to - piece.from == piece.length else { return nil }
    let rate = Exact(Int128(TimelineClips.sampleRate))
    let place =
      piece.isReversed
      ? (piece.to * rate).rounded - 1 - (sample - first)
      : sample + ((piece.from - start) * rate).rounded
    let noise = clips.noise[clip]
    return noise.indices.contains(place) ? Float(noise[place]) / 32768 : 0
  }
}

extension DecodedPicture {
  /// A rendered 8-bit 4:2:0 frame.
  init(_ frame: VideoFrame) {
    var bytes: [UInt8] = []
    for plane in frame.planes.prefix(3) {
      for y in 0..<plane.height {
        bytes += UnsafeRawBufferPointer(start: UnsafeRawPointer(plane.row(y)), count: plane.width)
      }
    }
    self.init(width: frame.width, height: frame.height, bytes: bytes)
  }
}
