import Composition
import Media
import Timing

/// What is done for every stretch of a film: copied, encoded anew, or composed and encoded.
struct OutputPlan: Sendable {
  enum Action: String, Sendable {
    case copy
    /// The pictures of one source as they are, encoded anew.
    case reencode = "re-encode"
    /// Pictures that are drawn: placed, mixed, turned, or from no film.
    case composite
  }

  /// A stretch of the film in which the same is done for the same reason.
  struct Span: Sendable {
    /// Frames of the film.
    let frames: Range<Int>
    /// In the film's own time.
    let range: TimeRange
    let action: Action
    /// Why, in words for people.
    let reason: String
    /// The file whose pictures are shown; nil where several are, or none.
    var path: String?
    /// Where the packets come from; nil unless they are copied.
    var part: CopyPart?
  }

  /// A part of a file that is copied; an object, so that spans without one stay small.
  final class CopyPart: Sendable {
    let key: PictureSource.Key
    let source: Handed<CopySource>
    let span: CopySource.Span

    init(key: PictureSource.Key, source: Handed<CopySource>, span: CopySource.Span) {
      (self.key, self.source, self.span) = (key, source, span)
    }
  }

  /// Contiguous from 0 to the end; empty where the film has no picture.
  var spans: [Span] = []
  /// What copied and re-encoded parts are joined into; nil where nothing is copied.
  var stream: CopiedStream?
  /// How the re-encoded parts are made beside copied ones.
  var island: VideoEncoderSettings?
  /// What is done with the sound.
  var sound: Sound?

  struct Sound: Sendable {
    let action: Action
    let reason: String
    var path: String?
    /// Where the packets come from; nil unless they are copied.
    var source: CopiedSound?
  }

  /// Whether any pictures are copied.
  var copiesPictures: Bool { stream != nil }

  var copiedFrames: Int {
    spans.reduce(0) { $0 + ($1.action == .copy ? $1.frames.count : 0) }
  }

  /// The frames that have to be drawn, in order.
  var renderedFrames: [Range<Int>] { spans.filter { $0.action != .copy }.map(\.frames) }
}

/// Gives a value that only one thread uses at a time to the thread that uses it from now on.
struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
