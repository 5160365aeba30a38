import CFFmpeg
import Timing

/// A file that cannot be read or written as asked.
///
/// It keeps the facts; its text is made when somebody reads it.
package struct MediaError: Error, Sendable {
  /// What went wrong, as a stable word that scripts compare with.
  package enum Kind: String, Sendable, CaseIterable {
    case fileNotFound = "file_not_found"
    case isADirectory = "is_a_directory"
    case notARegularFile = "not_a_regular_file"
    case permissionDenied = "permission_denied"
    case emptyFile = "empty_file"
    case notMedia = "not_media"
    case truncatedIndex = "truncated_index"
    case damagedIndex = "damaged_index"
    case truncatedMedia = "truncated_media"
    case noTracks = "no_tracks"
    case networkRefused = "network_refused"
    case networkFailed = "network_failed"
    case fileChanged = "file_changed"
    case ioFailed = "io_failed"
    case tooManyFiles = "too_many_files"
    case playlist = "playlist"
    case encrypted = "encrypted"
    case unsupportedCodec = "unsupported_codec"
    case decodeFailed = "decode_failed"
    case noFrames = "no_frames"
    case unsupportedFormat = "unsupported_format"
    case conversionFailed = "conversion_failed"
    case unknownCodec = "unknown_codec"
    case unknownOption = "unknown_option"
    case invalidOption = "invalid_option"
    case unknownFilter = "unknown_filter"
    case filterRefused = "filter_refused"
    case filterFailed = "filter_failed"
    case unknownFont = "unknown_font"
    case unsupportedOutput = "unsupported_output"
    case encodeFailed = "encode_failed"
    case fileExists = "file_exists"
    case outputIsInput = "output_is_input"
    case directoryMissing = "directory_missing"
    case diskFull = "disk_full"
    case writeFailed = "write_failed"
    case interrupted = "interrupted"
  }

  package let kind: Kind
  /// The file as the caller named it.
  package let path: String?
  /// The place in the track or the film, where there is one.
  package let time: Time?
  /// What was asked for, as the object of "cannot …".
  package let action: String?
  /// What there is to say beyond the kind.
  package let detail: String?
  /// What the library said: the last line of its log on this thread, or the text of its code.
  package let libraryMessage: String?
  /// What to do, where the kind's own advice is not enough.
  let ownHint: String?

  package init(
    _ kind: Kind, path: String? = nil, time: Time? = nil, action: String? = nil,
    detail: String? = nil, libraryMessage: String? = nil, hint: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.time = time
    self.action = action
    self.detail = detail
    self.libraryMessage = libraryMessage
    self.ownHint = hint
  }

  /// An error of FFmpeg's: its code and the last thing it logged on this thread.
  init(
    _ kind: Kind, ffmpeg code: Int32, path: String? = nil, time: Time? = nil,
    action: String? = nil, hint: String? = nil
  ) {
    let logged = FFmpegLog.takeLastError()
    self.init(
      kind, path: path, time: time, action: action, libraryMessage: logged ?? ffmpegText(code),
      hint: hint)
  }

  /// The same fault with the file that it comes of, where it names none.
  ///
  /// What converts samples or pictures knows nothing of files; whoever reads them for it does.
  /// `action` is what the file was wanted for.
  package func naming(_ path: String, at time: Time? = nil, action: String) -> MediaError {
    guard self.path == nil else { return self }
    let own = self.action.map { "cannot \($0): " } ?? ""
    return MediaError(
      kind, path: path, time: self.time ?? time, action: action, detail: own + (detail ?? reason),
      libraryMessage: libraryMessage == detail ? nil : libraryMessage, hint: hint)
  }

  /// The stable word for it.
  package var code: String { kind.rawValue }

  /// The reference's number, where it has one.
  package var number: Int? {
    switch kind {
    case .diskFull: -11807
    case .decodeFailed: -11821
    case .noTracks, .noFrames: -11822
    case .fileExists: -11823
    case .notMedia, .emptyFile, .playlist: -11828
    case .truncatedIndex, .damagedIndex, .truncatedMedia: -11829
    case .unsupportedCodec, .encrypted: -11833
    case .unknownCodec: -11834
    case .unknownOption, .invalidOption, .unsupportedOutput: -11861
    case .outputIsInput: -11862
    case .encodeFailed: -11883
    default: nil
    }
  }
}

/// FFmpeg's own words for one of its error codes.
func ffmpegText(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
    buffer.initialize(repeating: 0)
    guard let base = buffer.baseAddress else { return "error \(code)" }
    av_strerror(code, base, 127)
    return String(cString: base)
  }
}
