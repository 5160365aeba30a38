/// What came from whoever types.
enum LineInput {
  /// One line without its line feed.
  case line([UInt8])
  /// Ctrl-C: what was typed so far does not count.
  case interrupted
  case end
}

/// Where lines come from.
protocol LineReader: AnyObject {
  func next(prompt: String) -> LineInput
  /// Offers a line to the arrow keys.
  func remember(_ line: String)
}
