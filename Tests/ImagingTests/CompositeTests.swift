import Geometry
import Testing

@testable import Imaging

@Suite struct CompositeTests {
  @Test func anOpaquePictureIsCopied() {
    for format in kernelFormats {
      for width in awkwardWidths {
        let base = VideoFrame.noise(format, 40, 6, seed: 1)
        let before = base.copied()
        let top = VideoFrame.noise(format, width, 3, seed: 2)
        composite(top, into: base, x: 4, y: 2, opacity: 1)
        for plane in base.planes.indices {
          let isHalf = format.isChroma(plane: plane) && format.chromaShiftX == 1
          let (left, first) = isHalf ? (2, 1) : (4, 2)
          for y in 0..<base.planes[plane].height {
            for x in 0..<base.planes[plane].width {
              let (u, v) = (x - left, y - first)
              let isInside =
                u >= 0 && v >= 0 && u < top.planes[plane].width && v < top.planes[plane].height
              let expected = isInside ? top.value(plane, u, v) : before.value(plane, x, y)
              #expect(base.value(plane, x, y) == expected)
            }
          }
        }
      }
    }
  }

  @Test func opacityMixesLikeTheFormula() {
    for format in kernelFormats {
      for width in awkwardWidths {
        for opacity in [0.25, 0.5, 0.9] {
          let base = VideoFrame.noise(format, width, 3, seed: 3)
          let before = base.copied()
          let top = VideoFrame.noise(format, width, 3, seed: 4)
          composite(top, into: base, x: 0, y: 0, opacity: opacity)
          for plane in base.planes.indices {
            for (index, value) in base.values(plane).enumerated() {
              let (upper, lower) = (top.values(plane)[index], before.values(plane)[index])
              let exact = Double(upper) * opacity + Double(lower) * (1 - opacity)
              // An 8-bit weight is off by at most 1/512.
              #expect(abs(Double(value) - exact) <= 0.5 + Double(abs(upper - lower)) / 512)
            }
          }
        }
      }
    }
  }

  @Test func whatLiesOutsideIsCut() {
    let base = VideoFrame.noise(.yuv420p, 16, 16, seed: 5)
    let before = base.copied()
    let top = VideoFrame.noise(.yuv420p, 8, 8, seed: 6)
    composite(top, into: base, x: -4, y: 12, opacity: 1)
    #expect(base.value(0, 0, 12) == top.value(0, 4, 0))
    #expect(base.value(1, 1, 6) == top.value(1, 3, 0))
    #expect(base.value(0, 4, 12) == before.value(0, 4, 12))
    composite(top, into: base, x: 99, y: 0, opacity: 1)
    composite(top, into: base, x: 0, y: -8, opacity: 1)
    #expect(base.value(0, 0, 0) == before.value(0, 0, 0))
  }

  @Test func alphaDecidesForEachPixel() {
    let base = VideoFrame.noise(.yuv420p, 16, 8, seed: 7)
    let before = base.copied()
    let top = VideoFrame.noise(.yuva420p, 16, 8, seed: 8)
    // Left transparent, right opaque, a block in between half and half.
    for y in 0..<8 { for x in 0..<16 { top.set(3, x, y, x < 7 ? 0 : 255) } }
    composite(top, into: base, x: 0, y: 0, opacity: 1)
    for y in 0..<8 {
      for x in 0..<16 {
        #expect(base.value(0, x, y) == (x < 7 ? before : top).value(0, x, y))
      }
    }
    for y in 0..<4 {
      #expect(base.value(1, 2, y) == before.value(1, 2, y))
      #expect(base.value(1, 4, y) == top.value(1, 4, y))
      let mean = (before.value(1, 3, y) + top.value(1, 3, y) + 1) / 2
      #expect(abs(base.value(1, 3, y) - mean) <= 1)
    }
  }

  @Test func straightAlphaIsKeptStraight() {
    let base = FramePool().makeFrame(format: .yuva444p, width: 1, height: 1, color: .bt601)
    let top = FramePool().makeFrame(format: .yuva444p, width: 1, height: 1, color: .bt601)
    base.setAll { plane, _, _ in plane == 3 ? 128 : 40 }
    top.setAll { plane, _, _ in plane == 3 ? 128 : 200 }
    composite(top, into: base, x: 0, y: 0, opacity: 1)
    // a = b = 0.502: alpha 0.752, share of the upper colour 0.667.
    #expect(abs(base.value(3, 0, 0) - 192) <= 1)
    #expect(abs(base.value(0, 0, 0) - 147) <= 1)
    // On nothing at all, the upper colour stays what it is.
    base.setAll { plane, _, _ in plane == 3 ? 0 : 40 }
    composite(top, into: base, x: 0, y: 0, opacity: 0.5)
    #expect(base.value(0, 0, 0) == 200 && abs(base.value(3, 0, 0) - 64) <= 1)
  }
}
