import CZimg
import Geometry
@preconcurrency import Glibc
import Imaging

/// Owns one of zimg's graphs and its working memory; planar frames in, planar frames out.
final class ScalingGraph {
  private let pointer: OpaquePointer
  private let scratch: UnsafeMutableRawPointer
  private let source: FrameConverter.Shape
  private let target: FrameConverter.Shape
  /// Sizes rounded up to whole chroma samples, which is all that zimg takes.
  private let paddedSource: (width: Int, height: Int)
  private let paddedTarget: (width: Int, height: Int)
  private let convertsAlpha: Bool
  /// What gives every pixel its chroma before this graph takes a window of it.
  ///
  /// zimg 3.0 reads filters that it never wrote, and crashes, where a window begins near the right
  /// edge of a picture with alpha whose chroma is subsampled.
  private let before: ScalingGraph?

  /// Builds a graph between normalised shapes.
  init(
    from original: FrameConverter.Shape, to target: FrameConverter.Shape, window: Rect?
  ) throws(MediaError) {
    before =
      window != nil && target.format.hasAlpha
      ? try original.fullChroma.map { shape throws(MediaError) in
        try ScalingGraph(from: original, to: shape, window: nil)
      } : nil
    let source = before?.target ?? original
    self.source = source
    self.target = target
    paddedSource = Self.padded(source)
    paddedTarget = Self.padded(target)
    convertsAlpha = source.format.hasAlpha && target.format.hasAlpha
    var from = Self.format(source, paddedSource, hasAlpha: convertsAlpha)
    let to = Self.format(target, paddedTarget, hasAlpha: convertsAlpha)
    var region =
      window ?? Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    region.width *= Double(paddedTarget.width) / Double(target.width)
    region.height *= Double(paddedTarget.height) / Double(target.height)
    let isWhole =
      region.x == 0 && region.y == 0 && Int(region.width) == paddedSource.width
      && Int(region.height) == paddedSource.height
    if window != nil || !isWhole {
      (from.active_region.left, from.active_region.top) = (region.x, region.y)
      (from.active_region.width, from.active_region.height) = (region.width, region.height)
    }
    var parameters = vszimg_parameters()
    parameters.resample_filter = ZIMG_RESIZE_BICUBIC
    parameters.resample_filter_uv = ZIMG_RESIZE_BICUBIC
    (parameters.filter_param_a, parameters.filter_param_b) = (0, 0.5)
    (parameters.filter_param_a_uv, parameters.filter_param_b_uv) = (0, 0.5)
    parameters.dither_type =
      target.format.bitDepth < original.format.bitDepth ? ZIMG_DITHER_ORDERED : ZIMG_DITHER_NONE
    // Tables instead of powers: ten times as fast, and as good as 12 bits.
    parameters.allow_approximate_gamma = 1
    // White of a standard picture within a high dynamic range, by ITU-R BT.2408.
    parameters.nominal_peak_luminance = 203
    guard
      let graph = withUnsafePointer(
        to: to,
        { to in
          zimg_filter_graph_build(&from, to, &parameters)
        })
    else { throw Self.error(source, target) }
    var size = 0
    guard zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS else {
      zimg_filter_graph_free(graph)
      throw Self.error(source, target)
    }
    pointer = graph
    scratch = .allocate(byteCount: max(size, 64), alignment: 64)
  }

  deinit {
    zimg_filter_graph_free(pointer)
    scratch.deallocate()
  }

  /// Converts a frame of the source shape.
  func process(
    _ frame: VideoFrame, format: PixelFormat, color: ColorDescription, pixelAspect: PixelAspect,
    pool: FramePool
  ) throws(MediaError) -> VideoFrame {
    let frame =
      try before.map { graph throws(MediaError) in
        try graph.process(
          frame, format: graph.target.format, color: graph.target.color,
          pixelAspect: frame.pixelAspect, pool: pool)
      } ?? frame
    let input = usable(frame, pool)
    let whole = pool.makeFrame(
      format: format, width: paddedTarget.width, height: paddedTarget.height, color: color,
      pixelAspect: pixelAspect)
    var from = vszimg_source()
    var to = vszimg_target()
    for (index, plane) in Self.order(input.format, hasAlpha: convertsAlpha) {
      vszimg_set_source(&from, index, input.planes[plane].base, input.planes[plane].stride)
    }
    for (index, plane) in Self.order(format, hasAlpha: convertsAlpha) {
      vszimg_set_target(&to, index, whole.planes[plane].base, whole.planes[plane].stride)
    }
    guard
      zimg_filter_graph_process(pointer, &from, &to, scratch, nil, nil, nil, nil)
        == ZIMG_ERROR_SUCCESS
    else { throw Self.error(source, target) }
    if let alpha = format.alphaPlane, !convertsAlpha { Self.makeOpaque(whole, alpha) }
    guard paddedTarget != (target.width, target.height) else { return whole }
    return whole.cropped(width: target.width, height: target.height)
  }

