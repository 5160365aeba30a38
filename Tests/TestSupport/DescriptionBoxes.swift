/// Adds a box to the description of the pictures in a film of H.264 in MP4 or MOV.
///
/// The index must be at the end of the file, so that nothing in it points behind what grows.
package func addBox(_ name: String, _ content: [UInt8], to bytes: inout [UInt8]) {
  // The words before the index may name the codec too.
  func place(of name: String, from start: Int) -> Int {
    guard let range = bytes[start...].firstRange(of: Array(name.utf8)) else {
      fatalError("no \(name)")
    }
    return range.lowerBound
  }
  let index = place(of: "moov", from: 0)
  let box = [0, 0, 0, UInt8(content.count + 8)] + Array(name.utf8) + content
  for name in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"] {
    let start = place(of: name, from: index) - 4
    let size = (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + $1]) } + box.count
    for byte in 0..<4 { bytes[start + byte] = UInt8(truncatingIfNeeded: size >> (24 - 8 * byte)) }
  }
  bytes.insert(contentsOf: box, at: place(of: "avc1", from: index) + 4 + 78)
}

/// Says in the index of such a film that only a part of each picture counts: `clap`.
///
/// Sizes, and how far the part's middle lies from the picture's, are fractions.
package func addCleanAperture(
  to bytes: inout [UInt8], width: (Int32, Int32), height: (Int32, Int32), x: (Int32, Int32),
  y: (Int32, Int32)
) {
  let content = [width.0, width.1, height.0, height.1, x.0, x.1, y.0, y.1].flatMap { number in
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * Int32($0))) }
  }
  addBox("clap", content, to: &bytes)
}

/// Says in the index of such a film that it is Dolby Vision: `dvcC`.
///
/// `compatibility` is the number of the kind of display that its base picture is for.
package func addDolbyVision(to bytes: inout [UInt8], profile: UInt8, compatibility: UInt8) {
  // Version 1.0, level 1, with its own words and a base picture, without a second one.
  let head: [UInt8] = [1, 0, profile << 1, 1 << 3 | 0b101, compatibility << 4]
  addBox("dvcC", head + [UInt8](repeating: 0, count: 19), to: &bytes)
}
