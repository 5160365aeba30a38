import Glibc
import Timing

/// Reads between samples, for sound that an edit list plays at another speed.
///
/// A windowed sinc of eight lobes on each side, wider where the sound goes by faster, so that what
/// would become too high to be heard right is left out. Every sample is reckoned from its exact place:
/// the same whatever was read before.
struct SpeedKernel {
  /// How many samples on each side are looked at.
  let reach: Int64
  /// The band that is kept, as a share of the media's.
  private let band: Double

  private static let lobes = 8.0

  init(_ speed: Ratio) {
    band = min(1, Double(speed.denominator) / Double(speed.numerator))
    reach = Int64((Self.lobes / band).rounded(.up))
  }

  /// The value at a place, which has `reach` samples on each side.
  func value(_ samples: UnsafePointer<Float>, at position: Time) -> Float {
    let whole = position.units(per: 1, .towardNegativeInfinity)
    let fraction = (position - Time(whole)).seconds
    var (sum, weights) = (0.0, 0.0)
    for offset in (1 - reach)...reach {
      let weight = weight((Double(offset) - fraction) * band)
      sum += weight * Double(samples[Int(whole + offset)])
      weights += weight
    }
    return Float(sum / weights)
  }

  private func weight(_ distance: Double) -> Double {
    guard distance.magnitude < Self.lobes else { return 0 }
    guard distance != 0 else { return 1 }
    let angle = .pi * distance
    return sin(angle) / angle * (0.5 + 0.5 * cos(angle / Self.lobes))
  }
}
