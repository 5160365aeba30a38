import Composition
import Media
import TestSupport
import Testing
import Timing

import struct TestSupport.Ratio

@testable import Rendering

/// What is untouched is copied; only what lies beside cuts is encoded.
@Suite struct CopyingTests {
  private func clip(_ id: Int, _ change: (inout CodedClip.Picture) -> Void = { _ in }) -> CodedClip
  {
    var picture = CodedClip.Picture()
    (picture.count, picture.keyInterval, picture.bFrames) = (48, 12, 2)
    change(&picture)
    var clip = CodedClip(id)
    clip.picture = picture
    return clip
  }

  @Test func aCutOffKeyFramesEncodesItsGroupsOnly() throws {
    let source = clip(601)
    let film = try Copies([.init(source, 5..<41)])
    #expect(film.outline.first == "0..<7 re-encode")
    #expect(film.plan.spans.first?.reason == "cut 5 frames into a group of pictures")
    #expect(film.plan.spans.count >= 2 && film.actions[1] == .copy)
    #expect(film.plan.spans[1].frames.lowerBound == 7)
    #expect(film.plan.spans[1].frames.upperBound >= 31)
    #expect(film.report.copiedFrames == film.plan.copiedFrames)
    #expect(film.problems() == [])
    #expect(film.sharedPackets(with: [source.make()]) == film.report.copiedFrames)
    #expect(PacketList(film.path).isEven)
  }

  @Test(arguments: [0, 1, 3]) func cutsFallOnAnyFrame(bFrames: Int) throws {
    let source = clip(602) { $0.bFrames = bFrames }
    let film = try Copies([
      .init(source, 7..<30), .init(source, 1..<26), .init(source, 11..<48), .init(source, 0..<3),
    ])
    #expect(film.report.copiedFrames >= 12 + 12 + 36)
    #expect(film.problems() == [])
    #expect(film.sharedPackets(with: [source.make()]) == film.report.copiedFrames)
  }

  /// Presets that reorder less or refer to more frames than the source did.
  @Test(arguments: ["ultrafast", "superfast", "veryslow"], [1, 3])
  func aPresetsOwnReorderingStandsBesideTheSources(preset: String, bFrames: Int) throws {
    let source = clip(616) { $0.bFrames = bFrames }
    let parts: [Copies.Part] = [
      .init(source, 7..<30), .init(source, 1..<26), .init(source, 11..<48), .init(source, 0..<3),
    ]
    let film = try Copies(parts) { $0.codecOptions = [("preset", preset)] }
    #expect(film.report.copiedFrames >= 12 + 12 + 36)
    #expect(film.problems() == [])
    #expect(film.sharedPackets(with: [source.make()]) == film.report.copiedFrames)
  }

  @Test func clipsOfOneKindAreJoinedWithoutEncodingAny() throws {
    let clips = (603...605).map { clip($0) }
    let film = try Copies(clips.map { .init($0) })
    #expect(film.outline == ["0..<48 copy", "48..<96 copy", "96..<144 copy"])
    #expect(film.report.copiedFrames == 144)
    #expect(film.problems() == [])
    #expect(PacketList(film.path).isEven)
  }

  @Test func soundIsMixedOnceAndExact() throws {
    let clips = (606...607).map { id in
      CodedClip(
        id, picture: { ($0.count, $0.keyInterval) = (48, 12) },
        sound: { ($0.codec, $0.seconds) = ("aac", Ratio(2)) })
    }
    let film = try Copies([.init(clips[0], 3..<40), .init(clips[1], 5..<48)]) {
      $0.audioOptions = []
    }
    var report = FilmReport()
    report.checkSound(Film(film.path), film.expected, limits: .aac)
    #expect(report.problems == [] && film.problems() == [])
    #expect(film.report.copiedFrames > 48)
  }

  @Test(arguments: ["aac", "alac"]) func untouchedSoundIsCopiedToTheSample(codec: String) throws {
    let source = CodedClip(
      616, container: "mov", picture: { ($0.count, $0.keyInterval, $0.bFrames) = (72, 12, 2) },
      sound: {
        // Noise that a decoder makes up depends on where it began.
        let options = codec == "aac" ? ["-aac_pns", "0"] : []
        ($0.codec, $0.seconds, $0.options) = (codec, Ratio(3), options)
      })
    let film = try Copies([.init(source, 17..<61)], to: "film.mov")
    #expect(film.plan.sound?.action == .copy, "\(film.plan.sound?.reason ?? "")")
    var report = FilmReport()
    var limits = FilmReport.SoundLimits.aac
    limits.click = 1
    report.checkSound(Film(film.path), film.expected, limits: limits)
    #expect(report.problems == [] && film.problems() == [])
    let whole = Film(film.path)
    #expect(whole.sound?.start == .zero && whole.sound?.length == Ratio(44, 24))
    // Sample for sample what mixing makes of it, to less than a step of 16-bit sound: how a decoder
    // rounds depends on the packet that it began with.
    let mixed = try Copies([.init(source, 17..<61)], to: "mixed.mov") {
      $0.audioCodec = "pcm_f32le"
    }
    let (own, other) = (whole.samples(), Film(mixed.path).samples())
    let count = min(own[0].count, other[0].count)
    #expect(count == 88_000)
    #expect((0..<count).allSatisfy { abs(own[0][$0] - other[0][$0]) < 1.0 / 32768 })
  }

  @Test func aSourceWithOtherParameterSetsIsEncoded() throws {
    let (one, other) = (clip(608), clip(609) { $0.options = ["-refs", "4", "-coder", "1"] })
    let film = try Copies([.init(one), .init(other, 0..<24)])
    #expect(film.outline == ["0..<48 copy", "48..<72 re-encode"])
    #expect(film.plan.spans.last?.reason == "its parameter sets are others")
    #expect(film.problems() == [])
  }

