import CFFmpeg
import Imaging
import Testing

@testable import Media

@Suite struct ConvertingFormatTests {
  @Test func planarFormatsAreRecognised() {
    #expect(PixelFormat(AV_PIX_FMT_YUV420P) == .yuv420p)
    #expect(PixelFormat(AV_PIX_FMT_YUVJ420P) == .yuv420p)
    #expect(PixelFormat(AV_PIX_FMT_YUV422P10LE)?.isPlanar == true)
    #expect(PixelFormat(AV_PIX_FMT_YUV422P10LE)?.bitDepth == 10)
    #expect(PixelFormat(AV_PIX_FMT_YUV422P10BE)?.isPlanar == false)
    #expect(PixelFormat(AV_PIX_FMT_GBRAP)?.model == .rgb)
    #expect(PixelFormat(AV_PIX_FMT_GBRAP)?.alphaPlane == 3)
    #expect(PixelFormat(AV_PIX_FMT_GRAY8)?.model == .gray)
  }

  @Test func packedFormatsAreNotPlanar() {
    for format in [
      AV_PIX_FMT_NV12, AV_PIX_FMT_P010LE, AV_PIX_FMT_RGB24, AV_PIX_FMT_BGRA, AV_PIX_FMT_PAL8,
      AV_PIX_FMT_YUYV422, AV_PIX_FMT_MONOBLACK, AV_PIX_FMT_GBRPF32LE, AV_PIX_FMT_YA8,
    ] {
      #expect(PixelFormat(format)?.isPlanar == false, "\(format)")
    }
    #expect(PixelFormat(AV_PIX_FMT_NV12)?.planeCount == 2)
    #expect(PixelFormat(AV_PIX_FMT_VAAPI) == nil)
  }

  /// The names that Imaging spells itself are FFmpeg's.
  @Test func planarNamesGoThereAndBack() {
    for model in [ColorModel.yuv, .gray, .rgb] {
      for depth in 8...16 {
        for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1), (2, 0), (2, 2)] {
          for alpha in [false, true] {
            guard
              let format = PixelFormat.planar(
                model, bitDepth: depth, chromaShiftX: x, chromaShiftY: y, hasAlpha: alpha)
            else { continue }
            let known = PixelFormat(AVPixelFormat(format))
            #expect(known == format && known?.isPlanar == true, "\(format)")
            #expect(known?.chromaShiftX == format.chromaShiftX, "\(format)")
            #expect(known?.chromaShiftY == format.chromaShiftY, "\(format)")
            #expect(known?.planeCount == format.planeCount, "\(format)")
          }
        }
      }
    }
  }
}
