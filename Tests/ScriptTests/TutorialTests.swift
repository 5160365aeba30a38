import TestSupport
import Testing

/// The scripts that show how an edit is made: each is run on small plain clips, red, blue and an
/// upright green one, and the film is looked at where its description says what is seen.
@Suite struct TutorialTests {
  private let folder = TemporaryFolder("tutorial")

  /// Colours as the clips carry them, by BT.601 in limited range.
  private static let red = Colour(81, 90, 240)
  private static let blue = Colour(41, 240, 110)
  private static let green = Colour(145, 54, 34)
  private static let white = Colour(235, 128, 128)
  private static let black = Colour(16, 128, 128)

  private struct Made {
    let run: VscriptRun
    var pictures: [DecodedPicture] = []

    func at(_ frame: Int, _ x: Int, _ y: Int) -> Colour {
      guard frame < pictures.count else { return Colour(0, 0, 0) }
      return pictures[frame].colour(x, y)
    }
  }

  /// Runs a script on clips; its film is read back whole.
  private func make(_ script: String, _ clips: String..., keeping name: String = "film.mp4") -> Made
  {
    let words = clips.map { "\(Scenario.clips.path)/\($0)" }
    let run = runVscript(
      ["\(Vscript.packageFolder)/Scripts/\(script).lua"] + words + ["-o", name],
      folder: folder.path)
    var made = Made(run: run)
    guard run.status == 0 else { return made }
    Film(folder(name)).eachPicture { made.pictures.append($1) }
    return made
  }

  @Test func aDissolveIsHalfOfEachInItsMiddle() {
    let made = make("cross_dissolve", "red.mp4", "blue.mp4")
    #expect(made.run.output.hasSuffix("film.mp4: 38 frames, 1.500 s\n"), "\(made.run)")
    #expect(made.pictures.count == 38)
    // The overlap is from 0.5 to 1 s: frame 13 is at 0.52, a share of 0.04.
    for (frame, share) in [(0, 0.0), (12, 0), (13, 0.04), (18, 0.44), (24, 0.92), (25, 1), (37, 1)]
    {
      #expect(made.at(frame, 32, 24) ~ Self.red.mixed(with: Self.blue, share), "frame \(frame)")
    }
  }

  @Test func aSmallPictureTravelsOverALargeOne() {
    let made = make("picture_in_picture", "red.mp4", "blue.mp4")
    #expect(made.pictures.count == 25, "\(made.run)")
    // 0.35 of 64 × 48, its middle at x from 14.4 to 49.6 and at y = 37.2.
    let seen = Self.red.mixed(with: Self.blue, 0.9)
    for (frame, inside, outside) in [(0, 14, 50), (12, 31, 8), (24, 50, 14)] {
      #expect(made.at(frame, inside, 37) ~ seen, "frame \(frame)")
      #expect(made.at(frame, outside, 37) ~ Self.red, "frame \(frame)")
      #expect(made.at(frame, inside, 10) ~ Self.red, "frame \(frame)")
    }
  }

  @Test func aWipeUncoversFromTheLeft() {
    let made = make("crop_wipe", "red.mp4", "blue.mp4")
    #expect(made.pictures.count == 38, "\(made.run)")
    // Over 0.5 s from 0.5 s on: frame 18, at 0.72 s, has uncovered 0.44 of 64, which is 28.
    #expect(made.at(12, 4, 24) ~ Self.red)
    #expect(made.at(18, 24, 24) ~ Self.blue)
    #expect(made.at(18, 34, 24) ~ Self.red)
    #expect(made.at(25, 60, 24) ~ Self.blue)
  }

  @Test func anUprightFilmStandsOverADimCopy() {
    let made = make("portrait_blur", "green.mp4")
    #expect(made.pictures.first.map { [$0.width, $0.height] } == [640, 360], "\(made.run)")
    #expect(made.at(3, 320, 180) ~ Self.green)
    #expect(made.at(3, 40, 180) ~ Self.black.mixed(with: Self.green, 0.4))
    #expect(made.at(3, 600, 20) ~ Self.black.mixed(with: Self.green, 0.4))
  }

