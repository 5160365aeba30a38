import Imaging
import Testing

/// Interlaced pictures become whole ones of the moment of their earlier field.
@Suite struct DeinterlaceTests {
  let pool = FramePool()

  /// A frame whose lines belong to two moments, `value` telling each sample at a moment.
  private func frame(
    _ number: Int, _ order: FieldOrder, format: PixelFormat = .yuv420p, width: Int = 32,
    height: Int = 32, _ value: (_ plane: Int, _ x: Int, _ y: Int, _ moment: Int) -> Int
  ) -> VideoFrame {
    let made = pool.makeFrame(format: format, width: width, height: height, color: .bt601)
    for (index, plane) in made.planes.enumerated() {
      for y in 0..<plane.height {
        let isEarlier = (y % 2 == 0) == (order != .bottomFirst)
        let moment = 2 * number + (isEarlier || order == .progressive ? 0 : 1)
        for x in 0..<plane.width {
          let sample = value(index, x, y, moment)
          if format.bitDepth > 8 {
            plane.row(y).storeBytes(of: UInt16(sample), toByteOffset: 2 * x, as: UInt16.self)
          } else {
            plane.row(y).storeBytes(of: UInt8(sample), toByteOffset: x, as: UInt8.self)
          }
        }
      }
    }
    return VideoFrame(
      format: format, width: width, height: height, color: .bt601, fields: order,
      planes: made.planes, owner: made)
  }

  private func sample(_ frame: VideoFrame, _ plane: Int, _ x: Int, _ y: Int) -> Int {
    frame.format.bitDepth > 8
      ? Int(frame.planes[plane].row(y).load(fromByteOffset: 2 * x, as: UInt16.self))
      : Int(frame.planes[plane].row(y).load(fromByteOffset: x, as: UInt8.self))
  }

  /// The largest difference of a picture from what it should be, two lines from the edges.
  private func worst(
    _ frame: VideoFrame, margin: Int = 0, _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) -> Int {
    var worst = 0
    for (index, plane) in frame.planes.enumerated() {
      for y in margin..<plane.height - margin {
        for x in 0..<plane.width {
          worst = max(worst, abs(sample(frame, index, x, y) - value(index, x, y)))
        }
      }
    }
    return worst
  }

  @Test(arguments: [FieldOrder.topFirst, .bottomFirst], [PixelFormat.yuv420p, .yuv422p10])
  func whatStandsStillKeepsEveryLine(order: FieldOrder, format: PixelFormat) {
    // Single lines, the finest there is.
    let picture = { (plane: Int, x: Int, y: Int, _: Int) in 40 + 100 * (y % 2) + 3 * x + plane }
    let frames = (0..<3).map { frame($0, order, format: format, picture) }
    let whole = deinterlace(frames[1], previous: frames[0], next: frames[2], pool: pool)
    #expect(worst(whole) { picture($0, $1, $2, 0) } == 0)
    #expect(whole.fields == .progressive)
  }

  @Test(arguments: [FieldOrder.topFirst, .bottomFirst], [PixelFormat.yuv420p, .yuv422p10])
  func whatMovesIsOfTheEarlierMoment(order: FieldOrder, format: PixelFormat) {
    // A bright half that moves on by four samples from field to field.
    let picture = { (plane: Int, x: Int, y: Int, moment: Int) in x < 4 + 4 * moment ? 200 : 50 }
    let frames = (0..<3).map { frame($0, order, format: format, picture) }
    let whole = deinterlace(frames[1], previous: frames[0], next: frames[2], pool: pool)
    #expect(worst(whole) { picture($0, $1, $2, 2) } == 0)
  }

  @Test func theEarlierFieldIsUntouched() {
    var state: UInt32 = 7
    let noise = { (_: Int, _: Int, _: Int, _: Int) -> Int in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 24)
    }
    let frames = (0..<3).map { frame($0, .bottomFirst, noise) }
    let whole = deinterlace(frames[1], previous: frames[0], next: frames[2], pool: pool)
    for (index, plane) in whole.planes.enumerated() {
      for y in stride(from: 1, to: plane.height, by: 2) {
        for x in 0..<plane.width {
          #expect(sample(whole, index, x, y) == sample(frames[1], index, x, y))
        }
      }
    }
  }

  @Test func atTheEndsAndAloneNothingIsCombed() {
    let picture = { (plane: Int, x: Int, y: Int, moment: Int) in x < 4 + 4 * moment ? 200 : 50 }
    let frames = (0..<2).map { frame($0, .topFirst, picture) }
    let first = deinterlace(frames[0], previous: nil, next: frames[1], pool: pool)
    #expect(worst(first) { picture($0, $1, $2, 0) } == 0)
    let last = deinterlace(frames[1], previous: frames[0], next: nil, pool: pool)
    #expect(worst(last) { picture($0, $1, $2, 2) } == 0)
    let alone = deinterlace(frames[1], previous: nil, next: nil, pool: pool)
    #expect(worst(alone) { picture($0, $1, $2, 2) } == 0)
    // A neighbour of another size is none.
    let other = frame(0, .topFirst, width: 16, height: 16, picture)
    let beside = deinterlace(frames[1], previous: other, next: other, pool: pool)
    #expect(worst(beside) { picture($0, $1, $2, 2) } == 0)
  }

  @Test func rowsAreTheSameForAnyNumberOfThreads() {
    let picture = { (plane: Int, x: Int, y: Int, moment: Int) in (x * y + moment * 31 + plane) % 251
    }
    let frames = (0..<3).map { frame($0, .topFirst, width: 64, height: 300, picture) }
    let one = deinterlace(frames[1], previous: frames[0], next: frames[2], pool: pool)
    let many = deinterlace(
      frames[1], previous: frames[0], next: frames[2], pool: pool, bands: RowBands(threads: 3))
    #expect(worst(many) { sample(one, $0, $1, $2) } == 0)
  }
}
