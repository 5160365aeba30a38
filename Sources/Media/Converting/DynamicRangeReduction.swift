import Geometry
import Imaging

/// The way from high into standard range: to R′G′B′ in PQ, through a tone map, to the target.
///
/// Sizes change on the way in, as everywhere on code values. HLG becomes PQ as on its own display of
/// 1000 cd/m², with that display's system gamma.
final class DynamicRangeReduction {
  private let wayIn: ScalingGraph
  private let map: ToneMap
  /// Nil where the mapped picture is what is wanted.
  private let wayOut: ScalingGraph?
  private let mapped: FrameConverter.Shape

  /// Prepares for normalised shapes; `peak` is the content's brightest light, 0 if unknown.
  init(
    from source: FrameConverter.Shape, to target: FrameConverter.Shape, window: Rect?, peak: Int
  ) throws(MediaError) {
    let format: PixelFormat =
      source.format.hasAlpha && target.format.hasAlpha ? .gbrap16 : .gbrp16
    func shape(_ primaries: ColorPrimaries, _ transfer: ColorTransfer) -> FrameConverter.Shape {
      FrameConverter.Shape(
        format: format, width: target.width, height: target.height,
        color: ColorDescription(
          matrix: .rgb, primaries: primaries, transfer: transfer, range: .full,
          chromaLocation: .left))
    }
    wayIn = try ScalingGraph(from: source, to: shape(.bt2020, .pq), window: window)
    // Tone maps know the wide gamuts; the rest is taken for BT.709.
    let isWide = [.bt2020, .displayP3].contains(target.color.primaries)
    let primaries: ColorPrimaries = isWide ? target.color.primaries : .bt709
    map = ToneMap(
      peak: source.color.transfer == .hlg ? Int(ToneMap.usualPeak) : peak, target: primaries)
    mapped = shape(isWide ? primaries : target.color.primaries, .bt709)
    wayOut = mapped == target ? nil : try ScalingGraph(from: mapped, to: target, window: nil)
  }

  /// Converts a frame of the source shape.
  func process(
    _ frame: VideoFrame, format: PixelFormat, color: ColorDescription, pixelAspect: PixelAspect,
    pool: FramePool
  ) throws(MediaError) -> VideoFrame {
    let picture = try wayIn.process(
      frame, format: mapped.format, color: mapped.color, pixelAspect: pixelAspect, pool: pool)
    map.apply(to: picture, into: picture)
    guard let wayOut else {
      return picture.retagged(color: color, pixelAspect: pixelAspect)
    }
    return try wayOut.process(
      picture, format: format, color: color, pixelAspect: pixelAspect, pool: pool)
  }
}
