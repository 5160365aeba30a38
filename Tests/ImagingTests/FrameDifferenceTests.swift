import Geometry
import Testing

@testable import Imaging

@Suite struct FrameDifferenceTests {
  private func frame(_ format: PixelFormat, _ value: (Int, Int) -> Int) -> VideoFrame {
    let frame = FramePool().makeFrame(format: format, width: 16, height: 8, color: .bt709)
    for (index, plane) in frame.planes.enumerated() {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let code = index == 0 ? value(x, y) : 128
          if format.bytesPerSample == 1 {
            plane.row(y).storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
          } else {
            plane.row(y).storeBytes(of: UInt16(code), toByteOffset: 2 * x, as: UInt16.self)
          }
        }
      }
    }
    return frame
  }

  @Test func theSamePicturesDifferByNothing() {
    let picture = frame(.yuv420p) { x, y in 16 + x * y }
    let difference = FrameDifference(picture, picture)
    #expect(difference.peakSignalToNoise == .infinity)
    #expect(difference.similarity == 1)
    #expect(difference.largest == 0)
  }

  @Test func theMeanSquareIsOverAllSamplesOfAllPlanes() {
    let one = frame(.yuv420p) { _, _ in 100 }
    let other = frame(.yuv420p) { x, y in x == 3 && y == 2 ? 109 : 100 }
    let difference = FrameDifference(one, other)
    #expect(difference.largest == 9)
    #expect(abs(difference.meanSquare - 81.0 / (192 * 255 * 255)) < 1e-15)
    // One block of the two is the same.
    #expect(difference.similarity > 0.5 && difference.similarity < 1)
  }

  @Test func deepSamplesAreMeasuredOnTheirOwnScale() {
    let one = frame(.yuv420p10) { _, _ in 400 }
    let other = frame(.yuv420p10) { _, _ in 404 }
    let difference = FrameDifference(one, other)
    #expect(difference.largest == 4)
    #expect(abs(difference.meanSquare - 128.0 * 16 / (192 * 1023 * 1023)) < 1e-12)
  }

  @Test func theAmplifiedDifferenceEndsAtFullScale() {
    let one = frame(.yuv420p) { _, _ in 100 }
    let other = frame(.yuv420p) { x, _ in x == 0 ? 104 : x == 1 ? 20 : 100 }
    let picture = FrameDifference.amplified(one, other, gain: 8, pool: FramePool())
    let row = picture.planes[0].row(0)
    #expect((0..<3).map { row.load(fromByteOffset: $0, as: UInt8.self) } == [32, 255, 0])
  }
}
