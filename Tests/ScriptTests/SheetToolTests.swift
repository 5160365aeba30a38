import TestSupport
import Testing

/// `vscript contact`, `waveform`, `timeline` and `compare` as a user runs them.
@Suite struct SheetToolTests {
  private func run(_ arguments: String..., in folder: String) -> VscriptRun {
    runVscript(arguments, folder: folder)
  }

  /// Two coded clips of the same frames, one with three frames of another clip inside.
  private static let clip = CodedClip(
    621, picture: { ($0.count, $0.width, $0.height) = (24, 96, 54) }, sound: { _ in })

  @Test func aContactSheetHasThePicturesOfItsTimesInOrder() throws {
    let folder = TemporaryFolder()
    let film = Self.clip.make()
    let result = run(
      "contact", film, "-n", "6", "--columns", "3", "--width", "96", "-o", "sheet.png",
      in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "sheet.png  320×198\n")
    let raw = ChildProcess(
      "ffmpeg",
      ["-v", "error", "-i", "sheet.png", "-pix_fmt", "yuv420p", "-f", "rawvideo", "sheet.yuv"],
      folder: folder.path)
    #expect(raw.wait() == 0)
    let bytes = try #require(readFile(folder.path + "/sheet.yuv"))
    let sheet = DecodedPicture(width: 320, height: 198, bytes: bytes)
    for index in 0..<6 {
      let place = Placing(
        x: Double(8 + index % 3 * 104), y: Double(30 + index / 3 * 84), width: 96, height: 54)
      // The middles of six equal parts of a second, at 24 frames a second.
      #expect(sheet.code(at: place) == CodedPicture.Code(clip: 621, frame: 4 * index + 2))
    }
  }

  @Test func aComparisonNamesTheFrameThatDiffersMost() {
    let folder = TemporaryFolder()
    let film = Self.clip.make()
    let script = """
      local clip, other = vs.asset(arg[1]), vs.generator("solid", { color = "red", size = { 96, 54 }, rate = 24, duration = 1 })
      local film = vs.composition()
      local track = film:add_track("video")
      track:insert_time_range({ 0, 1 }, clip.video, 0)
      track:remove_time_range({ "10f@24", "1f@24" })
      track:insert_time_range({ 0, "1f@24" }, other.video, "10f@24")
      vs.export(film, { output = "changed.mkv", codec = "ffv1",
        video_composition = vs.video_composition.of(film), progress = "none" })
      """
    #expect(run("-e", script, film, in: folder.path).status == 0)
    let same = run("compare", film, film, "--quiet", in: folder.path)
    #expect(same.output.hasPrefix("24 frames, 24 of them identical\nPSNR inf dB, SSIM 1.00000\n"))
    let changed = run("compare", film, "changed.mkv", "-o", "c.png", in: folder.path)
    #expect(changed.output.contains("24 frames, 23 of them identical"))
    #expect(changed.output.contains("worst: frame 10 at 0:00.417"))
    #expect(changed.output.hasSuffix("c.png  328×368\n"))
  }

  @Test func timelinesAndWaveformsAreDrawnAsTextThatScales() throws {
    let folder = TemporaryFolder()
    let film = Self.clip.make()
    #expect(run("timeline", film, "-o", "t.svg", in: folder.path).status == 0)
    let timeline = try #require(readText(folder.path + "/t.svg"))
    #expect(timeline.contains(">1 video</text>") && timeline.contains(">2 audio</text>"))
    #expect(run("waveform", film, "--size", "200x80", "-o", "w.svg", in: folder.path).status == 0)
    let wave = try #require(readText(folder.path + "/w.svg"))
    #expect(wave.contains("width=\"200\" height=\"80\""))
    #expect(wave.contains(">0:01</text>"))
  }

