/// Films of plain patches in known code values, made and read by the `ffmpeg` program alone.
package struct PatchFilm: Sendable {
  /// The code values of one patch, luma first, or red, green and blue.
  package typealias Patch = [Int]

  /// One side of a patch in pixels, as large as every encoder takes; a patch is read at its middle.
  package static let side = 64

  package let path: String
  /// FFmpeg's planar layout of the patches.
  package let layout: String
  package let patches: [Patch]

  package init(_ path: String, layout: String, patches: [Patch]) {
    (self.path, self.layout, self.patches) = (path, layout, patches)
  }

  package var width: Int { patches.count * Self.side }
  package var height: Int { Self.side }

  /// The chroma shifts and the bytes of a sample.
  private static func shape(_ layout: String) -> (x: Int, y: Int, bytes: Int) {
    let bytes = ["9le", "10le", "12le", "14le", "16le"].contains { layout.hasSuffix($0) } ? 2 : 1
    if layout.contains("420") { return (1, 1, bytes) }
    return layout.contains("422") ? (1, 0, bytes) : (0, 0, bytes)
  }

  /// Which plane of a layout holds the n-th value of a patch.
  private static func plane(_ index: Int, _ layout: String) -> Int {
    layout.hasPrefix("gbr") ? [2, 0, 1, 3][index] : index
  }

  private static func planeSize(_ plane: Int, _ layout: String, _ width: Int, _ height: Int) -> (
    Int, Int
  ) {
    let shape = shape(layout)
    guard plane == 1 || plane == 2 else { return (width, height) }
    return (width >> shape.x, height >> shape.y)
  }

  /// Writes the film; `options` say how it is coded and tagged.
  ///
  /// Returns what `ffmpeg` complained about.
  package func make(frames: Int = 3, rate: String = "25", _ options: [String]) -> String {
    let bytes = Self.shape(layout).bytes
    var frame: [UInt8] = []
    for plane in 0..<patches[0].count {
      let index = (0..<patches[0].count).first { Self.plane($0, layout) == plane } ?? plane
      let (columns, rows) = Self.planeSize(plane, layout, width, height)
      let row = (0..<columns).flatMap { x -> [UInt8] in
        let value = patches[x * patches.count / columns][index]
        return bytes == 1 ? [UInt8(value)] : [UInt8(value & 255), UInt8(value >> 8)]
      }
      for _ in 0..<rows { frame += row }
    }
    let tool = ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", layout, "-s", "\(width)x\(height)",
        "-r", rate, "-i", "pipe:0",
      ] + options + [path], input: Array(repeating: frame, count: frames).flatMap { $0 })
    tool.wait()
    return tool.errorText
  }

  /// The patches of one frame of a film of the same size, in a layout that its decoder gives or,
  /// if it is another one, that `ffmpeg` makes of it; empty where it has no such frame.
  package static func read(
    _ path: String, layout: String, count: Int, values: Int, frame: Int = 0, filters: String = ""
  ) -> [Patch] {
    let (width, height) = (count * side, side)
    let filter = filters.isEmpty ? "" : "," + filters
    let tool = ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-vf",
        "select=eq(n\\,\(frame))\(filter)", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", layout,
        "-",
      ])
    tool.wait()
    let output = tool.outputBytes
    let bytes = shape(layout).bytes
    var starts = [0]
    for plane in 0..<values {
      let (columns, rows) = planeSize(plane, layout, width, height)
      starts.append(starts[plane] + columns * rows * bytes)
    }
    guard output.count == starts[values] else { return [] }
    return (0..<count).map { patch in
      (0..<values).map { index in
        let plane = Self.plane(index, layout)
        let (columns, rows) = planeSize(plane, layout, width, height)
        let x = (2 * patch + 1) * columns / (2 * count)
        let place = starts[plane] + (rows / 2 * columns + x) * bytes
        return bytes == 1 ? Int(output[place]) : Int(output[place]) | Int(output[place + 1]) << 8
      }
    }
  }
}
