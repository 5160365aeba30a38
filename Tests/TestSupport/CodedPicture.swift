import Glibc

/// A picture that says which clip it is from and which frame it is.
///
/// The upper part is a strip of 16 × 2 black and white blocks that spell the clip's id, the frame's
/// number and a checksum; the rest is a moving texture. Both are pure functions of (clip, frame), so
/// a checker can read the blocks and also compare every sample with what the source was. The
/// texture is smooth (no wave is shorter than a seventeenth of the width), so that its scaled form
/// is known without knowing the scaler.
package enum CodedPicture {
  package static let columns = 16
  package static let rows = 2
  /// The strip's share of the picture's height.
  package static let stripHeight = 0.2
  package static let black = 16.0
  package static let white = 235.0

  /// What the blocks spell.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    package let clip: Int
    package let frame: Int

    package init(clip: Int, frame: Int) {
      self.clip = clip
      self.frame = frame
    }

    package var description: String { "clip \(clip) frame \(frame)" }

    /// 10 bits of clip, 12 of frame, 8 of checksum, and the pair 1 0 that no flat picture has.
    var bits: UInt32 {
      let payload = UInt32(clip & 0x3ff) << 12 | UInt32(frame & 0xfff)
      return payload << 10 | UInt32(Code.checksum(payload)) << 2 | 0b10
    }

    init?(bits: UInt32) {
      let payload = bits >> 10
      guard bits & 3 == 0b10, UInt8(truncatingIfNeeded: bits >> 2) == Code.checksum(payload) else {
        return nil
      }
      self.init(clip: Int(payload >> 12), frame: Int(payload & 0xfff))
    }

    private static func checksum(_ payload: UInt32) -> UInt8 {
      var crc: UInt8 = 0x5a
      for shift in stride(from: 16, through: 0, by: -8) {
        crc ^= UInt8(truncatingIfNeeded: payload >> UInt32(shift))
        for _ in 0..<8 { crc = crc & 0x80 != 0 ? (crc << 1) ^ 0x07 : crc << 1 }
      }
      return crc
    }
  }

  /// The texture along one line of samples at the places `u` (0…1 across the picture).
  struct Waves {
    var first: [Float]
    var second: [Float]
    var blue: [Float]
    var red: [Float]

    static func across(_ places: [Double], _ code: Code) -> Waves {
      let turn = Double(code.frame) * 0.15 + Double(code.clip) * 0.37
      return Waves(
        first: wave(places, 3, turn, 50), second: wave(places, 11, -turn * 1.3, 36),
        blue: wave(places, 2, turn, 26), red: wave(places, 3, -turn, 26))
    }

    static func down(_ places: [Double], _ code: Code) -> Waves {
      let turn = Double(code.frame) * 0.11 + Double(code.clip) * 0.61
      return Waves(
        first: wave(places, 2, turn, 1), second: wave(places, 7, turn * 0.7, 1),
        blue: wave(places, 3, -turn, 1), red: wave(places, 2, turn, 1))
    }

    private static func wave(
      _ places: [Double], _ cycles: Double, _ turn: Double, _ size: Double
    ) -> [Float] {
      places.map { Float(size * sin(2 * .pi * ($0 * cycles + turn))) }
    }
  }

  /// The mean chroma of a clip; neighbours in id differ much.
  static func chroma(ofClip clip: Int) -> (blue: Float, red: Float) {
    let angle = Double(clip) * 2.399963
    return (Float(128 + 34 * cos(angle)), Float(128 + 34 * sin(angle)))
  }

  /// Draws a picture as planar 8-bit 4:2:0 of limited range, planes one after the other.
  package static func draw(_ code: Code, width: Int, height: Int) -> [UInt8] {
    let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
    let total = width * height + 2 * chromaWidth * chromaHeight
    return [UInt8](unsafeUninitializedCapacity: total) { bytes, count in
      let base = bytes.baseAddress!
      drawLuma(code, base, width, height)
      let places = (across: centres(chromaWidth), down: centres(chromaHeight))
      let columns = Waves.across(places.across, code)
      let lines = Waves.down(places.down, code)
      let mean = chroma(ofClip: code.clip)
      let strip = Int((Double(chromaHeight) * stripHeight).rounded(.up))
      for (plane, offset) in [0, chromaWidth * chromaHeight].enumerated() {
        let target = base + width * height + offset
        let (wave, other) = plane == 0 ? (columns.blue, lines.blue) : (columns.red, lines.red)
        let middle = plane == 0 ? mean.blue : mean.red
        for y in 0..<chromaHeight {
          for x in 0..<chromaWidth {
            target[y * chromaWidth + x] =
              y < strip ? 128 : UInt8(middle + wave[x] * other[y] + 0.5)
          }
        }
      }
      count = total
    }
  }

  private static func drawLuma(
    _ code: Code, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int
  ) {
    let columns = Waves.across(centres(width), code)
    let lines = Waves.down(centres(height), code)
    let strip = Int((Double(height) * stripHeight).rounded())
    for y in 0..<height {
      let line = target + y * width
      if y < strip {
        let row = y * rows / strip
        for x in 0..<width {
          let bit = 31 - (row * Self.columns + x * Self.columns / width)
          line[x] = code.bits >> UInt32(bit) & 1 == 1 ? UInt8(white) : UInt8(black)
        }
        continue
      }
      let (a, b) = (lines.first[y], lines.second[y])
      columns.first.withUnsafeBufferPointer { first in
        columns.second.withUnsafeBufferPointer { second in
          for x in 0..<width {
            line[x] = UInt8(truncatingIfNeeded: Int32(126.5 + first[x] * a + second[x] * b))
          }
        }
      }
    }
  }

  static func centres(_ count: Int) -> [Double] {
    (0..<count).map { (Double($0) + 0.5) / Double(count) }
  }
}
