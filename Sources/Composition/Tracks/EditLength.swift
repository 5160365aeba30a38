import Timing

/// How long an edit may get.
extension Time {
  /// Some thirty thousand years: up to there times on the usual scales are exact in 64 bits.
  static let farthest = Time(1 << 40)

  /// Fails where what is added behind this time would end too late to be counted exactly.
  func checkRoom(for length: Time, on label: String) throws(CompositionError) {
    let end = self + length
    guard end.isNumeric, end <= .farthest else { throw .tooLong(label) }
  }
}
