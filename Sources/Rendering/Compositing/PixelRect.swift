import Geometry
import Imaging
import Media

/// A rectangle of whole pixels.
struct PixelRect: Equatable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The smallest one around a rectangle that is made of whole chroma samples, cut to the canvas.
  init(around rect: Rect, on canvas: Canvas) {
    self.init(
      around: rect, width: canvas.width, height: canvas.height, format: canvas.format)
  }

  /// The same, cut to a frame.
  init(around rect: Rect, in frame: VideoFrame) {
    self.init(around: rect, width: frame.width, height: frame.height, format: frame.format)
  }

  private init(around rect: Rect, width: Int, height: Int, format: PixelFormat) {
    func span(_ low: Double, _ high: Double, _ limit: Int, _ shift: Int) -> Range<Int> {
      let first = min(max((low + Self.tolerance).rounded(.down), 0), Double(limit))
      let last = min(max((high - Self.tolerance).rounded(.up), first), Double(limit))
      let mask = (1 << shift) - 1
      return Int(first) & ~mask..<min((Int(last) + mask) & ~mask, limit)
    }
    let columns = span(rect.x, rect.maxX, width, format.chromaShiftX)
    let rows = span(rect.y, rect.maxY, height, format.chromaShiftY)
    self.init(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Edges this near to a pixel's lie on it, in pixels: less than an 8-bit picture can show.
  private static let tolerance = 1.0 / 512

  var isEmpty: Bool { width <= 0 || height <= 0 }

  var bounds: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }

  /// Whether a rectangle has the same edges wherever they lie on the canvas.
  func isSame(as rect: Rect, on canvas: Canvas) -> Bool {
    func agree(_ edge: Double, _ whole: Int, _ limit: Int) -> Bool {
      (min(max(edge, 0), Double(limit)) - Double(whole)).magnitude <= Self.tolerance
    }
    return agree(rect.x, x, canvas.width) && agree(rect.maxX, x + width, canvas.width)
      && agree(rect.y, y, canvas.height) && agree(rect.maxY, y + height, canvas.height)
  }
}

extension VideoFrame {
  var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  var shape: FrameConverter.Shape {
    FrameConverter.Shape(format: format, width: width, height: height, color: color)
  }
}

extension PixelFormat {
  /// This format, with an alpha plane where the other one has alpha.
  func carryingAlpha(of other: PixelFormat) -> PixelFormat {
    guard other.hasAlpha, !hasAlpha else { return self }
    return PixelFormat.planar(
      model, bitDepth: bitDepth, chromaShiftX: chromaShiftX, chromaShiftY: chromaShiftY,
      hasAlpha: true) ?? self
  }

  /// This model and depth without subsampling and with alpha.
  ///
  /// Where FFmpeg has no such layout it has a name of its own, and never leaves the compositor.
  var fullChromaWithAlpha: PixelFormat {
    PixelFormat.planar(model, bitDepth: bitDepth, hasAlpha: true)
      ?? PixelFormat(name: name + "-layer", model: model, bitDepth: bitDepth, hasAlpha: true)
  }
  /// This layout at 16 bits; as above, it need not be one of FFmpeg's.
  var deepened: PixelFormat {
    PixelFormat.planar(
      model, bitDepth: 16, chromaShiftX: chromaShiftX, chromaShiftY: chromaShiftY,
      hasAlpha: hasAlpha)
      ?? PixelFormat(
        name: name + "-deep", model: model, bitDepth: 16, chromaShiftX: chromaShiftX,
        chromaShiftY: chromaShiftY, hasAlpha: hasAlpha)
  }
}