  @Test func twoHalvesAndALineBetweenThem() {
    let made = make("split_screen", "red.mp4", "green.mp4")
    for (x, colour) in [
      (2, Self.red), (27, Self.red), (32, Self.white), (37, Self.green), (61, Self.green),
    ] {
      for y in [2, 45] { #expect(made.at(10, x, y) ~ colour, "(\(x), \(y)) \(made.run)") }
    }
  }

  @Test func musicStepsBackWhileClipsAreHeard() {
    let clips = Scenario.clips.path
    let run = runVscript(
      [
        "\(Vscript.packageFolder)/Scripts/ducked_music.lua", "\(clips)/red.mp4",
        "\(clips)/blue.mp4",
        "\(clips)/song.m4a", "-o", "film.mkv",
      ], folder: folder.path)
    #expect(
      run.output.hasPrefix(
        """
        volume 0.2 to 0.2 in 0:00–0:01
        volume 0.2 to 0.56 in 0:01–0:01.3
        """), "\(run)")
    #expect(run.output.hasSuffix("film.mkv: 50 frames, 2.000 s\n"))
  }

  @Test func aStillComesNearerAboutAPlace() throws {
    // The left half is red, the right one blue; the place kept is at 0.7 of the width.
    let script = """
      local film, red, blue = vs.composition(), vs.generator("solid", { color = "red", size = { 64, 36 } }),
        vs.generator("solid", { color = "blue", size = { 64, 36 } })
      film:add_track("video"):insert_time_range({ 0, 1 }, red.video, 0)
      film:add_track("video"):insert_time_range({ 0, 1 }, blue.video, 0)
      local canvas = vs.video_composition.of(film)
      canvas.instructions[1].layers[1]:set_crop_rectangle({ 0, 0, 32, 36 }, 0)
      vs.image_generator(film, { video_composition = canvas }):image(0):save("still.png")
      """
    #expect(runVscript(["-e", script], folder: folder.path).status == 0)
    let run = runVscript(
      ["\(Vscript.packageFolder)/Scripts/ken_burns.lua", "still.png", "-o", "film.mp4"],
      folder: folder.path)
    #expect(run.output.hasSuffix("film.mp4: 120 frames, 4.000 s\n"), "\(run)")
    // The edge begins at 320 and is at 448 - 1.4 · 128 = 268.8 in the end.
    var edges: [Int] = []
    Film(folder("film.mp4")).eachPicture { _, picture in
      edges.append((0..<640).first { picture.components(x: $0, y: 180).luma < 61 } ?? 640)
    }
    #expect(edges.count == 120)
    #expect(abs(edges[0] - 320) <= 1 && abs(edges[119] - 269) <= 1, "\(edges)")
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 >= $1 }, "\(edges)")
  }

  @Test func speedChangesOnTheWayAndTheLastFrameStands() {
    let run = runVscript(
      [
        "\(Vscript.packageFolder)/Scripts/speed_ramp.lua", "\(Scenario.clips.path)/red.mp4", "-o",
        "film.mp4",
      ], folder: folder.path)
    #expect(run.output.contains("pieces, speeds from 0.3"), "\(run)")
    #expect(run.output.contains(" to 2.00\n"), "\(run)")
    let film = Film(folder("film.mp4"))
    // Between two points the time that a moment takes grows or shrinks evenly: 1 s along the curve
    // takes 0.3 + 0.2 · (1 + 3) / 2 + 0.2 · (3 + 1/2) / 2 + 0.3 / 2 s, and 0.5 s are held.
    #expect(film.pictureEnd == Ratio(17, 10))
    #expect(film.times.count == 43)
  }

  /// Every script, without clips of one's own: what it prints stands in `Scripts/README.md`.
  @Test(arguments: [
    "cross_dissolve", "picture_in_picture", "ken_burns", "crop_wipe", "portrait_blur",
    "split_screen", "speed_ramp", "ducked_music",
  ])
  func runsWithoutArgumentsAndPrintsWhatIsShown(script: String) throws {
    let folder = TemporaryFolder("tutorial")
    let scripts = Vscript.packageFolder + "/Scripts"
    let run = runVscript(["\(scripts)/\(script).lua"], folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let shown = try #require(readText(scripts + "/README.md"))
    #expect(shown.contains("```\n" + run.output + "```\n"), "\(run)")
    #expect(run.output.hasPrefix("0:00 ") || run.output.contains(" to "))
    #expect(folder.names.contains(script.replacing("_", with: "-") + ".mp4"))
  }
}
