import TestSupport
import Testing

/// Files from the world: each is joined to a known clip, and `ffmpeg` reads the film without a fault.
@Suite struct RealFileTests {
  @Test func everyRealFileIsMergedOrRefusedInWords() {
    let known = CodedClip(170, picture: { $0.count = 12 }, sound: { $0.codec = "aac" })
    var merged = 0
    var refused = 0
    for path in Vscript.sharedMedia where !path.hasSuffix(".tsv") {
      let name = path.split(separator: "/").last!
      // Long or large ones are for the bench, not for every test run.
      guard let size = fileSize(path), size < 3_000_000 else { continue }
      let folder = TemporaryFolder("real")
      let run = runVscript(
        ["merge", path, known.make(), "-o", folder("film.mp4"), "--render-size", "192x108"]
          + fastCoding, limit: 120)
      guard run.status == 0 else {
        #expect(run.status == 3, "\(name): \(run.status): \(run.errors)")
        #expect(run.errors.contains(name), "\(name): \(run.errors)")
        #expect(folder.names == [], "\(name)")
        refused += 1
        continue
      }
      merged += 1
      let film = Film(folder("film.mp4"))
      let steps = Set(zip(film.times.dropFirst(), film.times).map { $0 - $1 })
      #expect(film.times.first == .zero && steps.count <= 1, "\(name): steps \(steps)")
      // The known clip is the film's end, whole, whatever came before.
      var codes: [CodedPicture.Code] = []
      var black = 0
      film.eachPicture { _, picture in
        if let code = picture.code(at: picture.whole) { codes.append(code) }
        if picture.isBlack { black += 1 }
      }
      // In a film of high dynamic range white is no longer bright, and the blocks do not read.
      let transfer = film.picture?["color_transfer"] ?? ""
      guard !["smpte2084", "arib-std-b67"].contains(transfer) else { continue }
      #expect(
        Set(codes) == Set((0..<12).map { CodedPicture.Code(clip: 170, frame: $0) }), "\(name)")
      if let sound = film.sound?.length, let rate = film.sound.map({ _ in film.sampleRate }) {
        #expect(abs(((sound - film.pictureEnd) * Ratio(rate)).rounded) <= 1, "\(name): ends apart")
      }
    }
    if !Vscript.sharedMedia.isEmpty {
      print("real files: \(merged) merged, \(refused) refused in words")
      #expect(merged >= 30)
    }
  }
}
