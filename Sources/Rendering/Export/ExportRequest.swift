import Composition
import Timing

/// What a script asks of an export; nil means that the file type, the preset or the media decide.
package struct ExportRequest: Sendable {
  /// A chapter that a script names; without an end it lasts until the next one.
  package struct ChapterMark: Sendable {
    package let title: String
    package let start: Time
    package let end: Time?

    package init(title: String, start: Time, end: Time? = nil) {
      (self.title, self.start, self.end) = (title, start, end)
    }
  }

  /// Whether untouched media may be copied.
  package enum Reencode: String, Sendable, CaseIterable {
    case auto, always, never
  }

  /// When interlaced pictures are made whole.
  package enum Deinterlacing: String, Sendable, CaseIterable {
    /// Unless a film of them is written as they are, by an encoder that knows fields.
    case auto
    case always
    case never
  }

  /// Where the film goes; nil only for the file type "null".
  package var output: String?
  package var overwrite = false
  /// "mp4", "mov", "mkv", "webm", "m4a", "wav", … or "null"; nil takes the output's extension.
  package var fileType: String?
  package var preset: String?
  package var codec: String?
  package var codecOptions: [(name: String, value: String)] = []
  /// Constant quality on the encoder's own scale, where lower is better.
  package var quality: Double?
  /// Bits per second.
  package var bitRate: Int64?
  package var pixelFormat: String?
  package var audioCodec: String?
  package var audioOptions: [(name: String, value: String)] = []
  package var audioBitRate: Int64?
  package var sampleRate: Int?
  package var channels: Int?
  /// nil copies what it may unless something else says how to encode.
  package var reencode: Reencode?
  package var deinterlace = Deinterlacing.auto
  package var timeRange: TimeRange?
  package var videoComposition: VideoComposition?
  /// Whether its render scale counts: only what is shown in passing is drawn at another than 1.
  package var usesRenderScale = false
  package var audioMix: AudioMix?
  /// Replaces the metadata of the edit; nil carries it over.
  package var metadata: [(key: String, value: String)]?
  /// Replaces the chapters of the sources, in the edit's time; nil carries them over.
  package var chapters: [ChapterMark]?
  package var optimizeForNetworkUse = false
  /// Bytes after which the film ends early; 0 for no limit.
  ///
  /// It may be exceeded a little, by what the encoder had taken already.
  package var fileLengthLimit: Int64 = 0
  /// 2 lets the encoder look at all frames before it spends the bits; needs a bit rate.
  package var passes = 1
  /// Where files are put that are only needed meanwhile; nil takes the system's place.
  package var temporaryFolder: String?
  /// Codec threads; 0 chooses from the cores.
  package var threads = 0
  /// Bytes that the process may take; 0 chooses from what the system allows.
  package var memory: Int64 = 0
  /// Whether the report tells where the time went.
  package var measuresTime = false
  /// A fault inside a source makes the export fail instead of being reported at its end.
  package var strict = false

  package init() {}
}

/// What an export did.
package struct ExportReport: Sendable {
  /// The finished file; nil when nothing was written.
  package let path: String?
  package let frames: Int
  package let copiedFrames: Int
  package let duration: Time
  /// How long it took, in seconds of the clock.
  package let seconds: Double
  /// Bytes of the finished file.
  package let size: Int64
  /// Whether the film ends early because its file had reached the limit.
  package let reachedLimit: Bool
  /// What the user should know, though the film was made: roundings, left-out tracks.
  package let notes: [String]
  /// Faults inside sources that were bridged.
  package let issues: [SourceIssue]
  /// Where the time went; nil unless it was asked for.
  package var profile: ExportProfile?
}
