import Imaging

/// Pictures as DEC's terminals, and xterm, mlterm, foot and others, show them.
enum Sixel {
  /// Steps of each colour: 6 × 6 × 6 are 216 colours, within the 256 that terminals have.
  private static let steps = 6

  /// The escape that draws an 8-bit planar picture of red, green and blue.
  ///
  /// Colours between the palette's are mixed by an ordered pattern.
  static func text(of frame: VideoFrame) -> String {
    var text = "\u{1b}Pq\"1;1;\(frame.width);\(frame.height)"
    for color in 0..<(steps * steps * steps) {
      func share(_ step: Int) -> Int { step * 100 / (steps - 1) }
      text +=
        "#\(color);2;\(share(color / 36));\(share(color / 6 % 6));\(share(color % 6))"
    }
    for top in stride(from: 0, to: frame.height, by: 6) {
      text += band(frame, top)
    }
    return text + "\u{1b}\\\n"
  }

  /// Six rows: each colour that occurs draws its pixels over the whole width.
  private static func band(_ frame: VideoFrame, _ top: Int) -> String {
    var columns: [Int: [UInt8]] = [:]
    for y in top..<min(top + 6, frame.height) {
      for x in 0..<frame.width {
        let color = nearest(frame, x, y)
        columns[color, default: [UInt8](repeating: 0, count: frame.width)][x] |=
          1 << UInt8(y - top)
      }
    }
    var text = ""
    for (color, bits) in columns.sorted(by: { $0.key < $1.key }) {
      text += "#\(color)" + runs(bits) + "$"
    }
    return text + "-"
  }

  /// Letters from `?` on, each for one column; four and more alike are counted.
  private static func runs(_ bits: [UInt8]) -> String {
    var text = ""
    var index = 0
    while index < bits.count {
      var end = index + 1
      while end < bits.count, bits[end] == bits[index] { end += 1 }
      let letter = String(UnicodeScalar(63 + bits[index]))
      let count = end - index
      text += count > 3 ? "!\(count)\(letter)" : String(repeating: letter, count: count)
      index = end
    }
    return text
  }

  /// Thresholds of a 4 × 4 pattern, in sixteenths.
  private static let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private static func nearest(_ frame: VideoFrame, _ x: Int, _ y: Int) -> Int {
    let threshold = pattern[(y & 3) * 4 + (x & 3)]
    func step(_ plane: Int) -> Int {
      let value = Int(frame.planes[plane].row(y).load(fromByteOffset: x, as: UInt8.self))
      return min((value * (steps - 1) * 16 + threshold * 255 + 128) / (255 * 16), steps - 1)
    }
    return step(2) * 36 + step(0) * 6 + step(1)
  }
}
