import Composition
import Geometry
import Imaging
import Media
import Synchronization
import Timing

import enum Composition.MediaType

/// An edit that may change while sources refer to it.
///
/// Sendable because only the thread that edits it also compiles plans of it.
package final class LiveComposition: @unchecked Sendable {
  package var value: Composition { didSet { version += 1 } }
  /// Counts the changes: what was made of an edit holds for as long as this stays.
  private(set) var version = 0

  package init(_ value: Composition) { self.value = value }
}

/// An edit as a source of another one: its pictures drawn and its sound mixed when they are pulled.
///
/// Length and content are the edit's own: what a script asks is answered for the moment, what is
/// rendered is what the edit is when a consumer starts. Where segments show more than is left of it,
/// its background and silence follow. Size and rate are settled when the source is made.
package final class NestedSource: MediaSource {
  package let live: LiveComposition
  /// What was given; nil follows from the media.
  package let videoComposition: VideoComposition?
  package let audioMix: AudioMix?
  /// The canvas in square pixels; nil without pictures.
  private let size: Size?
  private let frameDuration: Time
  private let keepsTimes: Bool
  private let hasSound: Bool
  private let sampleRate: Int
  private let channels: Int
  /// The longest that it was ever said to be: segments may show as much.
  private let longest = Mutex(Time.zero)
  private let memo = Mutex(NestedMemo())

  package var name: String { "nested composition" }
  package var path: String? { nil }

  /// Makes a source of an edit; everything in the way of rendering it is an error here.
  package init(
    _ live: LiveComposition, videoComposition: VideoComposition? = nil, audioMix: AudioMix? = nil
  ) throws {
    self.live = live
    self.videoComposition = videoComposition
    self.audioMix = audioMix
    let edit = live.value
    guard edit.duration > .zero, edit.hasMedia(.video) || edit.hasMedia(.audio) else {
      throw RenderError(
        "nothing_to_nest", number: -11838, "there is nothing in the composition to nest",
        hint: "insert a time range of a clip into one of its tracks first")
    }
    let video = videoComposition ?? .of(edit)
    size = edit.hasMedia(.video) ? video.renderSize : nil
    frameDuration = video.frameDuration
    keepsTimes = video.frameTimingTrack != nil
    hasSound = edit.hasMedia(.audio)
    (sampleRate, channels) = edit.usualSound
    // What is said of the length now is checked below.
    _ = duration
    if size != nil { _ = try pictures() }
    if hasSound { _ = try soundPlan() }
  }

  /// The edit's length now.
  package var duration: Time {
    let now = live.value.duration.reduced
    longest.withLock { $0 = max($0, now) }
    return now
  }

  /// Whether this source shows an edit, directly or through others nested in it.
  package func leads(to other: LiveComposition) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    func visit(_ live: LiveComposition) -> Bool {
      guard seen.insert(ObjectIdentifier(live)).inserted else { return false }
      return live === other || live.value.nestedSources.contains { visit($0.live) }
    }
    return visit(live)
  }

  /// Fails where the edit, or one nested in it, contains itself, and where they are too deep to draw.
  func refuseCycle() throws {
    var heights: [ObjectIdentifier: Int] = [:]
    func height(_ live: LiveComposition, below path: [LiveComposition]) throws -> Int {
      guard !path.contains(where: { $0 === live }) else { throw NestedSource.cycleError }
      if let known = heights[ObjectIdentifier(live)] { return known }
      var tallest = 0
      for nested in live.value.nestedSources {
        tallest = max(tallest, try height(nested.live, below: path + [live]))
      }
      heights[ObjectIdentifier(live)] = tallest + 1
      return tallest + 1
    }
    guard try height(live, below: []) <= NestedSource.deepest else {
      throw RenderError(
        "nested_too_deep", number: -11838,
        "compositions are nested more than \(NestedSource.deepest) deep",
        hint: "insert the tracks of the inner ones, which copies what they hold now")
    }
  }

  /// Each of them is drawn while those around it are, on one thread's stack.
  private static let deepest = 16

  package static let cycleError = RenderError(
    "cyclic_nesting", number: -11838, "a composition cannot be nested in itself",
    hint: "nest a copy of it, or insert its tracks, which copies what they hold now")
}

/// What draws a nested edit: its plan and the times of its frames.
struct NestedPictures: Sendable {
  let plan: RenderPlan
  let schedule: FrameSchedule
  let frames: FrameTable

  init(plan: RenderPlan, schedule: FrameSchedule) {
    (self.plan, self.schedule, frames) = (plan, schedule, schedule.table)
  }
}

extension NestedSource: RenderableSource {
  package var formatName: String { "nested" }

  package var tracks: [SourceTrack] {
    let range = TimeRange(start: .zero, duration: duration)
    var tracks: [SourceTrack] = []
    if let size {
      let rate = keepsTimes ? nil : FrameRate(frameDuration: frameDuration)
      tracks.append(
        SourceTrack(
          video: self, trackID: 1, timeRange: range,
          naturalTimeScale: frameDuration.reduced.timescale, naturalSize: size,
          signature: .video(codec: "nested", width: Int(size.width), height: Int(size.height)),
          frameRate: rate, nominalFrameRate: FrameRate(frameDuration: frameDuration),
          isVariable: keepsTimes))
    }
    if hasSound {
      tracks.append(
        SourceTrack(
          audio: self, trackID: 2, timeRange: range, sampleRate: sampleRate, channels: channels,
          signature: .audio(codec: "nested", sampleRate: sampleRate, channels: channels)))
    }
    return tracks
  }