  @Test func aScriptsEditIsShownWithoutMakingItsFilm() throws {
    let folder = TemporaryFolder()
    let film = Self.clip.make()
    let script = """
      local clip = vs.asset(arg[1])
      local film = vs.composition()
      film:add_track("video"):insert_time_range({ "12f@24", "6f@24" }, clip.video, 0)
      vs.export(film, { output = "never.mp4" })
      """
    writeFile(folder.path + "/edit.lua", Array(script.utf8))
    let sheet = run(
      "contact", "-n", "1", "--width", "96", "-o", "c.png", "edit.lua", film, in: folder.path)
    #expect(sheet.output == "c.png  112×114\n", "\(sheet.errors)")
    let picture = run("timeline", "-o", "t.svg", "edit.lua", film, in: folder.path)
    #expect(picture.status == 0, "\(picture.errors)")
    let timeline = try #require(readText(folder.path + "/t.svg"))
    #expect(timeline.contains(">0:00.25</text>"))
    #expect(listing(of: folder.path).sorted() == ["c.png", "edit.lua", "t.svg"])
  }

  @Test(arguments: [
    (["contact", "-n", "5", "-o", "x.png"], "contact sheet", 5),
    (["waveform", "--size", "120x40", "-o", "x.svg"], "waveform", 120),
    (["compare", "--quiet"], "comparing", 24),
  ])
  func eachSheetTellsProgramsHowFarItIs(words: [String], job: String, count: Int) {
    let folder = TemporaryFolder()
    let film = Self.clip.make()
    let films = words[0] == "compare" ? [film, film] : [film]
    let result = runVscript(["--progress=json"] + words + films, folder: folder.path)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count >= 2 && result.status == 0, "\(result)")
    #expect(
      lines.first?.hasPrefix(#"{"event":"progress","job":"\#(job)","done":"#) == true, "\(result)")
    #expect(lines.first?.contains(#""total":\#(count),"#) == true, "\(result)")
    #expect(
      lines.last?.hasPrefix(
        #"{"event":"finished","job":"\#(job)","done":\#(count),"total":\#(count),"fraction":1,"#)
        == true, "\(result)")
    // Nobody asked: nothing is said on a pipe.
    #expect(runVscript(words + ["--overwrite"] + films, folder: folder.path).errors == "")
  }

  @Test func scriptsAreToldHowFarASheetIs() {
    let folder = TemporaryFolder()
    let script = """
      local clip, told = vs.asset(arg[1]), {}
      local function tell(share, done, total) told[#told + 1] = ("%g=%d/%d"):format(share, done, total) end
      require("vscript.contact")(clip, { count = 4, width = 32, on_progress = tell })
      print(table.concat(told, " "))
      told = {}
      require("vscript.waveform")(clip, { size = { 100, 40 }, on_progress = tell })
      print(table.concat(told, " "))
      told = {}
      require("vscript.compare")(clip, clip, { on_progress = tell })
      print(#told, told[6], told[24])
      """
    let result = run("-e", script, Self.clip.make(), in: folder.path)
    #expect(
      result.output == """
        0.25=1/4 0.5=2/4 0.75=3/4 1=4/4
        0.5=50/100 1=100/100
        24\t0.25=6/24\t1=24/24

        """, "\(result)")
  }

  @Test func wrongUseIsSaidAndNothingIsOverwritten() {
    let folder = TemporaryFolder()
    let film = Self.clip.make()
    for tool in ["contact", "waveform", "timeline", "compare"] {
      #expect(run(tool, in: folder.path).status == 2)
      #expect(run(tool, "--help", in: folder.path).output.hasPrefix("usage: vscript \(tool)"))
    }
    #expect(run("contact", film, "-n", "0", "-o", "x.png", in: folder.path).status == 2)
    #expect(run("contact", film, "-o", "x.png", in: folder.path).status == 0)
    let again = run("contact", film, "-o", "x.png", in: folder.path)
    #expect(again.status == 3)
    #expect(again.errors.contains("x.png"))
    #expect(run("contact", film, "-o", "x.bmp", in: folder.path).errors.contains(".png or .jpg"))
  }
}
