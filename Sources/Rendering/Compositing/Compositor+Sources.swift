import Geometry
import Imaging
import Media

extension Compositor {
  /// Undoes a quarter turn or flip, so that what is left of the map keeps rows as rows.
  func oriented(
    _ layer: DrawnLayer
  ) throws -> (frame: VideoFrame, map: Transform, crop: Rect?) {
    let (frame, placement) = (layer.frame, layer.placement)
    guard case .turned(let orientation) = placement.kind else {
      return (frame, placement.transform, placement.crop)
    }
    let planar = frame.format.isPlanar ? frame : try converted(frame)
    let turned = turn(planar, orientation, pool: pool)
    // The turned frame's pixels → the frame's own pixels → the canvas.
    let back = orientation.transform(width: Double(frame.width), height: Double(frame.height))
    return (
      turned, (back.inverted ?? .identity).concat(placement.transform),
      placement.crop.map { orientation.apply($0, in: frame) }
    )
  }

  /// An upright layer as it fills `rect`, as pixels of the canvas's own kind.
  ///
  /// Nothing outside the crop is looked at but what shares a sample with it; beyond the layer's edges
  /// the picture is continued.
  func scaled(
    _ frame: VideoFrame, _ map: Transform, crop: Rect?, to rect: PixelRect
  ) throws -> VideoFrame {
    let target = FrameConverter.Shape(
      format: canvas.format.carryingAlpha(of: frame.format), width: rect.width,
      height: rect.height, color: canvas.color)
    var window = (map.inverted ?? .identity).apply(rect.bounds)
    if window == frame.bounds, target == frame.shape { return frame }
    if map.isWholeMove, let part = frame.part(window, as: target) { return part }
    var source = frame
    if let crop, frame.format.isPlanar {
      let visible = PixelRect(around: crop, in: frame)
      source = frame.cropped(
        x: visible.x, y: visible.y, width: visible.width, height: visible.height)
      window = Rect(
        x: window.x - Double(visible.x), y: window.y - Double(visible.y), width: window.width,
        height: window.height)
    }
    return try measured(clock, .convert) {
      try converters.converter(
        from: source.shape, to: target, window: window == source.bounds ? nil : window
      ).convert(source, pool: pool)
    }
  }

  /// A picture ready for any map, of the canvas's model, depth and colour, and what of the map is
  /// left to do.
  ///
  /// A picture that rests is first made as small as it is shown, by the converter: that is sharper
  /// than any mixture of its halves, and leaves fewer samples to turn. One that moves would need
  /// another converter for each frame.
  func drawable(_ layer: DrawnLayer) throws -> (picture: Mipmap, map: Transform) {
    let (frame, map) = (layer.frame, layer.placement.transform)
    let crop = layer.placement.crop ?? frame.bounds
    guard !layer.isMoving, let size = map.shrunkSize(of: crop) else {
      let picture = try mipmaps.mipmap(of: frame, as: .init(crop: crop, size: nil)) {
        Mipmap(
          frame.hasCoding(of: canvas) ? frame : try converted(frame), crop: crop, pool: pool)
      }
      return (picture, map)
    }
    let picture = try mipmaps.mipmap(of: frame, as: .init(crop: crop, size: size)) {
      let toCrop = Transform(
        a: size.width / crop.width, b: 0, c: 0, d: size.height / crop.height,
        tx: -crop.x * size.width / crop.width, ty: -crop.y * size.height / crop.height)
      let rect = PixelRect(x: 0, y: 0, width: Int(size.width), height: Int(size.height))
      return Mipmap(
        try scaled(frame, toCrop, crop: layer.placement.crop, to: rect), pool: pool)
    }
    let fromSize = Transform(
      a: crop.width / size.width, b: 0, c: 0, d: crop.height / size.height, tx: crop.x, ty: crop.y)
    return (picture, fromSize.concat(map))
  }

  /// A frame as one of the canvas's kind, at its own size.
  func converted(_ frame: VideoFrame) throws -> VideoFrame {
    let shape = FrameConverter.Shape(
      format: canvas.format.carryingAlpha(of: frame.format), width: frame.width,
      height: frame.height, color: canvas.color)
    return try measured(clock, .convert) {
      try converters.converter(from: frame.shape, to: shape, window: nil)
        .convert(frame, pool: pool)
    }
  }
}

extension Transform {
  /// The whole pixels that a part of a picture is shown with, where those are fewer than its own.
  ///
  /// A side that grows keeps its pixels. Nil where neither shrinks.
  fileprivate func shrunkSize(of part: Rect) -> Size? {
    guard let inverse = inverted else { return nil }
    func count(_ pixels: Double, _ x: Double, _ y: Double) -> Double {
      let reduction = (x * x + y * y).squareRoot()
      // Fewer than shown, not more: what is left to do must not shrink again.
      return reduction > 1
        ? max(1, (pixels / reduction + 1e-6).rounded(.down)) : pixels.rounded(.up)
    }
    let size = Size(
      width: count(part.width, inverse.a, inverse.c),
      height: count(part.height, inverse.b, inverse.d))
    return size.width + 1 < part.width || size.height + 1 < part.height ? size : nil
  }
}

extension VideoFrame {
  /// Whether code values mean what they mean on a canvas; subsampling may differ.
  fileprivate func hasCoding(of canvas: Canvas) -> Bool {
    var (own, other) = (
      color.resolved(width: width, height: height, model: format.model),
      canvas.color.resolved(
        width: canvas.width, height: canvas.height, model: canvas.format.model)
    )
    (own.chromaLocation, other.chromaLocation) = (.left, .left)
    return format.isPlanar && format.model == canvas.format.model
      && format.bitDepth == canvas.format.bitDepth && own == other
  }

  /// The pixels of a window without copying them, where it begins on a sample of every plane and
  /// the frame is of the kind that is wanted.
  fileprivate func part(_ window: Rect, as target: FrameConverter.Shape) -> VideoFrame? {
    let (x, y) = (Int(window.x), Int(window.y))
    guard format == target.format, color == target.color, format.isPlanar,
      window.width == Double(target.width), window.height == Double(target.height),
      Double(x) == window.x, Double(y) == window.y, x >= 0, y >= 0,
      x + target.width <= width, y + target.height <= height,
      x & ((1 << format.chromaShiftX) - 1) == 0, y & ((1 << format.chromaShiftY) - 1) == 0
    else { return nil }
    return cropped(x: x, y: y, width: target.width, height: target.height)
  }
}
