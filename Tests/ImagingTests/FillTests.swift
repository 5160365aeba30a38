import Geometry
import Testing

@testable import Imaging

@Suite struct FillTests {
  @Test(arguments: kernelFormats) func everySampleIsFilledAndNothingElse(format: PixelFormat) {
    for width in awkwardWidths {
      let frame = VideoFrame.noise(format, width, 5, seed: 1)
      fill(frame, with: Color(red: 1, green: 0.5, blue: 0.25))
      let values = componentValues(
        of: Color(red: 1, green: 0.5, blue: 0.25), format: format,
        description: frame.color.resolved(width: width, height: 5, model: format.model))
      for plane in frame.planes.indices {
        #expect(frame.values(plane).allSatisfy { $0 == values[plane] })
      }
    }
  }

  /// The levels of 75 % and 100 % bars as broadcasters know them.
  @Test func coloursBecomeTheLevelsOfTheirStandard() {
    func values(_ color: Color, _ format: PixelFormat, _ description: ColorDescription) -> [Int] {
      componentValues(of: color, format: format, description: description)
    }
    #expect(values(.white, .yuv420p, .bt709) == [235, 128, 128])
    #expect(values(.black, .yuv420p, .bt709) == [16, 128, 128])
    #expect(values(Color(red: 1, green: 0, blue: 0), .yuv420p, .bt601) == [81, 90, 240])
    #expect(values(Color(red: 1, green: 0, blue: 0), .yuv420p, .bt709) == [63, 102, 240])
    #expect(values(Color(red: 0, green: 0, blue: 1), .yuv420p10, .bt709) == [127, 960, 471])
    var full = ColorDescription.bt601
    full.range = .full
    #expect(values(Color(red: 1, green: 0, blue: 0), .yuv444p, full) == [76, 85, 255])
    #expect(values(Color(red: 1, green: 0.5, blue: 0), .gbrp, .sRGB) == [128, 0, 255])
    #expect(values(.clear, .yuva420p, .bt709) == [16, 128, 128, 0])
    #expect(values(.white, .gray16, .bt601)[0] == 235 << 8)
  }
}
