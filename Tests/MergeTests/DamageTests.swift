import TestSupport
import Testing

/// A clip of which half is missing: what is there is exported, the rest is counted and reported.
@Suite struct DamageTests {
  private let folder = TemporaryFolder("damage")
  private let clip: CodedClip
  private let next = CodedClip(141, picture: { $0.count = 24 }, sound: { $0.codec = "aac" })

  init() {
    var clip = CodedClip(
      140, picture: { ($0.count, $0.keyInterval) = (96, 12) }, sound: { $0.codec = "aac" })
    clip.fastStart = true
    self.clip = clip
    let bytes = readFile(clip.make())!
    writeFile(folder("half.mp4"), bytes[..<(bytes.count / 2)])
  }

  @Test func whatIsThereIsExportedAndTheRestReported() {
    let path = folder("film.mov")
    let run = runVscript(
      ["merge", folder("half.mp4"), next.make(), "-o", path] + fastCoding + exactSound)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("half.mp4"), "\(run.errors)")
    #expect(run.errors.contains { $0.isNumber }, "no count in: \(run.errors)")

    var codes: [CodedPicture.Code?] = []
    Film(path).eachPicture { _, picture in codes.append(picture.code(at: picture.whole)) }
    #expect(codes.allSatisfy { $0 != nil }, "a frame is black or unreadable")
    let damaged = codes.compactMap { $0 }.prefix { $0.clip == clip.id }
    // Half of the bytes hold a good part of the frames; they are the first, in order, and what
    // follows them can only be the last of them again.
    let good = damaged.enumerated().prefix { $0.offset == $0.element.frame }.count
    #expect(good >= 30 && good < 96)
    #expect(damaged.dropFirst(good).allSatisfy { $0.frame == good - 1 })
    let rest = codes.dropFirst(damaged.count).compactMap { $0 }
    #expect(rest == (0..<24).map { CodedPicture.Code(clip: next.id, frame: $0) })
  }

  @Test func strictMakesItAFailure() {
    let run = runVscript(
      ["merge", "half.mp4", next.make(), "-o", "film.mov", "--strict"] + fastCoding,
      folder: folder.path)
    #expect(run.status == 3, "\(run.errors)")
    #expect(run.errors.contains("half.mp4"), "\(run.errors)")
    #expect(folder.names == ["half.mp4"])
  }

  @Test func aClipWithoutPictureIsLeftOutWithANote() {
    let sound = CodedClip(142, container: "m4a", picture: nil, sound: { $0.seconds = Ratio(1) })
    let path = folder("film.mp4")
    let run = runVscript(["merge", sound.make(), next.make(), "-o", path] + fastCoding)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains(sound.make()) && run.errors.contains("picture"), "\(run.errors)")
    let made = MadeFilm(
      folder: folder, path: path, run: run,
      expected: ExpectedFilm([.clip(next)], frameRate: Ratio(24)))
    #expect(made.report(sound: .aac).problems == [])
  }
}
