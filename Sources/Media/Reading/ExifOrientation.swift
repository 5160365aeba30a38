import Geometry
@preconcurrency import Glibc

/// How a camera was held, as a JPEG picture's Exif data tell.
package enum ExifOrientation {
  /// The transform that turns a picture of that size upright; identity where the file says nothing.
  ///
  /// Reads at most the first 256 KB, and decodes nothing.
  package static func transform(ofFile path: String, size: Size) -> Transform {
    guard let file = fopen(path, "rbe") else { return .identity }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256 << 10)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return transform(orientation(inJPEG: bytes) ?? 1, size)
  }

  /// The eight orientations by the number that Exif gives them.
  private static func transform(_ number: Int, _ size: Size) -> Transform {
    let (width, height) = (size.width, size.height)
    switch number {
    case 2: return Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case 3: return Transform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case 4: return Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case 5: return Transform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case 6: return Transform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case 7: return Transform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    case 8: return Transform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    default: return .identity
    }
  }

  /// The number in the Exif segment of a JPEG file; nil without one.
  static func orientation(inJPEG bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
    var place = 2
    // Segments until the picture itself begins: a marker, and a length that counts itself.
    while place + 4 <= bytes.count, bytes[place] == 0xff, bytes[place + 1] != 0xda {
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2, place + 2 + length <= bytes.count else { return nil }
      let body = bytes[(place + 4)..<(place + 2 + length)]
      if bytes[place + 1] == 0xe1, body.starts(with: Array("Exif\0\0".utf8)) {
        return orientation(inTIFF: Array(body.dropFirst(6)))
      }
      place += 2 + length
    }
    return nil
  }

  private static func orientation(inTIFF bytes: [UInt8]) -> Int? {
    let isLittle = bytes.starts(with: Array("II*\0".utf8))
    guard isLittle || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a]) else { return nil }
    func number(at place: Int, _ count: Int) -> Int? {
      guard place >= 0, place <= bytes.count - count else { return nil }
      let part = bytes[place..<place + count]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let table = number(at: 4, 4), let count = number(at: table, 2) else { return nil }
    // An entry is a tag, a type, a count and a value; 0x0112 is the orientation.
    for index in 0..<count {
      let entry = table + 2 + index * 12
      guard let tag = number(at: entry, 2) else { return nil }
      if tag == 0x0112 { return number(at: entry + 8, 2) }
    }
    return nil
  }
}
