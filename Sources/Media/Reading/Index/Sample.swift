/// What a container tells of one packet, with times in the stream's time base.
struct Sample {
  var presentation: Int64
  var decoding: Int64
  var duration: Int64
  /// Decoding can start here.
  var isKey: Bool
  /// Nothing is shown for it: a hidden picture, or one that the container discards.
  var isHidden = false
  /// The byte at which it begins; −1 where the container does not say.
  var position: Int64 = -1
}
