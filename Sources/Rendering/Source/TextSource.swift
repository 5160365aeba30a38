import Composition
import Geometry
import Imaging
import Media
import Synchronization
import Timing

/// Words on a transparent picture, shown for a while: drawn when they are needed.
///
/// A film may have a thousand captions, so only the pictures that were used last are kept.
package final class TextSource: MediaSource {
  package let text: String
  let style: TextStyle
  let width: Int
  let height: Int
  package let duration: Time
  /// The rate that edits see; nil for a picture that takes any.
  let rate: FrameRate?
  let frames: FrameTable

  /// The pictures of all texts that were used last, newest first.
  private static let recent = Mutex<[(text: ObjectIdentifier, frame: VideoFrame)]>([])
  private static let recentLimit = 4

  /// The first line, in quotes.
  package var name: String {
    "\"" + (text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "") + "\""
  }
  package var path: String? { nil }

  package static let defaultSize = (width: 1280, height: 720)
  private static let fontSizes = 1.0...4096

  /// Checks what it is told; nothing is drawn yet.
  package init(
    _ text: String, _ style: TextStyle, width: Int, height: Int, duration: Time = Time(5),
    rate: FrameRate? = nil
  ) throws(RenderError) {
    guard duration.isNumeric, duration > .zero else {
      throw RenderError(
        "invalid_duration", "a text needs a duration above 0, not \(duration)",
        hint: "leave it out for 5 seconds")
    }
    guard (2...16_384).contains(width), (2...16_384).contains(height) else {
      throw RenderError(
        "invalid_size", "a text's size must lie in 2…16384, not \(width)×\(height)",
        hint: "size = { width, height } of the whole picture; font_size is the text's own")
    }
    guard Self.fontSizes.contains(style.fontSize), (0...512).contains(style.outline),
      (0...8192).contains(style.margin)
    else {
      throw RenderError(
        "invalid_text_style",
        "font_size must lie in 1…4096, outline in 0…512 and margin in 0…8192, not "
          + "\(style.fontSize), \(style.outline) and \(style.margin)",
        hint: "they are pixels")
    }
    (self.text, self.style) = (text, style)
    (self.width, self.height) = (width, height)
    (self.duration, self.rate) = (duration.reduced, rate)
    let step = rate?.frameDuration ?? self.duration
    let count = self.duration.quotient(by: step, .towardPositiveInfinity)
    frames = FrameTable(start: .zero, step: step, count: Int(count), endOfLast: self.duration)
  }

  deinit {
    let text = ObjectIdentifier(self)
    Self.recent.withLock { $0.removeAll { $0.text == text } }
  }
}

extension TextSource: RenderableSource {
  package var formatName: String { "text" }

  package var tracks: [SourceTrack] {
    [
      SourceTrack(
        video: self, trackID: 1, timeRange: TimeRange(start: .zero, duration: duration),
        naturalTimeScale: rate?.numerator ?? duration.timescale,
        naturalSize: Size(width: Double(width), height: Double(height)),
        signature: .video(codec: "text", width: width, height: height), frameRate: rate,
        frameCount: frames.count)
    ]
  }

  var assets: [MediaAsset] { [] }

  func picture(_ track: SourceTrack) throws -> PictureSource {
    PictureSource(kind: .indexed(self), key: .init(track))
  }

  func look(_ track: SourceTrack) throws -> SourceLook {
    SourceLook(
      width: width, height: height, naturalSize: track.naturalSize, pixelAspect: .square,
      format: shape.format, color: shape.color, frames: frames)
  }
}

extension TextSource: IndexedPictures {
  var shape: FrameConverter.Shape {
    FrameConverter.Shape(format: .gbrap, width: width, height: height, color: .sRGB)
  }

  /// The picture; the same object while it is in use, so that nothing made of it is made twice.
  func frame(_ index: Int) throws -> VideoFrame {
    let text = ObjectIdentifier(self)
    let known = Self.recent.withLock { recent -> VideoFrame? in
      guard let place = recent.firstIndex(where: { $0.text == text }) else { return nil }
      recent.insert(recent.remove(at: place), at: 0)
      return recent[0].frame
    }
    if let known { return known }
    let frame = try TextRenderer.render(
      self.text, style, width: width, height: height, pool: FramePool())
    Self.recent.withLock { recent in
      recent.insert((text, frame), at: 0)
      if recent.count > Self.recentLimit { recent.removeLast() }
    }
    return frame
  }
}
