/// The part of every picture that is meant to be seen, as the `clap` box of MP4 and MOV tells.
///
/// Cameras of standard definition code 720 columns of which 704 are picture, and some encoders of
/// high definition code 1088 lines.
struct CleanAperture: Hashable {
  /// In pixels and fractions of them.
  let width: Double
  let height: Double
  /// How far its middle lies from the middle of the picture.
  let offsetX: Double
  let offsetY: Double

  /// Whole pixels of a picture.
  struct Crop: Hashable, Sendable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// Reads the box of the first description in a track's media; nil where there is none.
  init?(_ bytes: MovieBytes, inMedia media: Range<Int>) {
    guard let information = bytes.box("minf", in: media),
      let table = bytes.box("stbl", in: information), let list = bytes.box("stsd", in: table),
      list.count > 8,
      let entry = bytes.boxes(in: list.lowerBound + 8..<list.upperBound).first?.content,
      // The fixed fields of a description of pictures.
      entry.count > 78, let box = bytes.box("clap", in: entry.lowerBound + 78..<entry.upperBound)
    else { return nil }
    func fraction(_ index: Int) -> Double? {
      guard let top = bytes.i32(box.lowerBound + 8 * index, in: box),
        let bottom = bytes.i32(box.lowerBound + 8 * index + 4, in: box), bottom > 0
      else { return nil }
      return Double(top) / Double(bottom)
    }
    guard let width = fraction(0), let height = fraction(1), let offsetX = fraction(2),
      let offsetY = fraction(3), width >= 1, height >= 1
    else { return nil }
    (self.width, self.height, self.offsetX, self.offsetY) = (width, height, offsetX, offsetY)
  }

  /// The part of a picture of that size, from whole chroma samples on; nil where that is all of it,
  /// or where the aperture does not lie inside.
  func crop(width: Int, height: Int, alignX: Int, alignY: Int) -> Crop? {
    func span(_ size: Int, _ part: Double, _ offset: Double, _ align: Int) -> (Int, Int)? {
      let first = (Double(size) - part) / 2 + offset
      let start = Int((first / Double(align)).rounded()) * align
      let length = Int(part.rounded())
      guard start >= 0, length >= 1, start + length <= size else { return nil }
      return (start, length)
    }
    guard self.width <= Double(width), self.height <= Double(height),
      let (x, columns) = span(width, self.width, offsetX, alignX),
      let (y, rows) = span(height, self.height, offsetY, alignY),
      (columns, rows) != (width, height)
    else { return nil }
    return Crop(x: x, y: y, width: columns, height: rows)
  }
}
