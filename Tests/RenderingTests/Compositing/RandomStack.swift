import Composition
import Geometry
import Imaging
import Timing

@testable import Rendering

/// Numbers without a pattern, the same for the same seed.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / Double(1 << 53)
  }

  mutating func between(_ low: Double, _ high: Double) -> Double { low + next() * (high - low) }
  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() * Double(range.count))
  }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[whole(0...values.count - 1)] }
  mutating func isTrue(_ share: Double) -> Bool { next() < share }
}

/// A picture as a function of the place, 0…1 across and down: its truth at any resolution.
struct AnalyticPicture {
  private var base: [Double]
  private var waves: [(amplitude: Double, x: Double, y: Double, phase: Double)]

  static func flat(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double)
    -> AnalyticPicture
  {
    AnalyticPicture(base: [red, green, blue, alpha], waves: [])
  }

  static func smooth(_ dice: inout Dice, cycles: Double, hasAlpha: Bool) -> AnalyticPicture {
    let waves = (0..<4).map { component in
      (
        amplitude: component == 3 && !hasAlpha ? 0 : dice.between(0.1, 0.3),
        x: dice.between(-cycles, cycles), y: dice.between(-cycles, cycles),
        phase: dice.between(0, 1)
      )
    }
    return AnalyticPicture(
      base: (0..<4).map { $0 == 3 && !hasAlpha ? 1 : dice.between(0.35, 0.65) }, waves: waves)
  }

  var isFlat: Bool { waves.isEmpty }

  /// Red, green, blue and alpha.
  func color(_ u: Double, _ v: Double) -> [Double] {
    guard !isFlat else { return base }
    return (0..<4).map { component in
      let wave = waves[component]
      return base[component] + wave.amplitude
        * sine(wave.x * u + wave.y * v + wave.phase)
    }
  }
}

/// One layer of a stack: its truth, the frame made of it, and how it is drawn.
struct RandomLayer {
  let picture: AnalyticPicture
  let frame: VideoFrame
  let naturalSize: Size
  let transform: Transform
  let crop: Rect
  let opacity: Double
  let blendMode: BlendMode
  let isMoving: Bool
}

/// Layers of random pictures on a random canvas.
struct RandomStack: CustomStringConvertible {
  let canvas: Canvas
  let background: Color
  /// From the bottom to the top.
  let layers: [RandomLayer]

  init(seed: UInt64) {
    var dice = Dice(seed)
    let format = dice.pick([
      PixelFormat.yuv420p, .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv444p16, .gbrp, .yuva444p,
    ])
    let mask = ~((1 << max(format.chromaShiftX, format.chromaShiftY)) - 1)
    canvas = Canvas(
      width: dice.whole(41...72) & mask, height: dice.whole(33...56) & mask, format: format,
      color: dice.coding(of: format))
    let wanted = Color(
      red: dice.between(0.05, 0.95), green: dice.between(0.05, 0.95),
      blue: dice.between(0.05, 0.95), alpha: format.hasAlpha ? dice.next() : 1)
    // A colour that has a code: where the stack is drawn deep the background is not rounded to one,
    // and what a blend mode makes of the difference would be taken for an error.
    background = Color(canvas.exact(wanted))
    var layers: [RandomLayer] = []
    for _ in 0..<dice.whole(1...4) { layers.append(RandomLayer(&dice, canvas)) }
    self.layers = layers
  }

  /// What the compositor makes of it.
  func drawn(threads: Int = 1) throws -> VideoFrame {
    let clip = try solid(0)
    let source = PictureSource(
      kind: .generator(clip), key: PictureSource.Key(clip.videoTrack))
    let range = TimeRange(start: .zero, duration: Time(1))
    func segment(_ size: Size) -> Segment {
      let shown = SourceTrack(
        video: clip, trackID: 1, timeRange: range, naturalTimeScale: 1, naturalSize: size,
        signature: clip.videoTrack.signature)
      return Segment(shown, range, target: range)
    }
    let planned = try layers.map { layer in
      var opacity = Animated(.opacity, default: 1.0)
      try opacity.set(layer.opacity, at: .zero)
      var transform = Animated(.transform, default: Transform.identity)
      try transform.set(layer.transform, at: .zero)
      var crop = Animated(.cropRectangle, default: Rect.infinite)
      try crop.set(layer.crop, at: .zero)
      return PlannedLayer(
        source: source, segment: segment(layer.naturalSize),
        look: LayerLook(
          opacity: opacity, transform: transform, cropRectangle: crop, blendMode: layer.blendMode,
          isMoving: layer.isMoving))
    }
    // Frames are asked for from the top down, and those that are hidden never.
    var next = layers.count
    let span = VideoSpan(range: range, background: background, layers: planned)
    return try Compositor(canvas: canvas, threads: threads).render(span, at: .zero) { _, _ in
      next -= 1
      return layers[next].frame
    }
  }

