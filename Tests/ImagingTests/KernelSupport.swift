import Geometry
import Imaging

/// Numbers without a pattern, the same in every run.
struct Noise {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % limit
  }
}

extension VideoFrame {
  func value(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    format.bytesPerSample == 1
      ? Int(planes[plane].row(y).load(fromByteOffset: x, as: UInt8.self))
      : Int(planes[plane].row(y).load(fromByteOffset: 2 * x, as: UInt16.self))
  }

  func set(_ plane: Int, _ x: Int, _ y: Int, _ value: Int) {
    if format.bytesPerSample == 1 {
      planes[plane].row(y).storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
    } else {
      planes[plane].row(y).storeBytes(of: UInt16(value), toByteOffset: 2 * x, as: UInt16.self)
    }
  }

  /// All values of a plane, row by row.
  func values(_ plane: Int) -> [Int] {
    (0..<planes[plane].height).flatMap { y in
      (0..<planes[plane].width).map { x in value(plane, x, y) }
    }
  }

  /// Sets every value of every plane.
  func setAll(_ body: (_ plane: Int, _ x: Int, _ y: Int) -> Int) {
    for plane in planes.indices {
      for y in 0..<planes[plane].height {
        for x in 0..<planes[plane].width { set(plane, x, y, body(plane, x, y)) }
      }
    }
  }

  static func noise(
    _ format: PixelFormat, _ width: Int, _ height: Int, seed: UInt64,
    color: ColorDescription = .bt601
  ) -> VideoFrame {
    let frame = FramePool().makeFrame(format: format, width: width, height: height, color: color)
    var noise = Noise(seed)
    frame.setAll { _, _, _ in noise.next(below: format.maximum + 1) }
    return frame
  }

  func copied() -> VideoFrame {
    let copy = FramePool().makeFrame(format: format, width: width, height: height, color: color)
    copyPixels(of: self, to: copy)
    return copy
  }
}

/// Widths around the sizes of vectors.
let awkwardWidths = [1, 15, 16, 17, 33]

let kernelFormats: [PixelFormat] = [.yuv420p, .yuv444p, .yuv420p10, .gbrp16, .gray8]
