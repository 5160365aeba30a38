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

  private static let clip = CodedClip(
    615,
    picture: {
      ($0.rate, $0.count, $0.bFrames) = (Ratio(25), 50, 2)
      ($0.width, $0.height) = (320, 180)
    }, sound: { _ in })

  /// The frame that a window of 320 × 180 in the middle of the screen shows, in a grabbed picture.
  private func code(_ path: String) -> CodedPicture.Code? {
    guard let bytes = readFile(path), bytes.count == 640 * 480 * 3 / 2 else { return nil }
    return DecodedPicture(width: 640, height: 480, bytes: bytes)
      .code(at: Placing(x: 160, y: 150, width: 320, height: 180))
  }

  private static let grab =
    "ffmpeg -v error -y -f x11grab -video_size 640x480 -i $DISPLAY -frames:v 1 "
    + "-pix_fmt yuv420p -f rawvideo"

  /// `:play` at a prompt of a person, who goes on typing while the film plays.
  @Test func thePromptGoesOnWhileItsFilmIsPlayed() throws {
    let folder = TemporaryFolder("play")
    let terminal = try PseudoTerminal(
      "xvfb-run", ["-a", "-s", "-screen 0 640x480x24", Vscript.binary!],
      environment: [
        "SDL_AUDIODRIVER": "dummy", "TERM": "xterm", "XDG_STATE_HOME": folder("state"),
      ], folder: folder.path)
    #expect(terminal.expect("> "))
    terminal.type("clip = vs.asset('\(Self.clip.make())')\n")
    #expect(terminal.expect("> "))
    terminal.type(":play 1\n")
    #expect(terminal.expect("player = Player of"))
    #expect(terminal.expect("> "))
    terminal.type("player:pause() player:seek_frame(31)\n")
    #expect(terminal.expect("> "))
    terminal.type("(select(3, player:image()))\n")
    #expect(terminal.expect("31\r\n"))
    #expect(terminal.expect("> "))
    terminal.type("os.execute('sleep 0.3; \(Self.grab) p.yuv')\n")
    #expect(terminal.expect("true"))
    #expect(code(folder("p.yuv")) == CodedPicture.Code(clip: 615, frame: 31))
    // A second one takes the place of the first, and plays by itself to the end.
    terminal.type(":play 1.5\n")
    #expect(terminal.expect("player = Player of"))
    terminal.type(
      "while player.status ~= 'paused' do player:wait(0.05) end print(player.frame_number)\n")
    #expect(terminal.expect("49\r\n"))
    #expect(terminal.expect("> "))
    terminal.type("\u{4}")
    #expect(terminal.end() == 0, "\(terminal.text)")
  }

  /// The window of `vscript watch --window` shows another frame once the script is saved anew.
  @Test func aWatchedScriptIsShownInAWindow() throws {
    let folder = TemporaryFolder("play")
    for (name, start) in [("edit.lua", 0), ("next.lua", 20)] {
      let script = """
        local film = vs.composition()
        film:add_track("video"):insert_time_range({ "\(start)f@25", 1 }, vs.asset(arg[1]).video, 0)
        vs.export(film, { output = "never.mp4" })
        """
      writeFile(folder(name), script.utf8)
    }
    // The screen is looked at twice a second; after six looks another script takes the name.
    let shell = """
      "$0" watch --window --at 0.4 edit.lua "$1" & watch=$!
      for look in 1 2 3 4 5 6; do sleep 0.4; \(Self.grab) $look.yuv; done
      mv next.lua edit.lua
      for look in 7 8 9 10 11 12; do sleep 0.4; \(Self.grab) $look.yuv; done
      kill -INT $watch; wait $watch; echo status $?
      """
    let run = ChildProcess(
      "xvfb-run",
      [
        "-a", "-s", "-screen 0 640x480x24", "sh", "-c", shell, Vscript.binary!, Self.clip.make(),
      ], folder: folder.path)
    run.wait()
    #expect(code(folder("6.yuv")) == CodedPicture.Code(clip: 615, frame: 10), "\(run.errorText)")
    #expect(code(folder("12.yuv")) == CodedPicture.Code(clip: 615, frame: 30), "\(run.errorText)")
    #expect(!folder.names.contains("never.mp4"))
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