  var description: String {
    "\(canvas.width)×\(canvas.height) \(canvas.format) "
      + layers.map {
        "[\($0.frame.width)×\($0.frame.height) \($0.frame.format) "
          + "\($0.picture.isFlat ? "flat" : "smooth") \($0.transform) crop \($0.crop) "
          + "opacity \($0.opacity) \($0.blendMode)\($0.isMoving ? " moving" : "")]"
      }.joined(separator: " ")
  }
}

extension Canvas {
  /// The colour of the codes nearest to one: red, green, blue and alpha.
  fileprivate func exact(_ wanted: Color) -> [Double] {
    let codes = componentValues(
      of: wanted, format: format,
      description: color.resolved(width: width, height: height, model: format.model))
    return ReferenceCoding(format, color, width, height).color(codes.map(Double.init))
  }
}

extension Color {
  fileprivate init(_ parts: [Double]) {
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }
}

extension Dice {
  /// How the codes of a format may stand for colours.
  mutating func coding(of format: PixelFormat) -> ColorDescription {
    guard format.model == .yuv else { return .sRGB }
    var color = pick([ColorDescription.bt709, .bt601])
    if isTrue(0.2) { color.range = .full }
    color.chromaLocation = pick([.left, .left, .center, .topLeft])
    return color
  }
}

extension RandomLayer {
  fileprivate init(_ dice: inout Dice, _ canvas: Canvas) {
    let format = dice.pick([
      PixelFormat.yuv420p, .yuv420p, .yuv420p, .yuv422p, .yuv444p, .yuva420p, .yuva444p,
      .yuv420p10, .gbrp, .gbrap,
    ])
    let (width, height) = (dice.whole(33...96), dice.whole(33...96))
    naturalSize = Size(
      width: dice.isTrue(0.8) ? Double(width) : (Double(width) * dice.between(0.8, 1.4)).rounded(),
      height: Double(height))
    let color = dice.coding(of: format)
    transform = Self.transform(&dice, naturalSize, canvas)
    let shrinking = min(
      (transform.a * transform.a + transform.b * transform.b).squareRoot(),
      (transform.c * transform.c + transform.d * transform.d).squareRoot(), 1)
    let alpha = format.hasAlpha ? dice.between(0.2, 1) : 1
    if dice.isTrue(0.5) {
      let wanted = Color(
        red: dice.between(0.05, 0.95), green: dice.between(0.05, 0.95),
        blue: dice.between(0.05, 0.95), alpha: alpha)
      let exact = Canvas(width: width, height: height, format: format, color: color).exact(wanted)
      picture = .flat(exact[0], exact[1], exact[2], exact[3])
    } else {
      picture = .smooth(
        &dice, cycles: min(1.2, Double(min(width, height)) * shrinking / 28),
        hasAlpha: format.hasAlpha)
    }
    frame = picture.frame(format: format, width: width, height: height, color: color)
    crop =
      dice.isTrue(0.6)
      ? .infinite
      : Rect(
        x: dice.between(-3, naturalSize.width / 2), y: dice.between(-3, naturalSize.height / 2),
        width: dice.between(6, naturalSize.width), height: dice.between(6, naturalSize.height))
    opacity = dice.isTrue(0.4) ? 1 : dice.between(0.05, 1)
    blendMode = dice.isTrue(0.7) ? .normal : dice.pick(BlendMode.allCases)
    isMoving = dice.isTrue(0.5)
  }

  private static func transform(_ dice: inout Dice, _ size: Size, _ canvas: Canvas) -> Transform {
    let middle = Transform(translationX: -size.width / 2, y: -size.height / 2)
    let back = Transform(
      translationX: Double(canvas.width) / 2 + dice.between(-20, 20),
      y: Double(canvas.height) / 2 + dice.between(-20, 20))
    let scale = dice.between(0.3, 2.5)
    switch dice.whole(0...7) {
    case 0: return .identity
    case 1:
      return Transform(translationX: Double(dice.whole(-20...20)), y: Double(dice.whole(-20...20)))
    case 2: return Transform(translationX: dice.between(-20, 20), y: dice.between(-20, 20))
    case 3: return middle.concat(Transform(scaleX: scale, y: scale)).concat(back)
    case 4:
      return Transform(
        scaleX: Double(canvas.width) / size.width, y: Double(canvas.height) / size.height)
    case 5:
      return Transform(
        rotation: Double(dice.whole(1...3)) * .pi / 2
      ).concat(Transform(scaleX: scale, y: dice.isTrue(0.5) ? scale : -scale)).concat(back)
    case 6:
      return middle.concat(Transform(scaleX: scale, y: dice.between(0.4, 2)))
        .concat(Transform(rotation: dice.between(-3, 3))).concat(back)
    default:
      return middle.concat(Transform(scaleX: scale, y: scale))
        .concat(Transform(rotation: dice.between(-3, 3))).concat(back)
    }
  }
}
