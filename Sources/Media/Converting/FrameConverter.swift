import CFFmpeg
import CZimg
import Geometry
@preconcurrency import Glibc
import Imaging

/// Turns frames of one shape into frames of another: layout, depth, size and colour.
///
/// The work is zimg's; packed layouts are unpacked before and packed after it. Building one takes
/// milliseconds, so it is kept for as long as the shapes stay. Not Sendable: one thread at a time.
///
/// Sizes change by the Catmull-Rom cubic, which leaves samples that do not move as they are and
/// rings less around titles than Lanczos does. A depth is reduced with an ordered pattern, which
/// stands still from frame to frame and leaves values that fit exactly alone; nothing else is
/// dithered. The transfer curves of standard range are taken for one another, and so are the
/// primaries of BT.601 and BT.709, as video tools do: a way through linear light would cut saturated
/// colours that do not fit, so that they never came back. PQ, HLG, linear light and wide gamuts are
/// converted; standard white becomes 203 cd/m² in high dynamic range, and the way back into standard
/// range is a `ToneMap`.
package final class FrameConverter {
  /// All that is fixed about the frames of one side.
  package struct Shape: Hashable, Sendable {
    package let format: PixelFormat
    package let width: Int
    package let height: Int
    package let color: ColorDescription

    package init(format: PixelFormat, width: Int, height: Int, color: ColorDescription) {
      self.format = format
      self.width = width
      self.height = height
      self.color = color
    }
  }

  package let source: Shape
  package let target: Shape
  /// The planar layouts between unpacking and packing.
  private let planarSource: PixelFormat
  private let planarTarget: PixelFormat
  /// How planar pictures are converted; nothing to do where the layouts are one and the same.
  private let work: Work

  private enum Work {
    case nothing
    case graph(ScalingGraph)
    case reduction(DynamicRangeReduction)
  }

  /// Prepares a conversion.
  ///
  /// `window` is the part of the source, in its pixels and fractions of them, that fills the target;
  /// nil takes the whole.
  package init(from source: Shape, to target: Shape, window: Rect? = nil) throws(MediaError) {
    self.source = source
    self.target = target
    planarSource = try Self.planar(source.format)
    planarTarget = try Self.planar(target.format)
    let from = Self.normalized(source, planarSource)
    let to = Self.normalized(target, planarTarget)
    if from.color.isHighDynamicRange, !to.color.isHighDynamicRange, to.color.transfer != .linear {
      work = .reduction(
        try DynamicRangeReduction(
          from: from, to: to, window: window, peak: source.color.peakLuminance))
    } else if from == to, window == nil {
      work = .nothing
    } else {
      work = .graph(try ScalingGraph(from: from, to: to, window: window))
    }
  }

  /// Converts one frame of the source shape.
  package func convert(_ frame: VideoFrame, pool: FramePool) throws(MediaError) -> VideoFrame {
    precondition(
      frame.format == source.format && frame.width == source.width
        && frame.height == source.height, "a frame must have the converter's shape")
    var picture = frame
    if !frame.format.isPlanar { picture = try unpack(frame, into: planarSource, pool: pool) }
    let isSameSize = source.width == target.width && source.height == target.height
    let aspect = isSameSize ? frame.pixelAspect : .square
    switch work {
    case .nothing:
      picture = picture.retagged(color: target.color, pixelAspect: frame.pixelAspect)
    case .graph(let graph):
      picture = try graph.process(
        picture, format: planarTarget, color: target.color, pixelAspect: aspect, pool: pool)
    case .reduction(let reduction):
      picture = try reduction.process(
        picture, format: planarTarget, color: target.color, pixelAspect: aspect, pool: pool)
    }
    return target.format.isPlanar ? picture : try pack(picture, into: target.format)
  }

  /// The layout into which a packed one is unpacked.
  static func planar(_ format: PixelFormat) throws(MediaError) -> PixelFormat {
    guard !format.isPlanar else { return format }
    guard isReadable(format) else {
      throw MediaError(
        .unsupportedFormat, action: "convert",
        detail: "the pixel format \(format) is not supported")
    }
    let depth = min(max(format.bitDepth, 8), 16)
    let known = PixelFormat.planar(
      format.model, bitDepth: depth, chromaShiftX: format.chromaShiftX,
      chromaShiftY: format.chromaShiftY, hasAlpha: format.hasAlpha)
    // What FFmpeg has no planar kin of only lives between unpacking and scaling.
    return known
      ?? PixelFormat(
        name: format.name + "-planar", model: format.model, bitDepth: depth,
        chromaShiftX: format.chromaShiftX, chromaShiftY: format.chromaShiftY,
        hasAlpha: format.hasAlpha)
  }

  /// A shape in which equal things are equal: resolved, and without names for the same numbers.
  private static func normalized(_ shape: Shape, _ format: PixelFormat) -> Shape {
    var color = shape.color.resolved(
      width: shape.width, height: shape.height, model: format.model)
    if color.matrix == .bt470bg { color.matrix = .smpte170m }
    if [.bt470bg, .smpte170m, .smpte240m].contains(color.primaries) { color.primaries = .bt709 }
    if ![.pq, .hlg, .linear].contains(color.transfer) { color.transfer = .bt709 }
    if format.model != .yuv || format.chromaShiftX + format.chromaShiftY == 0 {
      color.chromaLocation = .left
    } else if format.chromaShiftY == 0 {
      // Rows are not subsampled, so only the column counts.
      color.chromaLocation = color.chromaLocation.isCentered ? .center : .left
    }
    if format.model == .gray { color.matrix = .unspecified }
    color.peakLuminance = 0
    return Shape(format: format, width: shape.width, height: shape.height, color: color)
  }
}

extension ChromaLocation {
  /// Between the columns.
  fileprivate var isCentered: Bool { self == .center || self == .top || self == .bottom }
}