  @Test func groupsThatReferBackAreEncodedUpToTheNextThatDoesNot() throws {
    // Without scene cuts only the first picture is one that decoding can start with.
    let source = clip(610) {
      $0.options = ["-x264-params", "open-gop=1:keyint=12:min-keyint=12:scenecut=0:bframes=2"]
    }
    let film = try Copies([.init(source, 0..<30), .init(source, 5..<48)])
    #expect(film.plan.spans.contains { $0.reason.contains("open") }, "\(film.outline)")
    #expect(film.report.copiedFrames >= 22)
    #expect(film.problems() == [])
    #expect(film.sharedPackets(with: [source.make()]) == film.report.copiedFrames)
  }

  @Test func neverRefusesWithEveryReasonAndItsRange() throws {
    let source = clip(611)
    let error = #expect(throws: RenderError.self) {
      _ = try Copies([.init(source, 5..<48)]) { $0.reencode = .never }
    }
    #expect(error?.code == "cannot_copy")
    #expect(error?.message.contains("cut 5 frames into a group of pictures") == true)
    let film = try Copies([.init(source)]) { $0.reencode = .never }
    #expect(film.report.copiedFrames == 48 && film.problems() == [])
  }

  @Test(arguments: ["mkv", "mov"]) func otherContainersAreCopiedToAndFrom(container: String) throws
  {
    let source = CodedClip(
      612, container: container, picture: { ($0.count, $0.keyInterval, $0.bFrames) = (48, 12, 2) })
    let film = try Copies([.init(source, 5..<41)], to: "film.\(container)")
    #expect(film.report.copiedFrames >= 24)
    #expect(film.problems(exactTimes: container != "mkv") == [])
  }

  @Test func aFileThatLiesAboutItsParametersIsFoundAndEncoded() throws {
    // Every key frame brings the sets of its own stream; the header gets those of another file.
    let (honest, liar) = (clip(613), clip(614) { $0.options = ["-coder", "1"] })
    let folder = TemporaryFolder("liar")
    for (from, to) in [
      (liar.make(), folder("liar.ts")), (folder("liar.ts"), folder("in-band.mp4")),
    ] {
      _ = runTool("ffmpeg", ["-v", "error", "-y", "-i", from, "-c", "copy", to])
    }
    var bytes = try #require(readFile(folder("in-band.mp4")))
    let (own, other) = (try header(of: bytes), try header(of: readFile(honest.make()) ?? []))
    try #require(own.count == other.count)
    bytes.replaceSubrange(own, with: Array((readFile(honest.make()) ?? [])[other]))
    writeFile(folder("liar.mp4"), bytes)
    let film = try Copies([.init(honest), .init(liar, path: folder("liar.mp4"))])
    #expect(film.report.copiedFrames == 48)
    #expect(film.report.notes.contains { $0.contains("liar.mp4") && $0.contains("anew") })
    #expect(film.problems() == [])
  }

  @Test func aSeamThatDoesNotDecodeIsFoundAndEncoded() throws {
    let (before, damaged) = (clip(616), clip(617))
    let folder = TemporaryFolder("seam")
    var bytes = try #require(readFile(damaged.make()))
    let places = runTool(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size,flags", "-of",
        "csv=p=0", damaged.make(),
      ]
    ).split(separator: "\n").filter { $0.contains("K") }.map { $0.split(separator: ",") }
    // The second group is the first that is copied whole; the length of its picture stays.
    let (size, place) = (try #require(Int(places[1][0])), try #require(Int(places[1][1])))
    for index in place + 24..<place + size {
      bytes[index] = UInt8(truncatingIfNeeded: index * 151 >> 2)
    }
    writeFile(folder("damaged.mp4"), bytes)
    let film = try Copies([
      .init(before), .init(damaged, 5..<48, path: folder("damaged.mp4")),
    ])
    #expect(film.plan.spans.count { $0.action == .copy } == 2, "\(film.outline)")
    #expect(film.report.copiedFrames == 48)
    #expect(film.report.notes.contains { $0.contains("damaged.mp4") && $0.contains("anew") })
    #expect(film.report.issues.contains { $0.path == folder("damaged.mp4") })
    #expect(decodingErrors(film.path) == "" && PacketList(film.path).isOrderly)
  }

  /// Where the record of parameter sets lies in a file.
  private func header(of bytes: [UInt8]) throws -> Range<Int> {
    let name = Array("avcC".utf8)
    let place = try #require(
      bytes.indices.dropLast(8).last { Array(bytes[$0..<$0 + 4]) == name })
    let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    return place + 4..<place - 4 + size
  }

  @Test func whatSaysHowToEncodeIsEncoded() throws {
    let edit = try Copies.edit([.init(clip(615))])
    func copied(_ change: (inout ExportRequest) -> Void) throws -> Int {
      var request = ExportRequest()
      request.output = "film.mp4"
      change(&request)
      return try OutputSpec(edit, request).output.copiedFrames
    }
    #expect(try copied { _ in } == 48)
    #expect(try copied { $0.preset = "highest" } == 48)
    #expect(try copied { $0.preset = "1920x1080" } == 0)
    #expect(try copied { $0.quality = 30 } == 0)
    #expect(try copied { ($0.quality, $0.reencode) = (30, .auto) } == 48)
    #expect(try copied { ($0.bitRate, $0.reencode) = (1_000_000, .auto) } == 0)
    #expect(try copied { $0.codec = "hevc" } == 0)
    #expect(try copied { $0.reencode = .always } == 0)
    #expect(try copied { $0.preset = "passthrough" } == 48)
  }
}
