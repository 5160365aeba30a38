import Geometry
import Testing

@testable import Imaging

@Suite struct BlendModeTests {
  /// The formulas as the W3C writes them, for colours of 0…1.
  private func blended(_ mode: BlendMode, _ below: Double, _ above: Double) -> Double {
    switch mode {
    case .normal: return above
    case .multiply: return below * above
    case .screen: return 1 - (1 - below) * (1 - above)
    case .overlay: return blended(.hardLight, above, below)
    case .darken: return min(below, above)
    case .lighten: return max(below, above)
    case .add: return min(1, below + above)
    case .difference: return abs(below - above)
    case .softLight:
      let curve = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
      return above <= 0.5
        ? below - (1 - 2 * above) * below * (1 - below) : below + (2 * above - 1) * (curve - below)
    case .hardLight:
      return above <= 0.5 ? 2 * below * above : blended(.screen, below, 2 * above - 1)
    }
  }

  private func filled(_ format: PixelFormat, _ color: Color, _ description: ColorDescription)
    -> VideoFrame
  {
    let frame = FramePool().makeFrame(format: format, width: 8, height: 6, color: description)
    fill(frame, with: color)
    return frame
  }

  @Test(arguments: BlendMode.allCases) func everyModeIsItsFormulaOnRGB(mode: BlendMode) {
    let below = Color(red: 0.9, green: 0.3, blue: 0.15)
    for above in [
      Color(red: 0.2, green: 0.6, blue: 0.75), Color(red: 0.55, green: 0.05, blue: 0.4),
    ] {
      for (format, layer, description) in [
        (PixelFormat.yuv420p, PixelFormat.yuva444p, ColorDescription.bt709),
        (.yuv444p16, .yuva444p16, .bt601), (.gbrp16, .gbrap16, .sRGB), (.gbrp, .gbrap, .sRGB),
      ] {
        let base = filled(format, below, description)
        blend(filled(layer, above, description), into: base, x: 0, y: 0, mode: mode)
        let exact = componentValues(
          of: Color(
            red: blended(mode, below.red, above.red),
            green: blended(mode, below.green, above.green),
            blue: blended(mode, below.blue, above.blue)), format: format, description: description)
        // The colours of both were rounded to the format's codes before.
        for plane in 0..<3 {
          let worst = base.values(plane).map { abs($0 - exact[plane]) }.max() ?? 99
          #expect(worst <= 2, "\(mode) \(format) plane \(plane)")
        }
      }
    }
  }

  @Test func aTransparentTopChangesNothing() {
    for mode in BlendMode.allCases {
      let base = VideoFrame.noise(.yuv420p, 17, 11, seed: 40)
      let before = base.copied()
      let top = VideoFrame.noise(.yuva444p, 9, 7, seed: 41, color: base.color)
      for y in 0..<7 { for x in 0..<9 { top.set(3, x, y, 0) } }
      blend(top, into: base, x: 4, y: 2, mode: mode)
      for plane in 0..<3 { #expect(base.values(plane) == before.values(plane)) }
    }
  }

  @Test func onlyTheBoxIsTouchedAndWhatSticksOutIsCut() {
    let base = VideoFrame.noise(.yuv420p, 16, 16, seed: 42)
    let before = base.copied()
    let top = VideoFrame.noise(.yuva444p, 8, 8, seed: 43, color: base.color)
    blend(top, into: base, x: 12, y: -4, mode: .difference)
    blend(top, into: base, x: 40, y: 0, mode: .difference)
    for y in 0..<16 {
      for x in 0..<16 where x < 12 || y >= 4 {
        #expect(base.value(0, x, y) == before.value(0, x, y))
        #expect(base.value(1, x / 2, y / 2) == before.value(1, x / 2, y / 2))
      }
    }
  }

  @Test func overNothingTheTopIsItself() {
    let (red, gray) = (Color(red: 1, green: 0.2, blue: 0.1), Color(red: 0.5, green: 0.5, blue: 0.5))
    let base = filled(.yuva444p, Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0), .bt601)
    let top = filled(.yuva444p, red, .bt601)
    blend(top, into: base, x: 0, y: 0, mode: .multiply)
    let exact = componentValues(of: red, format: .yuva444p, description: .bt601)
    for plane in 0..<4 {
      #expect(base.values(plane).allSatisfy { abs($0 - exact[plane]) <= 1 }, "plane \(plane)")
    }
    #expect(gray != red)
  }
}
