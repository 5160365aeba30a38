import Geometry
import Imaging
import Media

extension Drawing {
  /// The shapes as the text of an SVG file; pictures are inside it.
  package func svg() throws -> String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="monospace">
      <rect width="\(width)" height="\(height)" \(paint("fill", background))/>

      """
    for shape in shapes {
      switch shape {
      case .rect(let rect, let color):
        text += """
          <rect x="\(number(rect.x))" y="\(number(rect.y))" width="\(number(rect.width))" \
          height="\(number(rect.height))" \(paint("fill", color))/>

          """
      case .line(let points, let width, let color):
        let list = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
        text += """
          <polyline points="\(list)" fill="none" stroke-width="\(number(width))" \
          stroke-linecap="round" stroke-linejoin="round" \(paint("stroke", color))/>

          """
      case .text(let line, let point, let size, let color, let alignment):
        let anchor =
          alignment == .left ? "start" : alignment == .center ? "middle" : "end"
        text += """
          <text x="\(number(point.x))" y="\(number(point.y + size * 0.8))" \
          font-size="\(number(size))" text-anchor="\(anchor)" \(paint("fill", color))>\
          \(escaped(line))</text>

          """
      case .picture(let frame, let rect):
        let data = base64(try ImageFile.bytes(of: frame, as: .png))
        text += """
          <image x="\(number(rect.x))" y="\(number(rect.y))" width="\(number(rect.width))" \
          height="\(number(rect.height))" preserveAspectRatio="none" \
          href="data:image/png;base64,\(data)"/>

          """
      }
    }
    return text + "</svg>\n"
  }

  private func paint(_ what: String, _ color: Color) -> String {
    var opaque = color
    opaque.alpha = 1
    let alpha = color.alpha < 1 ? " \(what)-opacity=\"\(number(color.alpha))\"" : ""
    return "\(what)=\"\(opaque)\"" + alpha
  }

  /// At most three places behind the point.
  private func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML has no way to say these.
      case _ where scalar.value < 32 && scalar != "\t": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Bytes as text of 64 letters.
package func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let value =
      group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32(16 - 8 * $1.offset) }
    for place in 0..<4 {
      text.append(
        place <= group.count
          ? letters[Int(value >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
