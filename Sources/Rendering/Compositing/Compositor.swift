import Composition
import Geometry
import Imaging
import Media
import Timing

/// Draws the layers of a span into frames of the canvas.
///
/// One opaque layer at identity is handed through as it was decoded. A layer that hides all beneath
/// it is where drawing starts: what it hides is neither decoded nor drawn. Pictures of more depth
/// than the canvas, and those that a blend mode lets act on a mixture, meet at 16 bits, and only
/// what comes of them is brought to the canvas's depth. Owned by one thread; heavy kernels share their
/// rows among a few more.
final class Compositor {
  let canvas: Canvas
  let pool: FramePool
  var converters: ConverterCache
  let mipmaps: MipmapCache
  private let stills = StillCache()
  private let filtered: FilterCache
  private let opaque = OpaquePictures()
  let bands: RowBands
  /// Takes the time; nil where nobody wants to know.
  var clock: StageClock?
  private var last: (drawn: [DrawnLayer], background: Color, frame: VideoFrame)?
  /// Draws the same at 16 bits; made when it is first needed.
  private var deep: Compositor?

  /// - Parameters:
  ///   - threads: how many share the rows of a picture.
  ///   - idleBytes: how much recycled memory is kept.
  convenience init(canvas: Canvas, threads: Int = 1, idleBytes: Int = 256 << 20) {
    self.init(
      canvas: canvas, bands: RowBands(threads: threads), pool: FramePool(idleBytes: idleBytes))
  }

  private init(canvas: Canvas, bands: RowBands, pool: FramePool) {
    (self.canvas, self.bands, self.pool) = (canvas, bands, pool)
    converters = ConverterCache()
    mipmaps = MipmapCache()
    filtered = FilterCache(threads: bands.threads)
  }

  /// The picture of a span at a time; `fetch` gives a layer's source frame.
  func render(
    _ span: VideoSpan, at time: Time, fetch: (Int, PictureSource) throws -> VideoFrame
  ) throws -> VideoFrame {
    // From the top down, as far as the first layer that hides the rest.
    var drawn: [DrawnLayer] = []
    for layer in span.layers.reversed() {
      guard layer.look.opacity.value(at: time) > 0, let index = layer.frameIndex(at: time) else {
        continue
      }
      let source = try fetch(index, layer.source)
      guard
        let placement = Placement(
          frameWidth: source.width, frameHeight: source.height, place: layer.place(of: source),
          transform: layer.look.transform.value(at: time),
          cropRectangle: layer.look.cropRectangle.value(
            at: time, within: Rect(layer.naturalSize)),
          opacity: layer.look.opacity.value(at: time), canvas: canvas)
      else { continue }
      let frame =
        layer.look.filters.isEmpty
        ? source
        : try measured(clock, .filter) {
          try naming(layer.source.path) {
            try filtered.frame(source, through: layer.look.filters, at: time, pool: pool)
          }
        }
      let layer = DrawnLayer(
        frame: try naming(layer.source.path) { try opaque.plain(frame, pool: pool) },
        placement: placement, isMoving: layer.look.isMoving, blendMode: layer.look.blendMode,
        path: layer.source.path)
      drawn.append(layer)
      if layer.hides(canvas) { break }
    }
    drawn.reverse()
    if let last, last.background == span.background, last.drawn == drawn {
      dropUnused()
      return last.frame
    }
    let frame =
      drawn.needDepth(beyond: canvas)
      ? try drawnDeep(drawn, over: span.background) : try draw(drawn, over: span.background)
    dropUnused()
    last = (drawn, span.background, frame)
    return frame
  }

  /// Draws at 16 bits, and brings the result to the canvas's depth.
  private func drawnDeep(_ layers: [DrawnLayer], over background: Color) throws -> VideoFrame {
    let deep =
      self.deep
      ?? Compositor(
        canvas: Canvas(
          width: canvas.width, height: canvas.height, pixelAspect: canvas.pixelAspect,
          format: canvas.format.deepened, color: canvas.color, scale: canvas.scale), bands: bands,
        pool: pool)
    deep.clock = clock
    self.deep = deep
    let frame = try deep.draw(layers, over: background)
    deep.dropUnused()
    return try converted(frame)
  }

  /// Lets go what the last picture did not need.
  private func dropUnused() {
    mipmaps.dropUnused()
    stills.dropUnused()
    filtered.dropUnused()
    opaque.dropUnused()
  }

