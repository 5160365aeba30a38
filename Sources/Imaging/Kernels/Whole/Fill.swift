import Geometry
@preconcurrency import Glibc

/// Fills a frame with one colour.
///
/// The colour's R′G′B′ is brought into the frame's own model by its matrix and range. Alpha goes to
/// the alpha plane where there is one and has no effect otherwise.
package func fill(_ frame: VideoFrame, with color: Color, bands: RowBands = .single) {
  let values = componentValues(
    of: color, format: frame.format,
    description: frame.color.resolved(
      width: frame.width, height: frame.height, model: frame.format.model))
  for (plane, value) in zip(frame.planes, values) {
    let isNarrow = frame.format.bytesPerSample == 1
    bands.run(0..<plane.height, least: max(16, 524_288 / plane.width)) { rows in
      for y in rows {
        if isNarrow {
          memset(plane.row(y), Int32(value), plane.width)
        } else {
          plane.row(y, as: UInt16.self).update(repeating: UInt16(value), count: plane.width)
        }
      }
    }
  }
}

/// The value of each plane for a colour, in the order of the planes.
///
/// The description must be resolved. Components outside 0…1 are cut.
package func componentValues(
  of color: Color, format: PixelFormat, description: ColorDescription
) -> [Int] {
  let (red, green, blue, alpha) = (
    unit(color.red), unit(color.green), unit(color.blue), unit(color.alpha)
  )
  let isLimited = description.range == .limited
  let scale = Double(1 << (format.bitDepth - 8))
  let maximum = Double(format.maximum)
  func level(_ value: Double) -> Int {
    Int((isLimited ? (16 + 219 * value) * scale : value * maximum).rounded())
  }
  func difference(_ value: Double) -> Int {
    let middle = 128 * scale
    let exact = isLimited ? middle + 224 * scale * value : middle + maximum * value
    return Int(min(max(exact.rounded(), 0), maximum))
  }

  var values: [Int]
  let (redWeight, blueWeight) =
    description.matrix.lumaWeights ?? ColorMatrix.bt709.lumaWeights ?? (0, 0)
  let luma = redWeight * red + (1 - redWeight - blueWeight) * green + blueWeight * blue
  switch format.model {
  case .rgb: values = [level(green), level(blue), level(red)]
  case .gray: values = [level(luma)]
  case .yuv:
    values = [
      level(luma), difference((blue - luma) / (2 * (1 - blueWeight))),
      difference((red - luma) / (2 * (1 - redWeight))),
    ]
  }
  if format.hasAlpha { values.append(Int((alpha * maximum).rounded())) }
  return values
}

private func unit(_ value: Double) -> Double { min(max(value, 0), 1) }

/// Copies all planes; both frames have the same format and size.
package func copyPixels(of source: VideoFrame, to target: VideoFrame) {
  precondition(
    source.format == target.format && source.width == target.width
      && source.height == target.height, "a copy has the shape of what it copies")
  for (from, to) in zip(source.planes, target.planes) {
    let count = from.width * source.format.bytesPerSample
    for y in 0..<from.height { memcpy(to.row(y), from.row(y), count) }
  }
}
