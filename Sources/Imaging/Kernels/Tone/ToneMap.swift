@preconcurrency import Glibc

/// Maps light of high dynamic range into standard range.
///
/// The curve is that of ITU-R BT.2390 (5.4.1), applied to the largest of red, green and blue, so
/// that hues stay: in PQ's own scale light up to a knee is left alone, and what lies above is bent by
/// a Hermite spline that reaches standard white where the content is brightest. Standard white is
/// 203 cd/m², where ITU-R BT.2408 puts the white of paper: what was standard range before it was put
/// into a film of high dynamic range comes out nearly as it was. Of colours outside the target's gamut
/// what would be negative is left out, and what would be above white is dimmed: they stay as
/// saturated as they can be. Tables and no powers: some 10 ns a pixel.
package final class ToneMap: Sendable {
  /// White of standard range, in cd/m².
  package static let standardWhite = 203.0
  /// The brightest light of content that does not tell, in cd/m²: what HLG is defined for, and what
  /// most of PQ is graded on.
  package static let usualPeak = 1000.0
  /// The exponent of a standard display, ITU-R BT.1886.
  private static let displayGamma = 2.4

  /// Linear light of each of PQ's codes, 1 being 1 cd/m².
  private static let light: [Float] = (0..<65_536).map { Float(pq($0)) }
  /// Display codes by the square root of light, which is fine enough in the dark.
  private static let codes: [UInt16] = (0...rootSteps).map { step in
    UInt16((65_535 * pow(Double(step) / Double(rootSteps), 2 / displayGamma)).rounded())
  }
  private static let rootSteps = 16_384

  /// What light is multiplied with, by the code of the largest component.
  private let gain: [Float]
  /// What red, green and blue of BT.2020 add to those of the target.
  private let parts: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)

  /// Prepares a map from BT.2020; building its table takes some milliseconds.
  ///
  /// - Parameter peak: the brightest light of the content in cd/m²; 0 takes the usual one.
  package init(peak: Int, target: ColorPrimaries) {
    let peak = peak > 0 ? min(Double(peak), 10_000) : Self.usualPeak
    gain = (0..<65_536).map { code in
      let nits = Double(Self.light[code])
      let mapped = Self.mapped(Self.code(of: nits), peak: peak) / Self.standardWhite
      return Float(nits > 0 ? mapped / nits : 1 / Self.standardWhite)
    }
    let matrix = ColorPrimaries.bt2020.matrix(to: target)
    parts = (
      SIMD3<Float>(matrix.apply(SIMD3(1, 0, 0))), SIMD3<Float>(matrix.apply(SIMD3(0, 1, 0))),
      SIMD3<Float>(matrix.apply(SIMD3(0, 0, 1)))
    )
  }

  /// Light in cd/m² after the curve, from PQ's scale (0…1).
  package static func mapped(_ code: Double, peak: Double) -> Double {
    let (white, top) = (self.code(of: standardWhite), self.code(of: peak))
    guard top > white else { return min(nits(of: code), standardWhite) }
    let limit = white / top
    let knee = 1.5 * limit - 0.5
    let e = min(code / top, 1)
    guard e > knee else { return nits(of: code) }
    let t = (e - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let bent =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * limit
    return nits(of: bent * top)
  }

  /// PQ's scale (0…1) of light in cd/m², SMPTE ST 2084.
  package static func code(of nits: Double) -> Double {
    let power = pow(max(nits, 0) / 10_000, 2610.0 / 16_384)
    return pow(
      (3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
  }

  /// Light in cd/m² of PQ's scale (0…1).
  package static func nits(of code: Double) -> Double {
    let power = pow(max(code, 0), 32 / 2523.0)
    let light = max(power - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * power)
    return 10_000 * pow(light, 16_384 / 2610.0)
  }

  private static func pq(_ code: Int) -> Double { nits(of: Double(code) / 65_535) }

  /// Maps a planar 16-bit R′G′B′ picture of BT.2020 and PQ, of full range; alpha stays.
  ///
  /// The result has the target's primaries and the transfer of a standard display. `target` may be
  /// the source itself.
  package func apply(to source: VideoFrame, into target: VideoFrame) {
    precondition(
      source.format.model == .rgb && source.format.bitDepth == 16 && source.format.isPlanar
        && target.format == source.format && target.width == source.width
        && target.height == source.height, "a tone map takes planar 16-bit R'G'B'")
    for y in 0..<source.height { mapRow(y, source, target) }
    if let alpha = source.format.alphaPlane, source !== target {
      for y in 0..<source.height {
        memcpy(target.planes[alpha].row(y), source.planes[alpha].row(y), source.width * 2)
      }
    }
  }

  private func mapRow(_ y: Int, _ source: VideoFrame, _ target: VideoFrame) {
    // Planes are green, blue, red.
    func row(_ frame: VideoFrame, _ plane: Int) -> UnsafeMutablePointer<UInt16> {
      frame.planes[plane].row(y).assumingMemoryBound(to: UInt16.self)
    }
    let (green, blue, red) = (row(source, 0), row(source, 1), row(source, 2))
    let (toGreen, toBlue, toRed) = (row(target, 0), row(target, 1), row(target, 2))
    let (fromRed, fromGreen, fromBlue) = parts
    Self.light.withUnsafeBufferPointer { light in
      gain.withUnsafeBufferPointer { gain in
        Self.codes.withUnsafeBufferPointer { codes in
          for x in 0..<source.width {
            let (r, g, b) = (Int(red[x]), Int(green[x]), Int(blue[x]))
            let factor = gain[max(r, g, b)]
            let (lightR, lightG, lightB) = (light[r] * factor, light[g] * factor, light[b] * factor)
            // What is below 0 is left out, and what is above 1 is dimmed as a whole.
            let outR = max(fromRed.x * lightR + fromGreen.x * lightG + fromBlue.x * lightB, 0)
            let outG = max(fromRed.y * lightR + fromGreen.y * lightG + fromBlue.y * lightB, 0)
            let outB = max(fromRed.z * lightR + fromGreen.z * lightG + fromBlue.z * lightB, 0)
            let scale = 1 / max(outR, outG, outB, 1)
            toRed[x] = codes[step(outR * scale)]
            toGreen[x] = codes[step(outG * scale)]
            toBlue[x] = codes[step(outB * scale)]
          }
        }
      }
    }
  }

  /// The place of light (0…1) among the codes.
  private func step(_ light: Float) -> Int {
    Int(Int32(light.squareRoot() * Float(Self.rootSteps) + 0.5))
  }
}
