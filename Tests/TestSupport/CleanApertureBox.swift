/// Says in the index of a film of H.264 that only a part of each picture counts: `clap`.
///
/// Sizes, and how far the part's middle lies from the picture's, are fractions. The index must be at
/// the end of the file, so that nothing in it points behind what grows.
package func addCleanAperture(
  to bytes: inout [UInt8], width: (Int32, Int32), height: (Int32, Int32), x: (Int32, Int32),
  y: (Int32, Int32)
) {
  func place(of name: String) -> Int {
    guard let range = bytes.firstRange(of: Array(name.utf8)) else { fatalError("no \(name)") }
    return range.lowerBound
  }
  let content = [width.0, width.1, height.0, height.1, x.0, x.1, y.0, y.1].flatMap { number in
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * Int32($0))) }
  }
  let box = [0, 0, 0, UInt8(content.count + 8)] + Array("clap".utf8) + content
  for name in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"] {
    let start = place(of: name) - 4
    let size = (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + $1]) } + box.count
    for byte in 0..<4 { bytes[start + byte] = UInt8(truncatingIfNeeded: size >> (24 - 8 * byte)) }
  }
  bytes.insert(contentsOf: box, at: place(of: "avc1") + 4 + 78)
}
