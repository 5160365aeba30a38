import Geometry
import TestSupport
import Testing

@testable import Media

@Suite struct ReadingOrientationTests {
  /// The head of a JPEG file with an Exif segment that holds nothing but an orientation.
  private func head(_ orientation: UInt8, bigEndian: Bool) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? little.reversed() : little
    }
    let tiff =
      (bigEndian ? [0x4d, 0x4d, 0, 0x2a] : Array("II*\0".utf8)) + bytes(8, 4) + bytes(2, 2)
      + bytes(0x010f, 2) + bytes(2, 2) + bytes(4, 4) + bytes(0, 4)
      + bytes(0x0112, 2) + bytes(3, 2) + bytes(1, 4) + bytes(Int(orientation), 2) + bytes(0, 2)
      + bytes(0, 4)
    let exif = Array("Exif\0\0".utf8) + tiff
    let length = exif.count + 2
    // A JFIF segment stands before it, as in many files.
    return [
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255),
    ]
      + exif + [0xff, 0xda, 0, 2]
  }

  @Test func theOrientationIsFoundInEitherByteOrder() {
    for number in UInt8(1)...8 {
      for bigEndian in [false, true] {
        let bytes = head(number, bigEndian: bigEndian)
        #expect(ExifOrientation.orientation(inJPEG: bytes) == Int(number))
      }
    }
  }

  @Test func whereThereIsNoneOrItIsBrokenNothingIsTurned() {
    let whole = head(6, bigEndian: false)
    for count in 0..<whole.count - 14 {
      #expect(ExifOrientation.orientation(inJPEG: Array(whole.prefix(count))) == nil)
    }
    #expect(ExifOrientation.orientation(inJPEG: [0x89, 0x50, 0x4e, 0x47]) == nil)
    #expect(
      ExifOrientation.transform(ofFile: "/no/such.jpg", size: Size(width: 4, height: 3))
        == .identity)
  }

  @Test func everyOrientationMapsThePictureOntoItself() {
    let folder = TemporaryFolder()
    let size = Size(width: 40, height: 30)
    // Where the stored picture's top left corner is seen.
    let corners: [UInt8: Point] = [
      1: Point(x: 0, y: 0), 2: Point(x: 40, y: 0), 3: Point(x: 40, y: 30), 4: Point(x: 0, y: 30),
      5: Point(x: 0, y: 0), 6: Point(x: 30, y: 0), 7: Point(x: 30, y: 40), 8: Point(x: 0, y: 40),
    ]
    for (number, corner) in corners {
      let path = folder("\(number).jpg")
      writeFile(path, head(number, bigEndian: number % 2 == 0))
      let map = ExifOrientation.transform(ofFile: path, size: size)
      let isTurned = number > 4
      #expect(
        map.apply(Rect(size))
          == Rect(x: 0, y: 0, width: isTurned ? 30 : 40, height: isTurned ? 40 : 30))
      #expect(map.apply(Point(x: 0, y: 0)) == corner)
    }
  }
}
