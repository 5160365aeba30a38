import Geometry
@preconcurrency import Glibc
import Imaging
import Media
import Rendering

/// Shows a picture inside a terminal, in the best way that the terminal knows.
struct TerminalPicture {
  /// How a terminal shows pictures.
  enum Way: String, CaseIterable {
    /// Kitty's protocol, which several terminals speak: a PNG inside an escape.
    case kitty
    /// DEC's: six rows at a time, of a palette.
    case sixel
    /// Two coloured pixels in each letter's place.
    case blocks
    /// Not at all.
    case none
  }

  /// The terminal of standard output: its way, its size in letters and that of a letter in pixels.
  struct Terminal {
    var way: Way
    var columns: Int
    var rows: Int
    var letterWidth: Int
    var letterHeight: Int
  }

  /// The escapes and letters that show a picture within the terminal's width; nil where it cannot.
  static func text(of frame: VideoFrame, on terminal: Terminal) throws -> String? {
    switch terminal.way {
    case .none: return nil
    case .kitty:
      let (width, height) = fitted(
        frame, terminal.columns * terminal.letterWidth,
        max(terminal.rows - 2, 1) * terminal.letterHeight)
      return kitty(try ImageFile.bytes(of: scaled(frame, width, height), as: .png))
    case .sixel:
      let (width, height) = fitted(
        frame, terminal.columns * terminal.letterWidth,
        max(terminal.rows - 2, 1) * terminal.letterHeight)
      return Sixel.text(of: try scaled(frame, width, height))
    case .blocks:
      // Each letter is two pixels high.
      let (width, height) = fitted(frame, terminal.columns, max(terminal.rows - 2, 1) * 2)
      return blocks(try scaled(frame, width, height))
    }
  }

  /// The largest size within a box, with the shape kept; nothing is enlarged.
  static func fitted(_ frame: VideoFrame, _ width: Int, _ height: Int) -> (Int, Int) {
    let (across, down) = (
      Double(frame.width * frame.pixelAspect.numerator) / Double(frame.pixelAspect.denominator),
      Double(frame.height)
    )
    let scale = min(1, Double(width) / across, Double(height) / down)
    return (max(Int(across * scale), 1), max(Int(down * scale), 1))
  }

  private static func scaled(
    _ frame: VideoFrame, _ width: Int, _ height: Int
  ) throws -> VideoFrame {
    let source = FrameConverter.Shape(
      format: frame.format, width: frame.width, height: frame.height, color: frame.color)
    let target = FrameConverter.Shape(format: .gbrp, width: width, height: height, color: .sRGB)
    return try FrameConverter(from: source, to: target)
      .convert(frame, pool: FramePool(idleBytes: 0))
  }

  /// In parts of 4096 letters, as the protocol wants it.
  static func kitty(_ png: [UInt8]) -> String {
    let data = Array(base64(png).utf8)
    var text = ""
    for start in stride(from: 0, to: data.count, by: 4096) {
      let end = min(start + 4096, data.count)
      let control = start == 0 ? "a=T,f=100,q=2," : ""
      let part = String(decoding: data[start..<end], as: UTF8.self)
      text += "\u{1b}_G\(control)m=\(end < data.count ? 1 : 0);\(part)\u{1b}\\"
    }
    return text + "\n"
  }

  /// The upper half of each place in the foreground's colour, the lower in the background's.
  static func blocks(_ frame: VideoFrame) -> String {
    func color(_ x: Int, _ y: Int) -> String {
      func value(_ plane: Int) -> UInt8 {
        frame.planes[plane].row(y).load(fromByteOffset: x, as: UInt8.self)
      }
      return "2;\(value(2));\(value(0));\(value(1))"
    }
    var text = ""
    for y in stride(from: 0, to: frame.height, by: 2) {
      var last = ""
      for x in 0..<frame.width {
        let lower = y + 1 < frame.height ? ";48;" + color(x, y + 1) : ";49"
        let escape = "\u{1b}[38;\(color(x, y))\(lower)m"
        text += escape == last ? "▀" : escape + "▀"
        last = escape
      }
      text += "\u{1b}[0m\n"
    }
    return text
  }
}
