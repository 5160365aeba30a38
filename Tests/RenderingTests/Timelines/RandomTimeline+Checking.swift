import Composition
import Geometry
import Imaging
import Media
import TestSupport
import Timing

import enum Composition.MediaType

@testable import Rendering

extension RandomTimeline {
  /// The part of the edit that another one shows, in which it is nested.
  private struct Window {
    let from: Exact
    let to: Exact
    let isReversed: Bool
    /// The rate of the nested edit's own frames.
    let rate: Exact

    /// The time of the nested edit whose frame is shown at a time.
    func inner(_ time: Exact) -> Exact {
      let place = (isReversed ? to - time : from + time) * rate
      return Exact(Int128(isReversed ? place.ceiling - 1 : place.floor)) / rate
    }

    func inner(_ sample: Int, per second: Exact) -> Int {
      isReversed
        ? (to * second).rounded - 1 - sample : sample + (from * second).rounded
    }
  }

  /// What is not as it must be, at most a few.
  mutating func faults(_ totals: inout TimelineTotals) throws -> [String] {
    var faults = story.filter { $0.hasPrefix("curve: ") }
    for lane in lanes {
      // Held frames have no sound, and a track does not end in a gap.
      for (id, end) in [(lane.video, lane.model.duration), (lane.audio, lane.model.soundDuration)] {
        let track = edit.track(id)!
        guard track.duration != end.time else { continue }
        faults.append("\(track.label) ends at \(track.duration), not \(end)")
      }
    }
    guard faults.isEmpty, duration > .zero else { return faults }
    let window = isNested ? makeWindow() : nil
    try checkPictures(window, &faults, &totals)
    try checkSound(window, &faults, &totals)
    if !isNested, lanes.count == 1 { try checkChanges(&faults, &totals) }
    return Array(faults.prefix(5))
  }

  private mutating func makeWindow() -> Window? {
    var (from, to) = (time(upTo: duration), time(upTo: duration))
    if to < from { (from, to) = (to, from) }
    if to == from { (from, to) = (.zero, duration) }
    let isReversed = Bool.random(using: &generator)
    story.append("shown is [\(from), \(to))\(isReversed ? " backward" : "")")
    return Window(from: from, to: to, isReversed: isReversed, rate: rate())
  }

  private mutating func rate() -> Exact {
    [Exact(24), Exact(25), Exact(30_000, 1001), Exact(50)].randomElement(using: &generator)!
  }

  /// An edit that shows a window of a nested one.
  private func outer(
    _ source: NestedSource, _ type: MediaType, _ window: Window
  ) throws -> (edit: Composition, track: Int32) {
    var outer = Composition()
    let id = outer.addTrack(type)
    let track = source.tracks.first { $0.mediaType == type }!
    try outer.edit(id) { value throws(CompositionError) in
      try value.insert(
        TimeRange(from: window.from.time, to: window.to.time), of: track, at: .zero)
      if window.isReversed {
        try value.reverse(TimeRange(from: .zero, to: (window.to - window.from).time))
      }
    }
    return (outer, id)
  }

  // MARK: Pictures

  private func canvas(of tracks: [Int32], in edit: Composition, rate: Exact) -> VideoComposition {
    let size = Size(width: Double(TimelineClips.width), height: Double(TimelineClips.height))
    let whole = TimeRange(start: .zero, duration: edit.duration)
    return VideoComposition(
      frameDuration: (Exact(1) / rate).time, renderSize: size,
      instructions: [
        Instruction(
          timeRange: whole, layers: tracks.map { LayerInstruction(edit.reference(to: $0)!) })
      ])
  }

  /// The piece that is seen at a time: that of the topmost lane that has one.
  private func shown(
    _ time: Exact, _ placed: [[(start: Exact, piece: TimelineModel.Piece)]]
  ) -> (code: CodedPicture.Code, piece: TimelineModel.Piece, covers: Bool)? {
    let all = placed.compactMap { lane in
      lane.last { $0.start <= time }.flatMap {
        $0.piece.clip != nil && time < $0.start + $0.piece.length ? $0 : nil
      }
    }
    guard let (start, piece) = all.first, let clip = piece.clip else { return nil }
    let frame = clips.frame(clip, at: piece.source(time - start), before: piece.isReversed)
    return (.init(clip: clips.pictures[clip].id, frame: frame), piece, all.count > 1)
  }

