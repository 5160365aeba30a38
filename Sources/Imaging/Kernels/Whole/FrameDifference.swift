import Glibc

/// How much two pictures of the same kind differ.
package struct FrameDifference: Equatable, Sendable {
  /// The mean of the squared differences over all samples, with full scale as 1.
  package var meanSquare = 0.0
  /// The largest difference of one sample, in code values.
  package var largest = 0
  /// The structural similarity of the brightness, 1 for the same; the mean over blocks of 8 × 8.
  package var similarity = 1.0

  /// In decibels; infinite for the same pictures.
  package var peakSignalToNoise: Double {
    meanSquare == 0 ? .infinity : -10 * log10(meanSquare)
  }

  /// Compares two planar frames of the same format and size.
  package init(_ left: VideoFrame, _ right: VideoFrame) {
    precondition(
      left.format == right.format && left.format.isPlanar && left.width == right.width
        && left.height == right.height, "pictures are brought to one shape before")
    if left.format.bytesPerSample == 1 {
      measure(left, right, as: UInt8.self)
    } else {
      measure(left, right, as: UInt16.self)
    }
  }

  /// The differences of two 8-bit planar frames, sample by sample, `gain` times as strong.
  package static func amplified(
    _ left: VideoFrame, _ right: VideoFrame, gain: Int, pool: FramePool
  ) -> VideoFrame {
    let result = pool.makeFrame(
      format: left.format, width: left.width, height: left.height, color: left.color)
    for (index, plane) in result.planes.enumerated() {
      for y in 0..<plane.height {
        let first = left.planes[index].row(y).assumingMemoryBound(to: UInt8.self)
        let second = right.planes[index].row(y).assumingMemoryBound(to: UInt8.self)
        let row = plane.row(y).assumingMemoryBound(to: UInt8.self)
        for x in 0..<plane.width {
          row[x] = UInt8(min(abs(Int(first[x]) &- Int(second[x])) &* gain, 255))
        }
      }
    }
    return result
  }

  private mutating func measure<Sample: FixedWidthInteger & UnsignedInteger>(
    _ left: VideoFrame, _ right: VideoFrame, as type: Sample.Type
  ) {
    var squares: UInt64 = 0
    var count = 0
    for (one, other) in zip(left.planes, right.planes) {
      for y in 0..<one.height {
        let first = one.row(y).assumingMemoryBound(to: Sample.self)
        let second = other.row(y).assumingMemoryBound(to: Sample.self)
        for x in 0..<one.width {
          let distance = Int(first[x]) &- Int(second[x])
          squares &+= UInt64(distance &* distance)
          largest = max(largest, abs(distance))
        }
      }
      count += one.width * one.height
    }
    let scale = Double(left.format.maximum)
    meanSquare = Double(squares) / Double(max(count, 1)) / (scale * scale)
    similarity = Self.similarity(left.planes[0], right.planes[0], scale: scale, as: type)
  }

  /// The usual constants (0.01 and 0.03 of full scale, squared); partial blocks at the edges count.
  private static func similarity<Sample: FixedWidthInteger & UnsignedInteger>(
    _ left: Plane, _ right: Plane, scale: Double, as type: Sample.Type
  ) -> Double {
    let (light, contrast) = (0.0001 * scale * scale, 0.0009 * scale * scale)
    var (total, blocks) = (0.0, 0)
    for top in stride(from: 0, to: left.height, by: 8) {
      for start in stride(from: 0, to: left.width, by: 8) {
        let (bottom, end) = (min(top + 8, left.height), min(start + 8, left.width))
        var (a, b, aa, bb, ab) = (0, 0, 0, 0, 0)
        for y in top..<bottom {
          let first = left.row(y).assumingMemoryBound(to: Sample.self)
          let second = right.row(y).assumingMemoryBound(to: Sample.self)
          for x in start..<end {
            let (p, q) = (Int(first[x]), Int(second[x]))
            a &+= p
            b &+= q
            aa &+= p &* p
            bb &+= q &* q
            ab &+= p &* q
          }
        }
        let count = Double((bottom - top) * (end - start))
        let (meanA, meanB) = (Double(a) / count, Double(b) / count)
        let varianceA = Double(aa) / count - meanA * meanA
        let varianceB = Double(bb) / count - meanB * meanB
        let covariance = Double(ab) / count - meanA * meanB
        total +=
          (2 * meanA * meanB + light) * (2 * covariance + contrast)
          / ((meanA * meanA + meanB * meanB + light) * (varianceA + varianceB + contrast))
        blocks += 1
      }
    }
    return blocks == 0 ? 1 : total / Double(blocks)
  }
}
