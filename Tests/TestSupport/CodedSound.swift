import Glibc

/// A sound that says which clip it is from and where in it you are.
///
/// Clicks at irregular, known places over a low tone. A click is a band-limited pulse (a Ricker
/// wavelet around 1.8 kHz), whose centre survives AAC and resampling and is found to a hundredth of
/// a sample by correlation, followed by a smaller inverted one whose distance spells the clip's id.
/// The whole is a pure function of (clip, place), so the waveform can be compared everywhere.
package enum CodedSound {
  /// The pulse's width in seconds.
  static let width = 0.000125
  package static let mainLevel = 0.5
  static let echoLevel = -0.35
  static let toneLevel = 0.1
  static let tone = 110.0
  /// Ids are told apart modulo this.
  package static let identities = 60

  /// The distance in seconds from a click to its echo.
  static func echoDistance(_ clip: Int) -> Double { 0.0015 + 0.0001 * Double(clip % identities) }

  /// The sample at which click `index` of a clip is, at the clip's own rate.
  ///
  /// One in each quarter of a second, at an irregular place in it; the first no earlier than 50 ms.
  package static func click(_ index: Int, clip: Int, rate: Int) -> Int {
    var seed = UInt64(truncatingIfNeeded: clip &* 7919 &+ index) &+ 0x9e37_79b9_7f4a_7c15
    seed = (seed ^ (seed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    seed = (seed ^ (seed >> 27)) &* 0x94d0_49bb_1331_11eb
    let fraction = Double((seed >> 40) & 0xffff) / 65536
    return Int(Double(rate) * (0.05 + 0.25 * Double(index) + 0.12 * fraction))
  }

  /// All clicks that lie with their echo in the first `count` samples.
  package static func clicks(clip: Int, rate: Int, count: Int) -> [Int] {
    let tail = Int(0.01 * Double(rate))
    var places: [Int] = []
    for index in 0... {
      let place = click(index, clip: clip, rate: rate)
      guard place + tail < count else { break }
      places.append(place)
    }
    return places
  }

  static func pulse(_ seconds: Double) -> Double {
    let square = (seconds / width) * (seconds / width)
    return square > 40 ? 0 : (1 - square) * exp(-square / 2)
  }

  /// The waveform at a place in samples, whole or not, of the clip's own rate.
  package static func value(at place: Double, clip: Int, rate: Int, count: Int) -> Double {
    guard place >= 0, place < Double(count) else { return 0 }
    let seconds = place / Double(rate)
    var value = toneLevel * sin(2 * .pi * tone * seconds)
    let nearest = Int((seconds - 0.05) / 0.25)
    let tail = Int(0.01 * Double(rate))
    for index in max(0, nearest - 1)...max(0, nearest + 1) {
      let click = click(index, clip: clip, rate: rate)
      guard click + tail < count else { continue }
      let distance = seconds - Double(click) / Double(rate)
      guard distance > -0.001, distance < 0.01 else { continue }
      value += mainLevel * pulse(distance) + echoLevel * pulse(distance - echoDistance(clip))
    }
    return value
  }

  /// The clip's sound as interleaved 16-bit words, alike in every channel.
  package static func render(clip: Int, rate: Int, count: Int, channels: Int) -> [UInt8] {
    var wave = (0..<count).map { toneLevel * sin(2 * .pi * tone * Double($0) / Double(rate)) }
    for click in clicks(clip: clip, rate: rate, count: count) {
      let reach = Int(0.01 * Double(rate))
      for place in max(0, click - reach)..<min(count, click + reach) {
        let distance = Double(place - click) / Double(rate)
        wave[place] +=
          mainLevel * pulse(distance) + echoLevel * pulse(distance - echoDistance(clip))
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * channels * 2)
    for value in wave {
      let word = UInt16(bitPattern: Int16((value * 32767).rounded()))
      for _ in 0..<channels { bytes += [UInt8(word & 0xff), UInt8(word >> 8)] }
    }
    return bytes
  }

  /// A click found in a sound: where, how loud, and what its echo's distance spells.
  package struct Click: Sendable {
    /// In samples of the sound it was found in, to a hundredth or so.
    package let place: Double
    package let level: Double
    /// The clip's id modulo `identities`; nil when no echo was found.
    package let identity: Int?
  }

  /// Finds the clicks in one channel of a sound; `gain` is the volume they are expected at.
  package static func find(in samples: [Float], rate: Int, gain: Double = 1) -> [Click] {
    let reach = Int((5 * width * Double(rate)).rounded(.up))
    let shape = (-reach...reach).map { Float(pulse(Double($0) / Double(rate))) }
    let energy = shape.reduce(0) { $0 + $1 * $1 }
    guard samples.count > shape.count else { return [] }
    // Correlation c[n] answers for a pulse centred on sample n + reach.
    let count = samples.count - shape.count + 1
    var match = [Float](repeating: 0, count: count)
    for (offset, weight) in shape.enumerated() {
      let scaled = weight / energy
      samples.withUnsafeBufferPointer { source in
        match.withUnsafeMutableBufferPointer { match in
          for n in 0..<count { match[n] += source[n + offset] * scaled }
        }
      }
    }
    let threshold = Float(0.55 * mainLevel * gain)
    var clicks: [Click] = []
    var n = 1
    while n < count - 1 {
      guard match[n] > threshold, match[n] >= match[n - 1], match[n] >= match[n + 1] else {
        n += 1
        continue
      }
      // The greatest in the neighbourhood, not the first small wave before it.
      var peak = n
      for other in n..<min(count - 1, n + reach) where match[other] > match[peak] { peak = other }
      let place = refine(match, peak)
      var echo: Int?
      let first = peak + Int(0.0012 * Double(rate))
      let last = min(count - 1, peak + Int(0.0082 * Double(rate)))
      if first < last {
        var lowest = first
        for other in first..<last where match[other] < match[lowest] { lowest = other }
        if match[lowest] < Float(0.55 * echoLevel * gain) {
          let distance = (refine(match, lowest) - place) / Double(rate)
          let identity = Int(((distance - 0.0015) / 0.0001).rounded())
          if identity >= 0, identity < identities { echo = identity }
        }
      }
      clicks.append(
        Click(place: place + Double(reach), level: Double(match[peak]), identity: echo))
      n = peak + Int(0.0005 * Double(rate)) + 1
    }
    return clicks
  }

  /// The place of an extremum between samples, by the parabola through three of them.
  private static func refine(_ match: [Float], _ peak: Int) -> Double {
    guard peak > 0, peak < match.count - 1 else { return Double(peak) }
    let (a, b, c) = (Double(match[peak - 1]), Double(match[peak]), Double(match[peak + 1]))
    let bend = a - 2 * b + c
    return Double(peak) + (bend == 0 ? 0 : 0.5 * (a - c) / bend)
  }
}
