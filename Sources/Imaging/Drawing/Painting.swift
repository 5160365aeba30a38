import Geometry

/// Paints flat shapes into a planar 8-bit frame of red, green and blue; for charts, not for films.
///
/// Owned by one thread; the frame must not be shared yet.
package struct Painting {
  package let frame: VideoFrame

  /// Begins with a frame of one colour.
  package init(width: Int, height: Int, background: Color, pool: FramePool) {
    frame = pool.makeFrame(format: .gbrp, width: width, height: height, color: .sRGB)
    fill(frame, with: background)
  }

  /// Mixes a colour into one pixel; outside the frame nothing happens.
  ///
  /// `share` is how much of the pixel is covered, from 0 to 1.
  package func blend(_ color: Color, x: Int, y: Int, share: Double = 1) {
    guard x >= 0, y >= 0, x < frame.width, y < frame.height else { return }
    let amount = min(max(share, 0), 1) * color.alpha
    for (plane, value) in [color.green, color.blue, color.red].enumerated() {
      let row = frame.planes[plane].row(y).assumingMemoryBound(to: UInt8.self)
      let mixed = Double(row[x]) + (value * 255 - Double(row[x])) * amount
      row[x] = UInt8(min(max(mixed.rounded(), 0), 255))
    }
  }

  /// Fills a rectangle; edges between pixels cover them in part.
  package func fillRect(_ rect: Rect, _ color: Color) {
    let (left, right) = (max(rect.x, 0), min(rect.x + rect.width, Double(frame.width)))
    let (top, bottom) = (max(rect.y, 0), min(rect.y + rect.height, Double(frame.height)))
    guard left < right, top < bottom else { return }
    for y in Int(top)..<Int(bottom.rounded(.up)) {
      let down = min(bottom, Double(y + 1)) - max(top, Double(y))
      for x in Int(left)..<Int(right.rounded(.up)) {
        let across = min(right, Double(x + 1)) - max(left, Double(x))
        blend(color, x: x, y: y, share: across * down)
      }
    }
  }

  /// Draws a line through points, with round ends and smooth edges.
  package func strokeLine(_ points: [Point], width: Double, _ color: Color) {
    guard points.count > 1 else { return }
    let reach = width / 2 + 1
    // Every pixel once, by its nearest piece of line: joints are not drawn twice.
    var covered: [Int: Double] = [:]
    for (start, end) in zip(points, points.dropFirst()) {
      let (way, down) = (end.x - start.x, end.y - start.y)
      let length = way * way + down * down
      let columns =
        max(
          Int(min(start.x, end.x) - reach), 0)...max(
          min(Int(max(start.x, end.x) + reach), frame.width - 1),
          max(Int(min(start.x, end.x) - reach), 0))
      for x in columns {
        let rows =
          max(
            Int(min(start.y, end.y) - reach), 0)..<max(
            min(Int(max(start.y, end.y) + reach) + 1, frame.height),
            max(Int(min(start.y, end.y) - reach), 0))
        for y in rows {
          let (px, py) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
          let along = length == 0 ? 0 : min(max((px * way + py * down) / length, 0), 1)
          let (dx, dy) = (px - along * way, py - along * down)
          let share = min(width / 2 + 0.5 - (dx * dx + dy * dy).squareRoot(), 1)
          guard share > 0 else { continue }
          covered[y * frame.width + x] = max(covered[y * frame.width + x] ?? 0, share)
        }
      }
    }
    for (place, share) in covered {
      blend(color, x: place % frame.width, y: place / frame.width, share: share)
    }
  }

  /// Writes a line of text from its top left corner; each pixel of a letter is `scale` wide.
  package func write(_ text: String, x: Int, y: Int, scale: Int, _ color: Color) {
    BitmapFont.forEachPixel(of: text) { column, row in
      for down in 0..<scale {
        for across in 0..<scale {
          blend(color, x: x + column * scale + across, y: y + row * scale + down)
        }
      }
    }
  }

  /// Puts a picture of the same format with its top left corner at a pixel; what does not fit is
  /// left out.
  package func put(_ picture: VideoFrame, x: Int, y: Int) {
    precondition(picture.format == frame.format, "a picture is converted before")
    for row in max(-y, 0)..<max(min(picture.height, frame.height - y), max(-y, 0)) {
      let (first, last) = (max(-x, 0), min(picture.width, frame.width - x))
      guard first < last else { continue }
      for plane in 0..<3 {
        (frame.planes[plane].row(y + row) + (x + first)).copyMemory(
          from: picture.planes[plane].row(row) + first, byteCount: last - first)
      }
    }
  }
}
