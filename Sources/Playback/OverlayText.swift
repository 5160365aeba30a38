/// The letters of the line that shows time and frame: five pixels high, drawn as squares.
enum OverlayText {
  static let height = 5

  /// Three columns wide, from the top row down, the left column in the highest bit.
  private static let glyphs: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
    "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2],
    "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ":": [0, 2, 0, 2, 0], ".": [0, 0, 0, 0, 2],
    "/": [1, 1, 2, 4, 4], "-": [0, 0, 7, 0, 0], "x": [0, 5, 2, 5, 0], "#": [5, 7, 5, 7, 5],
  ]

  /// The squares of a text, from its top left corner; what has no letter is a gap.
  static func pixels(of text: String) -> [(x: Int, y: Int)] {
    var pixels: [(x: Int, y: Int)] = []
    for (place, character) in text.enumerated() {
      guard let rows = glyphs[character] else { continue }
      for (y, row) in rows.enumerated() {
        for x in 0..<3 where row & (4 >> UInt8(x)) != 0 { pixels.append((place * 4 + x, y)) }
      }
    }
    return pixels
  }

  static func width(of text: String) -> Int { max(text.count * 4 - 1, 0) }
}