  private mutating func checkPictures(
    _ window: Window?, _ faults: inout [String], _ totals: inout TimelineTotals
  ) throws {
    let order = lanes.indices.shuffled(using: &generator)
    story.append("from the top: \(order)")
    let rate = rate()
    var video = canvas(
      of: order.map { lanes[$0].video }, in: edit, rate: window?.rate ?? rate)
    var (edit, end) = (edit, duration)
    if let window {
      let source = try NestedSource(LiveComposition(edit), videoComposition: video)
      let shown = try outer(source, .video, window)
      (edit, end) = (shown.edit, window.to - window.from)
      video = canvas(of: [shown.track], in: edit, rate: rate)
    }
    let renderer = try makeRenderer(edit, video)
    defer { renderer.close() }
    let placed = order.map { lanes[$0].model.placed }
    for number in 0..<(end * rate).ceiling {
      let time = Exact(Int128(number)) / rate
      let expected = shown(window?.inner(time) ?? time, placed)
      totals.frames += 1
      totals.covering += expected?.covers == true ? 1 : 0
      if let piece = expected?.piece {
        totals.held += piece.isHeld ? 1 : 0
        totals.reversed += piece.isReversed ? 1 : 0
        totals.scaled += piece.isHeld || piece.to - piece.from == piece.length ? 0 : 1
      }
      if let fault = try fault(renderer, at: time, expected?.code) {
        faults.append("frame \(number) " + fault)
      }
    }
  }

  private func makeRenderer(_ edit: Composition, _ video: VideoComposition) throws -> FrameRenderer
  {
    let canvas = Canvas(
      width: TimelineClips.width, height: TimelineClips.height, format: .yuv420p, color: .bt601)
    return FrameRenderer(
      try RenderPlan(edit, video: video, mix: nil, canvas: canvas), threads: 1)
  }

  /// What is wrong with the picture at a time.
  private func fault(
    _ renderer: FrameRenderer, at time: Exact, _ expected: CodedPicture.Code?
  ) throws -> String? {
    let picture = DecodedPicture(try renderer.frame(at: time.time))
    let code = picture.code(at: picture.whole)
    guard code != expected || (expected == nil && !picture.isBlack) else { return nil }
    return "at \(time) shows \(code.map { "\($0)" } ?? "nothing"), "
      + "not \(expected.map { "\($0)" } ?? "black")"
  }

  /// Checks when a film that keeps the sources' own times shows something else, and what.
  private func checkChanges(_ faults: inout [String], _ totals: inout TimelineTotals) throws {
    var video = canvas(of: [lanes[0].video], in: edit, rate: Exact(25))
    video.frameTimingTrack = edit.reference(to: lanes[0].video)
    let whole = TimeRange(start: .zero, duration: edit.duration)
    let schedule = try FrameSchedule(range: whole, video: video, of: edit)
    // Gaps that follow each other are one: between them nothing changes.
    var parts: [(start: Exact, piece: TimelineModel.Piece)] = []
    for (start, piece) in lanes[0].model.placed {
      if let last = parts.last, last.piece.clip == nil, piece.clip == nil {
        let length = last.piece.length + piece.length
        parts[parts.count - 1].piece = TimelineModel.Piece(length: length, clip: nil)
      } else {
        parts.append((start, piece))
      }
    }
    var changes: [Exact] = []
    for (index, (start, piece)) in parts.enumerated() {
      changes += lasting(piece, isLast: index == parts.count - 1).map { start + $0 }
    }
    guard schedule.count == changes.count else {
      faults.append("\(schedule.count) changes of the picture, not \(changes.count)")
      return
    }
    let renderer = try makeRenderer(edit, video)
    defer { renderer.close() }
    let placed = [lanes[0].model.placed]
    for (index, time) in changes.enumerated() {
      totals.changes += 1
      if schedule.time(of: index) != time.time {
        faults.append("change \(index) is at \(schedule.time(of: index)), not \(time)")
      }
      if let fault = try fault(renderer, at: time, shown(time, placed)?.code) {
        faults.append("change \(index) " + fault)
      }
    }
  }

  /// Those changes of a piece that are kept: what cuts leave of a frame is left out where it would be
  /// shown for less than a millisecond, and so many frames that all would are thinned out.
  private func lasting(_ piece: TimelineModel.Piece, isLast: Bool) -> [Exact] {
    let least = Exact(1, 1000)
    var changes = self.changes(of: piece)
    if changes.count > 1, piece.length < least * Exact(Int128(changes.count)) {
      changes = (0..<(piece.length / least).ceiling).map { Exact(Int128($0)) * least }
    } else if changes.count > 1, changes[1] < least {
      changes.removeFirst()
    }
    if !isLast, let last = changes.last, piece.length - last < least { changes.removeLast() }
    return changes
  }

