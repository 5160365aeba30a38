import CFFmpeg
import Geometry
import Imaging

/// A filter of libavfilter's that makes of each frame another of the same size.
///
/// A frame keeps its own layout where the filter takes it; else it is converted, once, to the one
/// that libavfilter finds nearest. Alpha that the filter does not know of is put back. Not Sendable:
/// one thread at a time.
package final class PictureFilter {
  /// What is set up for frames of one kind.
  private struct Setup {
    let source: FrameConverter.Shape
    let aspect: PixelAspect
    /// To what the filter takes; nil where that is the frame's own kind.
    let converter: FrameConverter?
    let format: AVPixelFormat
    let graph: FilterGraph
  }

  private let call: FilterCall
  private let threads: Int
  private var setups: [Setup] = []
  /// What puts alpha back.
  private var converters: [FrameConverter] = []

  /// The kinds of frames that are kept set up.
  private static let capacity = 4

  /// The call must have been checked.
  package init(_ call: FilterCall, threads: Int) {
    self.call = call
    self.threads = FilterCatalog.pictures[call.name]?.needsOneThread == true ? 1 : threads
  }

  package func apply(to frame: VideoFrame, pool: FramePool) throws(MediaError) -> VideoFrame {
    let setup = try setup(for: frame)
    let picture = try setup.converter?.convert(frame, pool: pool) ?? frame
    let reference = FrameReference(picture, fields: .progressive)
    reference.pointer.pointee.format = setup.format.rawValue
    reference.pointer.pointee.pts = 0
    let box = try setup.graph.process(reference.pointer)
    guard Int(box.pointer.pointee.width) == frame.width,
      Int(box.pointer.pointee.height) == frame.height,
      let format = PixelFormat(AVPixelFormat(box.pointer.pointee.format)),
      let result = VideoFrame(
        wrapping: box, color: Self.color(picture.color, of: picture, as: format),
        pixelAspect: frame.pixelAspect, fields: frame.fields)
    else {
      throw MediaError(
        .filterFailed, action: "apply the filter '\(call)'",
        detail: "it gave a picture of \(box.pointer.pointee.width)×\(box.pointer.pointee.height), "
          + "not of the \(frame.width)×\(frame.height) that it got")
    }
    guard frame.format.hasAlpha, !format.hasAlpha else { return result }
    guard format.withAlpha == nil else {
      return try result.withAlpha(alphaPlane(of: frame, beside: result, pool: pool))
    }
    // What cannot be transparent becomes what can, without loss.
    let wide = PixelFormat.planar(.yuv, bitDepth: format.bitDepth > 8 ? 16 : 8, hasAlpha: true)
    let whole = try converted(result, to: wide ?? .yuva444p16, pool: pool)
    return try whole.withAlpha(alphaPlane(of: frame, beside: whole, pool: pool))
  }

  private func setup(for frame: VideoFrame) throws(MediaError) -> Setup {
    let shape = FrameConverter.Shape(
      format: frame.format, width: frame.width, height: frame.height, color: frame.color)
    if let index = setups.lastIndex(where: {
      $0.source == shape && $0.aspect == frame.pixelAspect
    }) {
      if index < setups.count - 1 { setups.append(setups.remove(at: index)) }
      return setups[setups.count - 1]
    }
    let setup = try makeSetup(for: shape, aspect: frame.pixelAspect)
    if setups.count >= Self.capacity { setups.removeFirst() }
    setups.append(setup)
    return setup
  }

  private func makeSetup(
    for shape: FrameConverter.Shape, aspect: PixelAspect
  ) throws(MediaError) -> Setup {
    func graph(_ format: AVPixelFormat, converts: Bool) throws(MediaError) -> FilterGraph {
      try FilterGraph(
        call, of: .video,
        from: Self.source(format, width: shape.width, height: shape.height, aspect: aspect),
        converts: converts, threads: threads)
    }
    // libavfilter may convert in the first graph, which so tells what the filter takes.
    let native = AVPixelFormat(shape.format).named(range: shape.color.range)
    let trial = try graph(native, converts: true)
    let taken = AVPixelFormat(trial.filter.pointee.inputs[0]?.pointee.format ?? 0)
    guard let format = PixelFormat(taken) else {
      throw MediaError(
        .filterFailed, action: "apply the filter '\(call)'",
        detail: "it works on none of the layouts that pictures have here")
    }
    var color = Self.color(shape.color, of: shape, as: format)
    if taken.isFullRange { color.range = .full }
    let target = FrameConverter.Shape(
      format: format, width: shape.width, height: shape.height, color: color)
    return Setup(
      source: shape, aspect: aspect,
      converter: format == shape.format && color.range == shape.color.range
        || format == shape.format && !taken.isFullRange
        ? nil : try FrameConverter(from: shape, to: target),
      format: taken, graph: try graph(taken, converts: false))
  }

  /// The options of a source of frames.
  static func source(
    _ format: AVPixelFormat, width: Int, height: Int, aspect: PixelAspect = .square
  ) -> String {
    "video_size=\(width)x\(height):pix_fmt=\(format.rawValue):time_base=1/1"
      + ":pixel_aspect=\(aspect.numerator)/\(aspect.denominator)"
  }

  /// The meaning of code values where a picture goes from its own layout to another.
  private static func color(
    _ color: ColorDescription, of shape: FrameConverter.Shape, as format: PixelFormat
  ) -> ColorDescription {
    self.color(
      color, model: shape.format.model, width: shape.width, height: shape.height, as: format)
  }

  private static func color(
    _ color: ColorDescription, of frame: VideoFrame, as format: PixelFormat
  ) -> ColorDescription {
    self.color(
      color, model: frame.format.model, width: frame.width, height: frame.height, as: format)
  }

  private static func color(
    _ color: ColorDescription, model: ColorModel, width: Int, height: Int, as format: PixelFormat
  ) -> ColorDescription {
    guard format.model != model else { return color }
    var result = color.resolved(width: width, height: height, model: model)
      .resolved(width: width, height: height, model: format.model)
    result.range = format.model == .rgb ? .full : model == .rgb ? .limited : result.range
    return result
  }

  /// A frame whose alpha is at the depth of a picture.
  private func alphaPlane(
    of frame: VideoFrame, beside picture: VideoFrame, pool: FramePool
  ) throws(MediaError) -> VideoFrame {
    let format = picture.format.hasAlpha ? picture.format : picture.format.withAlpha
    return try converted(frame, to: format ?? picture.format, color: picture.color, pool: pool)
  }

  private func converted(
    _ frame: VideoFrame, to format: PixelFormat, color: ColorDescription? = nil, pool: FramePool
  ) throws(MediaError) -> VideoFrame {
    if format == frame.format { return frame }
    let source = FrameConverter.Shape(
      format: frame.format, width: frame.width, height: frame.height, color: frame.color)
    let target = FrameConverter.Shape(
      format: format, width: frame.width, height: frame.height,
      color: color ?? Self.color(frame.color, of: frame, as: format))
    if let known = converters.first(where: { $0.source == source && $0.target == target }) {
      return try known.convert(frame, pool: pool)
    }
    let converter = try FrameConverter(from: source, to: target)
    if converters.count >= Self.capacity { converters.removeFirst() }
    converters.append(converter)
    return try converter.convert(frame, pool: pool)
  }
}

