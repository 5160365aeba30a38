import TestSupport
import Testing

/// `vscript probe` as a user runs it; the JSON is read by `lua`, and by `ffprobe`'s side of the facts.
@Suite struct ProbeToolTests {
  private let folder = TemporaryFolder("probe")

  private func probe(_ arguments: String...) -> VscriptRun {
    runVscript(["probe"] + arguments, folder: folder.path)
  }

  /// Makes a film with `ffmpeg`; its words end with the name.
  private func make(_ name: String, _ words: String) {
    _ = runTool(
      "ffmpeg",
      ["-v", "error", "-y"] + words.split(separator: " ").map(String.init)
        + [folder(name)])
  }

  /// The lines with a label, without it.
  private func lines(_ label: String, of run: VscriptRun) -> [String] {
    run.output.split(separator: "\n").compactMap { line in
      let words = line.drop { $0 == " " }
      guard words.hasPrefix(label + " ") else { return nil }
      return String(words.dropFirst(label.count).drop { $0 == " " })
    }
  }

  @Test func aPlainFilmIsToldExactly() {
    make(
      "plain.mp4",
      "-f lavfi -i testsrc2=s=64x48:r=30000/1001:d=1.001 -f lavfi -i sine=d=1:r=48000 -c:v libx264 "
        + "-g 10 -bf 0 -sc_threshold 0 -pix_fmt yuv420p -c:a aac -metadata title=Plain")
    let run = probe("plain.mp4")
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.hasPrefix("plain.mp4\n"))
    #expect(lines("frames", of: run) == ["30, constant, 30000/1001 a second"])
    #expect(lines("duration", of: run).contains("0:01.001 (1001/1000 s)"), "\(run.output)")
    #expect(lines("size", of: run) == ["64x48"])
    #expect(lines("key frames", of: run) == ["3, every 10 frames"])
    #expect(lines("samples", of: run).first?.hasPrefix("48000, after 1024 of priming") == true)
    #expect(lines("metadata", of: run).contains("title = Plain"))
    #expect(lines("copied", of: run) == ["in a .mp4 film", "in a .mp4 film"])
    #expect(lines("re-encoded", of: run) == [])
  }

  @Test func whatSpeaksAgainstCopyingIsTold() {
    make(
      "odd.mkv",
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1:r=22050 "
        + "-vf select='not(eq(n\\,7))',setsar=4/3 -fps_mode passthrough -c:v ffv1 -c:a flac")
    let run = probe("odd.mkv")
    #expect(lines("frames", of: run) == ["24, variable, 12.5 to 25 a second, nominally 24"])
    #expect(lines("size", of: run) == ["64x48, pixels 4:3, shown as 85.3333x48"])
    #expect(
      lines("re-encoded", of: run) == [
        "in a .mkv film: copying ffv1 is not supported",
        "in a .mkv film: only MP4 and MOV declare where sound begins and ends to the sample",
      ])
  }

  @Test func whatIsSaidOfCopyingIsWhatAnExportPlans() {
    // Mono at a rate that no film has beside a picture that goes on in a film as it is.
    make(
      "half.mp4",
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1:r=22050 -c:v libx264 -pix_fmt yuv420p "
        + "-c:a aac")
    let run = probe("half.mp4")
    #expect(lines("copied", of: run) == ["in a .mp4 film"])
    #expect(
      lines("re-encoded", of: run) == ["in a .mp4 film: its rate is 22050 Hz, the film's 44100"])
    let code = """
      local probe = require("vscript.probe")
      local clip = vs.asset("half.mp4")
      local facts = probe("half.mp4")
      for index, span in ipairs(vs.export_session(clip, { output = "x.mp4" }):plan()) do
        local mine = facts.tracks[index].plan.spans[1]
        print(span.media, span.action == mine.action, span.reason == mine.reason)
      end
      print(facts.tracks[1].plan.file_type, #facts.tracks[1].reencoded_because,
        facts.tracks[2].reencoded_because[1])
      """
    let compared = runVscript(["-e", code], folder: folder.path)
    #expect(
      compared.output == "video\ttrue\ttrue\naudio\ttrue\ttrue\n"
        + "mp4\t0\tits rate is 22050 Hz, the film's 44100\n", "\(compared.errors)")
  }

  @Test func cleanApertureAndStartsAreTold() throws {
    make(
      "late.mov",
      "-f lavfi -i testsrc2=s=128x64:r=25:d=1 -itsoffset 0.5 -f lavfi -i sine=d=1:r=48000 "
        + "-c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le")
    var bytes = try #require(readFile(folder("late.mov")))
    // 96 by 48 of 128 by 64, its middle 16 to the right and 8 down: from (32, 16) on.
    addCleanAperture(to: &bytes, width: (96, 1), height: (48, 1), x: (16, 1), y: (8, 1))
    writeFile(folder("late.mov"), bytes)
    let run = probe("late.mov")
    #expect(
      lines("size", of: run) == ["96x48, the part from 32,16 on of what is stored"], "\(run)")
    #expect(lines("start", of: run) == ["0:00.000 (0 s)", "0:00.500 (1/2 s)"])
    let json = probe("--json", "late.mov").output.filter { !$0.isWhitespace }
    #expect(
      json.contains(#""clean_aperture":{"x":32,"y":16,"width":96,"height":48}"#)
        && json.contains(#""start":{"exact":"1/2","seconds":0.5}"#)
        && json.contains(#""edit_list":[{"start":{"exact":"0","seconds":0},"#), "\(json)")
    #expect(probe("--json", "late.mov").output.contains("only a part of its pictures is shown"))
  }

  @Test func jsonHasStableKeysAndIsValid() {
    make("one.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v libx264 -pix_fmt yuv420p")
    make("two.wav", "-f lavfi -i sine=d=1:r=44100")
    let run = probe("--json", "one.mp4", "two.wav")
    #expect(run.status == 0, "\(run.errors)")
    let parsed = ChildProcess(
      "python3", ["-m", "json.tool", "--compact"], input: Array(run.output.utf8))
    if parsed.wait() == 0 { #expect(parsed.outputText.hasPrefix("[{\"path\":\"one.mp4\"")) }
    for key in [
      "\"format\": \"mp4\"", "\"truncated_at\": null", "\"exact\": \"1\"", "\"frames\": 25",
      "\"rate\": \"25\"", "\"display_size\": {", "\"samples\": 44100", "\"priming\": 0",
      "\"reencoded_because\": [",
    ] {
      #expect(run.output.contains(key), "\(key) is not in \(run.output)")
    }
  }

  @Test func strangeTextStaysValidJSON() {
    let code = """
      local json = require("vscript.json")
      print(json.encode({ "a\\0b\\xffc\\"\\\\\\n\\u{e9}", 0.1, 3, -0.0, 1/0, {}, json.list({}) }))
      """
    let run = runVscript(["-e", code])
    #expect(
      run.output
        == "[\n  \"a\\u0000b\u{FFFD}c\\\"\\\\\\n\u{e9}\",\n  0.1,\n  3,\n  -0,\n  null,\n  {},\n  []\n]\n",
      "\(run.output) \(run.errors)")
  }

  @Test func aFileThatCannotBeReadIsAnErrorAndTheOthersAreTold() {
    make("good.wav", "-f lavfi -i sine=d=1:r=44100")
    writeFile(folder("bad.mp4"), Array("no film".utf8))
    let run = probe("bad.mp4", "good.wav")
    #expect(run.status == 3)
    #expect(run.output.contains("good.wav") && run.errors.contains("bad.mp4"), "\(run.errors)")
    #expect(probe("gone.mp4").status == 3)
    #expect(probe().status == 2)
  }
}
