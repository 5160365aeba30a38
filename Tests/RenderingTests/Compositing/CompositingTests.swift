import Geometry
import Glibc
import Imaging
import Testing

@testable import Rendering

/// Random stacks against formulas in floating point.
///
/// `VSCRIPT_STACKS` sets how many, `VSCRIPT_SEED` the first seed; each failure names its own.
@Suite struct CompositingTests {
  private func number(_ name: String, _ usual: Int) -> Int {
    getenv(name).flatMap { Int(String(cString: $0)) } ?? usual
  }

  /// How far a drawn picture is from the truth, in units of an 8-bit code.
  private struct Difference {
    var squares = 0.0
    var count = 0
    /// The largest in places around which the truth does not change.
    var flat = 0.0
    var flatCount = 0
    var flatPlace = ""

    init() {}

    init(_ frame: VideoFrame, _ truth: ReferencePicture) {
      let unit = Double(frame.format.maximum) / 255
      for (index, plane) in frame.planes.enumerated() {
        for row in 0..<plane.height {
          for column in 0..<plane.width {
            let limited = min(
              max(truth.planes[index][row * plane.width + column], 0), Double(frame.format.maximum))
            let code = Double(frame.code(index, column, row))
            let exact = (code - limited) / unit
            squares += exact * exact
            count += 1
            guard truth.isFlat(index, column, row, plane.width, plane.height) else { continue }
            // A deeper picture is not rounded to the codes of a shallower one.
            let error = unit > 1 ? abs(exact) : abs(code - limited.rounded())
            flatCount += 1
            if error > flat {
              (flat, flatPlace) = (error, "plane \(index) at (\(column), \(row))")
            }
          }
        }
      }
    }

    var ratio: Double { 10 * log10(255 * 255 * Double(count) / max(squares, 1e-9)) }
  }

  @Test func randomStacksAgreeWithTheirFormulas() throws {
    let (first, count) = (number("VSCRIPT_SEED", 1), number("VSCRIPT_STACKS", 60))
    print("stacks \(first)…\(first + count - 1) of random layers (VSCRIPT_SEED, VSCRIPT_STACKS)")
    var whole = Difference()
    var lowest = (ratio: 999.0, seed: 0)
    for seed in first..<first + count {
      let stack = RandomStack(seed: UInt64(seed))
      let difference = Difference(try stack.drawn(), ReferencePicture(stack))
      whole.squares += difference.squares
      whole.count += difference.count
      whole.flatCount += difference.flatCount
      whole.flat = max(whole.flat, difference.flat)
      if difference.ratio < lowest.ratio { lowest = (difference.ratio, seed) }
      #expect(difference.flat <= 1, "seed \(seed): \(difference.flatPlace) of \(stack)")
      // Where a mode acts along a turned edge, what it makes of a mean of two subsampled colours is not
      // the mean of what it makes of each; one small stack in a thousand consists of such edges.
      #expect(difference.ratio >= 35, "seed \(seed): \(difference.ratio) dB of \(stack)")
    }
    print(
      "PSNR \(whole.ratio) dB overall, \(lowest.ratio) at the lowest (seed \(lowest.seed)); largest "
        + "error in \(whole.flatCount) flat samples \(whole.flat)")
    #expect(whole.ratio >= 45)
    #expect(whole.flatCount > whole.count / 10)
  }

  @Test func framesAreTheSameForAnyNumberOfThreads() throws {
    for seed in 1...8 {
      let stack = RandomStack(seed: UInt64(seed))
      let one = try stack.drawn(threads: 1).fingerprint
      for threads in [2, 4, 8] {
        #expect(try stack.drawn(threads: threads).fingerprint == one, "seed \(seed)")
      }
    }
  }
}

extension ReferencePicture {
  /// Whether the truth stays the same around a sample.
  fileprivate func isFlat(_ plane: Int, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bool {
    let middle = planes[plane][y * width + x]
    for row in max(0, y - 2)...min(height - 1, y + 2) {
      for column in max(0, x - 2)...min(width - 1, x + 2)
      where abs(planes[plane][row * width + column] - middle) > 1e-6 { return false }
    }
    return true
  }
}

extension VideoFrame {
  /// A number that changes with any visible byte.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for plane in planes {
      for row in 0..<plane.height {
        for byte in UnsafeRawBufferPointer(
          start: plane.row(row), count: plane.width * format.bytesPerSample)
        {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
      }
    }
    return hash
  }
}