  /// The frame itself, or a copy of it with aligned rows and the size that zimg takes.
  private func usable(_ frame: VideoFrame, _ pool: FramePool) -> VideoFrame {
    let isAligned = frame.planes.allSatisfy {
      Int(bitPattern: $0.base) % 32 == 0 && $0.stride % 32 == 0
    }
    guard !isAligned || paddedSource != (source.width, source.height) else { return frame }
    let copy = pool.makeFrame(
      format: frame.format, width: paddedSource.width, height: paddedSource.height,
      color: frame.color)
    let bytes = frame.format.bytesPerSample
    for (from, to) in zip(frame.planes, copy.planes) {
      for y in 0..<to.height {
        let row = to.row(y)
        memcpy(row, from.row(min(y, from.height - 1)), from.width * bytes)
        for x in from.width..<max(from.width, to.width) {
          memcpy(row + x * bytes, row + (from.width - 1) * bytes, bytes)
        }
      }
    }
    return copy
  }

  private static func padded(_ shape: FrameConverter.Shape) -> (width: Int, height: Int) {
    let (x, y) = (shape.format.chromaShiftX, shape.format.chromaShiftY)
    return (-(-shape.width >> x) << x, -(-shape.height >> y) << y)
  }

  /// zimg's plane numbers and ours: red, green, blue where FFmpeg has green, blue, red.
  private static func order(
    _ format: PixelFormat, hasAlpha: Bool
  ) -> [(zimg: Int32, plane: Int)] {
    var order: [(Int32, Int)]
    switch format.model {
    case .rgb: order = [(0, 2), (1, 0), (2, 1)]
    case .yuv: order = [(0, 0), (1, 1), (2, 2)]
    case .gray: order = [(0, 0)]
    }
    if hasAlpha, let alpha = format.alphaPlane { order.append((3, alpha)) }
    return order
  }

  private static func format(
    _ shape: FrameConverter.Shape, _ size: (width: Int, height: Int), hasAlpha: Bool
  ) -> zimg_image_format {
    var format = vszimg_format()
    (format.width, format.height) = (UInt32(size.width), UInt32(size.height))
    format.pixel_type = shape.format.bytesPerSample == 1 ? ZIMG_PIXEL_BYTE : ZIMG_PIXEL_WORD
    format.depth = UInt32(shape.format.bitDepth)
    format.subsample_w = UInt32(shape.format.chromaShiftX)
    format.subsample_h = UInt32(shape.format.chromaShiftY)
    switch shape.format.model {
    case .gray: format.color_family = ZIMG_COLOR_GREY
    case .rgb: format.color_family = ZIMG_COLOR_RGB
    case .yuv: format.color_family = ZIMG_COLOR_YUV
    }
    format.matrix_coefficients = zimg_matrix_coefficients_e(shape.color.matrix.rawValue)
    format.transfer_characteristics = zimg_transfer_characteristics_e(
      shape.color.transfer.rawValue)
    format.color_primaries = zimg_color_primaries_e(shape.color.primaries.rawValue)
    format.pixel_range = shape.color.range == .full ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
    // Both number the places alike, FFmpeg from 1 on.
    format.chroma_location = zimg_chroma_location_e(
      max(shape.color.chromaLocation.rawValue, 1) - 1)
    format.alpha = hasAlpha ? ZIMG_ALPHA_STRAIGHT : ZIMG_ALPHA_NONE
    return format
  }

  private static func makeOpaque(_ frame: VideoFrame, _ plane: Int) {
    let alpha = frame.planes[plane]
    for y in 0..<alpha.height {
      if frame.format.bytesPerSample == 1 {
        memset(alpha.row(y), 255, alpha.width)
      } else {
        alpha.row(y).assumingMemoryBound(to: UInt16.self)
          .update(repeating: UInt16(frame.format.maximum), count: alpha.width)
      }
    }
  }

  private static func error(
    _ source: FrameConverter.Shape, _ target: FrameConverter.Shape
  ) -> MediaError {
    var text = [CChar](repeating: 0, count: 256)
    zimg_get_last_error(&text, text.count)
    let said = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return MediaError(
      .conversionFailed, action: "convert \(describe(source)) to \(describe(target))",
      detail: "zimg: \(said)")
  }

  private static func describe(_ shape: FrameConverter.Shape) -> String {
    "\(shape.width)×\(shape.height) \(shape.format) (matrix \(shape.color.matrix.rawValue), "
      + "transfer \(shape.color.transfer.rawValue), primaries \(shape.color.primaries.rawValue))"
  }
}

extension VideoFrame {
  /// The upper left part of the frame, over the same memory.
  fileprivate func cropped(width: Int, height: Int) -> VideoFrame {
    let planes = self.planes.enumerated().map { index, plane in
      let size = format.planeSize(index, width: width, height: height)
      return Plane(base: plane.base, stride: plane.stride, width: size.width, height: size.height)
    }
    return VideoFrame(
      format: format, width: width, height: height, color: color, pixelAspect: pixelAspect,
      planes: planes, owner: owner)
  }
}

extension FrameConverter.Shape {
  /// Where there is alpha and chroma is subsampled: the same shape without that, at 16 bits.
  fileprivate var fullChroma: FrameConverter.Shape? {
    guard format.hasAlpha, format.chromaShiftX + format.chromaShiftY > 0,
      let full = PixelFormat.planar(format.model, bitDepth: 16, hasAlpha: true)
    else { return nil }
    return FrameConverter.Shape(format: full, width: width, height: height, color: color)
  }
}
