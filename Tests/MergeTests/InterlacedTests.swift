import TestSupport
import Testing

/// Interlaced clips stay interlaced where nothing is done to them, and are made whole elsewhere.
@Suite struct InterlacedTests {
  /// A bright bar that moves on by eight pixels from field to field, coded and flagged as such.
  private func clip(_ folder: TemporaryFolder, isTopFirst: Bool, _ codec: [String]) -> String {
    let path = folder("clip-\(isTopFirst).mkv")
    let fields = (0..<12).map { moment -> [UInt8] in
      let row = (0..<160).map { x -> UInt8 in x >= 8 * moment && x < 8 * moment + 40 ? 235 : 16 }
      return Array(repeating: row, count: 96).flatMap { $0 }
        + [UInt8](repeating: 128, count: 80 * 96)
    }
    _ = runTool(
      "ffmpeg",
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "160x96", "-r", "50", "-i",
        "pipe:0", "-vf", "tinterlace=interleave_\(isTopFirst ? "top" : "bottom")", "-flags",
        "+ildct+ilme", "-r", "25",
      ] + codec + [path], input: fields.flatMap { $0 })
    return path
  }

  private static let x264 = ["-c:v", "libx264", "-qp", "0", "-preset", "ultrafast"]

  private func codec(_ name: String, isTopFirst: Bool) -> [String] {
    switch name {
    case "libx264": Self.x264 + ["-x264-params", isTopFirst ? "tff=1" : "bff=1"]
    default: ["-c:v", name, "-q:v", "2", "-top", isTopFirst ? "1" : "0"]
    }
  }

  /// How unlike the lines of a picture are to those beside them, over the middle: a comb is.
  private func comb(_ picture: DecodedPicture) -> Int {
    var worst = 0
    for y in 20..<picture.height - 20 {
      for x in 0..<picture.width {
        let (above, here, below) = (
          picture.components(x: x, y: y - 1).luma, picture.components(x: x, y: y).luma,
          picture.components(x: x, y: y + 1).luma
        )
        worst = max(worst, min(abs(here - above), abs(here - below)))
      }
    }
    return worst
  }

  private func combs(_ path: String) -> [Int] {
    var result: [Int] = []
    Film(path).eachPicture { _, picture in result.append(comb(picture)) }
    return result
  }

  @Test(arguments: ["libx264", "mpeg2video"], [true, false])
  func theAssetTellsAndAnUntouchedFilmKeepsItsFields(codec name: String, isTopFirst: Bool) {
    let folder = TemporaryFolder("interlaced")
    let clip = clip(folder, isTopFirst: isTopFirst, codec(name, isTopFirst: isTopFirst))
    let run = runVscript([
      "-e",
      "print(vs.asset(arg[1]).video.field_order) "
        + "vs.export(vs.asset(arg[1]), { output = arg[2], quality = 1 })",
      clip, folder("film.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == (isTopFirst ? "top_first\n" : "bottom_first\n"))
    let order = Film(folder("film.mp4")).picture?["field_order"]
    #expect(order == (isTopFirst ? "tt" : "bb"), "\(order ?? "")")
    #expect(combs(folder("film.mp4")).allSatisfy { $0 > 100 })
  }

  @Test(
    arguments: [
      "deinterlace = 'always'", "codec = 'hevc'", "preset = '640x480', deinterlace = 'always'",
      "video_composition = vs.video_composition.of(vs.asset(arg[1]), { render_size = { 320, 192 } })",
    ], [true, false])
  func scaledOrOnRequestEveryPictureIsWhole(options: String, isTopFirst: Bool) {
    let folder = TemporaryFolder("whole")
    let clip = clip(folder, isTopFirst: isTopFirst, codec("libx264", isTopFirst: isTopFirst))
    let run = runVscript([
      "-e", "vs.export(vs.asset(arg[1]), { output = arg[2], quality = 1, \(options) })", clip,
      folder("film.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let film = Film(folder("film.mp4"))
    #expect(film.picture?["field_order"] != "tt" && film.picture?["field_order"] != "bb")
    let found = combs(film.path)
    #expect(found.count == 6 && found.allSatisfy { $0 < 40 }, "\(found)")
    // The moment is the earlier field's: frame k shows the bar at 16 k.
    film.eachPicture { index, picture in
      let scale = picture.width / 160
      let (x, y) = (16 * index, picture.height / 2)
      #expect(picture.components(x: (x + 4) * scale, y: y).luma > 180, "\(index)")
      #expect(picture.components(x: (x + 44) * scale, y: y).luma < 70, "\(index)")
    }
  }

  @Test func neverLeavesTheCombEvenWhereItIsScaled() {
    let folder = TemporaryFolder("never")
    let clip = clip(folder, isTopFirst: true, codec("libx264", isTopFirst: true))
    let run = runVscript([
      "-e",
      "vs.export(vs.asset(arg[1]), { output = arg[2], codec = 'hevc', deinterlace = 'never' })",
      clip, folder("film.mp4"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(combs(folder("film.mp4")).allSatisfy { $0 > 100 })
  }

  @Test func aPictureIsTheSameFromAnyDirection() {
    let folder = TemporaryFolder("direction")
    let clip = clip(folder, isTopFirst: true, codec("libx264", isTopFirst: true))
    let run = runVscript([
      "-e",
      """
      local generator = vs.image_generator(vs.asset(arg[1]))
      local function look(k)
        local frame, sum = generator:image(vs.time(k, 25)), {}
        for y = 0, 95, 5 do for x = 0, 159, 7 do
          sum[#sum + 1] = math.floor(frame:pixel(x, y).green * 255 + 0.5)
        end end
        return table.concat(sum, ' ')
      end
      local seen = {}
      for k = 0, 5 do seen[k] = look(k) end
      for _, k in ipairs { 5, 0, 3, 1, 4, 2, 2, 5 } do assert(look(k) == seen[k], k) end
      assert(seen[1] ~= seen[2])
      """, clip,
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Two packets make a frame then, at the time of the first; nothing is missing, nothing doubled.
  @Test(arguments: ["ts", "mp4", "mov", "mkv", "h264"])
  func fieldsInPacketsOfTheirOwnAreOneFrame(container: String) throws {
    let folder = TemporaryFolder("fields")
    writeFile(folder("fields.h264"), FieldCodedFilm(frames: 12).bytes)
    if container != "h264" {
      _ = runTool(
        "ffmpeg",
        [
          "-v", "error", "-framerate", "50", "-i", folder("fields.h264"), "-c", "copy",
          folder("fields.\(container)"),
        ])
    }
    let run = runVscript([
      "-e",
      "local a = vs.asset(arg[1]) local times = a.video:frame_times() print(#times, "
        + "(times[12] - times[1]).seconds, a.video.time_range.duration.seconds, #a.warnings) "
        + "vs.export(a, { output = arg[2], codec = 'ffv1' })",
      folder("fields.\(container)"), folder("film.mkv"),
    ])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.output == "12\t0.44\t0.48\t0\n")
    var number = 0
    Film(folder("film.mkv")).eachPicture { index, picture in
      for line in 20..<24 {
        let bar = (0..<picture.width).filter { picture.components(x: $0, y: line).luma > 120 }
        let start = FieldCodedFilm.barStart(frame: index, isBottom: line % 2 == 1)
        let due = Array(start..<start + FieldCodedFilm.barWidth)
        #expect(bar == due, "frame \(index), line \(line)")
      }
      number += 1
    }
    #expect(number == 12)
  }
}
