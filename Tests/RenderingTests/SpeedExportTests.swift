import Composition
import Media
import TestSupport
import Testing
import Timing

import struct TestSupport.Ratio

@testable import Rendering

/// Speed and direction in whole films, from coded clips as cameras make them.
@Suite struct SpeedExportTests {
  /// Exports one clip of 48 frames at 24 a second, with AAC, after an edit of both its tracks.
  private func film(
    _ id: Int, in folder: TemporaryFolder, _ algorithm: TimePitchAlgorithm? = nil,
    _ change: (inout CompositionTrack) throws(CompositionError) -> Void
  ) throws -> (film: Film, clip: CodedClip) {
    let clip = CodedClip(
      id, picture: { ($0.count, $0.bFrames, $0.keyInterval) = (48, 2, 18) }, sound: { _ in })
    let file = FileSource(try MediaAsset.open(clip.make()))
    var edit = Composition()
    var inputs: [MixParameters] = []
    for source in file.tracks {
      let id = edit.addTrack(source.mediaType)
      try edit.edit(id) { track throws(CompositionError) in
        try track.insert(
          TimeRange(start: .zero, duration: Time(2)), of: source, at: .zero)
        try change(&track)
      }
      guard source.mediaType == .audio else { continue }
      var parameters = try MixParameters(try #require(edit.reference(to: id)))
      parameters.timePitchAlgorithm = algorithm
      inputs.append(parameters)
    }
    var request = ExportRequest()
    request.output = folder("film\(id).mov")
    request.audioCodec = "pcm_s16le"
    request.codecOptions = [("preset", "ultrafast")]
    request.audioMix = try AudioMix(inputs)
    let session = try ExportSession(edit, request)
    try session.start()
    while !session.wait(milliseconds: 50) {}
    #expect(try #require(session.result).get().issues.isEmpty)
    return (Film(folder("film\(id).mov")), clip)
  }

  private func codes(_ film: Film) -> [Int?] {
    var codes: [Int?] = []
    film.eachPicture { _, picture in codes.append(picture.code(at: picture.whole)?.frame) }
    return codes
  }

  @Test func backwardAFilmIsItsMirrorImageInPictureAndSound() throws {
    let folder = TemporaryFolder("speed")
    let (film, clip) = try film(31, in: folder) { track throws(CompositionError) in
      try track.reverse(TimeRange(start: .zero, duration: Time(2)))
    }
    #expect(codes(film) == Array((0..<48).reversed()))
    let samples = try #require(film.samples().first)
    #expect(samples.count == 96_000)
    let clicks = CodedSound.find(in: samples, rate: 48_000).map(\.place)
    let due = CodedSound.clicks(clip: clip.id, rate: 48_000, count: clip.sampleCount)
      .map { Double(95_999 - $0) }.reversed()
    #expect(clicks.count == due.count)
    for (found, place) in zip(clicks, due) { #expect((found - place).magnitude < 0.1) }
  }

  @Test func slowedEachFrameLastsTwiceAsLongAndTheEndIsOnItsSample() throws {
    let folder = TemporaryFolder("speed")
    let (film, clip) = try film(32, in: folder, .varispeed) { track throws(CompositionError) in
      try track.scale(TimeRange(start: .zero, duration: Time(1)), to: Time(2))
    }
    #expect(codes(film) == Array(0..<48))
    #expect(film.times == (0..<48).map { $0 < 24 ? Ratio($0, 12) : Ratio($0 + 24, 24) })
    let samples = try #require(film.samples().first)
    #expect(samples.count == 144_000)
    // Behind the slow second every click is exactly a second later.
    let clicks = CodedSound.find(in: Array(samples[96_000...]), rate: 48_000).map(\.place)
    let due = CodedSound.clicks(clip: clip.id, rate: 48_000, count: clip.sampleCount)
      .map { Double($0 - 48_000) }.filter { $0 > 600 }
    #expect(clicks.count >= due.count && !due.isEmpty)
    for place in due { #expect(clicks.contains { ($0 - place).magnitude < 0.1 }, "\(place)") }
  }

  @Test func withItsPitchKeptEachMomentStaysWithinTenMilliseconds() throws {
    for (number, algorithm) in [TimePitchAlgorithm.spectral, .timeDomain].enumerated() {
      let folder = TemporaryFolder("speed")
      let (film, clip) = try film(33 + number, in: folder, algorithm) {
        track throws(CompositionError) in
        try track.scale(TimeRange(start: .zero, duration: Time(2)), to: Time(5, 2))
      }
      let samples = try #require(film.samples().first)
      #expect(samples.count == 120_000)
      // The loudest place around where each click must be.
      for click in CodedSound.clicks(clip: clip.id, rate: 48_000, count: clip.sampleCount) {
        let place = click * 5 / 4
        let around = max(0, place - 1500)..<min(samples.count, place + 1500)
        let loudest = around.max { samples[$0].magnitude < samples[$1].magnitude } ?? 0
        #expect(abs(loudest - place) < 480, "\(algorithm): \(loudest - place) at \(place)")
      }
    }
  }
}
