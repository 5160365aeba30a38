import Imaging
import Testing

/// High dynamic range comes into standard range along the documented curve.
@Suite struct ToneMapTests {
  @Test(arguments: [(0.0, 0.0), (100.0, 0.5081), (203.0, 0.5807), (1000.0, 0.7518), (10_000, 1.0)])
  func scaleIsThatOfTheStandard(nits: Double, code: Double) {
    #expect(abs(ToneMap.code(of: nits) - code) < 0.0001)
    #expect(abs(ToneMap.nits(of: ToneMap.code(of: nits)) - nits) < 0.001 * max(nits, 1))
  }

  @Test(arguments: [400.0, 1000.0, 4000.0, 10_000.0])
  func curveLeavesTheDarkAloneAndEndsAtWhite(peak: Double) {
    let (white, top) = (ToneMap.code(of: 203), ToneMap.code(of: peak))
    let knee = 1.5 * white - 0.5 * top
    for step in 0...20 {
      let code = knee * Double(step) / 20
      #expect(abs(ToneMap.mapped(code, peak: peak) - ToneMap.nits(of: code)) < 1e-6)
    }
    #expect(abs(ToneMap.mapped(top, peak: peak) - 203) < 0.001)
    #expect(ToneMap.mapped(1, peak: peak) <= 203.001)
    var last = -1.0
    for step in 0...1000 {
      let light = ToneMap.mapped(Double(step) / 1000, peak: peak)
      #expect(light >= last, "the curve falls at \(step)")
      last = light
    }
  }

  @Test func contentWithinStandardRangeIsNotBent() {
    for step in 0...20 {
      let code = ToneMap.code(of: 203) * Double(step) / 20
      #expect(abs(ToneMap.mapped(code, peak: 203) - ToneMap.nits(of: code)) < 1e-6)
    }
  }

  @Test func gamutsAreTurnedByTheStandardsMatrix() {
    // ITU-R BT.2087, from BT.2020 to BT.709.
    let matrix = ColorPrimaries.bt2020.matrix(to: .bt709)
    let due = [
      SIMD3(1.6605, -0.5876, -0.0728), SIMD3(-0.1246, 1.1329, -0.0083),
      SIMD3(-0.0182, -0.1006, 1.1187),
    ]
    for (row, due) in zip([matrix.rows.0, matrix.rows.1, matrix.rows.2], due) {
      #expect(abs(row.x - due.x) < 1e-4 && abs(row.y - due.y) < 1e-4 && abs(row.z - due.z) < 1e-4)
    }
    let white = ColorPrimaries.displayP3.matrix(to: .bt2020).apply(SIMD3(1, 1, 1))
    #expect(abs(white.x - 1) < 1e-9 && abs(white.y - 1) < 1e-9 && abs(white.z - 1) < 1e-9)
  }

  /// One row of R′G′B′ codes, mapped.
  private func map(
    _ pixels: [(Int, Int, Int)], peak: Int = 1000, to target: ColorPrimaries = .bt709,
    alpha: Int? = nil
  ) -> [(Int, Int, Int)] {
    let frame = FramePool().makeFrame(
      format: alpha == nil ? .gbrp16 : .gbrap16, width: pixels.count, height: 1, color: .sRGB)
    func row(_ plane: Int) -> UnsafeMutablePointer<UInt16> {
      frame.planes[plane].row(0).assumingMemoryBound(to: UInt16.self)
    }
    for (x, pixel) in pixels.enumerated() {
      (row(2)[x], row(0)[x], row(1)[x]) = (UInt16(pixel.0), UInt16(pixel.1), UInt16(pixel.2))
      if let alpha { row(3)[x] = UInt16(alpha) }
    }
    ToneMap(peak: peak, target: target).apply(to: frame, into: frame)
    if let alpha { #expect((0..<pixels.count).allSatisfy { Int(row(3)[$0]) == alpha }) }
    return pixels.indices.map { (Int(row(2)[$0]), Int(row(0)[$0]), Int(row(1)[$0])) }
  }

  private func code(_ nits: Double) -> Int { Int((65_535 * ToneMap.code(of: nits)).rounded()) }

  @Test func greyStaysGreyAndWhiteIsReached() {
    let greys = (0...64).map { $0 * 1023 }.map { ($0, $0, $0) }
    for (red, green, blue) in map(greys, alpha: 1234) {
      #expect(abs(red - green) <= 8 && abs(green - blue) <= 8)
    }
    let mapped = map([(0, 0, 0), (code(1000), code(1000), code(1000)), (65_535, 65_535, 65_535)])
    #expect(mapped[0] == (0, 0, 0))
    #expect(mapped[1].0 >= 65_500 && mapped[2].0 >= 65_500)
  }

  @Test func darkGreyHasTheCodeOfAStandardDisplay() {
    // 20.3 cd/m² is a tenth of white, and below the knee.
    let mapped = map([(code(20.3), code(20.3), code(20.3))])[0].1
    #expect(abs(Double(mapped) / 65_535 - 0.3831) < 0.0005)
  }

  @Test func coloursOutsideTheGamutStaySaturated() {
    let (dark, bright) = (0, code(150))
    for (index, pixel) in [
      (bright, dark, dark), (dark, bright, dark), (dark, dark, bright),
    ].enumerated() {
      let mapped = map([pixel])[0]
      let parts = [mapped.0, mapped.1, mapped.2]
      #expect(parts[index] > 50_000)
      #expect(parts.enumerated().allSatisfy { $0.offset == index || $0.element < 6000 }, "\(parts)")
    }
    // In its own gamut nothing has to give.
    let wide = map([(bright, dark, dark)], to: .bt2020)[0]
    #expect(wide.0 > 50_000 && wide.1 == 0 && wide.2 == 0)
  }
}
