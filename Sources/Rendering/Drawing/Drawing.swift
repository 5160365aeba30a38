import Geometry
import Imaging
import Media

/// Shapes on a sheet: what charts, contact sheets and timelines are made of.
///
/// A value: the same shapes become a picture, or text in SVG that can be scaled.
package struct Drawing: Sendable {
  package enum Alignment: String, Sendable, CaseIterable {
    case left, center, right
  }

  enum Shape: Sendable {
    case rect(Rect, Color)
    case line([Point], width: Double, Color)
    /// The point is the top of the line, at its left end, middle or right end.
    case text(String, Point, size: Double, Color, Alignment)
    case picture(VideoFrame, Rect)
  }

  package let width: Int
  package let height: Int
  let background: Color
  private(set) var shapes: [Shape] = []

  /// The largest side of a sheet in pixels.
  package static let largestSide = 16_384

  package init(width: Int, height: Int, background: Color) {
    (self.width, self.height, self.background) = (width, height, background)
  }

  package mutating func addRect(_ rect: Rect, _ color: Color) { shapes.append(.rect(rect, color)) }

  package mutating func addLine(_ points: [Point], width: Double, _ color: Color) {
    shapes.append(.line(points, width: width, color))
  }

  package mutating func addText(
    _ text: String, at point: Point, size: Double, _ color: Color, _ alignment: Alignment
  ) {
    shapes.append(.text(text, point, size: size, color, alignment))
  }

  /// Adds a picture that is scaled to fill a rectangle.
  package mutating func addPicture(_ frame: VideoFrame, in rect: Rect) {
    shapes.append(.picture(frame, rect))
  }

  /// The width of a line of text in pixels.
  package static func width(of text: String, size: Double) -> Double {
    Double(BitmapFont.width(of: text) * scale(of: size))
  }

  /// How many pixels wide each pixel of a letter is: sizes are heights of capitals with a margin.
  private static func scale(of size: Double) -> Int { max(Int((size / 8).rounded()), 1) }

  // MARK: As a picture

  /// Draws the shapes, the first one lowest.
  package func rasterized() throws -> VideoFrame {
    let pool = FramePool()
    let painting = Painting(width: width, height: height, background: background, pool: pool)
    for shape in shapes {
      switch shape {
      case .rect(let rect, let color): painting.fillRect(rect, color)
      case .line(let points, let width, let color):
        painting.strokeLine(points, width: width, color)
      case .text(let text, let point, let size, let color, let alignment):
        let scale = Self.scale(of: size)
        let length = BitmapFont.width(of: text) * scale
        let shift = alignment == .left ? 0 : alignment == .center ? length / 2 : length
        painting.write(
          text, x: Int(point.x.rounded()) - shift, y: Int(point.y.rounded()), scale: scale, color)
      case .picture(let frame, let rect):
        let target = FrameConverter.Shape(
          format: .gbrp, width: max(Int(rect.width.rounded()), 1),
          height: max(Int(rect.height.rounded()), 1), color: .sRGB)
        let picture = try FrameConverter(from: frame.shape, to: target).convert(frame, pool: pool)
        painting.put(picture, x: Int(rect.x.rounded()), y: Int(rect.y.rounded()))
      }
    }
    return painting.frame
  }
}
