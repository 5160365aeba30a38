import Composition
import Geometry
import Imaging
import Media
import Timing

/// Draws the layers of a span into frames of the canvas.
///
/// One opaque layer at identity is handed through as it was decoded. A layer that hides all beneath
/// it is where drawing starts: what it hides is neither decoded nor drawn. Owned by one thread.
final class Compositor {
  let canvas: Canvas
  private let pool = FramePool()
  private var converters: ConverterCache
  private var last: (drawn: [Drawn], background: Color, frame: VideoFrame)?

  /// What one layer adds to a picture; equal lists make equal pictures.
  private struct Drawn {
    let frame: VideoFrame
    let placement: Placement
  }

  init(canvas: Canvas) {
    self.canvas = canvas
    converters = ConverterCache()
  }

  /// The picture of a span at a time; `fetch` gives a layer's source frame.
  func render(
    _ span: VideoSpan, at time: Time, fetch: (Int, PictureSource) throws -> VideoFrame
  ) throws -> VideoFrame {
    // From the top down, as far as the first layer that hides the rest.
    var drawn: [Drawn] = []
    for layer in span.layers.reversed() {
      guard let index = layer.frameIndex(at: time), mayBeSeen(layer, at: time) else { continue }
      let frame = try fetch(index, layer.source)
      guard
        let placement = Placement(
          frameWidth: frame.width, frameHeight: frame.height, naturalSize: layer.naturalSize,
          transform: layer.transform.value(at: time),
          cropRectangle: layer.cropRectangle.value(
            at: time, within: Rect(layer.naturalSize)),
          opacity: layer.opacity.value(at: time), canvas: canvas)
      else { continue }
      drawn.append(Drawn(frame: frame, placement: placement))
      if !frame.format.hasAlpha,
        placement.covers(canvas, frameWidth: frame.width, frameHeight: frame.height)
      {
        break
      }
    }
    drawn.reverse()
    if let last, last.background == span.background, isSame(last.drawn, drawn) { return last.frame }
    let frame = try draw(drawn, over: span.background)
    last = (drawn, span.background, frame)
    return frame
  }

  private func mayBeSeen(_ layer: PlannedLayer, at time: Time) -> Bool {
    layer.opacity.value(at: time) > 0
  }

  private func isSame(_ left: [Drawn], _ right: [Drawn]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { $0.frame === $1.frame && $0.placement == $1.placement }
  }

  private func draw(_ layers: [Drawn], over background: Color) throws -> VideoFrame {
    var layers = layers[...]
    var base: VideoFrame?
    if let bottom = layers.first, let whole = try wholeCanvas(bottom) {
      layers = layers.dropFirst()
      guard !layers.isEmpty else { return whole }
      // Other layers go on top, and the decoded frame belongs to its source.
      base = makeFrame()
      copyPixels(of: whole, to: base!)
    }
    let target = base ?? makeFrame()
    if base == nil { fill(target, with: background) }
    for layer in layers { try draw(layer, into: target) }
    return target
  }

  private func makeFrame() -> VideoFrame {
    pool.makeFrame(
      format: canvas.format, width: canvas.width, height: canvas.height, color: canvas.color,
      pixelAspect: canvas.pixelAspect)
  }