extension PixelFormat {
  /// The planar format of the same kind that has alpha too.
  fileprivate var withAlpha: PixelFormat? {
    guard isPlanar else { return nil }
    return .planar(
      model, bitDepth: bitDepth, chromaShiftX: chromaShiftX, chromaShiftY: chromaShiftY,
      hasAlpha: true)
  }
}

extension VideoFrame {
  /// The same picture with the alpha plane of another, which has this one's layout beside it.
  fileprivate func withAlpha(_ other: VideoFrame) -> VideoFrame {
    guard let plane = other.format.alphaPlane else { return self }
    let planes = format.hasAlpha ? planes.dropLast() : planes
    return VideoFrame(
      format: other.format, width: width, height: height, color: color, pixelAspect: pixelAspect,
      fields: fields, planes: planes + [other.planes[plane]], owner: PairOfOwners(owner, other))
  }

  /// Keeps the memory of a picture and of its alpha.
  private final class PairOfOwners: Sendable {
    private let picture: UncheckedOwner
    private let alpha: UncheckedOwner

    init(_ picture: AnyObject, _ alpha: AnyObject) {
      (self.picture, self.alpha) = (UncheckedOwner(object: picture), UncheckedOwner(object: alpha))
    }
  }

  /// Only held, never used.
  private struct UncheckedOwner: @unchecked Sendable { let object: AnyObject }
}

extension AVPixelFormat {
  /// The name by which filters tell full range apart, where a layout has one.
  fileprivate func named(range: ColorRange) -> AVPixelFormat {
    guard range == .full, let descriptor = av_pix_fmt_desc_get(self) else { return self }
    let name = String(cString: descriptor.pointee.name)
    guard name.hasPrefix("yuv4") else { return self }
    let full = av_get_pix_fmt("yuvj" + name.dropFirst(3))
    return full == AV_PIX_FMT_NONE ? self : full
  }

  /// Whether the layout's name says that its range is full.
  fileprivate var isFullRange: Bool {
    av_pix_fmt_desc_get(self).map { String(cString: $0.pointee.name).hasPrefix("yuvj") } ?? false
  }
}