  /// The places of a piece at which a frame begins to be shown, the first at 0.
  private func changes(of piece: TimelineModel.Piece) -> [Exact] {
    guard let clip = piece.clip, !piece.isHeld else { return [.zero] }
    let starts = (0..<clips.pictures[clip].picture!.count).map { clips.start(clip, $0) }
    let inside = starts.filter { piece.from < $0 && $0 < piece.to }
    let speed = piece.length / (piece.to - piece.from)
    return [.zero]
      + (piece.isReversed
        ? inside.reversed().map { (piece.to - $0) * speed }
        : inside.map { ($0 - piece.from) * speed })
  }

  // MARK: Sound

  private mutating func checkSound(
    _ window: Window?, _ faults: inout [String], _ totals: inout TimelineTotals
  ) throws {
    let rate = Exact(Int128(TimelineClips.sampleRate))
    var mix = try AudioMix(
      lanes.map { lane in
        var parameters = try MixParameters(edit.reference(to: lane.audio)!)
        parameters.timePitchAlgorithm = TimePitchAlgorithm.allCases.randomElement(
          using: &generator)
        return parameters
      })
    mix.limitsPeaks = false
    // A composition of nothing but held frames has no sound to nest.
    guard edit.tracks.contains(where: { $0.mediaType == .audio && !$0.segments.isEmpty }) else {
      return
    }
    var plan = try RenderPlan(edit, video: .silent, mix: mix, canvas: smallCanvas)
    var end = duration
    if let window {
      let source = try NestedSource(LiveComposition(edit), audioMix: mix)
      plan = try RenderPlan(
        try outer(source, .audio, window).edit, video: .silent, mix: nil, canvas: smallCanvas)
      end = window.to - window.from
    }
    let mixer = AudioMixer(plan, rate: TimelineClips.sampleRate, layout: .mono, origin: .zero)
    defer { mixer.close() }
    let count = (end * rate).rounded
    var sound: [Float] = []
    while sound.count < count {
      let block = min(4096, count - sound.count)
      sound += try mixer.mix(from: Int64(sound.count), count: block).samples()
    }
    totals.samples += count
    let heard = lanes.map { LaneSound($0.model, clips: clips) }
    // Some hundred places of the film, and the first and last sample of every piece.
    var places = Set(stride(from: 0, to: count, by: max(1, count / 1500)))
    for edge in heard.flatMap(\.edges) {
      for place in [edge - 1, edge] {
        let place =
          window.map { window in
            window.isReversed
              ? (window.to * rate).rounded - 1 - place : place - (window.from * rate).rounded
          } ?? place
        if (0..<count).contains(place) { places.insert(place) }
      }
    }
    for place in places.sorted() {
      let inner = window?.inner(place, per: rate) ?? place
      let parts = heard.map { $0.expected(inner) }
      guard !parts.contains(nil) else { continue }
      let expected = max(-1, min(1, parts.reduce(0) { $0 + $1! }))
      totals.checked += 1
      totals.summed += parts.filter { $0 != 0 }.count > 1 ? 1 : 0
      if sound[place] != expected {
        faults.append("sample \(place) is \(sound[place]), not \(expected)")
        return
      }
    }
  }
}

/// What must be heard of one lane.
private struct LaneSound {
  private let pieces: [(range: Range<Int>, start: Exact, piece: TimelineModel.Piece)]
  private let clips: TimelineClips
  private static let rate = Exact(Int128(TimelineClips.sampleRate))

  init(_ model: TimelineModel, clips: TimelineClips) {
    self.clips = clips
    pieces = model.placed.map { start, piece in
      let first = (start * Self.rate).rounded
      return (first..<max(first, ((start + piece.length) * Self.rate).rounded), start, piece)
    }
  }

  /// The samples at which pieces begin and end.
  var edges: [Int] { pieces.flatMap { [$0.range.lowerBound, $0.range.upperBound] } }

  /// The sample at a place; nil where the speed is another and any may be.
  func expected(_ sample: Int) -> Float? {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].range.upperBound <= sample { low = middle + 1 } else { high = middle }
    }
    guard low < pieces.count, pieces[low].range.contains(sample) else { return 0 }
    let (range, start, piece) = pieces[low]
    guard let clip = piece.clip, !piece.isHeld else { return 0 }
    guard piece.to - piece.from == piece.length else { return nil }
    let place =
      piece.isReversed
      ? (piece.to * Self.rate).rounded - 1 - (sample - range.lowerBound)
      : sample + ((piece.from - start) * Self.rate).rounded
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
