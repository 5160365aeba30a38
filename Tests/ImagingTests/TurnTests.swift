import Geometry
import Testing

@testable import Imaging

@Suite struct TurnTests {
  @Test(arguments: Orientation.allCases) func samplesGoWhereTheTransformSays(
    orientation: Orientation
  ) {
    for format in [PixelFormat.yuv444p, .gbrp16, .gray8] {
      for (width, height) in [(1, 1), (33, 17), (16, 40), (5, 70)] {
        let frame = VideoFrame.noise(format, width, height, seed: 9)
        let turned = turn(frame, orientation, pool: FramePool())
        let map = orientation.transform(width: Double(width), height: Double(height))
        for plane in frame.planes.indices {
          for y in 0..<height {
            for x in 0..<width {
              let point = map.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
              let value = turned.value(plane, Int(point.x), Int(point.y))
              #expect(value == frame.value(plane, x, y))
            }
          }
        }
      }
    }
  }

  @Test func fourQuarterTurnsAreNone() {
    let frame = VideoFrame.noise(.yuv444p, 9, 6, seed: 10)
    var turned = frame
    for _ in 0..<4 { turned = turn(turned, .turnedRight, pool: FramePool()) }
    for plane in 0..<3 { #expect(turned.values(plane) == frame.values(plane)) }
  }

  @Test func subsamplingAndSitingTurnAlong() {
    let wide = turn(.noise(.yuv422p10, 8, 4, seed: 1), .turnedRight, pool: FramePool())
    #expect(wide.format.name == "yuv440p10le" && wide.color.chromaLocation == .top)
    let deep = turn(.noise(.yuv422p16, 8, 4, seed: 1), .turnedLeft, pool: FramePool())
    #expect((deep.format.chromaShiftX, deep.format.chromaShiftY) == (0, 1))
    #expect(deep.color.chromaLocation == .bottom)
    let square = turn(.noise(.yuv420p, 8, 4, seed: 1), .turnedRight, pool: FramePool())
    #expect(square.format == .yuv420p && square.color.chromaLocation == .top)
    let tall = turn(.noise(.yuv420p, 8, 4, seed: 1), .flippedVertically, pool: FramePool())
    #expect(tall.color.chromaLocation == .left)
  }

  /// A ramp of colour that is flipped is the falling ramp of a picture with chroma on the left.
  @Test func aFlipKeepsColourWhereItWas() {
    let frame = FramePool().makeFrame(format: .yuv420p, width: 32, height: 2, color: .bt601)
    frame.setAll { plane, x, _ in plane == 0 ? 4 * x : 8 * x }
    let flipped = turn(frame, .flippedHorizontally, pool: FramePool())
    #expect(flipped.color.chromaLocation == .left)
    for x in 1..<16 {
      // Luma 4 · (31 − 2x) lies on the same pixel.
      #expect(flipped.value(1, x, 0) == flipped.value(0, 2 * x, 0))
    }
  }

  @Test func theShapeOfPixelsTurnsAlong() {
    let frame = VideoFrame.noise(.gray8, 4, 2, seed: 1)
      .retagged(color: .bt601, pixelAspect: PixelAspect(4, 3))
    let turned = turn(frame, .turnedLeft, pool: FramePool())
    #expect(turned.pixelAspect == PixelAspect(3, 4) && turned.width == 2 && turned.height == 4)
  }
}
