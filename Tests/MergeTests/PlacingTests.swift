import TestSupport
import Testing

/// However a camera was held, and whatever part of its picture counts, the film shows it upright.
@Suite struct PlacingTests {
  /// Red and blue above, green and white below, in 8-bit luma and chroma.
  private static let corners = [[81, 90, 240], [41, 240, 110], [145, 54, 34], [235, 128, 128]]

  /// A clip of four coloured quarters, 128 by 64, whose matrix is then set to the given one.
  private func clip(_ folder: TemporaryFolder, _ name: String, _ matrix: [Int32]) throws -> String {
    var frame: [UInt8] = []
    for plane in 0..<3 {
      let (width, height) = plane == 0 ? (128, 64) : (64, 32)
      for y in 0..<height {
        for x in 0..<width {
          frame.append(UInt8(Self.corners[(y * 2 / height) * 2 + x * 2 / width][plane]))
        }
      }
    }
    let path = folder(name)
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "128x64", "-r", "25",
        "-i", "pipe:0", "-c:v", "libx264", "-qp", "0", path,
      ], input: frame + frame)
    var bytes = try #require(readFile(path))
    let header = try #require(bytes.firstRange(of: Array("tkhd".utf8)))
    // Version and flags, times, number, layer, group, volume: the matrix comes after 40 bytes.
    let place = header.upperBound + 40
    for (index, number) in matrix.enumerated() {
      for byte in 0..<4 {
        bytes[place + 4 * index + byte] = UInt8(
          truncatingIfNeeded: number >> (24 - 8 * Int32(byte)))
      }
    }
    writeFile(path, bytes)
    return path
  }

  /// The eight ways of holding a camera, as the numbers a, b, c and d of a matrix.
  @Test(arguments: [
    [1, 0, 0, 1], [-1, 0, 0, 1], [1, 0, 0, -1], [-1, 0, 0, -1], [0, 1, 1, 0], [0, 1, -1, 0],
    [0, -1, 1, 0], [0, -1, -1, 0],
  ])
  func everyOrientationIsShownUprightAndKept(linear: [Int]) throws {
    let folder = TemporaryFolder("placing")
    let (a, b, c, d) = (linear[0], linear[1], linear[2], linear[3])
    let one: Int32 = 1 << 16
    let (tx, ty) = (
      (a < 0 ? 128 : 0) + (c < 0 ? 64 : 0), (b < 0 ? 128 : 0) + (d < 0 ? 64 : 0)
    )
    let matrix = [
      Int32(a) * one, Int32(b) * one, 0, Int32(c) * one, Int32(d) * one, 0, Int32(tx) * one,
      Int32(ty) * one, 1 << 30,
    ]
    let clip = try clip(folder, "clip.mp4", matrix)
    let run = runVscript([
      "-e",
      """
      local asset = vs.asset(arg[1])
      local film = vs.composition()
      film:insert_time_range(vs.range(0, asset.duration), asset, 0)
      vs.export(film, { output = arg[2], video_composition = vs.video_composition.of(film),
        codec_options = { qp = 0 } })
      for _, name in ipairs { "kept.mp4", "kept.mov", "kept.m4v", "turned.mkv" } do
        vs.export(asset, { output = arg[3] .. name, codec_options = { qp = 0 } })
      end
      vs.export(asset, { output = arg[3] .. "turned.webm", codec_options = { lossless = 1, crf = 0 } })
      """, clip, folder("drawn.mp4"), folder(""),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let (width, height) = a != 0 ? (128, 64) : (64, 128)
    var seen = 0
    func check(_ picture: DecodedPicture) {
      seen += 1
      #expect((picture.width, picture.height) == (width, height))
      for (x, y) in [(16, 16), (112, 16), (16, 48), (112, 48)] {
        // Where a place of the stored picture is shown.
        let (shownX, shownY) = (a * x + c * y + tx, b * x + d * y + ty)
        let due = Self.corners[(y / 32) * 2 + x / 64]
        let found = picture.components(x: shownX, y: shownY)
        #expect(
          abs(found.luma - due[0]) <= 2 && abs(found.blue - due[1]) <= 2
            && abs(found.red - due[2]) <= 2, "\(found) at \(shownX), \(shownY), due \(due)")
      }
    }
    // Matroska and WebM have no word for it, so the picture itself is turned.
    for name in ["drawn.mp4", "turned.mkv", "turned.webm"] {
      Film(folder(name)).eachPicture { _, picture in check(picture) }
    }
    #expect(seen == 6)
    // Untouched, the pixels stay and the matrix goes along.
    let words = matrix.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * Int32($0))) }
    }
    for name in ["kept.mp4", "kept.mov", "kept.m4v"] {
      #expect(try #require(readFile(folder(name))).contains(words), "\(name)")
    }
  }

  /// A clip whose index says that only a part of each picture counts.
  private func apertured(
    _ folder: TemporaryFolder, width: (Int32, Int32), height: (Int32, Int32), x: (Int32, Int32),
    y: (Int32, Int32)
  ) throws -> String {
    let path = try clip(
      folder, "clip.mov", [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])
    var bytes = try #require(readFile(path))
    addCleanAperture(to: &bytes, width: width, height: height, x: x, y: y)
    writeFile(path, bytes)
    return path
  }

  @Test func onlyTheCleanApertureIsShown() throws {
    let folder = TemporaryFolder("aperture")
    // 96 by 48, moved right by 16 and down by 8: from (32, 16) to the lower right corner.
    let clip = try apertured(folder, width: (96, 1), height: (48, 1), x: (32, 2), y: (8, 1))
    let run = runVscript([
      "-e",
      "print(vs.asset(arg[1]).video.natural_size) "
        + "vs.export(vs.asset(arg[1]), { output = arg[2], codec_options = { qp = 0 } })",
      clip, folder("film.mp4"),
    ])
    #expect(run.status == 0 && run.output == "96×48\n", "\(run.output) \(run.errors)")
    var seen = 0
    Film(folder("film.mp4")).eachPicture { _, picture in
      seen += 1
      #expect((picture.width, picture.height) == (96, 48))
      for (x, y) in [(2, 2), (29, 13), (34, 13), (94, 2), (2, 46), (94, 46)] {
        let due = Self.corners[((y + 16) / 32) * 2 + (x + 32) / 64]
        #expect(abs(picture.components(x: x, y: y).luma - due[0]) <= 2, "\(x), \(y)")
      }
    }
    #expect(seen == 2)
  }

  @Test func anApertureThatDoesNotFitIsIgnored() throws {
    let folder = TemporaryFolder("aperture")
    for (width, x) in [
      ((256, 1), (0, 1)), ((96, 1), (64, 1)), ((96, 0), (0, 1)), ((-4, 1), (0, 1)),
    ]
      as [((Int32, Int32), (Int32, Int32))]
    {
      let clip = try apertured(folder, width: width, height: (64, 1), x: x, y: (0, 1))
      let run = runVscript(["-e", "print(vs.asset(arg[1]).video.natural_size)", clip])
      #expect(run.status == 0 && run.output == "128×64\n", "\(run.output) \(run.errors)")
    }
  }

  /// The 32 lines above a picture of 576 are no picture, and its shape is meant for that.
  @Test func theBlankingLinesOfStudioFilesAreLeftOut() {
    let folder = TemporaryFolder("blanking")
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=white:s=720x32:r=25:d=0.2[a];color=red:s=720x576:r=25:d=0.2[b];[a][b]vstack,setdar=4/3",
        "-c:v", "mpeg2video", "-pix_fmt", "yuv422p", "-q:v", "2", "-flags", "+ildct+ilme", "-top",
        "1", folder("imx.mxf"),
      ])
    let run = runVscript([
      "-e",
      "local a = vs.asset(arg[1]) print(a.video.natural_size, a.warnings[1]) "
        + "vs.export(a, { output = arg[2], quality = 1 })",
      folder("imx.mxf"), folder("film.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output
        == "768×576\ttrack 2: 32 lines of blanking above the picture are left out\n",
      "\(run.errors)")
    let film = Film(folder("film.mp4"))
    #expect(film.width == 720 && film.height == 576 && film.times.count == 5)
    #expect(film.picture?["sample_aspect_ratio"] == "16:15")
    film.eachPicture { index, picture in
      for y in [0, 1, 300, 575] {
        let luma = picture.components(x: 360, y: y).luma
        #expect(abs(luma - 81) < 6, "frame \(index), line \(y): \(luma)")
      }
    }
  }
}
