import Composition
import Geometry
import Imaging
import Media
import Timing

/// A stretch of the film's frames, as the edit shows them.
struct Stretch: Sendable {
  enum Content: Sendable {
    /// The frames of one source, one after the other, from a number on.
    case untouched(PictureSource, FileSource, MediaTrack, first: Int)
    /// Something that has to be drawn; `path` names the source where it is only one.
    case drawn(OutputPlan.Action, reason: String, path: String?)
  }

  var frames: Range<Int>
  let content: Content
}

extension RenderPlan {
  /// Divides the frames of a film into those of untouched sources and those that are drawn.
  ///
  /// Linear in the number of spans, and of frames only where these have times of their own.
  func stretches(_ schedule: FrameSchedule) -> [Stretch] {
    var result: [Stretch] = []
    result.reserveCapacity(spans.count)
    var next = 0
    let step = schedule.step
    for span in spans {
      guard next < schedule.count else { break }
      let end = schedule.firstIndex(at: span.range.end, from: next)
      guard end > next else { continue }
      for stretch in stretches(of: span, next..<end, schedule, step: step) {
        if let last = result.last, let joined = last.joined(to: stretch) {
          result[result.count - 1] = joined
        } else {
          result.append(stretch)
        }
      }
      next = end
    }
    return result
  }

  private func stretches(
    of span: VideoSpan, _ frames: Range<Int>, _ schedule: FrameSchedule, step: Time?
  ) -> [Stretch] {
    func drawn(_ action: OutputPlan.Action, _ reason: String, _ path: String? = nil) -> [Stretch] {
      [Stretch(frames: frames, content: .drawn(action, reason: reason, path: path))]
    }
    guard span.candidates.isEmpty else { return drawn(.composite, "a function says what is seen") }
    // What is fully transparent all the time is not there.
    let visible = span.layers.filter { $0.look.opacity.constant(over: span.range) != 0 }
    guard let top = visible.last else { return drawn(.composite, "nothing but the background") }
    guard case .file(let file, let track) = top.source.kind else {
      return drawn(.composite, "its pictures are made, not read from a film")
    }
    let path = file.asset.path
    if let reason = top.touch(on: canvas, during: span.range) {
      let isAlone = visible.count == 1
      return drawn(
        .composite, isAlone ? reason : "\(visible.count) layers are drawn together",
        isAlone ? path : nil)
    }
    guard top.segment.rate == .one, !top.segment.isReversed, !top.segment.isFrozen else {
      return drawn(.reencode, "its speed is changed", path)
    }
    if deinterlaces, track.video?.fieldOrder.isInterlaced == true {
      return drawn(.reencode, "its fields are made whole pictures", path)
    }
    if let reason = top.look(differingFrom: canvas) { return drawn(.reencode, reason, path) }
    guard let first = top.firstFrame(showing: frames, of: schedule, step: step) else {
      return drawn(.reencode, "phase: its frames do not fall on the film's", path)
    }
    return [
      Stretch(frames: frames, content: .untouched(top.source, file, track, first: first))
    ]
  }
}

extension Stretch {
  /// Both as one, where the second goes on as the first does.
  fileprivate func joined(to other: Stretch) -> Stretch? {
    switch (content, other.content) {
    case (.untouched(let source, _, _, let first), .untouched(let next, _, _, let second)):
      guard source.key == next.key, first + frames.count == second else { return nil }
    case (.drawn(let action, let reason, let path), .drawn(let other, let why, let file)):
      guard action == other, reason == why, path == file else { return nil }
    default: return nil
    }
    return Stretch(frames: frames.lowerBound..<other.frames.upperBound, content: content)
  }
}

extension PlannedLayer {
  /// What is done to the picture before it is shown; nil where nothing is.
  fileprivate func touch(on canvas: Canvas, during range: TimeRange) -> String? {
    guard let opacity = look.opacity.constant(over: range) else { return "its opacity changes" }
    guard opacity >= 1 else { return "it is drawn with opacity \(opacity)" }
    guard look.blendMode == .normal else { return "it is blended by another mode than normal" }
    if let filters = look.filters.label(during: range) { return "it is filtered by \(filters)" }
    guard let transform = look.transform.constant(over: range) else { return "it moves" }
    guard let crop = look.cropRectangle.constant(over: range) else { return "its crop changes" }
    let shape = source.shape
    let placement = Placement(
      frameWidth: shape.width, frameHeight: shape.height, place: Rect(naturalSize),
      transform: transform, cropRectangle: crop, opacity: 1, canvas: canvas)
    guard let placement else { return "it is placed where nothing of it is seen" }
    guard placement.crop == nil else { return "it is cropped" }
    guard placement.kind == .identity else { return "it is scaled, moved or turned" }
    guard (shape.width, shape.height) == (canvas.width, canvas.height) else {
      return "its size of \(shape.width)×\(shape.height) is not the film's"
    }
    return nil
  }

  /// In what the coded pictures differ from the film's.
  fileprivate func look(differingFrom canvas: Canvas) -> String? {
    let shape = source.shape
    guard shape.format == canvas.format else {
      return "its pixel format is \(shape.format.name), the film's \(canvas.format.name)"
    }
    guard shape.color == canvas.color else { return "its colours are tagged unlike the film's" }
    return nil
  }

  /// The source frame shown in the first of some frames, if every source frame from there on is
  /// shown in one of them, at its own time; nil otherwise.
  fileprivate func firstFrame(
    showing frames: Range<Int>, of schedule: FrameSchedule, step: Time?
  ) -> Int? {
    let start = schedule.time(of: frames.lowerBound)
    guard let first = frameIndex(at: start),
      let last = frameIndex(at: schedule.time(of: frames.upperBound - 1)),
      last - first == frames.count - 1
    else { return nil }
    if let step {
      guard segment.mapping.unmap(source.frames.time(of: first)) == start else { return nil }
      if source.frames.step == step { return first }
    }
    // Times of their own: a cut may begin in the middle of a frame, all others must agree.
    for offset in 1..<max(1, frames.count) {
      let time = schedule.time(of: frames.lowerBound + offset)
      guard segment.mapping.unmap(source.frames.time(of: first + offset)) == time else {
        return nil
      }
    }
    return first
  }
}

extension FrameSchedule {
  /// The first frame at or after a time, no earlier than a known one.
  func firstIndex(at time: Time, from known: Int) -> Int {
    (known..<count).partitioningIndex { self.time(of: $0) >= time }
  }
}
