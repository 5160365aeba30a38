import Imaging
import Testing

@testable import Media

/// Standard and high dynamic range meet at the white of paper, 203 cd/m².
@Suite struct ConvertingDynamicRangeTests {
  let pool = FramePool()

  private static func bright(_ transfer: ColorTransfer, peak: Int = 0) -> ColorDescription {
    var color = ColorDescription(
      matrix: .bt2020, primaries: .bt2020, transfer: transfer, range: .limited,
      chromaLocation: .left)
    color.peakLuminance = peak
    return color
  }

  /// One grey as code values, converted.
  private func convert(
    _ luma: Int, _ format: PixelFormat, _ color: ColorDescription, to target: PixelFormat,
    _ other: ColorDescription
  ) throws -> (Int, Int, Int) {
    let frame = pool.makeFrame(format: format, width: 32, height: 16, color: color)
    for (index, plane) in frame.planes.enumerated() {
      let value = index == 0 ? luma : 1 << (format.bitDepth - 1)
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          if format.bitDepth > 8 {
            plane.row(y).storeBytes(of: UInt16(value), toByteOffset: 2 * x, as: UInt16.self)
          } else {
            plane.row(y).storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
          }
        }
      }
    }
    let result = try FrameConverter(
      from: frame.shape,
      to: FrameConverter.Shape(format: target, width: 32, height: 16, color: other)
    ).convert(frame, pool: pool)
    return (result.sample(0, 9, 7), result.sample(1, 4, 3), result.sample(2, 4, 3))
  }

  /// PQ's code of a light at 10 bits and limited range.
  private func pq(_ nits: Double) -> Int { Int((64 + 876 * ToneMap.code(of: nits)).rounded()) }

  @Test func standardWhiteIsTheWhiteOfPaper() throws {
    let inPQ = try convert(235, .yuv420p, .bt709, to: .yuv420p10, Self.bright(.pq))
    #expect(abs(inPQ.0 - pq(203)) <= 1 && abs(inPQ.1 - 512) <= 1 && abs(inPQ.2 - 512) <= 1)
    // ITU-R BT.2408: 75 % of HLG.
    let inHLG = try convert(235, .yuv420p, .bt709, to: .yuv420p10, Self.bright(.hlg))
    #expect(abs(inHLG.0 - (64 + 657)) <= 3, "\(inHLG)")
  }

  @Test(arguments: [(ColorTransfer.pq, 64), (.hlg, 64)])
  func blackStaysBlack(transfer: ColorTransfer, black: Int) throws {
    #expect(try convert(16, .yuv420p, .bt709, to: .yuv420p10, Self.bright(transfer)).0 == black)
    #expect(try convert(black, .yuv420p10, Self.bright(transfer), to: .yuv420p, .bt709).0 == 16)
  }

  @Test func whiteOfTheFilmIsStandardWhite() throws {
    for peak in [400, 1000, 4000] {
      let due = try convert(
        pq(Double(peak)), .yuv420p10, Self.bright(.pq, peak: peak), to: .yuv420p, .bt709)
      #expect(abs(due.0 - 235) <= 1 && due.1 == 128 && due.2 == 128, "\(peak): \(due)")
    }
    let hlg = try convert(940, .yuv420p10, Self.bright(.hlg), to: .yuv420p, .bt709)
    #expect(abs(hlg.0 - 235) <= 1)
  }

  @Test func paperWhiteIsBrightButNotTheBrightest() throws {
    // BT.2390's curve from 1000 to 203 cd/m² sends 203 to 158, which a display shows at 0.90.
    let white = try convert(pq(203), .yuv420p10, Self.bright(.pq), to: .yuv420p, .bt709)
    let due = 16 + 219 * 0.901
    #expect(abs(Double(white.0) - due) <= 2, "\(white)")
    let same = try convert(64 + 657, .yuv420p10, Self.bright(.hlg), to: .yuv420p, .bt709)
    #expect(abs(same.0 - white.0) <= 2)
  }

  @Test(arguments: [40, 80, 120, 150])
  func darkStandardPicturesComeBack(luma: Int) throws {
    let bright = try convert(luma, .yuv420p, .bt709, to: .yuv420p10, Self.bright(.pq))
    let back = try convert(bright.0, .yuv420p10, Self.bright(.pq), to: .yuv420p, .bt709)
    #expect(abs(back.0 - luma) <= 1)
  }

  @Test func brightnessOfTheContentIsNoDifferenceInCoding() throws {
    let converter = try FrameConverter(
      from: FrameConverter.Shape(
        format: .yuv420p10, width: 16, height: 16, color: Self.bright(.pq, peak: 4000)),
      to: FrameConverter.Shape(
        format: .yuv420p10, width: 16, height: 16, color: Self.bright(.pq)))
    let frame = pool.makeFrame(
      format: .yuv420p10, width: 16, height: 16, color: Self.bright(.pq, peak: 4000))
    #expect(try converter.convert(frame, pool: pool).planes[0].base == frame.planes[0].base)
  }
}
