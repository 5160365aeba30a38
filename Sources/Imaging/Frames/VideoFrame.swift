/// The shape of a pixel: its width to its height.
package struct PixelAspect: Hashable, Sendable {
  package let numerator: Int
  package let denominator: Int

  /// Makes an aspect; anything that is not positive, such as FFmpeg's 0/1 for "unknown", is square.
  package init(_ numerator: Int, _ denominator: Int) {
    let isUsable = numerator > 0 && denominator > 0
    self.numerator = isUsable ? numerator : 1
    self.denominator = isUsable ? denominator : 1
  }

  package static let square = PixelAspect(1, 1)

  package var isSquare: Bool { numerator == denominator }
}

/// The memory of one plane; it belongs to the frame's owner.
package struct Plane: @unchecked Sendable {
  /// The first sample of the first row.
  package let base: UnsafeMutableRawPointer
  /// The distance between rows in bytes; negative where a decoder delivers bottom-up pictures.
  package let stride: Int
  /// The columns in samples.
  package let width: Int
  /// The rows.
  package let height: Int

  package init(base: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int) {
    (self.base, self.stride, self.width, self.height) = (base, stride, width, height)
  }

  /// The first sample of a row.
  package func row(_ y: Int) -> UnsafeMutableRawPointer { base + y * stride }
}

/// One picture in memory.
///
/// Sendable because a frame is written only by whoever made it, before anyone else sees it; once
/// shared it never changes. The memory lives as long as `owner` does.
package final class VideoFrame: @unchecked Sendable {
  package let format: PixelFormat
  /// The columns in pixels, before the pixel aspect is applied.
  package let width: Int
  package let height: Int
  package let color: ColorDescription
  package let pixelAspect: PixelAspect
  /// Whether its lines belong to two moments; pictures that were made here are always whole.
  package let fields: FieldOrder
  package let planes: [Plane]
  /// Keeps the memory alive: a buffer of a pool, or a decoder's frame.
  package let owner: AnyObject

  package init(
    format: PixelFormat, width: Int, height: Int, color: ColorDescription,
    pixelAspect: PixelAspect = .square, fields: FieldOrder = .progressive, planes: [Plane],
    owner: AnyObject
  ) {
    precondition(width > 0 && height > 0 && planes.count == format.planeCount)
    self.format = format
    self.width = width
    self.height = height
    self.color = color
    self.pixelAspect = pixelAspect
    self.fields = fields
    self.planes = planes
    self.owner = owner
  }

  /// The same memory under another description.
  package func retagged(color: ColorDescription, pixelAspect: PixelAspect) -> VideoFrame {
    VideoFrame(
      format: format, width: width, height: height, color: color, pixelAspect: pixelAspect,
      fields: fields, planes: planes, owner: owner)
  }
}
