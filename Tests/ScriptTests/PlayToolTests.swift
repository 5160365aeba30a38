import TestSupport
import Testing

/// `vscript play` as a user runs it, on a screen of Xvfb and SDL's dummy sound device.
@Suite struct PlayToolTests {
  /// Runs a program that sees a screen of its own.
  private func onScreen(_ arguments: [String], folder: String) -> VscriptRun {
    runVscript(
      arguments, environment: ["SDL_AUDIODRIVER": "dummy"], folder: folder,
      wrapper: ["xvfb-run", "-a", "-s", "-screen 0 640x480x24"])
  }

  @Test func theWindowShowsTheFrameThatWasGoneTo() throws {
    let folder = TemporaryFolder()
    let clip = CodedClip(
      612,
      picture: {
        ($0.rate, $0.count, $0.bFrames) = (Ratio(25), 50, 2)
        ($0.width, $0.height) = (320, 180)
      })
    let film = clip.make()
    let script = """
      local player <close> = vs.player(vs.asset(arg[1]))
      for _, number in ipairs({ 0, 31, 7 }) do
        player:seek_frame(number)
        player:image()
        player:wait(0.3)
        os.execute(("ffmpeg -v error -y -f x11grab -video_size 640x480 -i $DISPLAY -frames:v 1 "
          .. "-pix_fmt yuv420p -f rawvideo %d.yuv"):format(number))
      end
      """
    let run = onScreen(["-e", script, film], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    for number in [0, 31, 7] {
      let bytes = try #require(readFile(folder.path + "/\(number).yuv"))
      let screen = DecodedPicture(width: 640, height: 480, bytes: bytes)
      // The window stands in the middle of the screen, as large as the picture.
      let place = Placing(x: 160, y: 150, width: 320, height: 180)
      #expect(screen.code(at: place) == CodedPicture.Code(clip: 612, frame: number))
    }
  }

  @Test func aFilmIsPlayedToItsEnd() {
    let folder = TemporaryFolder()
    let film = Scenario.clips.path + "/a.mp4"
    let run = onScreen(["play", film, "--rate", "4", "--overlay"], folder: folder.path)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func withoutAScreenTheReasonAndAWayOutAreSaid() {
    let folder = TemporaryFolder()
    let film = Scenario.clips.path + "/a.mp4"
    let run = runVscript(
      ["play", film],
      environment: ["SDL_AUDIODRIVER": "dummy", "DISPLAY": "", "WAYLAND_DISPLAY": ""],
      folder: folder.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("no window can be opened: there is no screen"))
    #expect(run.errors.contains("vscript frame"))
    #expect(runVscript(["play"], folder: folder.path).status == 2)
  }
}
