import CFFmpeg
import Imaging

/// The lines above a picture in which studios keep time code and teletext, coded with it.
///
/// Material of the kind D-10 (IMX) in MXF has 608 lines of which 576 are picture, or 512 of which 486
/// are. Editors show the picture alone, and its shape, such as 4:3, is meant for that.
struct VerticalBlanking {
  let lines: Int
  private let width: Int
  private let height: Int

  /// Nil where all lines are picture.
  init?(_ parameters: CodecParameters, container: String) {
    let values = parameters.pointee
    guard container.hasPrefix("mxf"), values.codec_id == AV_CODEC_ID_MPEG2VIDEO,
      values.width == 720
    else { return nil }
    switch values.height {
    case 608: lines = 32
    case 512: lines = 26
    default: return nil
    }
    (width, height) = (Int(values.width), Int(values.height))
  }

  /// What is picture.
  var crop: CleanAperture.Crop {
    CleanAperture.Crop(x: 0, y: lines, width: width, height: height - lines)
  }

  /// The shape of pixels, of one that was reckoned for all lines.
  func aspect(_ aspect: PixelAspect) -> PixelAspect {
    let (top, bottom) = (aspect.numerator * (height - lines), aspect.denominator * height)
    let divisor = Int(greatestDivisor(UInt64(top), UInt64(bottom)))
    return PixelAspect(top / divisor, bottom / divisor)
  }
}
