import Composition
import Geometry
import Imaging
import Media
import Timing

/// An edit's frames and samples, pulled one by one instead of written: the rendering of an export
/// without its encoders.
///
/// Frames and samples are two streams of their own; each begins at the start of the range. Owned by
/// one thread.
package final class MediaPuller {
  private let spec: OutputSpec
  private let resources: RenderResources
  private let calls: CompositorCalls
  private var renderer: FrameRenderer?
  private var mixer: AudioMixer?
  private var nextIndex = 0
  private var nextSample: Int64 = 0

  /// Settles what will be pulled; of the request only what concerns rendering counts.
  ///
  /// - Parameter calls: how compositors are reached; directly only where frames are pulled on their
  ///   own thread.
  /// - Parameter shouldStop: asked on a long way to a frame; true ends it with an error.
  package init(
    _ edit: Composition, _ request: ExportRequest, calls: CompositorCalls = CompositorCalls(),
    shouldStop: (@Sendable () -> Bool)? = nil
  ) throws {
    self.calls = calls
    var request = request
    (request.fileType, request.output) = ("null", nil)
    spec = try OutputSpec(edit, request)
    resources = RenderResources(threads: request.threads, shouldStop: shouldStop)
  }

  package var range: TimeRange { spec.range }
  /// Which frame is shown when; nil without pictures.
  package var schedule: FrameSchedule? { spec.video?.schedule }
  /// The size of the frames in pixels, which need not be square; nil without pictures.
  package var canvasSize: Size? {
    spec.video.map { Size(width: Double($0.settings.width), height: Double($0.settings.height)) }
  }
  /// How many frames there are; 0 without pictures.
  package var frameCount: Int { spec.video?.schedule.count ?? 0 }
  /// How many samples there are in each channel; 0 without sound.
  package var sampleCount: Int64 { spec.audio?.sampleCount ?? 0 }
  /// Samples a second; 0 without sound.
  package var sampleRate: Int { spec.audio?.settings.sampleRate ?? 0 }
  package var channels: Int { spec.audio?.settings.layout.channels ?? 0 }
  package var notes: [String] { spec.notes }

  /// The next frame and its time in the edit; nil after the last.
  package func nextFrame() throws -> (frame: VideoFrame, time: Time)? {
    guard nextIndex < frameCount else { return nil }
    let next = try frame(nextIndex)
    nextIndex += 1
    return (next, spec.video!.schedule.time(of: nextIndex - 1))
  }

  /// The next samples, fewer than `count` only at the end, and the time of their first in the edit;
  /// nil after the last.
  package func nextSamples(_ count: Int) throws -> (samples: AudioBuffer, time: Time)? {
    guard nextSample < sampleCount else { return nil }
    let first = nextSample
    let buffer = try samples(from: first, count: Int(min(Int64(count), sampleCount - first)))
    nextSample += Int64(buffer.frames)
    return (buffer, spec.range.start + Time(first, Int64(sampleRate)))
  }

  /// A frame by its number; any order, cheapest in order.
  ///
  /// There must be one of that number.
  package func frame(_ index: Int) throws -> VideoFrame {
    let renderer = self.renderer ?? FrameRenderer(spec.plan, resources, calls: calls)
    self.renderer = renderer
    return try renderer.frame(at: spec.video!.schedule.time(of: index))
  }

  /// Samples from `first` on, silent outside the range; any order, cheapest in order.
  ///
  /// There must be sound.
  package func samples(from first: Int64, count: Int) throws -> AudioBuffer {
    let settings = spec.audio!.settings
    let mixer =
      self.mixer
      ?? AudioMixer(
        spec.plan, rate: settings.sampleRate, layout: settings.layout, origin: spec.range.start)
    self.mixer = mixer
    return try mixer.mix(from: first, count: count)
  }

  /// Starts both streams again.
  package func rewind() { (nextIndex, nextSample) = (0, 0) }

  /// Faults of the sources met so far.
  package var issues: [SourceIssue] {
    (spec.issues + (renderer?.issues ?? []) + (mixer?.issues ?? [])).gathered
  }

  package func close() {
    renderer?.close()
    mixer?.close()
    (renderer, mixer) = (nil, nil)
  }
}
