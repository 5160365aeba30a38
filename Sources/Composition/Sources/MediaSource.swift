/// What a track carries.
package enum MediaType: String, Hashable, Sendable, CaseIterable {
  case video, audio
}

/// Where segments take their media from: a file, a generator, a nested composition.
///
/// Two sources are the same only if they are the same object.
package protocol MediaSource: AnyObject, Sendable {
  /// For messages: the file's path as given, or the generator's name.
  var name: String { get }
  /// The file's path; nil where there is no file.
  var path: String? { get }
}

/// What two tracks must share for the media of one to be continued by the other.
package enum FormatSignature: Hashable, Sendable {
  /// Coded dimensions, and the shape of a pixel as a fraction in lowest terms.
  case video(codec: String, width: Int, height: Int, aspectWidth: Int = 1, aspectHeight: Int = 1)
  case audio(codec: String, sampleRate: Int, channels: Int)
}
