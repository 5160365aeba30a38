import Geometry
import Glibc
import Imaging

func sine(_ turns: Double) -> Double { sin(turns * 2 * .pi) }

/// Code values and colours by the textbook, in floating point and without any cut.
struct ReferenceCoding {
  private let format: PixelFormat
  private let isLimited: Bool
  private let red: Double
  private let blue: Double

  init(_ format: PixelFormat, _ color: ColorDescription, _ width: Int, _ height: Int) {
    let color = color.resolved(width: width, height: height, model: format.model)
    self.format = format
    isLimited = color.range == .limited
    (red, blue) = color.matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
  }

  private var scale: Double { Double(1 << (format.bitDepth - 8)) }
  private var full: Double { Double(format.maximum) }

  /// Codes in the order of planes, alpha last, of red, green, blue and alpha.
  func codes(_ color: [Double]) -> [Double] {
    let alpha = format.hasAlpha ? [color[3] * full] : []
    if format.model == .rgb { return [color[1], color[2], color[0]].map { $0 * full } + alpha }
    let luma = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
    let (cb, cr) = (
      (color[2] - luma) / (2 * (1 - blue)), (color[0] - luma) / (2 * (1 - red))
    )
    return
      (isLimited
      ? [(16 + 219 * luma) * scale, (128 + 224 * cb) * scale, (128 + 224 * cr) * scale]
      : [luma * full, 128 * scale + cb * full, 128 * scale + cr * full]) + alpha
  }

  /// The way back; alpha is 1 where the format has none.
  func color(_ codes: [Double]) -> [Double] {
    let alpha = format.hasAlpha ? codes[codes.count - 1] / full : 1
    if format.model == .rgb { return [codes[2] / full, codes[0] / full, codes[1] / full, alpha] }
    let (luma, cb, cr) =
      isLimited
      ? (
        (codes[0] / scale - 16) / 219, (codes[1] / scale - 128) / 224,
        (codes[2] / scale - 128) / 224
      )
      : (codes[0] / full, (codes[1] - 128 * scale) / full, (codes[2] - 128 * scale) / full)
    let (r, b) = (luma + 2 * (1 - red) * cr, luma + 2 * (1 - blue) * cb)
    return [r, (luma - red * r - blue * b) / (1 - red - blue), b, alpha]
  }
}

/// Where the samples of a plane lie, and the pixels that each stands for.
struct ReferenceGrid {
  let stepX: Double
  let stepY: Double
  private let firstX: Double
  private let firstY: Double

  init(_ format: PixelFormat, _ color: ColorDescription, plane: Int) {
    let isChroma = format.isChroma(plane: plane)
    stepX = isChroma ? Double(1 << format.chromaShiftX) : 1
    stepY = isChroma ? Double(1 << format.chromaShiftY) : 1
    let isCentredX = color.chromaLocation == .center
    let isCentredY = color.chromaLocation != .topLeft
    firstX = isCentredX ? stepX / 2 : 0.5
    firstY = isCentredY ? stepY / 2 : 0.5
  }

  func place(_ column: Int, _ row: Int) -> Point {
    Point(x: firstX + Double(column) * stepX, y: firstY + Double(row) * stepY)
  }
}

extension VideoFrame {
  func code(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    format.bytesPerSample == 1
      ? Int(planes[plane].row(y).load(fromByteOffset: x, as: UInt8.self))
      : Int(planes[plane].row(y).load(fromByteOffset: 2 * x, as: UInt16.self))
  }
}

extension AnalyticPicture {
  /// The picture as codes, each taken at its own place.
  func frame(
    format: PixelFormat, width: Int, height: Int, color: ColorDescription
  ) -> VideoFrame {
    let frame = FramePool().makeFrame(format: format, width: width, height: height, color: color)
    let coding = ReferenceCoding(format, color, width, height)
    for (index, plane) in frame.planes.enumerated() {
      let grid = ReferenceGrid(format, color, plane: index)
      for row in 0..<plane.height {
        for column in 0..<plane.width {
          let place = grid.place(column, row)
          let exact = coding.codes(
            self.color(place.x / Double(width), place.y / Double(height)))[index]
          let code = Int(min(max(exact.rounded(), 0), Double(format.maximum)))
          if format.bytesPerSample == 1 {
            plane.row(row).storeBytes(of: UInt8(code), toByteOffset: column, as: UInt8.self)
          } else {
            plane.row(row).storeBytes(of: UInt16(code), toByteOffset: 2 * column, as: UInt16.self)
          }
        }
      }
    }
    return frame
  }
}
