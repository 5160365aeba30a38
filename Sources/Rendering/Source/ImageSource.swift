import Composition
import Geometry
import Imaging
import Media
import Synchronization
import Timing

/// A still picture shown for a while: decoded when it is first needed, and kept.
package final class ImageSource: MediaSource {
  package let asset: MediaAsset
  private let track: MediaTrack
  let video: VideoTrackInfo
  package let duration: Time
  /// The rate that edits see; nil for a picture that takes any.
  package let rate: FrameRate?
  let frames: FrameTable
  /// Turns it upright: what the container says, or how the camera was held.
  private let preferredTransform: Transform
  private let decoded = Mutex<VideoFrame?>(nil)

  package var name: String { asset.path }
  package var path: String? { asset.path }

  /// Opens the picture's file; nothing is decoded yet.
  package init(path: String, duration: Time = Time(5), rate: FrameRate? = nil) throws {
    guard duration.isNumeric, duration > .zero else {
      throw RenderError(
        "invalid_duration", "a picture needs a duration above 0, not \(duration)", path: path,
        hint: "leave it out for 5 seconds")
    }
    asset = try MediaAsset.open(path)
    guard let track = asset.video, let video = track.video, video.frames.count > 0 else {
      throw RenderError(
        "no_pictures", number: -11838, "'\(path)' holds no picture", path: path,
        hint: "it may be damaged or no picture at all; write it anew")
    }
    (self.track, self.video) = (track, video)
    preferredTransform =
      video.preferredTransform.isIdentity
      ? ExifOrientation.transform(ofFile: path, size: video.naturalSize)
      : video.preferredTransform
    self.duration = duration.reduced
    self.rate = rate
    let step = rate?.frameDuration ?? self.duration
    let count = self.duration.quotient(by: step, .towardPositiveInfinity)
    frames = FrameTable(start: .zero, step: step, count: Int(count), endOfLast: self.duration)
  }
}

extension ImageSource: RenderableSource {
  package var formatName: String { "image" }

  package var tracks: [SourceTrack] {
    [
      SourceTrack(
        video: self, trackID: 1, timeRange: TimeRange(start: .zero, duration: duration),
        naturalTimeScale: rate?.numerator ?? duration.timescale, naturalSize: video.naturalSize,
        signature: .video(
          codec: track.codec, width: video.codedWidth, height: video.codedHeight,
          aspectWidth: video.pixelAspect.numerator, aspectHeight: video.pixelAspect.denominator),
        preferredTransform: preferredTransform, frameRate: rate, frameCount: frames.count)
    ]
  }

  var assets: [MediaAsset] { [asset] }
}

extension ImageSource: StillPictures {
  /// The picture; the same object every time, so that nothing made of it is made twice.
  func frame(_ index: Int) throws -> VideoFrame {
    try decoded.withLock { kept in
      if let kept { return kept }
      let reader = try VideoReader(track, of: asset, threads: 1)
      defer { reader.close() }
      let frame = try reader.frame(0)
      kept = frame
      return frame
    }
  }
}
