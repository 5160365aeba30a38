import Geometry
import Imaging
import Synchronization

extension GeneratorSource {
  /// Frame `index`; one that looks like all others is drawn once, and stays for what is made of it.
  func frame(_ index: Int) -> VideoFrame {
    if case .moving? = picture { return drawn(index) }
    return still.withLock { still in
      let frame = still ?? drawn(index)
      still = frame
      return frame
    }
  }

  /// Draws a frame, which comes from the generator's own pool.
  private func drawn(_ index: Int) -> VideoFrame {
    let frame = pool.makeFrame(format: format, width: width, height: height, color: color)
    switch picture {
    case .moving:
      drawGradientField(in: frame, phase: index)
      drawBox(in: frame, step: index)
      drawNumber(index, in: frame)
    case .solid(let color): fill(frame, with: color)
    case .gradient(let first, let second):
      drawColumns(in: frame, count: width) { column in
        let share = Double(column) / Double(max(width - 1, 1))
        return Color(
          red: first.red + (second.red - first.red) * share,
          green: first.green + (second.green - first.green) * share,
          blue: first.blue + (second.blue - first.blue) * share, alpha: 1)
      }
    case .bars:
      drawColumns(in: frame, count: 8) { bar in
        // White, yellow, cyan, green, magenta, red, blue, black at three quarters of full level.
        let level = bar == 0 ? 1.0 : 0.75
        return Color(
          red: [0, 1, 4, 5].contains(bar) ? level : 0, green: bar < 4 ? level : 0,
          blue: [0, 2, 4, 6].contains(bar) ? level : 0, alpha: 1)
      }
    case nil: preconditionFailure("a generator of sound has no pictures")
    }
    return frame
  }

  /// A diagonal luma ramp that travels two pixels a frame, over fixed chroma ramps.
  private func drawGradientField(in frame: VideoFrame, phase: Int) {
    let luma = frame.planes[0]
    for y in 0..<luma.height {
      let row = luma.row(y).assumingMemoryBound(to: UInt8.self)
      let offset = y &+ phase &* 2
      for x in 0..<luma.width {
        // A triangle wave of 256 pixels keeps the ramp free of edges.
        let wave = (x &+ offset) & 0xff
        row[x] = UInt8(truncatingIfNeeded: 48 &+ (wave < 128 ? wave : 255 &- wave))
      }
    }
    for (plane, isAcross) in [(1, true), (2, false)] {
      let chroma = frame.planes[plane]
      for y in 0..<chroma.height {
        let row = chroma.row(y).assumingMemoryBound(to: UInt8.self)
        for x in 0..<chroma.width {
          row[x] = UInt8(
            truncatingIfNeeded: 96 &+ 64 &* (isAcross ? x : y)
              / (isAcross ? chroma.width : chroma.height))
        }
      }
    }
  }

  /// A white square that crosses the picture and comes back.
  private func drawBox(in frame: VideoFrame, step: Int) {
    let side = max(height / 6, 2) & ~1
    let (left, top) = (
      bounce(step * max(width / 150, 1), within: width - side),
      bounce(step * max(height / 200, 1), within: height - side)
    )
    fillRect(frame, x: left, y: top, width: side, height: side, luma: 235)
  }

  private func bounce(_ distance: Int, within span: Int) -> Int {
    guard span > 0 else { return 0 }
    let turn = distance % (2 * span)
    return turn < span ? turn : 2 * span - turn
  }

  /// The frame's number in seven-segment digits at the bottom left.
  private func drawNumber(_ number: Int, in frame: VideoFrame) {
    let unit = max(height / 60, 1)
    let digits = Array(String(number)).compactMap(\.wholeNumberValue)
    let (digitWidth, digitHeight) = (unit * 5, unit * 9)
    let top = height - digitHeight - unit * 3
    fillRect(
      frame, x: unit * 2, y: top - unit, width: digits.count * (digitWidth + unit * 2) + unit * 2,
      height: digitHeight + unit * 2, luma: 16)
    for (place, digit) in digits.enumerated() {
      let left = unit * 4 + place * (digitWidth + unit * 2)
      for (segment, box) in sevenSegments.enumerated()
      where litSegments[digit] & (1 << segment) != 0 {
        fillRect(
          frame, x: left + box.x * unit, y: top + box.y * unit, width: box.width * unit,
          height: box.height * unit, luma: 235)
      }
    }
  }

  /// Fills a rectangle, cut to the picture, with a grey.
  private func fillRect(
    _ frame: VideoFrame, x: Int, y: Int, width: Int, height: Int, luma: UInt8
  ) {
    for (index, plane) in frame.planes.enumerated() {
      let shift = index == 0 ? 0 : 1
      let columns =
        max(x >> shift, 0)..<max(min((x + width) >> shift, plane.width), max(x >> shift, 0))
      for row in max(
        y >> shift, 0)..<max(min((y + height) >> shift, plane.height), max(y >> shift, 0))
      {
        (plane.row(row) + columns.lowerBound).initializeMemory(
          as: UInt8.self, repeating: index == 0 ? luma : 128, count: columns.count)
      }
    }
  }

  /// Paints the picture in `count` columns of one colour each, from left to right.
  private func drawColumns(in frame: VideoFrame, count: Int, color: (Int) -> Color) {
    let codes = (0..<count).map {
      componentValues(of: color($0), format: format, description: self.color)
    }
    for (index, plane) in frame.planes.enumerated() {
      let first = plane.row(0).assumingMemoryBound(to: UInt8.self)
      for x in 0..<plane.width {
        first[x] = UInt8(clamping: codes[x * count / plane.width][index])
      }
      for y in 1..<plane.height { plane.row(y).copyMemory(from: first, byteCount: plane.width) }
    }
  }
}

/// The segments A to G in units of a fifth of a digit's width.
private let sevenSegments: [(x: Int, y: Int, width: Int, height: Int)] = [
  (0, 0, 5, 1), (4, 0, 1, 5), (4, 4, 1, 5), (0, 8, 5, 1), (0, 4, 1, 5), (0, 0, 1, 5), (0, 4, 5, 1),
]

/// Which segments each digit lights, A in the lowest bit.
private let litSegments: [UInt8] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f]
