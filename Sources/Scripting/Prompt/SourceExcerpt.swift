import LuaRuntime

/// The line of a script that an error is about, with the word that it is about marked.
struct SourceExcerpt {
  /// Columns that there are.
  var width = 80
  /// Whether the word is shown inverse; without it a line of carets follows.
  var isColoured = false

  /// "  3 | x = foo(1)" and a mark; nil where there is no such line.
  func text(of error: LuaError, lines: (LuaPosition) -> [UInt8]?) -> String? {
    guard let position = ErrorText.place(of: error), let line = lines(position) else { return nil }
    let gutter = "  \(position.line) | "
    let words = Self.words(of: error.message)
    let place = words.lazy.compactMap { word -> Range<Int>? in
      let places = LuaWords.places(of: word, in: line)
      return places.count == 1 ? places[0]..<places[0] + word.count : nil
    }.first
    let window = Self.window(
      line, around: place?.lowerBound ?? 0, width: max(16, width - gutter.count - 1))
    guard !window.isEmpty else { return nil }
    let before = Self.shown(line[window.lowerBound..<(place?.lowerBound ?? window.upperBound)])
    guard let place else { return gutter + before + "\n" }
    let marked = Self.shown(line[place.clamped(to: window)])
    let after = Self.shown(line[min(place.upperBound, window.upperBound)..<window.upperBound])
    if isColoured { return "\(gutter)\(before)\u{1B}[7m\(marked)\u{1B}[27m\(after)\n" }
    let carets = String(repeating: "^", count: max(1, marked.count))
    let margin = String(repeating: " ", count: gutter.count + before.count)
    return gutter + before + marked + after + "\n" + margin + carets + "\n"
  }

  /// The words between quotes, which name what an error is about; an apostrophe is no quote.
  private static func words(of message: String) -> [[UInt8]] {
    let (bytes, quote) = (Array(message.utf8), UInt8(ascii: "'"))
    var words: [[UInt8]] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() where byte == quote {
      let isInWord =
        index > 0 && LuaWords.isPartOfName(bytes[index - 1])
        && index + 1 < bytes.count && LuaWords.isPartOfName(bytes[index + 1])
      if isInWord { continue }
      if let begun = start {
        words.append(Array(bytes[begun..<index]))
        start = nil
      } else {
        start = index + 1
      }
    }
    return words
  }

  /// The part of a long line that fits: from its first word on, or what is around a place.
  private static func window(_ line: [UInt8], around place: Int, width: Int) -> Range<Int> {
    var start = line.firstIndex { !LuaWords.isSpace($0) } ?? line.count
    if place - start > width * 2 / 3 { start = place - width / 3 }
    while start < line.count, line[start] & 0xC0 == 0x80 { start += 1 }
    return start..<max(start, min(line.count, start + width))
  }

  /// Text without what would move the cursor.
  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    String(
      String.UnicodeScalarView(
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
          $0.value < 0x20 || $0.value == 0x7F ? " " : $0
        }))
  }
}
