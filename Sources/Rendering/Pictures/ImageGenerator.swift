import Composition
import Geometry
import Imaging
import Media
import Timing

/// Single pictures of an edit at any times, exact to the frame.
///
/// Without a video composition the picture is that of the first enabled video track, as it is stored;
/// with one it is what an export would show at that time. Decoders stay open until `close()`. Owned
/// by one thread.
package final class ImageGenerator {
  package struct Options: Sendable {
    /// Turns the picture upright by its track's transform, in quarter turns; not with a video
    /// composition, which has placed it already.
    package var appliesPreferredTrackTransform = false
    /// The box that pictures are made to fit into; a side of 0 does not limit.
    ///
    /// Nothing is enlarged.
    package var maximumSize = Size.zero
    /// How far before the time that was asked for the picture's own time may lie.
    ///
    /// The picture shown at a time is always allowed, whenever it began.
    package var toleranceBefore = Time.zero
    package var toleranceAfter = Time.zero

    package init() {}
  }

  /// A picture and when it begins to be shown.
  package struct Image {
    package let frame: VideoFrame
    package let time: Time
  }

  package var options: Options
  private let edit: Composition
  private let videoComposition: VideoComposition?
  private let resources: RenderResources
  private let cursors: PictureCursors
  private var sources = SourceTable()
  private var converters = ConverterCache()
  private let pool = FramePool()
  /// What draws the video composition at one maximum size.
  private var composed: (limit: Size, schedule: FrameSchedule, renderer: FrameRenderer)?

  /// Prepares for an edit as it is now; a video composition that does not fit it is an error.
  ///
  /// - Parameter shouldStop: asked on a long way to a picture; true ends it with an error.
  package init(
    _ edit: Composition, videoComposition: VideoComposition? = nil, _ options: Options = Options(),
    shouldStop: (@Sendable () -> Bool)? = nil
  ) throws {
    resources = RenderResources(threads: 0, shouldStop: shouldStop)
    cursors = PictureCursors(resources)
    (self.edit, self.videoComposition, self.options) = (edit, videoComposition, options)
    guard let track = edit.shownTracks.first(where: \.hasMedia) else {
      throw RenderError(
        "no_image_at_time", number: -11832, "there are no pictures: no enabled video track has any",
        hint: "insert a time range of a clip into a video track first")
    }
    self.track = track
    try edit.refuseCycles()
    try videoComposition?.check(for: edit, in: TimeRange(start: .zero, duration: edit.duration))
  }

  /// The track that is shown without a video composition.
  private let track: CompositionTrack

  /// The picture shown at a time, and its own time.
  ///
  /// The end itself shows nothing; with enough tolerance before it is the last picture.
  package func image(at time: Time) throws -> Image {
    videoComposition == nil ? try stored(at: time) : try drawn(at: time)
  }

  /// Faults of the sources met so far.
  package var issues: [SourceIssue] { cursors.issues + (composed?.renderer.issues ?? []) }

  package func close() {
    cursors.closeAll()
    composed?.renderer.close()
    composed = nil
  }

  private func noImage(at time: Time, end: Time) -> RenderError {
    RenderError(
      "no_image_at_time", number: -11832, "there is no picture at \(time)", time: time,
      hint: "the pictures are those from 0 up to, but not at, \(end)")
  }

  /// The time to look at for one that was asked for: itself, or the nearest that is allowed.
  private func settled(_ time: Time, end: Time, last: () throws -> Time) throws -> Time {
    guard time.isNumeric else { throw noImage(at: time, end: end) }
    if time >= .zero, time < end { return time }
    if time < .zero {
      guard time + options.toleranceAfter >= .zero else { throw noImage(at: time, end: end) }
      return .zero
    }
    let last = try last()
    guard time - options.toleranceBefore <= last else { throw noImage(at: time, end: end) }
    return last
  }

  // MARK: - With a video composition

  private func drawn(at time: Time) throws -> Image {
    let (schedule, renderer) = try drawing()
    let lastTime = schedule.time(of: schedule.count - 1)
    let time = try settled(time, end: edit.duration) { lastTime }
    let shown = schedule.time(of: schedule.index(at: time))
    return Image(frame: try renderer.frame(at: shown), time: shown.reduced)
  }

  private func drawing() throws -> (FrameSchedule, FrameRenderer) {
    let limit = options.maximumSize
    if let composed, composed.limit == limit { return (composed.schedule, composed.renderer) }
    guard let video = videoComposition, let first = edit.firstPicture else {
      throw noImage(at: .zero, end: .zero)
    }
    let size = video.renderSize
    let (width, height) = Self.fitted(size, limit)
    let canvas = try Canvas(drawing: video, of: edit, first: first, width: width, height: height)
    let range = TimeRange(start: .zero, duration: edit.duration)
    let schedule = try FrameSchedule(range: range, video: video, of: edit)
    let plan = try RenderPlan(edit, video: video, mix: nil, canvas: canvas)
    composed?.renderer.close()
    let renderer = FrameRenderer(plan, resources)
    composed = (limit, schedule, renderer)
    return (schedule, renderer)
  }

  // MARK: - As it is stored

  private func stored(at time: Time) throws -> Image {
    let end = track.duration
    let time = try settled(time, end: end) {
      guard let last = track.segments.last else { return .zero }
      return try shown(by: last, at: end, isEnd: true).start
    }
    guard let index = track.segmentIndex(at: time) else { throw noImage(at: time, end: end) }
    let segment = track.segments[index]
    var (frameIndex, start) = try shown(by: segment, at: time)
    if let shown = frameIndex, let near = try cheaper(than: shown, by: segment, at: time) {
      (frameIndex, start) = near
    }
    guard let source = segment.source, let frameIndex else {
      return Image(frame: try gap(), time: start)
    }
    let picture = try sources.picture(source)
    let frame = try cursors.frame(frameIndex, of: picture)
    // As it is stored also means without bars.
    let size =
      picture.isUsual(frame)
      ? source.naturalSize : frame.fitted(into: source.naturalSize).size
    // A segment's own source says how it is turned, unless the track was told otherwise.
    let transform =
      track.preferredTransform.isIdentity ? source.preferredTransform : track.preferredTransform
    return Image(
      frame: try naming(picture.path) {
        try finished(frame, naturalSize: size, transform: transform)
      },
      time: start)
  }

  /// Which frame a segment shows at a time, and from when on; `isEnd` means just before the time.
  private func shown(
    by segment: Segment, at time: Time, isEnd: Bool = false
  ) throws -> (index: Int?, start: Time) {
    guard let source = segment.source else { return (nil, segment.target.start) }
    let frames = try sources.picture(source).frames
    let place = segment.sourceTime(at: time)
    // Backward, and at an end, it is the last frame that starts before the place.
    let isBefore = segment.isFrozen ? segment.isReversed : segment.isReversed != isEnd
    let index = (isBefore ? frames.index(before: place) : frames.index(at: place)) ?? 0
    if segment.isFrozen { return (index, segment.target.start) }
    let edge: Time
    if segment.isReversed {
      let next = index + 1 < frames.count ? frames.time(of: index + 1) : frames.endOfLast
      edge = segment.target.start + (segment.target.end - segment.mapping.unmap(next))
    } else {
      edge = segment.mapping.unmap(frames.time(of: index))
    }
    return (index, max(edge.reduced, segment.target.start))
  }

  /// A key frame of the segment within the tolerances, which needs no other frame to be decoded.
  private func cheaper(
    than shown: Int, by segment: Segment, at time: Time
  ) throws -> (index: Int?, start: Time)? {
    let (before, after) = (options.toleranceBefore, options.toleranceAfter)
    guard before > .zero || after > .zero, !segment.isFrozen, !segment.isReversed,
      let source = segment.source, case .file(_, let media) = try sources.picture(source).kind,
      let video = media.video
    else { return nil }
    let (from, to) = (max(time - before, segment.target.start), time + after)
    var low = video.frames.index(at: segment.sourceTime(at: from)) ?? 0
    func start(_ index: Int) -> Time {
      max(segment.mapping.unmap(video.frames.time(of: index)).reduced, segment.target.start)
    }
    if start(low) < from { low += 1 }
    let last =
      to < segment.target.end
      ? video.frames.index(at: segment.sourceTime(at: to))
      : video.frames.index(before: segment.mapping.source.end)
    let high = last ?? 0
    guard low <= min(shown, high), let key = video.keyFrame(near: shown, in: low...high) else {
      return nil
    }
    return (key, start(key))
  }

  /// Black, where the track has nothing.
  private func gap() throws -> VideoFrame {
    let size = track.naturalSize
    let (width, height) = Self.fitted(size, options.maximumSize)
    let frame = pool.makeFrame(
      format: .yuv444p, width: width, height: height,
      color: .assumed(width: width, height: height, model: .yuv))
    fill(frame, with: .black)
    return frame
  }

  /// The frame with square pixels, turned and made smaller as the options say.
  private func finished(
    _ frame: VideoFrame, naturalSize: Size, transform: Transform
  ) throws -> VideoFrame {
    let orientation =
      options.appliesPreferredTrackTransform ? Orientation(linearPartOf: transform) : .upright
    let limit = options.maximumSize
    let (width, height) = Self.fitted(
      naturalSize,
      orientation.swapsAxes ? Size(width: limit.height, height: limit.width) : limit)
    var result = frame
    let format = Self.planar(frame.format)
    if (width, height) != (frame.width, frame.height) || format != frame.format {
      let target = FrameConverter.Shape(
        format: format, width: width, height: height, color: frame.color)
      result = try converters.converter(from: frame.shape, to: target, window: nil)
        .convert(frame, pool: pool)
    }
    result = result.retagged(color: result.color, pixelAspect: .square)
    return orientation == .upright ? result : turn(result, orientation, pool: pool)
  }

  private static func planar(_ format: PixelFormat) -> PixelFormat {
    guard !format.isPlanar else { return format }
    return PixelFormat.planar(
      format.model, bitDepth: format.bitDepth, chromaShiftX: format.chromaShiftX,
      chromaShiftY: format.chromaShiftY, hasAlpha: format.hasAlpha)
      ?? (format.model == .rgb ? .gbrap16 : .yuv444p16)
  }

  /// The size in whole pixels that fits into a box without being enlarged.
  static func fitted(_ size: Size, _ limit: Size) -> (width: Int, height: Int) {
    var scale = 1.0
    if limit.width > 0 { scale = min(scale, limit.width / size.width) }
    if limit.height > 0 { scale = min(scale, limit.height / size.height) }
    return (
      max(1, Int((size.width * scale).rounded())), max(1, Int((size.height * scale).rounded()))
    )
  }
}

extension Orientation {
  /// The quarter turn or flip that a transform makes; upright for any other.
  init(linearPartOf transform: Transform) {
    func sign(_ value: Double) -> Double { value > 1e-6 ? 1 : (value < -1e-6 ? -1 : 0) }
    let signs = [transform.a, transform.b, transform.c, transform.d].map(sign)
    self =
      Orientation.allCases.first { orientation in
        let map = orientation.transform(width: 1, height: 1)
        return [map.a, map.b, map.c, map.d] == signs
      } ?? .upright
  }
}
