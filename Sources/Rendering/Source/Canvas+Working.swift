import Composition
import Geometry
import Imaging

extension Canvas {
  /// The canvas of an edit that is not encoded: it keeps what the sources have, and is transparent
  /// where a background is.
  init(
    drawing video: VideoComposition, of edit: Composition, first: SourceTrack, width: Int,
    height: Int
  ) throws {
    let look = try SourceLook(first)
    let backgrounds = [video.computed?.backgroundColor] + video.instructions.map(\.backgroundColor)
    let isTransparent = backgrounds.contains { ($0?.alpha ?? 1) < 1 }
    let format = try edit.workFormat(startingWith: look.format, hasAlpha: isTransparent)
    let size = video.renderSize
    self.init(
      width: width, height: height, format: format,
      color: try video.color(over: look.color(converting: format), format: format),
      scale: Size(width: Double(width) / size.width, height: Double(height) / size.height))
  }
}

extension Composition {
  /// A layout to draw in that keeps what the sources have: planar, with the first picture's own
  /// subsampling and the depth of the deepest.
  fileprivate func workFormat(
    startingWith first: PixelFormat, hasAlpha: Bool
  ) throws -> PixelFormat {
    let depth = try sourceLooks.map(\.look.format.bitDepth).max() ?? first.bitDepth
    let (shiftX, shiftY) =
      first.model == .yuv ? (first.chromaShiftX, first.chromaShiftY) : (0, 0)
    let wanted = PixelFormat.planar(
      .yuv, bitDepth: depth, chromaShiftX: shiftX, chromaShiftY: shiftY, hasAlpha: hasAlpha)
    // Not every layout exists at every depth with alpha; the widest one loses nothing.
    return wanted ?? PixelFormat.planar(.yuv, bitDepth: depth > 8 ? 16 : 8, hasAlpha: hasAlpha)
      ?? .yuv444p
  }
}