  /// The layer as a whole, opaque picture of the canvas, if it is one; not copied where that works.
  private func wholeCanvas(_ layer: Drawn) throws -> VideoFrame? {
    let (frame, placement) = (layer.frame, layer.placement)
    guard !frame.format.hasAlpha,
      placement.covers(canvas, frameWidth: frame.width, frameHeight: frame.height)
    else { return nil }
    let (upright, map) = try oriented(frame, placement)
    return try scaled(
      upright, map, crop: nil,
      to: PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height))
  }

  private func draw(_ layer: Drawn, into target: VideoFrame) throws {
    let placement = layer.placement
    guard case .free = placement.kind else {
      let (frame, map) = try oriented(layer.frame, placement)
      let crop = placement.crop.map { orientation(of: placement).apply($0, in: layer.frame) }
      if let rect = alignedRect(frame, map, crop: crop) {
        guard !rect.isEmpty else { return }
        let scaled = try scaled(frame, map, crop: crop, to: rect)
        composite(scaled, into: target, x: rect.x, y: rect.y, opacity: placement.opacity)
      } else {
        try drawFreely(frame, map, crop: crop, opacity: placement.opacity, into: target)
      }
      return
    }
    try drawFreely(
      layer.frame, placement.transform, crop: placement.crop, opacity: placement.opacity,
      into: target)
  }

  private func orientation(of placement: Placement) -> Orientation {
    if case .turned(let orientation) = placement.kind { return orientation }
    return .upright
  }

  /// Undoes a quarter turn or flip, so that what is left of the map keeps rows as rows.
  private func oriented(
    _ frame: VideoFrame, _ placement: Placement
  ) throws -> (VideoFrame, Transform) {
    guard case .turned(let orientation) = placement.kind else {
      return (frame, placement.transform)
    }
    let planar = frame.format.isPlanar ? frame : try converted(frame)
    let turned = turn(planar, orientation, pool: pool)
    // The turned frame's pixels → the frame's own pixels → the canvas.
    let back = orientation.transform(width: Double(frame.width), height: Double(frame.height))
    return (turned, (back.inverted ?? .identity).concat(placement.transform))
  }

  /// The whole pixels that an upright layer covers; nil where its edges need antialiasing.
  ///
  /// An edge within the canvas must fall on a whole chroma sample to within half a pixel of luma.
  private func alignedRect(_ frame: VideoFrame, _ map: Transform, crop: Rect?) -> PixelRect? {
    let shown = map.apply(crop ?? frame.bounds)
    func settle(_ edge: Double, _ limit: Int, _ shift: Int) -> Int? {
      let whole = Int(min(max(edge, 0), Double(limit)).rounded())
      return whole == limit || whole & ((1 << shift) - 1) == 0 ? whole : nil
    }
    let (shiftX, shiftY) = (canvas.format.chromaShiftX, canvas.format.chromaShiftY)
    guard let left = settle(shown.x, canvas.width, shiftX),
      let right = settle(shown.x + shown.width, canvas.width, shiftX),
      let top = settle(shown.y, canvas.height, shiftY),
      let bottom = settle(shown.y + shown.height, canvas.height, shiftY)
    else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The part of an upright layer that falls into `rect`, as pixels of the canvas's own kind.
  private func scaled(
    _ frame: VideoFrame, _ map: Transform, crop: Rect?, to rect: PixelRect
  ) throws -> VideoFrame {
    let target = FrameConverter.Shape(
      format: canvas.format.carryingAlpha(of: frame.format), width: rect.width,
      height: rect.height, color: canvas.color)
    let limits = crop ?? frame.bounds
    let window = (map.inverted ?? .identity).apply(rect.bounds).intersection(limits)
    let isWhole = window == frame.bounds
    if isWhole, target == frame.shape { return frame }
    if map.isWholeMove, let part = frame.part(window, as: target) { return part }
    return try converters.converter(from: frame.shape, to: target, window: isWhole ? nil : window)
      .convert(frame, pool: pool)
  }

  /// Draws with an arbitrary map; large reductions are halved first, as a filter against aliasing.
  private func drawFreely(
    _ frame: VideoFrame, _ map: Transform, crop: Rect?, opacity: Double, into target: VideoFrame
  ) throws {
    func halved(_ size: Int, _ factor: Double) -> Int {
      var (size, factor) = (size, factor)
      while factor <= 0.5, size >= 4 { (size, factor) = (size / 2, factor * 2) }
      return size
    }
    let width = halved(frame.width, (map.a * map.a + map.b * map.b).squareRoot())
    let height = halved(frame.height, (map.c * map.c + map.d * map.d).squareRoot())
    let shape = FrameConverter.Shape(
      format: canvas.format.carryingAlpha(of: frame.format), width: width, height: height,
      color: canvas.color)
    let source =
      shape == frame.shape
      ? frame
      : try converters.converter(from: frame.shape, to: shape, window: nil).convert(
        frame, pool: pool)
    let (factorX, factorY) = (
      Double(frame.width) / Double(width), Double(frame.height) / Double(height)
    )
    let smallCrop = crop.map {
      Rect(
        x: $0.x / factorX, y: $0.y / factorY, width: $0.width / factorX, height: $0.height / factorY
      )
    }
    drawAffine(
      source, crop: smallCrop ?? source.bounds,
      transform: Transform(a: factorX, b: 0, c: 0, d: factorY, tx: 0, ty: 0).concat(map),
      opacity: opacity, into: target)
  }

  /// A packed frame as a planar one of the canvas's kind, at its own size.
  private func converted(_ frame: VideoFrame) throws -> VideoFrame {
    let shape = FrameConverter.Shape(
      format: canvas.format.carryingAlpha(of: frame.format), width: frame.width,
      height: frame.height, color: canvas.color)
    return try converters.converter(from: frame.shape, to: shape, window: nil)
      .convert(frame, pool: pool)
  }
}

extension Transform {
  /// Whether it only moves, and by whole pixels.
  fileprivate var isWholeMove: Bool {
    a == 1 && b == 0 && c == 0 && d == 1 && tx == tx.rounded() && ty == ty.rounded()
  }
}

extension VideoFrame {
  /// The pixels of a window without copying them, where it begins on a sample of every plane and
  /// the frame is of the kind that is wanted.
  fileprivate func part(_ window: Rect, as target: FrameConverter.Shape) -> VideoFrame? {
    let (x, y) = (Int(window.x), Int(window.y))
    guard format == target.format, color == target.color, format.isPlanar,
      window.width == Double(target.width), window.height == Double(target.height),
      Double(x) == window.x, Double(y) == window.y,
      x & ((1 << format.chromaShiftX) - 1) == 0, y & ((1 << format.chromaShiftY) - 1) == 0
    else { return nil }
    return cropped(x: x, y: y, width: target.width, height: target.height)
  }
}
