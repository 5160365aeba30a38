import Geometry
import Imaging
import Synchronization
import Timing

/// What the pictures of a track are like, apart from when they are shown.
final class PictureFormat: Sendable {
  let width: Int
  let height: Int
  let crop: CleanAperture.Crop?
  let pixelAspect: PixelAspect
  let preferredTransform: Transform
  let pixelFormat: PixelFormat
  let color: ColorDescription
  let light: LightLevels?
  let nominalFrameRate: FrameRate?
  let fieldOrder: FieldOrder
  let hasContainersFields: Bool

  init(
    width: Int, height: Int, crop: CleanAperture.Crop?, pixelAspect: PixelAspect,
    preferredTransform: Transform, pixelFormat: PixelFormat, color: ColorDescription,
    light: LightLevels?, nominalFrameRate: FrameRate?, fieldOrder: FieldOrder,
    hasContainersFields: Bool
  ) {
    self.width = width
    self.height = height
    self.crop = crop
    self.pixelAspect = pixelAspect
    self.preferredTransform = preferredTransform
    self.pixelFormat = pixelFormat
    self.color = color
    self.light = light
    self.nominalFrameRate = nominalFrameRate
    self.fieldOrder = fieldOrder
    self.hasContainersFields = hasContainersFields
  }

  /// The size with square pixels.
  var naturalSize: Size {
    Size(
      width: Double(width) * Double(pixelAspect.numerator) / Double(pixelAspect.denominator),
      height: Double(height))
  }

  /// The description that tracks with such pictures have in common.
  var shared: PictureFormat {
    Self.recent.withLock { $0.shared(self) { $0.isEqual(to: $1) } }
  }

  private static let recent = Mutex(RecentObjects<PictureFormat>())

  private func isEqual(to other: PictureFormat) -> Bool {
    width == other.width && height == other.height && crop == other.crop
      && pixelAspect == other.pixelAspect && preferredTransform == other.preferredTransform
      && pixelFormat == other.pixelFormat && color == other.color && light == other.light
      && nominalFrameRate == other.nominalFrameRate && fieldOrder == other.fieldOrder
      && hasContainersFields == other.hasContainersFields
  }
}
