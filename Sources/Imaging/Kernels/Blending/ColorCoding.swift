/// How the code values of a picture become R′G′B′ of 0…1, and back.
struct ColorCoding {
  private let model: ColorModel
  /// Code values: black and the way to white; the middle of colour differences and their reach.
  private let black: Float
  private let reach: Float
  private let middle: Float
  private let colorReach: Float
  private let red: Float
  private let blue: Float

  /// - Parameter color: how the picture says it is coded; what it leaves open goes by its size.
  init(_ frame: VideoFrame) {
    let color = frame.color.resolved(
      width: frame.width, height: frame.height, model: frame.format.model)
    model = frame.format.model
    let scale = Float(1 << (frame.format.bitDepth - 8))
    let isLimited = color.range == .limited
    black = isLimited ? 16 * scale : 0
    reach = isLimited ? 219 * scale : Float(frame.format.maximum)
    middle = 128 * scale
    colorReach = isLimited ? 224 * scale : Float(frame.format.maximum)
    let weights = color.matrix.lumaWeights ?? ColorMatrix.bt709.lumaWeights ?? (0, 0)
    (red, blue) = (Float(weights.red), Float(weights.blue))
  }

  typealias Row = UnsafeMutablePointer<Float>

  /// Turns rows of code values, one for each plane in the order of planes, into R′, G′ and B′.
  ///
  /// Colours outside 0…1, which Y′CbCr can express, are cut. Of a grey picture only the first row
  /// is used.
  func decode(_ first: Row, _ second: Row, _ third: Row, count: Int) {
    switch model {
    case .gray: decode(first, count: count)
    case .rgb: for row in [first, second, third] { decode(row, count: count) }
    case .yuv:
      let (toRed, toBlue) = (2 * (1 - red), 2 * (1 - blue))
      let green = 1 - red - blue
      for x in 0..<count {
        let luma = (first[x] - black) / reach
        let b = luma + toBlue * (second[x] - middle) / colorReach
        let r = luma + toRed * (third[x] - middle) / colorReach
        first[x] = unit(r)
        second[x] = unit((luma - red * r - blue * b) / green)
        third[x] = unit(b)
      }
    }
  }

  private func decode(_ row: Row, count: Int) {
    for x in 0..<count { row[x] = unit((row[x] - black) / reach) }
  }

  /// The way back.
  func encode(_ first: Row, _ second: Row, _ third: Row, count: Int) {
    switch model {
    case .gray: for x in 0..<count { first[x] = first[x] * reach + black }
    case .rgb:
      for row in [first, second, third] {
        for x in 0..<count { row[x] = row[x] * reach + black }
      }
    case .yuv:
      let (fromRed, fromBlue) = (
        colorReach / (2 * (1 - red)), colorReach / (2 * (1 - blue))
      )
      for x in 0..<count {
        let (r, g, b) = (first[x], second[x], third[x])
        let luma = red * r + (1 - red - blue) * g + blue * b
        first[x] = luma * reach + black
        second[x] = (b - luma) * fromBlue + middle
        third[x] = (r - luma) * fromRed + middle
      }
    }
  }

  @inline(__always)
  private func unit(_ value: Float) -> Float { min(max(value, 0), 1) }
}