  var assets: [MediaAsset] { recall(\.assets) { live.value.sourceAssets } }

  func picture(_ track: SourceTrack) throws -> PictureSource {
    let pictures = try pictures()
    return PictureSource(
      kind: .nested(pictures), key: .init(track))
  }

  func sound(_ track: SourceTrack) throws -> SoundSource {
    SoundSource(
      kind: .nested(try soundPlan()), key: .init(track), sampleRate: sampleRate,
      layout: channels == 1 ? .mono : .stereo,
      sampleCount: longest.withLock { $0 }.units(per: Int64(sampleRate)),
      start: .zero)
  }

  func look(_ track: SourceTrack) throws -> SourceLook {
    let pictures = try pictures()
    let canvas = pictures.plan.canvas
    return SourceLook(
      width: canvas.width, height: canvas.height, naturalSize: track.naturalSize,
      pixelAspect: .square, format: canvas.format, color: canvas.color,
      frames: pictures.schedule.table)
  }

  private func soundPlan() throws -> RenderPlan {
    try refuseCycle()
    return try recall(\.sound) { try compileSound() }
  }

  private func compileSound() throws -> RenderPlan {
    let edit = live.value
    try audioMix?.check(for: edit)
    return try RenderPlan(
      edit, video: .silent, mix: audioMix,
      canvas: Canvas(width: 2, height: 2, format: .yuv420p, color: .bt709))
  }

  /// Settles how the edit's pictures are drawn now.
  private func pictures() throws -> NestedPictures {
    try refuseCycle()
    return try recall(\.pictures) { try compilePictures() }
  }

  private func compilePictures() throws -> NestedPictures {
    let edit = live.value
    let range = TimeRange(start: .zero, duration: longest.withLock { $0 })
    guard let size, let first = edit.firstPicture else {
      throw RenderError(
        "nothing_to_nest", number: -11838, "the nested composition has no pictures any more",
        hint: "nest it again after it was edited")
    }
    var video = videoComposition
    if let video {
      // Nobody sees what was added since its length was last asked for.
      try video.check(for: edit, in: range)
    } else {
      var options = VideoComposition.AutomaticOptions()
      (options.renderSize, options.frameDuration) = (size, frameDuration)
      video = .of(edit, options)
    }
    let (width, height) = (Int(size.width.rounded()), Int(size.height.rounded()))
    guard (1...16_384).contains(width), (1...16_384).contains(height), let video else {
      throw RenderError(
        "invalid_render_size", number: -11841, "a render size of \(size) cannot be drawn",
        hint: "use 1…16384 pixels each way")
    }
    let canvas = try Canvas(drawing: video, of: edit, first: first, width: width, height: height)
    return NestedPictures(
      plan: try RenderPlan(edit, video: video, mix: nil, canvas: canvas, until: range.end),
      schedule: try FrameSchedule(range: range, video: video, of: edit))
  }
}

/// What was made of a nested edit last, and the state of all that it shows when it was made.
///
/// A plan asks each source several times; asked anew at every level, the work would grow with the
/// power of the depth.
private struct NestedMemo {
  struct State: Equatable {
    let source: ObjectIdentifier
    let version: Int
    let longest: Time
  }

  var states: [State] = []
  var pictures: NestedPictures?
  var sound: RenderPlan?
  var assets: [MediaAsset]?
}

extension NestedSource {
  /// What was made before, or makes it where the edit or one nested in it has changed.
  private func recall<Value: Sendable>(
    _ path: WritableKeyPath<NestedMemo, Value?>, make: () throws -> Value
  ) rethrows -> Value {
    let states = states
    let known = memo.withLock { $0.states == states ? $0[keyPath: path] : nil }
    if let known { return known }
    let made = try make()
    memo.withLock {
      if $0.states != states { $0 = NestedMemo(states: states) }
      $0[keyPath: path] = made
    }
    return made
  }

  /// The state of the edit and of those nested in it, each once.
  private var states: [NestedMemo.State] {
    var seen: Set<ObjectIdentifier> = []
    var states: [NestedMemo.State] = []
    func visit(_ nested: NestedSource) {
      guard seen.insert(ObjectIdentifier(nested)).inserted else { return }
      states.append(
        NestedMemo.State(
          source: ObjectIdentifier(nested), version: nested.live.version,
          longest: nested.longest.withLock { $0 }))
      for inner in nested.live.value.nestedSources { visit(inner) }
    }
    visit(self)
    return states
  }
}

extension Composition {
  /// The edits that are nested in this one.
  var nestedSources: [NestedSource] {
    tracks.flatMap(\.segments).compactMap { $0.source?.source as? NestedSource }
  }

  /// Fails where an edit that is nested in this one contains itself.
  func refuseCycles() throws {
    for nested in nestedSources { try nested.refuseCycle() }
  }

  /// The rate and the number of channels that follow from the sources: the highest rate, mapped to
  /// 44.1 or 48 kHz, and the widest layout up to stereo.
  var usualSound: (sampleRate: Int, channels: Int) {
    var (rate, channels) = (0, 1)
    for track in tracks where track.mediaType == .audio && track.isEnabled {
      for case .audio(_, let sampleRate, let count)? in track.segments.map(\.source?.signature) {
        rate = max(rate, sampleRate)
        channels = max(channels, count)
      }
    }
    return (rate % 11_025 == 0 && rate > 0 ? 44_100 : 48_000, min(channels, 2))
  }
}
