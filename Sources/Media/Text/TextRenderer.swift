import CFFmpeg
import Geometry
import Glibc
import Imaging

/// Words as a picture with alpha: set by libass, which libavfilter brings.
///
/// It knows the machine's fonts, breaks lines, and writes every script in its own direction.
package enum TextRenderer {
  /// A transparent picture of that size with the text on it.
  ///
  /// Costs tens of milliseconds, most of it for fonts. For a font that the machine does not have
  /// fontconfig takes another. Throws where libavfilter was built without libass.
  package static func render(
    _ text: String, _ style: TextStyle, width: Int, height: Int, pool: FramePool
  ) throws(MediaError) -> VideoFrame {
    let file = try MemoryFile(script(text, style, width: width, height: height))
    let graph = try FilterGraph(
      FilterCall("ass", [FilterCall.Option("filename", file.path)]), of: .video,
      from: PictureFilter.source(AV_PIX_FMT_RGB24, width: width, height: height), converts: false,
      threads: 1)
    let onBlack = try drawn(by: graph, on: 0, width: width, height: height)
    let onWhite = try drawn(by: graph, on: 255, width: width, height: height)
    let frame = pool.makeFrame(format: .gbrap, width: width, height: height, color: .sRGB)
    separate(onBlack, onWhite, into: frame)
    return frame
  }

  private static func drawn(
    by graph: FilterGraph, on level: UInt8, width: Int, height: Int
  ) throws(MediaError) -> FrameBox {
    let box = FrameBox()
    let frame = box.pointer
    frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
    (frame.pointee.width, frame.pointee.height) = (Int32(width), Int32(height))
    frame.pointee.pts = 0
    guard av_frame_get_buffer(frame, 0) >= 0, let base = vsff_frame_plane(frame, 0) else {
      fatalError("out of memory")
    }
    base.initialize(repeating: level, count: Int(vsff_frame_stride(frame, 0)) * height)
    return try graph.process(frame)
  }

  /// Tells colour and alpha apart: what shines through is the difference of the two backgrounds.
  private static func separate(_ onBlack: FrameBox, _ onWhite: FrameBox, into frame: VideoFrame) {
    guard let black = vsff_frame_plane(onBlack.pointer, 0),
      let white = vsff_frame_plane(onWhite.pointer, 0)
    else { return }
    let strides = (
      Int(vsff_frame_stride(onBlack.pointer, 0)), Int(vsff_frame_stride(onWhite.pointer, 0))
    )
    for y in 0..<frame.height {
      let (dark, bright) = (black + y * strides.0, white + y * strides.1)
      let rows = (0..<4).map { frame.planes[$0].row(y).assumingMemoryBound(to: UInt8.self) }
      for x in 0..<frame.width {
        let place = x * 3
        var through = 0
        for part in 0..<3 { through += Int(bright[place + part]) - Int(dark[place + part]) }
        let alpha = 255 - min(max((through + 1) / 3, 0), 255)
        // Planes are in the order green, blue, red, alpha.
        for (plane, part) in [(0, 1), (1, 2), (2, 0)] {
          rows[plane][x] =
            alpha == 0 ? 0 : UInt8(min((Int(dark[place + part]) * 255 + alpha / 2) / alpha, 255))
        }
        rows[3][x] = UInt8(alpha)
      }
    }
  }

  // MARK: The script that libass reads

  private static func script(
    _ text: String, _ style: TextStyle, width: Int, height: Int
  ) -> String {
    let hasBackground = style.background.alpha > 0
    let margin = Int(style.margin.rounded())
    // The box of style 4 is as far from the letters as their shadow would be.
    let values: [String] = [
      "text", style.font, "\(style.fontSize)", code(style.color), code(style.color),
      code(style.outlineColor), code(style.background), style.isBold ? "-1" : "0",
      style.isItalic ? "-1" : "0", "0", "0", "100", "100", "0", "0", hasBackground ? "4" : "1",
      "\(style.outline)", hasBackground ? "\(style.fontSize / 4)" : "0",
      "\(alignment(style.place))", "\(margin)", "\(margin)", "\(margin)", "1",
    ]
    return """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: \(width)
      PlayResY: \(height)
      WrapStyle: 0
      ScaledBorderAndShadow: yes

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, \
      Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, \
      Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      Style: \(values.joined(separator: ","))

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:00.00,1:00:00.00,text,,0,0,0,,\(escaped(text))

      """
  }

  /// A colour as `&HAABBGGRR`, where the first byte is how much shines through.
  private static func code(_ color: Color) -> String {
    let parts = [1 - color.alpha, color.blue, color.green, color.red]
    return parts.reduce("&H") { text, part in
      let byte = Int((min(max(part, 0), 1) * 255).rounded())
      return text + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }

  /// As on the keys for numbers: 1 is bottom left, 9 top right.
  private static func alignment(_ place: TextStyle.Place) -> Int {
    TextStyle.Place.allCases.firstIndex(of: place)! + 1
  }

  /// The text without the signs that libass takes for orders.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\n", "\r\n", "\r": result += "\\N"
      case "{": result += "\\{"
      case "}": result += "\\}"
      // There is no writing for it; a joiner without a width keeps it from becoming an order.
      case "\\": result += "\\\u{2060}"
      default: result.append(character)
      }
    }
    return result
  }
}

/// A file in memory for a library that only reads by name; gone with the object.
private final class MemoryFile {
  private let descriptor: Int32

  var path: String { "/proc/self/fd/\(descriptor)" }

  init(_ text: String) throws(MediaError) {
    descriptor = vsff_memory_file("vscript-text")
    let bytes = Array(text.utf8)
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      throw MediaError(
        .writeFailed, action: "keep a text for libass", detail: String(cString: strerror(errno)))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