  private func draw(_ layers: [DrawnLayer], over background: Color) throws -> VideoFrame {
    var layers = layers[...]
    guard let bottom = layers.first, bottom.hides(canvas), !bottom.isDrawnFreely else {
      let target = makeFrame()
      // What is hidden whole need not be filled first, but straight alpha looks at what is there.
      if layers.first?.hides(canvas) != true || canvas.format.hasAlpha {
        fill(target, with: background, bands: bands)
      }
      try draw(layers, into: target)
      return target
    }
    let whole = try picture(of: bottom)
    layers = layers.dropFirst()
    guard let next = layers.first else { return whole }
    let target = makeFrame()
    if next.coversOpaquely(canvas), !canvas.format.hasAlpha {
      // A dissolve: both pictures are whole, and are mixed without a copy of either.
      mix(whole, try picture(of: next), opacity: next.placement.opacity, into: target, bands: bands)
      layers = layers.dropFirst()
    } else {
      // Other layers go on top, and the decoded frame belongs to its source.
      copyPixels(of: whole, to: target)
    }
    try draw(layers, into: target)
    return target
  }

  /// Gives back what only saves time.
  func dropCaches() {
    last = nil
    pool.trim()
  }

  private func makeFrame() -> VideoFrame {
    pool.makeFrame(
      format: canvas.format, width: canvas.width, height: canvas.height, color: canvas.color,
      pixelAspect: canvas.pixelAspect)
  }

  /// A layer that covers the canvas, as a picture of it; not copied where that works.
  private func picture(of layer: DrawnLayer) throws -> VideoFrame {
    if let still = stills.still(of: layer) { return still.picture }
    return try naming(layer.path) {
      let (upright, map, crop) = try oriented(layer)
      let picture = try scaled(
        upright, map, crop: crop,
        to: PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height))
      stills.note(.init(picture: picture, x: 0, y: 0), of: layer)
      return picture
    }
  }

  private func draw(_ layers: ArraySlice<DrawnLayer>, into target: VideoFrame) throws {
    for layer in layers { try naming(layer.path) { try draw(layer, into: target) } }
  }

  private func draw(_ layer: DrawnLayer, into target: VideoFrame) throws {
    let opacity = layer.placement.opacity
    if layer.isDrawnFreely {
      let (picture, map) = try drawable(layer)
      try draw(picture, map, opacity, layer.blendMode, into: target)
      return
    }
    if layer.blendMode == .normal, let still = stills.still(of: layer) {
      composite(
        still.picture, into: target, x: still.x, y: still.y, opacity: opacity, bands: bands)
      return
    }
    let (frame, map, crop) = try oriented(layer)
    let shown = map.apply(crop ?? frame.bounds)
    let rect = PixelRect(around: shown, on: canvas)
    guard !rect.isEmpty else { return }
    let scaled = try scaled(frame, map, crop: crop, to: rect)
    if layer.blendMode == .normal, rect.isSame(as: shown, on: canvas) {
      stills.note(.init(picture: scaled, x: rect.x, y: rect.y), of: layer)
      composite(scaled, into: target, x: rect.x, y: rect.y, opacity: opacity, bands: bands)
      return
    }
    // The edges lie between pixels: the whole pixels are cut to where they really are.
    let mipmap = Mipmap(
      scaled,
      crop: Rect(
        x: shown.x - Double(rect.x), y: shown.y - Double(rect.y), width: shown.width,
        height: shown.height), pool: pool)
    let move = Transform(translationX: Double(rect.x), y: Double(rect.y))
    try draw(mipmap, move, opacity, layer.blendMode, into: target)
  }

  /// Draws a picture through a map, by whichever blend mode.
  private func draw(
    _ mipmap: Mipmap, _ map: Transform, _ opacity: Double, _ mode: BlendMode,
    into target: VideoFrame
  ) throws {
    guard mode != .normal else {
      Imaging.draw(mipmap, transform: map, opacity: opacity, into: target, bands: bands)
      return
    }
    let box = PixelRect(around: map.apply(mipmap.visible), on: canvas)
    guard !box.isEmpty else { return }
    let layer = pool.makeFrame(
      format: canvas.format.fullChromaWithAlpha, width: box.width, height: box.height,
      color: canvas.color)
    fill(layer, with: .clear, bands: bands)
    Imaging.draw(
      mipmap, transform: map.concat(Transform(translationX: -Double(box.x), y: -Double(box.y))),
      opacity: opacity, into: layer, bands: bands)
    blend(layer, into: target, x: box.x, y: box.y, mode: mode, bands: bands)
  }
}
