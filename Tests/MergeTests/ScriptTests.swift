import TestSupport
import Testing

/// The scripts that people read first and copy, run as they stand, and every README command.
@Suite struct ScriptTests {
  private let scripts = Vscript.packageFolder + "/Scripts"

  @Test func mergeMakesSamplesAndJoinsThem() throws {
    let folder = TemporaryFolder("script")
    let run = runVscript([scripts + "/merge.lua"], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let film = try #require(folder.names.first { $0.hasSuffix(".mp4") }, "\(folder.names)")
    #expect(run.output.contains(film) && run.output.contains("frames"))
    let made = Film(folder(film))
    #expect(made.times.count > 24 && made.sound != nil)
    let second = runVscript([scripts + "/merge.lua"], folder: folder.path)
    #expect(second.status == 0, "\(second.errors)")
    #expect(folder.names.filter { $0.hasSuffix(".mp4") }.count == 2)
  }

  @Test func mergeJoinsGivenClipsExactly() {
    let clips = [
      pcmClip(160), CodedClip(161, picture: { ($0.rate, $0.count) = (Ratio(30000, 1001), 40) }),
      CodedClip(162, picture: { $0.turns = 1 }, sound: { $0.codec = "aac" }),
    ]
    let folder = TemporaryFolder("script")
    let path = folder("film.mp4")
    let run = runVscript([scripts + "/merge.lua", "-o", path] + CodedClip.make(clips))
    let made = MadeFilm(
      folder: folder, path: path, run: run,
      expected: ExpectedFilm(clips.map { .clip($0) }, frameRate: Ratio(30000, 1001)))
    #expect(made.report(sound: .aac).problems == [])
  }

  @Test func musicLiesUnderTheClipAndFadesOut() throws {
    let folder = TemporaryFolder("script")
    let run = runVscript([scripts + "/music.lua"], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let film = Film(folder(try #require(folder.names.first { $0.hasSuffix(".mp4") })))
    #expect(film.times.count > 24)

    let clip = CodedClip(163, picture: { ($0.rate, $0.count) = (Ratio(25), 200) })
    let song = pcmClip(9, { $0.count = 240 })
    let path = folder("own.mp4")
    let own = runVscript([scripts + "/music.lua", clip.make(), song.make(), path])
    #expect(own.status == 0, "\(own.errors)")
    let samples = try #require(Film(path).samples().first)
    let clicks = CodedSound.find(in: samples, rate: 48000, gain: 0.3)
    // 0.3 of the song until the last two seconds, then down to nothing.
    for click in clicks where click.place < 5.9 * 48000 {
      #expect(abs(click.level - 0.15) < 0.02, "at \(click.place): \(click.level)")
    }
    #expect(clicks.filter { $0.place < 5.9 * 48000 }.count >= 22)
    #expect(samples.suffix(2400).allSatisfy { abs($0) < 0.01 })
  }

  /// The README's shell blocks, line by line, in an empty folder with the tools beside it.
  @Test func everyCommandOfTheReadmeRuns() throws {
    let text = try #require(readText(Vscript.packageFolder + "/README.md"))
    let folder = TemporaryFolder("readme")
    _ = runTool("ln", ["-s", scripts, folder("Scripts")])
    var inShell = false
    var inLua = false
    var script = ""
    var count = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if inLua {
          // A script's first line is its name.
          let name = script.dropFirst(3).prefix { $0 != ":" }
          writeFile(folder(String(name)), script.utf8)
          script = ""
        }
        inShell = line == "```sh"
        inLua = line == "```lua"
        continue
      }
      if inLua { script += line + "\n" }
      // Cloning is for people, and the test command runs this very test.
      let isForPeople =
        line.hasPrefix("git ") || line.hasPrefix("cd ") || line.contains("Scripts/test")
      guard inShell, !line.isEmpty, !isForPeople else { continue }
      let run = ChildProcess("bash", ["-c", String(line)], folder: folder.path)
      #expect(run.wait() == 0, "\(line): \(run.errorText)")
      count += 1
    }
    #expect(count >= 5)
  }

  /// The lines of the README that make a film of many clips, on twenty of them.
  @Test func eightLinesJoinTwentyClipsWithDissolvesAndMusic() throws {
    let text = try #require(readText(Vscript.packageFolder + "/README.md"))
    let start = try #require(text.firstRange(of: "-- first.lua: "))
    let script = text[
      start.lowerBound..<text[start.lowerBound...].firstRange(of: "```")!.lowerBound]
    #expect(script.split(separator: "\n").filter { !$0.hasPrefix("--") }.count <= 8)
    let folder = TemporaryFolder("script")
    writeFile(folder("first.lua"), script.utf8)
    let song = CodedClip(
      166, container: "m4a", picture: nil, sound: { $0.seconds = Ratio(20) }
    ).make()
    _ = runTool("ln", ["-s", song, folder("song.m4a")])
    let clips = (0..<20).map { number in
      CodedClip(
        170 + number, picture: { ($0.rate, $0.count) = (Ratio(24), 30) },
        sound: { $0.codec = "aac" })
    }
    let run = runVscript(["first.lua"] + CodedClip.make(clips), folder: folder.path, input: "")
    // 20 clips of 30 frames, 19 of them 12 frames into the one before.
    #expect(run.output == "372 frames, 0:15.5\n", "\(run)")
    var codes: [Int: CodedPicture.Code] = [:]
    Film(folder("first.mp4")).eachPicture { index, picture in
      codes[index] = picture.code(at: picture.whole)
    }
    for number in clips.indices {
      // Six frames of each clip are seen alone, the first and last clip's more.
      for frame in 12..<18 {
        #expect(
          codes[18 * number + frame] == CodedPicture.Code(clip: clips[number].id, frame: frame))
      }
    }
  }

  /// The README's conversation, typed through a pipe: what it prints is what stands there.
  @Test func theConversationOfTheReadmeGoesAsItSays() throws {
    let text = try #require(readText(Vscript.packageFolder + "/README.md"))
    let block = try #require(
      text.split(separator: "```\n").first { $0.hasPrefix("> film = ") })
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let folder = TemporaryFolder("script")
    let samples = #"require("vscript.samples").make(".")"#
    #expect(runVscript(["-e", samples], folder: folder.path).status == 0)
    let run = runVscript(
      [], environment: ["XDG_STATE_HOME": folder.path], folder: folder.path,
      input: lines.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined())
    let shown = lines.filter { !$0.hasPrefix("> ") }.map { $0 + "\n" }.joined()
    #expect(run.output + run.errors.replacing("stdin:", with: "prompt:") == shown)
  }
}
