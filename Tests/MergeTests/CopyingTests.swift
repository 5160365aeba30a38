import TestSupport
import Testing

/// A merge copies what no transition touches.
@Suite struct CopiedMergeTests {
  private let folder = TemporaryFolder("copied-merge")
  private let clips = (660...662).map { id in
    CodedClip(
      id, picture: { ($0.count, $0.keyInterval, $0.bFrames) = (72, 12, 2) },
      sound: { ($0.codec, $0.seconds) = ("aac", Ratio(3)) })
  }

  private func merge(_ options: String) -> VscriptRun {
    runVscript(
      [
        "-e",
        """
        local options = \(options)
        options.output, options.overwrite = "film.mp4", true
        print(require("vscript.merge")(arg, options).copied_frames)
        """,
      ] + CodedClip.make(clips), folder: folder.path)
  }

  @Test func clipsOfOneKindAreCopiedWhole() {
    let run = merge("{}")
    #expect(run.output == "216\n", "\(run.errors)")
    let made = MadeFilm(
      folder: folder, path: folder("film.mp4"), run: run,
      expected: ExpectedFilm(clips.map { .clip($0) }, frameRate: Ratio(24)))
    #expect(made.report(sound: .aac).problems == [])
    #expect(PacketList(folder("film.mp4")).isEven && decodingErrors(folder("film.mp4")) == "")
  }

  @Test func turnedClipsAreCopiedWithTheirTurn() throws {
    let turned = clips.prefix(2).map { clip in
      var clip = clip
      clip.picture?.turns = 1
      return clip
    }
    let run = runVscript(
      ["merge"] + CodedClip.make(turned) + ["-o", "film.mp4"], folder: folder.path)
    let made = MadeFilm(
      folder: folder, path: folder("film.mp4"), run: run,
      expected: ExpectedFilm(turned.map { .clip($0) }, frameRate: Ratio(24)))
    #expect(made.report(sound: .aac).problems == [])
    let known = Set(turned.flatMap { PacketList($0.make()).packets.map(\.hash) })
    #expect(PacketList(made.path).packets.allSatisfy { known.contains($0.hash) })
  }

  @Test func dissolvesAreDrawnAndTheRestIsCopied() throws {
    let run = merge("{ transition = { name = 'dissolve', duration = 0.5 } }")
    // 192 frames: of 24 drawn, each second dissolve's clip goes on from its next key frame.
    let copied = try #require(Int(run.output.dropLast()), "\(run.errors)")
    #expect((168...170).contains(copied))
    var codes: [CodedPicture.Code?] = []
    Film(folder("film.mp4")).eachPicture { _, picture in
      codes.append(picture.code(at: picture.whole))
    }
    #expect(codes.count == 192)
    for (index, code) in codes.enumerated() {
      // A clip begins 60 frames after the one before it.
      let inside = index % 60
      guard index < 60 || inside >= 12 else { continue }
      #expect(code == .init(clip: 660 + min(2, index / 60), frame: index - min(2, index / 60) * 60))
    }
    let list = PacketList(folder("film.mp4"))
    let known = Set(clips.flatMap { PacketList($0.make()).packets.map(\.hash) })
    #expect(list.packets.count { known.contains($0.hash) } == copied)
    #expect(list.isEven && decodingErrors(folder("film.mp4")) == "")
  }
}
