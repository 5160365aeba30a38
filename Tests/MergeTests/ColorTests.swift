import Glibc
import TestSupport
import Testing

/// A colour stays the colour it is when clips of different matrices and ranges meet in one film.
@Suite struct ColorTests {
  /// A second of one colour, given as the samples that the file holds.
  private func plain(
    _ samples: (Int, Int, Int), _ width: Int, _ height: Int, _ tags: [String] = []
  ) -> String {
    let path = "\(CodedClip.folder)/plain-\(samples)-\(width)-\(tags.joined()).mp4"
      .filter { $0 != " " && $0 != "(" && $0 != ")" && $0 != "," }
    guard fileSize(path) == nil else { return path }
    let chroma = (width / 2) * (height / 2)
    var frame = [UInt8](repeating: UInt8(samples.0), count: width * height)
    frame += [UInt8](repeating: UInt8(samples.1), count: chroma)
    frame += [UInt8](repeating: UInt8(samples.2), count: chroma)
    let layout = tags.contains("-color_range") ? "yuvj420p" : "yuv420p"
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", layout, "-s", "\(width)x\(height)", "-r",
        "5", "-i", "pipe:0", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "5",
      ] + tags + [path], input: Array(repeating: frame, count: 5).flatMap { $0 })
    return path
  }

  private struct Matrix {
    let red: Double
    let blue: Double
    static let bt601 = Matrix(red: 0.299, blue: 0.114)
    static let bt709 = Matrix(red: 0.2126, blue: 0.0722)
    var green: Double { 1 - red - blue }
  }

  /// Samples of one matrix and range in limited range of another, through R′G′B′.
  private func convert(_ samples: (Int, Int, Int), _ from: Matrix, _ to: Matrix, full: Bool = false)
    -> (Int, Int, Int)
  {
    let y = full ? Double(samples.0) / 255 : (Double(samples.0) - 16) / 219
    let scale = full ? 255.0 : 224.0
    let (u, v) = ((Double(samples.1) - 128) / scale, (Double(samples.2) - 128) / scale)
    let r = y + 2 * (1 - from.red) * v
    let b = y + 2 * (1 - from.blue) * u
    let g = (y - from.red * r - from.blue * b) / from.green
    let luma = to.red * r + to.green * g + to.blue * b
    return (
      Int((16 + 219 * luma).rounded()),
      Int((128 + 224 * (b - luma) / (2 * (1 - to.blue))).rounded()),
      Int((128 + 224 * (r - luma) / (2 * (1 - to.red))).rounded())
    )
  }

  /// The middle sample of each plane of every frame.
  private func middles(_ path: String) -> [(Int, Int, Int)] {
    var found: [(Int, Int, Int)] = []
    Film(path).eachPicture { _, picture in
      let (w, h) = (picture.width, picture.height)
      let (cw, ch) = ((w + 1) / 2, (h + 1) / 2)
      let middle = ch / 2 * cw + cw / 2
      found.append(
        (
          Int(picture.bytes[h / 2 * w + w / 2]), Int(picture.bytes[w * h + middle]),
          Int(picture.bytes[w * h + cw * ch + middle])
        ))
    }
    return found
  }

  private func isNear(_ a: (Int, Int, Int), _ b: (Int, Int, Int)) -> Bool {
    abs(a.0 - b.0) <= 2 && abs(a.1 - b.1) <= 2 && abs(a.2 - b.2) <= 2
  }

  @Test(arguments: [0, 1, 2])
  func everyClipKeepsItsColour(index: Int) {
    let samples = [(81, 90, 200), (150, 60, 90), (100, 180, 120)][index]
    // The first clip sets the film: small and untagged, so BT.601 of limited range.
    let small = plain(samples, 192, 108)
    let large = plain(samples, 1280, 720)
    let tagged = plain(
      samples, 192, 108,
      ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"])
    let full = plain(samples, 192, 108, ["-color_range", "pc"])
    let folder = TemporaryFolder("color")
    let run = runVscript(
      ["merge", small, large, tagged, full, "-o", folder("film.mp4"), "--codec-options", "crf=5"]
        + fastCoding)
    #expect(run.status == 0, "\(run.errors)")
    let found = middles(folder("film.mp4"))
    #expect(found.count == 20)
    guard found.count == 20 else { return }
    let due = [
      samples, convert(samples, .bt709, .bt601), convert(samples, .bt709, .bt601),
      convert(samples, .bt601, .bt601, full: true),
    ]
    for (clip, due) in due.enumerated() {
      for frame in clip * 5..<clip * 5 + 5 {
        #expect(isNear(found[frame], due), "frame \(frame): \(found[frame]), due \(due)")
      }
    }
  }
}
